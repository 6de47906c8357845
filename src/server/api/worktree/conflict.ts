/** The merge conflict of a task: its files and hunks with their versions, and its resolution. */
import { createRoute, z } from '@hono/zod-openapi'
import { ASK_HELP, asTitle } from '../../../core/ask/ask-help.ts'
import type {
  ConflictDocument,
  ConflictFileDocument,
  VersionDocument,
} from '../../../core/conflict/conflict-document.ts'
import type { Decisions } from '../../../core/conflict/resolution.ts'
import { notNow, Refused } from '../../http/api-error.ts'
import type { ApiContext } from '../api-context.ts'
import { doneOr } from '../ask-route.ts'
import {
  documentOf,
  flag,
  listOf,
  maybe,
  objectOf,
  oneOf,
  oneOfMany,
  text,
  whole,
} from '../answer-schemas.ts'
import { answers, body, checkedApi } from '../declare-route.ts'
import { ofTask } from '../params.ts'
import { mustHaveGit } from './worktrees.ts'

const version = (whose: string) =>
  maybe(
    objectOf<VersionDocument>(`${whose}; null: it has no such file.`, {
      path: text('Its path there.', 'src/api.ts'),
      mode: text('Its mode in git.', '100644'),
      blob: text('The name of its content in git.'),
      text: maybe(text('null: no text, too large, or cut into pieces.')),
    }),
  )

const file = objectOf<ConflictFileDocument>('One file.', {
  path: text('What it is called in a resolution.', 'src/api.ts'),
  kind: oneOf(
    [
      'text',
      'deleted',
      'moved',
      'renamed',
      'binary',
      'large',
      'mode',
      'link',
      'submodule',
      'folder',
    ],
    'text: by hunks. For any other kind one side is chosen.',
  ),
  says: text('What has happened, in a sentence.'),
  choices: listOf(
    oneOf(['landed', 'task', 'both'], 'A side.'),
    'What can be kept for the whole file.',
  ),
  writable: flag('Whether the text of the whole file may be given.'),
  hunks: whole('How many hunks there are to decide.'),
  base: version('Before both'),
  landed: version('What has already landed'),
  task: version('What this task delivers'),
  pieces: maybe(
    listOf(
      oneOfMany('merged: text. hunk: base, landed and task.', ['merged', 'hunk']),
      'The text of the file in order; null: it is no text of both sides.',
    ),
  ),
})

const showConflict = createRoute({
  method: 'get',
  path: '/api/runs/{run}/tasks/{task}/conflict',
  tags: ['task'],
  summary: 'What conflicts between a delivery and the target',
  description:
    'As it is now, for a task in review. Text of files is data, never HTML. No files: git can merge it by itself by now.',
  request: { params: ofTask },
  responses: answers(
    documentOf<ConflictDocument>('Conflict', 'The conflict of a delivery.', {
      run: text('The run.', '7'),
      task: text('The task.', 'api'),
      token: text('Names this state of the conflict; a resolution gives it back.'),
      target: text('The branch that it is merged into.', 'conductor/run-7'),
      onto: text('The tip of that branch.'),
      delivery: text('The delivered commit.'),
      files: listOf(file, 'In the order of their paths.'),
    }),
    'File by file.',
  ),
})

const side = z.enum(['landed', 'task', 'both'])
const written = z.strictObject({ text: z.string().max(1_000_000) })

const decision = z.union([
  z.strictObject({ keep: side }),
  z.strictObject({ hunks: z.array(z.union([side, written])).max(10_000) }),
  written,
])

const resolveConflict = createRoute({
  method: 'post',
  path: '/api/runs/{run}/tasks/{task}/resolution',
  tags: ['task'],
  summary: asTitle(ASK_HELP.resolve.does),
  description:
    'Every file in conflict has to be decided: keep a side, decide each hunk, or give the text. 409 conflict_changed: the delivery or a version has changed since; read the conflict again. To let the agent resolve it, reject the task.',
  request: {
    params: ofTask,
    body: body(
      z.strictObject({
        token: z.string().min(1).max(200).openapi({ description: 'As the conflict said.' }),
        files: z.record(z.string().min(1).max(4000), decision).openapi({
          description: 'By path: {keep}, {hunks: [...]} or {text}.',
          example: { 'src/api.ts': { hunks: ['landed', 'both'] } },
        }),
      }),
    ),
  },
  responses: doneOr,
})

export const conflictApi = ({ served, runs, ask }: ApiContext) =>
  checkedApi()
    .openapi(showConflict, async (context) => {
      const params = context.req.valid('param')
      const { run, task } = runs.findTask(params.run, params.task)
      return context.json(await mustHaveGit(served).conflict(run, task), 200)
    })
    .openapi(resolveConflict, async (context) => {
      const params = context.req.valid('param')
      const { run, task } = runs.findTask(params.run, params.task)
      const { token, files } = context.req.valid('json')
      const made = await mustHaveGit(served).resolution(run, task, {
        token,
        decisions: files satisfies Decisions,
      })
      if (!made.ok) throw refusalOf(made)
      try {
        return context.json(await ask(run, made.ask), 200)
      } catch (error) {
        // The coordinator may have heard an ask that it did not answer in time.
        if (error instanceof Refused && error.status !== 503) await made.drop()
        throw error
      }
    })

const refusalOf = ({ is, message }: { readonly is: 'stale' | 'bad'; readonly message: string }) =>
  is === 'stale'
    ? notNow('conflict_changed', message, 'read the conflict again')
    : new Refused(422, {
        error: 'bad_resolution',
        message,
        hint: 'nothing was changed; decide every file and hunk of the conflict',
      })
