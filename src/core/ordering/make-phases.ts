/** Divides workspaces into phases: each comes after everything it waits for, and no phase is larger than allowed. */
import { Heap } from '../value/heap.ts'
import type { WorkspaceGraph } from './workspace-graph.ts'

/** The numbers of the items in each phase. */
export type Phases = readonly (readonly number[])[]

export interface PhaseRules {
  /** Whether item a is taken before item b; both can be worked on. */
  readonly comesFirst: (a: number, b: number) => boolean
  /** Items of different classes are never in one phase: what can be worked on in the lowest class comes first. */
  readonly classOf?: (item: number) => number
  /** Infinity: any number. */
  readonly limit: number
}

/** Everything that is left out of the phases does not appear. Ghosts take no place, but what waits for them waits. */
export function makePhases(graph: WorkspaceGraph, rules: PhaseRules): Phases {
  const { items, before, after, leftOut } = graph
  const { comesFirst, classOf = () => 0, limit } = rules
  const waits = before.map(({ length }) => length)
  const count = items.length
  const isBefore = (a: number, b: number): boolean =>
    classOf(a) - classOf(b) < 0 ||
    (classOf(a) === classOf(b) && (comesFirst(a, b) || (!comesFirst(b, a) && a < b)))
  const ready = new Heap(isBefore, count)
  const phases: number[][] = []
  let ghosts: number[] = []
  let done: number[] = []
  const arrive = (i: number): void => {
    if (leftOut.has(i)) return
    if (items[i]!.isGhost) ghosts.push(i)
    else ready.push(i)
  }
  waits.forEach((number, i) => number === 0 && arrive(i))
  for (;;) {
    const [merging, phase] = [ghosts, takePhase()]
    ghosts = []
    if (phase.length > 0) phases.push(phase)
    done = [...merging, ...phase]
    if (done.length === 0) return phases
    for (const i of done) for (const next of after[i]!) if (--waits[next]! === 0) arrive(next)
  }

  function takePhase(): number[] {
    const phase: number[] = []
    const first = ready.peek()
    for (let i = first; i !== undefined && phase.length < limit; i = ready.peek()) {
      if (classOf(i) !== classOf(first!)) break
      ready.remove(i)
      phase.push(i)
    }
    return phase
  }
}
