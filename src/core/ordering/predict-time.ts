/** How long an ordering takes: its phases are played one after another, by as many agents as there are. */
import { playRest, type RestOfRun } from '../schedule/rest-of-run.ts'
import { formatEstimate } from '../value/duration.ts'
import type { CiStatus } from '../workspace/tracker.ts'
import type { Phases } from './make-phases.ts'
import type { GraphItem, WorkspaceGraph } from './graph-item.ts'

/** How long the work in one workspace takes. */
export interface WorkTimes {
  /** Seconds of a usual task here. */
  readonly usualSeconds: number
  /** Whether runs of this repository have shown that; otherwise it is assumed. */
  readonly isMeasured: boolean
  /** Seconds of the tasks of ours that a workspace belongs to, by `repository:branch`. */
  readonly known: ReadonlyMap<string, number>
}

export const ASSUMED_TIMES: WorkTimes = { usualSeconds: 600, isMeasured: false, known: new Map() }

/** What is left to do, as a share of the whole: where checks pass, only review and merge. */
const LEFT: Readonly<Record<CiStatus, number>> = { pass: 0.25, pending: 0.5, '': 1, fail: 1 }

const secondsOf = ({ place, ci }: GraphItem, { known, usualSeconds }: WorkTimes): number =>
  (known.get(place) ?? usualSeconds) * LEFT[ci]

export function predictSeconds(
  { items }: WorkspaceGraph,
  phases: Phases,
  agents: number,
  times: WorkTimes,
): number {
  const work: number[] = []
  const gates: Gate[] = []
  for (const phase of phases) {
    gates.push({ from: work.length, to: work.length + phase.length })
    work.push(...phase.map((i) => secondsOf(items[i]!, times)), 0)
  }
  const rest = restOf(work.length, gates, agents)
  return Math.round(playRest(rest, (number) => work[number]!, none, none))
}

const none = (): number => 0

/** A phase ends at a gate, which takes no time; the next phase begins there. */
interface Gate {
  readonly from: number
  readonly to: number
}

function restOf(count: number, gates: readonly Gate[], agents: number): RestOfRun {
  const after: number[][] = Array.from({ length: count }, () => [])
  const waits = Array.from({ length: count }, () => 0)
  const follow = (from: number, to: number): void => {
    after[from]!.push(to)
    waits[to]!++
  }
  gates.forEach(({ from, to }, phase) => {
    for (let i = from; i < to; i++) {
      follow(i, to)
      if (phase > 0) follow(gates[phase - 1]!.to, i)
    }
  })
  return {
    places: after.map((_, i) => i),
    working: 0,
    after,
    waits,
    notBefore: after.map(none),
    agents,
    landing: [],
    afterLanding: [],
  }
}

export function sayBasis({ usualSeconds, isMeasured, known }: WorkTimes, agents: number): string {
  const usual = `${formatEstimate(usualSeconds)} for each workspace (${isMeasured ? 'the median of what tasks took here' : 'assumed: no task was measured here yet'})`
  const own = known.size === 0 ? '' : ', the estimate of its task where it has one'
  const workers = agents === 1 ? 'one agent' : `${agents} agents`
  return `Times are simulated, phase after phase, with ${workers}: ${usual}${own}; half of it while checks run, a quarter once they pass.`
}
