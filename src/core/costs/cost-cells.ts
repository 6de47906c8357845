/** What a run has used, in its smallest parts: by task, agent, model and day at once. Other figures are sums of these. */
import { estimatedIn, tokensOf, type Usage } from '../agent/usage.ts'
import { isByCommand, isCostUnknown, isUnpriced } from '../report/spending.ts'
import { secondsOf } from '../report/worker-results.ts'
import { secondsIn, type PlanMaking } from '../run/plan-making.ts'
import { taskOf, type Attempt, type Run } from '../run/run.ts'
import type { RunId } from '../value/ids.ts'
import type { CostsBy } from './costs-by.ts'

/** What a row of costs is about. */
export interface CostGroup {
  /** planning: of the plan, by a model. command: no agent and no model. unknown: the agent has not named it. */
  readonly is: CostsBy | 'planning' | 'command' | 'unknown'
  /** The id of the task, the agent, the model or the day; null: it has no name. */
  readonly name: string | null
  /** The run of the task: runs give the same id to different tasks. null: it is not about a task. */
  readonly run: RunId | null
}

export interface CostSums {
  /** The sum of the costs that are known; null: none is. */
  readonly knownUsd: number | null
  /** A part of the usage has a cost that neither the agent nor the price table tells. */
  readonly hasUnknown: boolean
  readonly estimatedUsd: number
  readonly imputedUsd: number
  readonly tokens: number
  readonly seconds: number
  readonly attempts: number
}

export interface CostCell extends CostSums {
  readonly groups: Readonly<Record<CostsBy, CostGroup>>
}

/** dayOf: the day of the calendar at a time. An attempt counts for the day on which it began. */
export function costCells(run: Run, dayOf: (at: number) => string): readonly CostCell[] {
  const cells = new Map<string, CostCell>()
  const { planned } = run
  const ofPlanning =
    planned === null ? [] : planningCell(planned, dayOf(beganPlanning(run, planned)))
  const all = [...run.attempts.values()].map((attempt) => attemptCell(run, attempt, dayOf))
  for (const cell of [...ofPlanning, ...all]) {
    const key = JSON.stringify(cell.groups)
    const before = cells.get(key)
    cells.set(key, before === undefined ? cell : { ...plusSums(before, cell), groups: cell.groups })
  }
  return [...cells.values()]
}

/** The agents that have worked in a run, as far as they are known. */
export const agentsIn = (cells: readonly CostCell[]): readonly string[] => [
  ...new Set(cells.flatMap(({ groups: { agent } }) => (agent.is === 'agent' ? agent.name! : []))),
]

const beganPlanning = (run: Run, { states }: PlanMaking): number => states[0]?.at ?? run.startedAt

/** Planning without a model has nothing to tell here. */
function planningCell(planned: PlanMaking, day: string): readonly CostCell[] {
  const { usage, by } = planned
  if (tokensOf(usage) === 0 && usage.costUsd === null) return []
  const planning = { is: 'planning', name: null, run: null } as const
  const model = by.model === null ? planning : ({ is: 'model', name: by.model, run: null } as const)
  return [
    {
      groups: { task: planning, agent: planning, model, day: { is: 'day', name: day, run: null } },
      ...sumsOf(usage, isUnpriced(usage)),
      seconds: secondsIn(planned, 'analysing') + secondsIn(planned, 'planning'),
      attempts: 0,
    },
  ]
}

function attemptCell(run: Run, attempt: Attempt, dayOf: (at: number) => string): CostCell {
  const { conversation } = attempt
  const task = taskOf(run, attempt.task)
  const isCommand = conversation === null && isByCommand(run, attempt)
  const isSpoken = task.work.is === 'prompt'
  const group = (is: 'agent' | 'model', name: string | null): CostGroup => {
    if (isCommand) return { is: 'command', name: null, run: null }
    return { is: name === null ? 'unknown' : is, name, run: null }
  }
  return {
    groups: {
      task: { is: 'task', name: attempt.task, run: run.id },
      agent: group('agent', conversation?.agent ?? (isSpoken ? task.agent : null)),
      model: group('model', conversation?.model ?? (isSpoken ? task.model : null)),
      day: { is: 'day', name: dayOf(attempt.startedAt), run: null },
    },
    ...sumsOf(attempt.usage, isCostUnknown(run, attempt)),
    seconds: secondsOf(attempt, run.lastEventAt),
    attempts: 1,
  }
}

const sumsOf = (usage: Usage, hasUnknown: boolean) => ({
  knownUsd: usage.costUsd,
  hasUnknown,
  estimatedUsd: estimatedIn(usage),
  imputedUsd: usage.costFrom === 'imputed' ? (usage.costUsd ?? 0) : 0,
  tokens: tokensOf(usage),
})

export const NO_SUMS: CostSums = {
  knownUsd: null,
  hasUnknown: false,
  estimatedUsd: 0,
  imputedUsd: 0,
  tokens: 0,
  seconds: 0,
  attempts: 0,
}

export const plusSums = (a: CostSums, b: CostSums): CostSums => ({
  knownUsd:
    a.knownUsd === null && b.knownUsd === null ? null : (a.knownUsd ?? 0) + (b.knownUsd ?? 0),
  hasUnknown: a.hasUnknown || b.hasUnknown,
  estimatedUsd: a.estimatedUsd + b.estimatedUsd,
  imputedUsd: a.imputedUsd + b.imputedUsd,
  tokens: a.tokens + b.tokens,
  seconds: a.seconds + b.seconds,
  attempts: a.attempts + b.attempts,
})
