/** Changes to a plan as they come over the wire: task by task, by worktree, by batch. */
import { z } from '@hono/zod-openapi'
import type { TaskId } from '../../core/ids.ts'
import { laneOf } from '../../core/lanes.ts'
import { changeToBatch, type PlanChange } from '../../core/plan-changes.ts'
import { taskOf, type Run } from '../../core/run.ts'
import { Refused, refusedAsk } from '../api-error.ts'
import { changeForm, changeOf, lane, taskName } from './change-form.ts'

const taskId = z.string().max(50)

export const changeFields = {
  tasks: z
    .array(changeForm.extend({ task: taskName }))
    .max(10_000)
    .default([])
    .openapi({ description: 'What is to be different, task by task.' }),
  worktree_assignments: z
    .record(taskId, lane.nullable())
    .default({})
    .openapi({ description: 'The lane of tasks; null: as the plan says.' }),
  batch_overrides: z.record(taskId, z.int().min(1).max(100_000)).default({}).openapi({
    description:
      'The batch of tasks, 1 is the first: such a task comes after everything in the batch before.',
  }),
}

const saidChanges = z.object(changeFields)

export const changesIn =
  ({ tasks, worktree_assignments, batch_overrides }: z.output<typeof saidChanges>) =>
  (run: Run): readonly PlanChange[] => [
    ...tasks.map(({ task, ...change }) => ({ task, change: changeOf(change) })),
    ...Object.entries(worktree_assignments)
      .map(([said, lane]) => ({ task: mustKnow(run, said), lane }))
      .filter(({ task, lane }) => laneOf(taskOf(run, task)) !== lane)
      .map(({ task, lane }) => ({ task, change: { lane } })),
    ...Object.entries(batch_overrides).map(([said, batch]) => toBatch(run, said, batch)),
  ]

function toBatch(run: Run, said: string, batch: number): PlanChange {
  const task = mustKnow(run, said)
  const change = changeToBatch(run, task, batch - 1)
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
