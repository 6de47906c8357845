/** Changes to a plan as they come over the wire: task by task, by worktree, by batch. */
import { z } from '@hono/zod-openapi'
import type { TaskId } from '../../core/ids.ts'
import { laneOf } from '../../core/lanes.ts'
import { changeToBatch, type PlanChange } from '../../core/plan-changes.ts'
import { taskOf, type Run } from '../../core/run.ts'
import { Refused, refusedAsk } from '../api-error.ts'
import { changeForm, changeOf, lane, taskName } from './change-form.ts'

/** By the ids of tasks. A record of zod would pass over a task that is called `__proto__`. */
const byTask = <Value>(value: z.ZodType<Value>) =>
  z
    .custom<Readonly<Record<string, unknown>>>(isMapping, 'an object with the ids of tasks')
    .transform((said, context): readonly (readonly [string, Value])[] =>
      Object.entries(said).flatMap(([task, one]) => {
        const read = value.safeParse(one)
        if (read.success) return [[task, read.data] as const]
        for (const { path, message } of read.error.issues)
          context.addIssue({ code: 'custom', path: [task, ...path], message })
        return []
      }),
    )

const isMapping = (said: unknown): boolean =>
  typeof said === 'object' && said !== null && !Array.isArray(said)

const batchNumber = z.int().min(1).max(100_000)

/** What follows from the tasks may be said, too: the batches of a plan can be sent back as they came. */
const saidBatch = z.strictObject({
  batch_id: batchNumber.openapi({ description: '1 is the first.' }),
  task_ids: z
    .array(z.string().max(50))
    .max(10_000)
    .openapi({ description: 'What is to be in it.' }),
  can_parallel: z.boolean().optional().openapi({ description: 'Not read: it follows.' }),
  depends_on: z.array(z.int()).optional().openapi({ description: 'Not read: it follows.' }),
  estimated_duration: z.number().optional().openapi({ description: 'Not read: it follows.' }),
})

export const changeFields = {
  tasks: z
    .array(changeForm.extend({ task: taskName }))
    .max(10_000)
    .default([])
    .openapi({ description: 'What is to be different, task by task.' }),
  worktree_assignments: byTask(lane.nullable())
    .default([])
    .openapi({
      description: 'The lane of tasks; null: as the plan says.',
      type: 'object',
      additionalProperties: { type: ['string', 'null'] },
    }),
  batch_overrides: byTask(batchNumber)
    .default([])
    .openapi({
      description:
        'The batch of tasks, 1 is the first: such a task comes after everything in the batch before.',
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 1, maximum: 100_000 },
    }),
  batches: z.array(saidBatch).max(10_000).default([]).openapi({
    description:
      'The same in the form in which a plan tells its batches: tasks that are in another one now are moved.',
  }),
}

const saidChanges = z.object(changeFields)

type Said = z.output<typeof saidChanges>

export const changesIn =
  ({ tasks, worktree_assignments, batch_overrides, batches }: Said) =>
  (run: Run): readonly PlanChange[] => [
    ...tasks.map(({ task, ...change }) => ({ task, change: changeOf(change) })),
    ...worktree_assignments
      .map(([said, lane]) => ({ task: mustKnow(run, said), lane }))
      .filter(({ task, lane }) => laneOf(taskOf(run, task)) !== lane)
      .map(({ task, lane }) => ({ task, change: { lane } })),
    ...batch_overrides.map(([said, batch]) => toBatch(run, mustKnow(run, said), batch)),
    ...toBatches(run, batches),
  ]

/** Where each task is to be counts for all others, too. Those that are there already are left alone. */
function toBatches(run: Run, batches: Said['batches']): readonly PlanChange[] {
  const wanted = new Map(
    batches.flatMap(({ batch_id, task_ids }) =>
      task_ids.map((said) => [mustKnow(run, said), batch_id - 1] as const),
    ),
  )
  return [...wanted]
    .map(([task, batch]) => toBatch(run, task, batch + 1, wanted))
    .filter(({ change }) => Object.keys(change).length > 0)
}

function toBatch(
  run: Run,
  task: TaskId,
  batch: number,
  moved?: ReadonlyMap<TaskId, number>,
): PlanChange {
  const change = changeToBatch(run, task, batch - 1, moved)
  if (change !== null) return { task, change }
  throw new Refused(422, {
    error: 'no_such_batch',
    message: `"${task}" cannot be in batch ${batch}`,
    hint: 'to come earlier it must depend on less; later, there must be a batch before it',
  })
}

function mustKnow(run: Run, said: string): TaskId {
  if (run.graph.indexOf.has(said as TaskId)) return said as TaskId
  throw refusedAsk({ is: 'unknown-task', task: said })
}
