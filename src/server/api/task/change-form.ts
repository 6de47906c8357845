/** What can be changed of a task before its first attempt, as people write it: "high", "45m". */
import { z } from '@hono/zod-openapi'
import { saidEstimate } from '../../../core/durations/estimate.ts'
import { LONGEST_DURATION, parseDuration } from '../../../core/value/duration.ts'
import { isLaneName, isTaskId, laneName, taskId } from '../../../core/value/ids.ts'
import type { Priority, TaskChange } from '../../../core/plan/plan.ts'
import { PRIORITY_WORDS } from '../../../core/plan/priority.ts'

export const taskName = z
  .string()
  .refine(isTaskId, { error: 'no id of a task' })
  .transform(taskId)
  .openapi({ description: 'The id of a task.', example: 'api' })

export const lane = z
  .string()
  .refine(isLaneName, { error: 'a name of letters, digits, "-" and "_"' })
  .transform(laneName)
  .openapi({ description: 'Letters, digits, "-" and "_".', example: 'epic-shop' })

const estimate = z
  .union([z.number(), z.string()])
  .transform((value) => (typeof value === 'number' ? value : parseDuration(value)))
  .refine((seconds) => seconds !== null && seconds >= 0 && seconds <= LONGEST_DURATION, {
    error: 'seconds, or a time such as 45m, at most 30 days',
  })
  .openapi({ type: ['number', 'string'], description: 'Seconds, or as text.', example: '45m' })

export const changeForm = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  priority: z
    .union([z.int().min(1).max(5), z.enum(['high', 'medium', 'low'])])
    .optional()
    .openapi({ description: '1 is the most urgent; high is 1, medium 3, low 5.', example: 'high' }),
  dependencies: z
    .array(taskName)
    .max(10_000)
    .optional()
    .openapi({ description: 'What must land before it starts.' }),
  files: z
    .array(z.string().trim().min(1).max(1000))
    .max(1000)
    .optional()
    .openapi({ description: 'Paths and globs it is expected to change.' }),
  estimate: estimate.optional(),
  together_with: z
    .array(taskName)
    .max(10_000)
    .optional()
    .openapi({ description: 'Tasks that may work at the same time, even on the same files.' }),
  apart_from: z
    .array(taskName)
    .max(10_000)
    .optional()
    .openapi({ description: 'Tasks that never work at the same time.' }),
  lane: lane
    .nullable()
    .optional()
    .openapi({ description: 'What it shares a worktree with; null: as the plan says.' }),
})

export type ChangeForm = z.output<typeof changeForm>

export function changeOf({
  priority,
  estimate,
  together_with: togetherWith,
  apart_from: apartFrom,
  ...others
}: ChangeForm): TaskChange {
  const change: Record<string, unknown> = {
    ...others,
    togetherWith,
    apartFrom,
    ...(priority === undefined ? {} : { priority: priorityOf(priority) }),
    ...(typeof estimate !== 'number' ? {} : { estimate: saidEstimate(estimate) }),
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

const priorityOf = (value: NonNullable<ChangeForm['priority']>): Priority =>
  typeof value === 'number' ? (value as Priority) : PRIORITY_WORDS[value]
