/**
 * What has been spent on models, and whether that exceeds a budget. When it does, `conduct/supervise.ts` has the attempts
 * stopped, and the schedule starts no others.
 */
import type { Fact } from '../run/event.ts'
import type { TaskId } from '../value/ids.ts'
import { attemptsAt, indexOf, taskOf, tasksWhere, type Run } from '../run/run.ts'
import type { TaskState } from '../run/task-state.ts'
import type { Stuck } from '../run/stuck.ts'
import { estimatedIn, NO_USAGE, plusUsage, type Usage } from './usage.ts'

export type Overspent = Omit<Stuck & { is: 'budget' }, 'is'>

export const usageOf = (run: Run, task: TaskId): Usage =>
  attemptsAt(run, task).reduce((sum, { usage }) => plusUsage(sum, usage), NO_USAGE)

/** Which budget is spent, that of the task or that of the run; null when both have something left. */
export function overBudget(run: Run, task: TaskId): Overspent | null {
  const limitUsd = taskOf(run, task).budgetUsd
  const spent = limitUsd === null ? null : overLimit(usageOf(run, task), limitUsd)
  return spent === null ? runOverBudget(run) : { of: 'task', ...spent }
}

export function runOverBudget({ budgetUsd, usage }: Run): (Overspent & { of: 'run' }) | null {
  const spent = budgetUsd === null ? null : overLimit(usage, budgetUsd)
  return spent && { of: 'run', ...spent }
}

/** null when something of the limit is left. */
function overLimit(usage: Usage, limitUsd: number): Omit<Overspent, 'of'> | null {
  const spentUsd = usage.costUsd ?? 0
  if (spentUsd < limitUsd) return null
  const estimatedUsd = estimatedIn(usage)
  return { limitUsd, spentUsd, ...(estimatedUsd > 0 ? { estimatedUsd } : {}) }
}

/** Tasks for which the new limit is still too low stay stuck, and their reason shows the new figures. */
export function changeBudget(run: Run, task: TaskId | null, usd: number | null): readonly Fact[] {
  const after = { ...run, ...withBudget(run, task, usd) }
  const stuck = tasksWhere(run, isStuckOnBudget).map(({ id }) => ({
    id,
    over: overBudget(after, id),
  }))
  const frees = stuck.filter(({ over }) => over === null).map(({ id }) => id)
  return [
    { type: 'budget-changed', task, usd, frees },
    ...stuck.flatMap(({ id, over }): readonly Fact[] =>
      over === null ? [] : [{ type: 'task-stuck', task: id, why: { is: 'budget', ...over } }],
    ),
  ]
}

/** The parts of a run that hold budgets, with the new limit. */
export function withBudget(
  run: Run,
  task: TaskId | null,
  usd: number | null,
): Pick<Run, 'budgetUsd' | 'plan'> {
  if (task === null) return { plan: run.plan, budgetUsd: usd }
  const tasks = run.plan.tasks.with(indexOf(run, task), { ...taskOf(run, task), budgetUsd: usd })
  return { plan: { ...run.plan, tasks }, budgetUsd: run.budgetUsd }
}

const isStuckOnBudget = (state: TaskState): boolean =>
  state.is === 'stuck' && state.why.is === 'budget'
