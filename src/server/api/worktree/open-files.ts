/** Getting to the files of a task: which editor opens them, opening one, and the servers that listen in worktrees. */
import { createRoute, z } from '@hono/zod-openapi'
import type { EditorDocument, ListeningPort } from '../../served/served-files.ts'
import { documentOf, flag, listOf, maybe, object, text, whole } from '../answer-schemas.ts'
import type { ApiContext } from '../api-context.ts'
import { answers, body, checkedApi, does } from '../declare-route.ts'

const showEditor = createRoute({
  method: 'get',
  path: '/api/editor',
  tags: ['worktree'],
  summary: 'Which editor opens files',
  description: 'A command is never told: it is set by the user of this machine, and only run.',
  responses: answers(
    documentOf<EditorDocument>('Editor', 'How files are opened.', {
      name: maybe(text('An editor that pages open by its address.', 'vscode')),
      has_command: flag('Whether the server opens files by a command of its user.'),
      terminal: flag('Whether the page may open a terminal; see docs/editors.md.'),
    }),
    'As it is set.',
  ),
})

const openFile = createRoute({
  method: 'post',
  path: '/api/open',
  tags: ['worktree'],
  summary: 'Open the worktree of a task, or a file in it, in the editor of this machine',
  description:
    'By the command that the user of this machine has set in their own configuration; nothing of the request but a path below the worktree becomes part of it.',
  request: {
    body: body(
      z.strictObject({
        run: z.string().min(1).max(20).default('current'),
        task: z.string().min(1).max(200),
        file: z.string().min(1).max(4000).optional(),
        line: z.int().min(1).max(100_000_000).optional(),
      }),
    ),
  },
  responses: does(
    documentOf<{ readonly path: string }>('Opened', 'What was opened.', {
      path: text('Its path.'),
    }),
    'The editor was started.',
  ),
})

const listPorts = createRoute({
  method: 'get',
  path: '/api/ports',
  tags: ['worktree'],
  summary: 'Servers that listen in worktrees',
  description:
    'Of the ports from `CONDUCTOR_PORT` to `CONDUCTOR_PORT_LAST` of each worktree, those on which something listens now.',
  responses: answers(
    documentOf<{ readonly ports: readonly ListeningPort[] }>('Ports', 'Ports.', {
      ports: listOf(
        object('A port on which something listens.', {
          lane: text('The lane of the worktree.', 'task-api'),
          path: text('The worktree.'),
          port: whole('The port, on this machine.'),
        }),
        'By lane.',
      ),
    }),
    'Often none.',
  ),
})

export const openFilesApi = ({ served, runs }: ApiContext) =>
  checkedApi()
    .openapi(showEditor, async (context) => context.json(await served.files.editor(), 200))
    .openapi(openFile, async (context) => {
      const { run: wanted, task: id, file = null, line = null } = context.req.valid('json')
      const { run, task } = runs.findTask(wanted, id)
      return context.json({ path: await served.files.open(run, task, { file, line }) }, 200)
    })
    .openapi(listPorts, async (context) => context.json({ ports: await served.files.ports() }, 200))
