/** Changes to a plan as a request says them: task by task, by worktree, by batch. */
import { z } from '@hono/zod-openapi'
import { laneOf } from '../../../core/plan/lanes.ts'
import type { PlanChange } from '../../../core/plan/plan-changes.ts'
import { taskOf, type Run } from '../../../core/run/run.ts'
import { changeForm, changeOf, lane, taskName } from '../task/change-form.ts'
import {
  batchNumber,
  mustKnow,
  requestedBatches,
  toBatches,
  wantedBatches,
} from './requested-batches.ts'

/** Values by task id. A zod record would skip a task that is called `__proto__`. */
const byTask = <Value>(value: z.ZodType<Value>) =>
  z
    .custom<Readonly<Record<string, unknown>>>(isMapping, 'an object with the ids of tasks')
    .transform((byId, context): readonly (readonly [string, Value])[] =>
      Object.entries(byId).flatMap(([task, one]) => {
        const read = value.safeParse(one)
        if (read.success) return [[task, read.data] as const]
        for (const { path, message } of read.error.issues)
          context.addIssue({ code: 'custom', path: [task, ...path], message })
        return []
      }),
    )

const isMapping = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  batches: requestedBatches,
}

const saidChanges = z.object(changeFields)

type Said = z.output<typeof saidChanges>

export const changesIn =
  ({ tasks, worktree_assignments, batch_overrides, batches }: Said) =>
  (run: Run): readonly PlanChange[] => [
    ...tasks.map(({ task, ...change }) => ({ task, change: changeOf(change) })),
    ...worktree_assignments
      .map(([name, lane]) => ({ task: mustKnow(run, name), lane }))
      .filter(({ task, lane }) => laneOf(taskOf(run, task)) !== lane)
      .map(({ task, lane }) => ({ task, change: { lane } })),
    ...toBatches(run, wantedBatches(run, batch_overrides, batches)),
  ]
