/** Makes a task from its entry in the file. */
import { toRetryPolicy } from '../config/retry-fields.ts'
import { saidEstimate } from '../core/durations/estimate.ts'
import { taskId, type TaskId } from '../core/value/ids.ts'
import { makeTask, type Task, type Work } from '../core/plan/plan.ts'
import type { SaidTask } from './task-schema.ts'

/** The defaults in the file's config for tasks that do not give a value themselves. */
export type TaskDefaults = Partial<
  Pick<Task, 'timeoutSeconds' | 'retry' | 'check' | 'repository' | 'pullRequest'>
>

export const toTask = (
  entry: SaidTask,
  defaults: TaskDefaults,
  orderedAfter: readonly string[],
): Task =>
  makeTask({
    ...defaults,
    ...withoutGaps({
      name: entry.name,
      priority: entry.priority,
      files: entry.files,
      togetherWith: entry.together_with?.map(taskId),
      apartFrom: entry.apart_from?.map(taskId),
      flags: entry.flags && [...new Set(entry.flags)],
      domain: entry.domain,
      epic: entry.epic,
      agent: entry.agent,
      model: entry.model,
      agentArguments: entry.agent_arguments,
      budgetUsd: entry.budget_usd,
      askFirst: entry.ask_first,
      check: entry.check,
      issue: entry.issue,
      repository: entry.repository,
      needsHuman: entry.needs_human,
      environment: entry.env,
      timeoutSeconds: entry.timeout,
      expectedDeliverable: entry.expected_deliverable,
    }),
    ...(entry.estimate === undefined ? {} : { estimate: saidEstimate(entry.estimate) }),
    ...(entry.resources && { resources: toResources(entry.resources) }),
    ...(entry.retry_policy && {
      retry: toRetryPolicy(entry.retry_policy, defaults.retry ?? undefined),
    }),
    ...toPullRequest(entry, defaults),
    id: taskId(entry.id),
    work: toWork(entry),
    dependencies: withOrder(entry.dependencies ?? [], orderedAfter),
  })

type WithoutGaps<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Keys without a value must be absent, or they would hide the defaults. */
const withoutGaps = <T extends object>(values: T): WithoutGaps<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as WithoutGaps<T>

const toWork = ({ prompt, run }: SaidTask): Work =>
  run === undefined ? { is: 'prompt', text: prompt ?? '' } : { is: 'command', line: run }

const toResources = ({ cpu, memory }: NonNullable<SaidTask['resources']>) => ({
  cpu: cpu ?? 0,
  memoryBytes: memory ?? 0,
})

function toPullRequest(
  entry: SaidTask,
  defaults: TaskDefaults,
): Pick<Partial<Task>, 'pullRequest'> {
  if (entry.pr_strategy === undefined && entry.auto_pr_timeout === undefined) return {}
  const otherwise = defaults.pullRequest ?? DEFAULT_PULL_REQUEST
  const strategy = entry.pr_strategy ?? otherwise.strategy
  const timeoutSeconds = entry.auto_pr_timeout ?? otherwise.timeoutSeconds
  return { pullRequest: { strategy, timeoutSeconds } }
}

export const DEFAULT_PULL_REQUEST = makeTask({
  id: taskId('any'),
  work: { is: 'prompt', text: '' },
}).pullRequest

const withOrder = (own: readonly string[], ordered: readonly string[]): readonly TaskId[] =>
  ordered.length === 0 ? own.map(taskId) : [...new Set([...own, ...ordered])].map(taskId)
