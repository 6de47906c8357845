/** How many agents are worth it: the time of a run with 1, 2, 3 ... agents, what each more saves, and which number we recommend. */
import type { ConflictHistory } from '../durations/conflict-history.ts'
import type { Plan } from '../plan/plan.ts'
import type { RunSettings } from '../run/event.ts'
import { sayCount } from '../say/say-count.ts'
import { expectedConflicts } from '../schedule/choose-threshold.ts'
import { timelinesOf, type Bar, type Timeline } from '../schedule/simulate.ts'
import { formatEstimate } from '../value/duration.ts'
import { formatUsd } from '../value/money.ts'

interface AgentOption {
  readonly agents: number
  readonly seconds: number
  /** Compared with one agent less; 0 for the first. */
  readonly savedSeconds: number
  readonly savedShare: number
  /** What the models may cost; null: not known. */
  readonly costUsd: number | null
}

export interface Recommendation {
  /** From 1 to the most agents that are allowed, or that the plan can use. */
  readonly options: readonly AgentOption[]
  readonly recommended: number
  /** In sentences. */
  readonly why: string
}

export interface AgentLimits {
  /** The most agents that may work at once. */
  readonly most: number
  /** What an hour of work of one agent costs, by earlier runs; null: not known. */
  readonly usdPerHour: number | null
  /** How conflicts went in earlier runs; absent: as usual. */
  readonly conflicts?: ConflictHistory
}

/** A number is good enough when more agents would make the run less than this share shorter. */
const WORTH_IT = 0.1
/** Estimates are not exact enough to promise a smaller share of the time. */
const HARDLY = 0.02
/** More deliveries than people can review well. */
const MANY_TO_REVIEW = 5
/** Users do not allow more agents than this, and each simulation takes time. */
const MOST_SIMULATED = 32

/** settings: of the run; its own number of agents does not count. simulateWith: for a caller that needs a timeline, too. */
export function recommendAgents(
  plan: Plan,
  settings: RunSettings,
  limits: AgentLimits,
  simulateWith: (agents: number) => Timeline = timelinesOf(plan, settings),
): Recommendation {
  const most = Math.max(1, Math.min(limits.most, plan.tasks.length, MOST_SIMULATED))
  const options = optionsUpTo(
    most,
    simulateWith,
    limits,
    expectedConflicts(plan, settings, limits.conflicts),
  )
  const best = Math.min(...options.map(({ seconds }) => seconds))
  const recommended = options.find(({ seconds }) => seconds <= best * (1 + WORTH_IT))!
  return {
    options,
    recommended: recommended.agents,
    why: sayWhy(options, recommended, limits.most),
  }
}

function optionsUpTo(
  most: number,
  simulateWith: (agents: number) => Timeline,
  { usdPerHour }: AgentLimits,
  conflictsIn: (bars: readonly Bar[]) => number,
): readonly AgentOption[] {
  const options: AgentOption[] = []
  for (let agents = 1; agents <= most; agents++) {
    const { makespanSeconds, sequentialSeconds, bars } = simulateWith(agents)
    // More agents work on more pairs of tasks at once, which may change the same files.
    const resolving = conflictsIn(bars)
    const seconds = makespanSeconds + resolving / agents
    const before = options.at(-1)?.seconds ?? seconds
    const work = sequentialSeconds + resolving
    options.push({
      agents,
      seconds,
      savedSeconds: before - seconds,
      savedShare: before === 0 ? 0 : (before - seconds) / before,
      costUsd: usdPerHour === null ? null : (work / 3600) * usdPerHour,
    })
  }
  return options
}

function sayWhy(options: readonly AgentOption[], chosen: AgentOption, most: number): string {
  const alone = options[0]!
  const next = options[chosen.agents]
  const last = options.at(-1)!
  return [
    chosen.agents === 1
      ? `One agent takes ${formatEstimate(alone.seconds)}.`
      : `${sayCount(chosen.agents, 'agent')} take ${formatEstimate(chosen.seconds)} instead of ${formatEstimate(alone.seconds)} with one.`,
    ...(next === undefined ? [sayNoMore(last, most)] : [sayNext(chosen, next, last)]),
    ...sayCost(chosen, alone),
    ...(chosen.agents > MANY_TO_REVIEW
      ? [`More than ${MANY_TO_REVIEW} agents deliver faster than most people can review.`]
      : []),
  ].join(' ')
}

const sayNoMore = (last: AgentOption, most: number): string =>
  last.agents < most
    ? `There ${last.agents === 1 ? 'is' : 'are'} only ${sayCount(last.agents, 'task')}.`
    : 'More are not allowed here (`max_agents`, `max_worktrees`).'

function sayNext(chosen: AgentOption, next: AgentOption, last: AgentOption): string {
  const saved = chosen.seconds - last.seconds
  if (saved <= 0) return 'More agents would not make it faster.'
  if (saved < chosen.seconds * HARDLY) return 'More agents would hardly make it faster.'
  return next.savedSeconds >= chosen.seconds * HARDLY
    ? `One more would save ${formatEstimate(next.savedSeconds)}.`
    : `Up to ${last.agents} agents would save no more than ${formatEstimate(saved)}.`
}

function sayCost({ costUsd }: AgentOption, alone: AgentOption): readonly string[] {
  if (costUsd === null || alone.costUsd === null) return []
  const more = costUsd - alone.costUsd
  const forConflicts = more < 0.005 ? '' : `, ${formatUsd(more)} of it for conflicts`
  return [`The models cost about ${formatUsd(costUsd)}${forConflicts}.`]
}
