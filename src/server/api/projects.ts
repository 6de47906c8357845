/** The projects: every repository that this server serves, how its newest run stands, and what needs a person there. */
import { createRoute, z } from '@hono/zod-openapi'
import type { ProjectDocument, ProjectRun } from '../../core/projects/project-document.ts'
import type { WaitingRun } from '../../core/report/waiting-run.ts'
import { notNow } from '../http/api-error.ts'
import type { ListedProject } from '../hub/served-hub.ts'
import { unknownProject } from './aliases.ts'
import type { ApiContext } from './api-context.ts'
import { answers, body, checkedApi, does, makes } from './declare-route.ts'
import {
  documentOf,
  flag,
  listOf,
  maybe,
  objectOf,
  oneOf,
  text,
  time,
  whole,
  type FieldsOf,
} from './answer-schemas.ts'
import { RUN_STATUSES } from './run/run-documents.ts'

const projectRun: FieldsOf<ProjectRun> = {
  id: text('Its number.', '7'),
  plan: text('The name of its plan.', 'shop'),
  status: oneOf(RUN_STATUSES, 'Its status.'),
  says: text('The same in words; a run that waits for a person says so.', 'blocked by you'),
  landed: whole('Tasks that have landed.'),
  total: whole('All its tasks.'),
  last_event_at: time('When something was last recorded.'),
}

const waitingRun: FieldsOf<WaitingRun> = {
  run: text('Its number.', '5'),
  plan: text('The name of its plan.', 'shop'),
  decisions: whole('How many things stand still until a person acts.'),
  command: text('What to type.', 'conductor attention 5'),
  says: text('All of it in one line.', 'Run 5 needs you: 2 decisions: conductor attention 5'),
}

const projectFields: FieldsOf<ProjectDocument> = {
  id: text('What it is called in paths: its name, with a number if that is taken.', 'shop'),
  name: text('The name of its folder.', 'shop'),
  folder: text('Where it is on this machine.', '/home/ada/shop'),
  is_current: flag('Whether the server was started there: it is what /api/... is about.'),
  state: oneOf(['ok', 'missing', 'broken'], 'missing: its folder is gone. broken: see problem.'),
  problem: maybe(text('Why the records of its runs cannot be read.')),
  run: maybe(objectOf<ProjectRun>('Its newest run; null: there was none yet.', projectRun)),
  needs_you: whole('How many things stand still until a person acts.'),
  attention: whole('The same, and everything that is only worth a look.'),
  waiting_runs: listOf(
    objectOf<WaitingRun>('A run that stands still.', waitingRun),
    'Its other recent runs that need decisions; the oldest first.',
  ),
}

const project = documentOf<ProjectDocument>('Project', 'A repository.', projectFields)

interface ProjectList {
  /** null: the server was started outside of a repository. */
  readonly current: string | null
  /** The folder in which the server was started. */
  readonly folder: string
  readonly projects: readonly ProjectDocument[]
}

const listProjects = createRoute({
  method: 'get',
  path: '/api/projects',
  tags: ['project'],
  summary: 'All repositories that are served here',
  description:
    'Every path below /api/ also exists below /api/projects/{id}/, for each of them: GET /api/projects/blog/runs.',
  responses: answers(
    documentOf<ProjectList>('ProjectList', 'Repositories, by name.', {
      current: maybe(text('The one that /api/... is about; null: there is none.', 'shop')),
      folder: text('Where the server was started.', '/home/ada/shop'),
      projects: listOf(project.asField, 'By name.'),
    }),
    'By name.',
  ),
})

const ofProject = z.object({
  id: z.string().min(1).max(200).openapi({ description: 'The id of a project.', example: 'shop' }),
})

const showProject = createRoute({
  method: 'get',
  path: '/api/projects/{id}',
  tags: ['project'],
  summary: 'One repository',
  request: { params: ofProject },
  responses: answers(project, 'Its status.'),
})

const addProject = createRoute({
  method: 'post',
  path: '/api/projects',
  tags: ['project'],
  summary: 'Add a repository',
  description: 'One that is listed already is answered in the same way.',
  request: {
    body: body(
      z.strictObject({
        folder: z.string().min(1).max(4000).openapi({
          description: 'A folder in it, as an absolute path; ~ is the home of the user.',
          example: '/home/ada/blog',
        }),
      }),
    ),
  },
  responses: makes(project, 'It is listed now.'),
})

interface Forgotten {
  readonly id: string
  readonly folder: string
  readonly deleted: false
}

const removeProject = createRoute({
  method: 'delete',
  path: '/api/projects/{id}',
  tags: ['project'],
  summary: 'Forget a repository',
  description: 'Nothing in its folder is touched. It is listed again when it is used again.',
  request: { params: ofProject },
  responses: does(
    documentOf<Forgotten>('ProjectForgotten', 'A repository that is no longer listed.', {
      id: text('What it was called.', 'blog'),
      folder: text('Where it is.', '/home/ada/blog'),
      deleted: flag('Always false: only the entry in the list is gone.'),
    }),
    'It is no longer listed.',
  ),
})

export const projectsApi = ({ hub, glances }: ApiContext) => {
  return checkedApi()
    .openapi(listProjects, async (context) => {
      const { current, folder } = hub
      return context.json({ current, folder, projects: await glances.rows() }, 200)
    })
    .openapi(addProject, async (context) => {
      const { id } = hub.add(context.req.valid('json').folder)
      return context.json(await rowOf(id), 201)
    })
    .openapi(showProject, async (context) =>
      context.json(await rowOf(context.req.valid('param').id), 200),
    )
    .openapi(removeProject, (context) => {
      const listed = mustBeListed(context.req.valid('param').id)
      if (listed.id === hub.current)
        throw notNow('is_current', 'the server was started there', 'end the server first')
      hub.remove(listed)
      return context.json({ id: listed.id, folder: listed.root, deleted: false as const }, 200)
    })

  async function rowOf(id: string): Promise<ProjectDocument> {
    const { id: listed } = mustBeListed(id)
    const row = (await glances.rows()).find((one) => one.id === listed)
    if (row === undefined) throw unknownProject(id)
    return row
  }

  function mustBeListed(id: string): ListedProject {
    const meant = id === 'current' ? hub.current : id
    const listed = hub.list().find((one) => one.id === meant)
    if (listed === undefined) throw unknownProject(id)
    return listed
  }
}
