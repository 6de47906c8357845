/** From what a file says about a task to the task itself. */
import { toRetryPolicy } from '../config/retry-fields.ts'
import { taskId, type TaskId } from '../core/value/ids.ts'
import { makeTask, type Task, type Work } from '../core/plan/plan.ts'
import type { SaidTask } from './task-schema.ts'

/** What the file's config says for tasks that say nothing themselves. */
export type TaskDefaults = Partial<
  Pick<Task, 'timeoutSeconds' | 'retry' | 'check' | 'repository' | 'pullRequest'>
>

export const toTask = (
  said: SaidTask,
  defaults: TaskDefaults,
  orderedAfter: readonly string[],
): Task =>
  makeTask({
    ...defaults,
    ...withoutGaps({
      name: said.name,
      priority: said.priority,
      files: said.files,
      epic: said.epic,
      agent: said.agent,
      model: said.model,
      agentArguments: said.agent_arguments,
      budgetUsd: said.budget_usd,
      askFirst: said.ask_first,
      check: said.check,
      issue: said.issue,
      repository: said.repository,
      needsHuman: said.needs_human,
      environment: said.env,
      timeoutSeconds: said.timeout,
      expectedDeliverable: said.expected_deliverable,
    }),
    ...(said.estimate === undefined ? {} : { estimate: { seconds: said.estimate, from: 'file' } }),
    ...(said.resources && { resources: toResources(said.resources) }),
    ...(said.retry_policy && {
      retry: toRetryPolicy(said.retry_policy, defaults.retry ?? undefined),
    }),
    ...toPullRequest(said, defaults),
    id: taskId(said.id),
    work: toWork(said),
    dependencies: withOrder(said.dependencies ?? [], orderedAfter),
  })

type WithoutGaps<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Keys that were not said must be absent, or they would hide the defaults. */
const withoutGaps = <T extends object>(said: T): WithoutGaps<T> =>
  Object.fromEntries(
    Object.entries(said).filter(([, value]) => value !== undefined),
  ) as WithoutGaps<T>

const toWork = ({ prompt, run }: SaidTask): Work =>
  run === undefined ? { is: 'prompt', text: prompt ?? '' } : { is: 'command', line: run }

const toResources = ({ cpu, memory }: NonNullable<SaidTask['resources']>) => ({
  cpu: cpu ?? 0,
  memoryBytes: memory ?? 0,
})

function toPullRequest(said: SaidTask, defaults: TaskDefaults): Pick<Partial<Task>, 'pullRequest'> {
  if (said.pr_strategy === undefined && said.auto_pr_timeout === undefined) return {}
  const otherwise = defaults.pullRequest ?? DEFAULT_PULL_REQUEST
  const strategy = said.pr_strategy ?? otherwise.strategy
  const timeoutSeconds = said.auto_pr_timeout ?? otherwise.timeoutSeconds
  return { pullRequest: { strategy, timeoutSeconds } }
}

export const DEFAULT_PULL_REQUEST = makeTask({
  id: taskId('any'),
  work: { is: 'prompt', text: '' },
}).pullRequest

const withOrder = (own: readonly string[], ordered: readonly string[]): readonly TaskId[] =>
  ordered.length === 0 ? own.map(taskId) : [...new Set([...own, ...ordered])].map(taskId)
