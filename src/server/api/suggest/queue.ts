/** Queues an ordering: its phases become priorities and dependencies of tasks that wait, first shown and then confirmed. */
import { createRoute, z } from '@hono/zod-openapi'
import type { Ask } from '../../../core/ask/ask.ts'
import {
  draftOf,
  queueOrder,
  type QueuedChange,
  type QueuedOrder,
  type SkippedWorkspace,
} from '../../../core/ordering/queue-order.ts'
import { tasksOfWorkspaces } from '../../../core/ordering/task-of-workspace.ts'
import { workspaceGraph } from '../../../core/ordering/workspace-graph.ts'
import type { Run } from '../../../core/run/run.ts'
import {
  documentOf,
  flag,
  listOf,
  loose,
  maybe,
  object,
  oneOf,
  text,
  texts,
  whole,
} from '../answer-schemas.ts'
import type { ApiContext } from '../api-context.ts'
import { body, checkedApi, does } from '../declare-route.ts'

export interface QueueDocument {
  readonly confirmed: boolean
  /** run: the newest, if it is not over. draft: the changes of the task file, for the next run. */
  readonly into: 'run' | 'draft'
  readonly run: string | null
  readonly file: string | null
  readonly changes: readonly QueuedChange[]
  readonly skipped: readonly SkippedWorkspace[]
  readonly undo: Ask | null
}

const document = documentOf<QueueDocument>('QueuedOrder', 'What queueing an ordering changes.', {
  confirmed: flag('Whether it was done; otherwise it is only shown.'),
  into: oneOf(
    ['run', 'draft'],
    'The newest run, or the draft of the task file if that one is over.',
  ),
  run: maybe(text('The run; null: the draft.', '7')),
  file: maybe(text('The task file; null: the run.', 'tasks.yaml')),
  changes: listOf(
    object('A task that changes.', {
      task: text('The task.', 'api'),
      workspace_id: text('Its workspace.'),
      phase: whole('1 is the first.'),
      priority: whole('1 is the most urgent.'),
      priority_before: whole('What it was.'),
      after: texts('Tasks that it will also wait for.'),
    }),
    'In the order of the phases.',
  ),
  skipped: listOf(
    object('A workspace for which nothing changes.', {
      workspace_id: text('Its id.'),
      reason: text('Why.', 'it belongs to no task of this run'),
    }),
    'In the order of the phases.',
  ),
  undo: maybe(loose('What to send to POST /api/asks to take it back; null: nothing to take back.')),
})

const queueRoute = createRoute({
  method: 'post',
  path: '/api/suggest-parallelization/queue',
  tags: ['suggest'],
  summary: 'Queue an ordering',
  description:
    'The order of the phases becomes the priorities of tasks that wait, and what their workspaces wait for becomes dependencies: all of it, or nothing. Without `confirm` it only says what would change. Nothing is started.',
  request: {
    body: body(
      z.strictObject({
        strategy: z.object({
          phases: z
            .array(z.object({ workspace_ids: z.array(z.string().max(600)).max(50_000) }))
            .min(1)
            .max(50_000),
        }),
        confirm: z.boolean().default(false),
      }),
    ),
  },
  responses: does(document, 'What changes, and what does not.'),
})

export const queueApi = ({ served, runs, ask, drafts }: ApiContext) =>
  checkedApi().openapi(queueRoute, async (context) => {
    const { strategy, confirm } = context.req.valid('json')
    const { trees } = await served.tracker.read()
    const phases = strategy.phases.map(({ workspace_ids }) => workspace_ids)
    const queued = (run: Run): QueuedOrder => {
      const tasks = tasksOfWorkspaces(run, trees, served.id)
      const graph = workspaceGraph(trees)
      return queueOrder(run, { phases, graph, taskOf: (id) => tasks.get(id) ?? null })
    }
    const newest = runs.newest()
    const isOpen = newest !== null && newest.ended === null
    return context.json(isOpen ? await inRun(newest) : await inDraft(), 200)

    async function inRun(run: Run): Promise<QueueDocument> {
      const { asks, ...rest } = queued(run)
      const confirmed = confirm && asks.length > 0
      if (confirmed) await ask(run, { ask: 'together', asks })
      return { confirmed, into: 'run', run: run.id, file: null, ...rest }
    }

    async function inDraft(): Promise<QueueDocument> {
      const { file, run } = await drafts.read(null)
      const order = queued(run)
      const { changes, skipped } = order
      const confirmed = confirm && changes.length > 0
      if (confirmed) await drafts.change(file, () => draftOf(order))
      return { confirmed, into: 'draft', run: null, file, changes, skipped, undo: null }
    }
  })
