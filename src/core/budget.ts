/** What has been spent on models, and whether that is more than may be. */
import type { TaskId } from './ids.ts'
import { attemptsAt, taskOf, type Run } from './run.ts'
import type { Stuck } from './stuck.ts'
import { NO_USAGE, plusUsage, type Usage } from './usage.ts'

export type Overspent = Omit<Stuck & { is: 'budget' }, 'is'>

export const usageOf = (run: Run, task: TaskId): Usage =>
  attemptsAt(run, task).reduce((sum, { usage }) => plusUsage(sum, usage), NO_USAGE)

/** null: there is something left, for this task and for the run. */
export function overBudget(run: Run, task: TaskId): Overspent | null {
  const limitUsd = taskOf(run, task).budgetUsd
  const spentUsd = limitUsd === null ? 0 : (usageOf(run, task).costUsd ?? 0)
  if (limitUsd !== null && spentUsd >= limitUsd) return { of: 'task', limitUsd, spentUsd }
  return runOverBudget(run)
}

export function runOverBudget({ budgetUsd, usage }: Run): (Overspent & { of: 'run' }) | null {
  const spentUsd = usage.costUsd ?? 0
  if (budgetUsd === null || spentUsd < budgetUsd) return null
  return { of: 'run', limitUsd: budgetUsd, spentUsd }
}
