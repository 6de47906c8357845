/** The epics of the newest run, or of the task file before there is one. */
import { createRoute, z } from '@hono/zod-openapi'
import { epicsOf, type EpicDocument } from '../../../core/plan/epics.ts'
import { documentOf, listOf, maybe, object, oneOf, text, texts, whole } from '../answer-schemas.ts'
import type { ApiContext } from '../api-context.ts'
import { answers, checkedApi } from '../declare-route.ts'
import { planFile } from '../params.ts'

interface EpicList {
  readonly project_id: string
  readonly run: string | null
  readonly epics: readonly EpicDocument[]
}

const epic = object('An epic: tasks that share a worktree and work one after another.', {
  name: text('Its name.', 'shop'),
  priority: whole('That of its most urgent task; 1 is the most urgent.'),
  status: oneOf(
    ['pending', 'in_progress', 'completed', 'failed'],
    'failed: all is over, and something has not landed.',
  ),
  depends_on: texts('Epics that its tasks depend on.'),
  domain: maybe(text('The area of the product.', 'frontend')),
  tasks: whole('How many tasks it has.'),
  landed: whole('How many of them have landed.'),
})

const listEpics = createRoute({
  method: 'get',
  path: '/api/epics',
  tags: ['plan'],
  summary: 'All epics',
  description:
    'Of a run or a task file; else of the newest run, or of the task file before there was one.',
  request: {
    query: z
      .object({
        file: planFile.optional(),
        run: z.string().min(1).max(20).optional().openapi({ description: 'A run.', example: '7' }),
      })
      .refine(({ file, run }) => file === undefined || run === undefined, {
        error: 'a file or a run, not both',
      }),
  },
  responses: answers(
    documentOf<EpicList>('EpicList', 'Epics, by name.', {
      project_id: text('The id of the project.', 'shop'),
      run: maybe(text('The run; null: none yet.', '7')),
      epics: listOf(epic, 'By name.'),
    }),
    'By name.',
  ),
})

export const epicsApi = ({ served, runs, drafts }: ApiContext) =>
  checkedApi().openapi(listEpics, async (context) => {
    const { run: id, file = null } = context.req.valid('query')
    const newest = file === null ? runs.newest() : null
    const run = id === undefined ? newest : runs.find(id)
    const shown = run ?? (await drafts.read(file)).run
    const epics = epicsOf(shown)
    return context.json({ project_id: served.id, run: run?.id ?? null, epics }, 200)
  })
