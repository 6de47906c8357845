/** The schema of a plan file, without its tasks, which are checked one by one. */
import { z } from 'zod'
import { configSchema } from '../config/config-schema.ts'
import type { RefusalParams } from '../yaml-file/check-value.ts'
import { repository } from '../yaml-file/fields.ts'
import { pullRequestStrategy, pullRequestTimeout, retryPolicy } from './task-schema.ts'

const planConfig = configSchema
  .pick({
    agent: true,
    agents: true,
    check: true,
    setup: true,
    parallel: true,
    max_agents: true,
    max_worktrees: true,
    worktrees: true,
    land: true,
    budget_usd: true,
    isolation: true,
    timeout: true,
    retry: true,
    resources: true,
    scheduling: true,
    collisions: true,
    default_repository: true,
  })
  .extend({
    repository: repository.optional(),
    default_pr_strategy: pullRequestStrategy.optional(),
    default_auto_pr_timeout: pullRequestTimeout.optional(),
    default_retry_policy: retryPolicy.optional(),
  })
  .superRefine((config, context) => {
    for (const [key, other] of SAME_SETTING) {
      if (config[key] === undefined || config[other] === undefined) continue
      const message = `"${other}" and "${key}" are the same setting`
      const params: RefusalParams = { isSentence: true, hint: 'keep one of the two' }
      context.addIssue({ code: 'custom', path: [other], message, params: { ...params } })
    }
  })

const SAME_SETTING = [
  ['default_repository', 'repository'],
  ['retry', 'default_retry_policy'],
] as const

const someTasks = z.array(z.unknown()).superRefine((tasks, context) => {
  if (tasks.length > 0) return
  const params: RefusalParams = { isSentence: true, hint: 'add one, with an id and a prompt' }
  context.addIssue({ code: 'custom', message: 'there are no tasks', params: { ...params } })
})

export const planSchema = z.strictObject({
  tasks: someTasks,
  config: planConfig.optional(),
  execution_order: z.array(z.unknown()).optional(),
  groups: z.unknown().optional(),
  notifications: configSchema.shape.notifications,
  metadata: z.record(z.string(), z.unknown()).optional(),
})

export type SaidPlan = z.output<typeof planSchema>
export type SaidConfig = z.output<typeof planConfig>
