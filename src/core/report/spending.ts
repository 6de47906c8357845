/** What a run and its tasks have cost, in the form of the summary. */
import { usageOf } from '../agent/budget.ts'
import type { TaskId } from '../value/ids.ts'
import { attemptsAt, stateOf, taskOf, type Attempt, type Run } from '../run/run.ts'
import { estimatedIn, NO_USAGE, plusUsage, tokensOf, type Usage } from '../agent/usage.ts'

export interface Spending {
  /** The sum over planning and the attempts whose cost is known; null: no cost is known. */
  readonly cost_usd: number | null
  /** The cost of planning or of some attempt is unknown, so the true sum is higher. */
  readonly cost_is_partial: boolean
  readonly tokens: number
  readonly usage: {
    readonly input_tokens: number
    readonly output_tokens: number
    readonly cache_read_tokens: number
    readonly cache_write_tokens: number
    readonly cost_from: Usage['costFrom'] | 'mixed'
    /** The part of the cost that a subscription covered: what it would have cost. */
    readonly imputed_usd: number
    /** The part of the cost that no agent has reported: tokens at the prices of our table. */
    readonly estimated_usd: number
  }
  /** null: nothing has landed, or the cost is unknown. */
  readonly cost_per_landed_task: number | null
  /** The cost of tasks that have not landed. */
  readonly cost_not_landed_usd: number | null
  readonly budget_usd: number | null
}

export function spendingOf(run: Run): Spending {
  const attempts = [...run.attempts.values()]
  const planning = run.planned === null ? [] : [run.planned.usage]
  const cost = plusPlanning(costOf(run, attempts), planning)
  const { landed } = run.counts
  const lost = attempts.filter(({ task }) => stateOf(run, task).is !== 'landed')
  return {
    cost_usd: cost,
    cost_is_partial:
      attempts.some((attempt) => isCostUnknown(run, attempt)) || planning.some(isUnpriced),
    tokens: tokensOf(run.usage),
    usage: usageFrom([...planning, ...attempts.map(({ usage }) => usage)]),
    cost_per_landed_task: cost === null || landed === 0 ? null : toMicros(cost / landed),
    cost_not_landed_usd: costOf(run, lost),
    budget_usd: run.budgetUsd,
  }
}

export interface TaskSpending {
  readonly cost_usd: number | null
  /** The part of it that no agent has reported. */
  readonly estimated_usd: number
  readonly tokens: number
  /** The agent, as far as it is known; null: a command, or unknown. */
  readonly agent: string | null
  readonly model: string | null
}

export function taskSpending(run: Run, id: TaskId): TaskSpending {
  const task = taskOf(run, id)
  const attempts = attemptsAt(run, id)
  const conversation = attempts.findLast(({ conversation }) => conversation !== null)?.conversation
  const isSpoken = task.work.is === 'prompt'
  return {
    cost_usd: costOf(run, attempts),
    estimated_usd: toMicros(estimatedIn(usageOf(run, id))),
    tokens: tokensOf(usageOf(run, id)),
    agent: conversation?.agent ?? (isSpoken ? task.agent : null),
    model: conversation?.model ?? (isSpoken ? task.model : null),
  }
}

/** Tokens at a price that is not known. */
export const isUnpriced = (usage: Usage): boolean => usage.costUsd === null && tokensOf(usage) > 0

function plusPlanning(cost: number | null, planning: readonly Usage[]): number | null {
  const planned = planning.flatMap(({ costUsd }) => costUsd ?? [])
  return planned.length === 0 ? cost : toMicros(planned.reduce((sum, usd) => sum + usd, cost ?? 0))
}

/** null: a model was used at an unknown cost. */
function costOf(run: Run, attempts: readonly Attempt[]): number | null {
  const paid = attempts.filter((attempt) => !isFree(run, attempt))
  const costs = paid.flatMap(({ usage }) => usage.costUsd ?? [])
  if (paid.length > 0 && costs.length === 0) return null
  return toMicros(costs.reduce((sum, cost) => sum + cost, 0))
}

export function isCostUnknown(run: Run, attempt: Attempt): boolean {
  const outcome = attempt.ended?.outcome
  const isUnseen = outcome?.is === 'lost' && outcome.isUnseen === true
  return (attempt.usage.costUsd === null || isUnseen) && !isFree(run, attempt)
}

/** A command uses no model, and an attempt that could not start has used nothing. */
function isFree(run: Run, attempt: Attempt): boolean {
  const { ended, usage } = attempt
  if (usage.costUsd !== null) return false
  const outcome = ended?.outcome
  if (outcome?.is === 'failed' && outcome.failure.is === 'cannot-start') return true
  return isByCommand(run, attempt)
}

/** An attempt that resolves, or goes on with resolving, is by an agent even when the task is a command. */
export const isByCommand = (run: Run, attempt: Attempt): boolean =>
  taskOf(run, attempt.task).work.is === 'command' && !isResolving(run, attempt)

/** An attempt that goes on has the purpose of the attempt before it. */
function isResolving(run: Run, { task, number }: Attempt): boolean {
  const upToIt = attemptsAt(run, task).slice(0, number)
  return upToIt.findLast(({ purpose }) => purpose !== 'go-on')?.purpose === 'resolve'
}

function usageFrom(usages: readonly Usage[]): Spending['usage'] {
  const sum = usages.reduce(plusUsage, NO_USAGE)
  const sources = new Set(usages.flatMap(({ costFrom }) => costFrom ?? []))
  const imputed = usages.filter(({ costFrom }) => costFrom === 'imputed')
  return {
    input_tokens: sum.inputTokens,
    output_tokens: sum.outputTokens,
    cache_read_tokens: sum.cacheReadTokens,
    cache_write_tokens: sum.cacheWriteTokens,
    cost_from: sources.size > 1 ? 'mixed' : sum.costFrom,
    estimated_usd: toMicros(estimatedIn(sum)),
    imputed_usd: toMicros(imputed.reduce((all, { costUsd }) => all + (costUsd ?? 0), 0)),
  }
}

/** Rounds to millionths of a dollar, to hide the errors of floating-point sums. */
export const toMicros = (usd: number): number => Math.round(usd * 1_000_000) / 1_000_000
