/**
 * What is left of a run, as figures: in which order its tasks start, and what each waits for. The order is that of the
 * real schedule, worked out once; then the rest can be played many times with other durations, for little.
 */
import { laneOf } from '../plan/lanes.ts'
import { indexOf, stateAt, taskAt, type Run } from '../run/run.ts'
import { Heap } from '../value/heap.ts'
import type { Bar } from './simulate.ts'

export interface RestOfRun {
  /** The places of the tasks in the plan, in the order of their starts; those that work already come first. */
  readonly places: readonly number[]
  /** How many of them work already. */
  readonly working: number
  /** For each of them, the ones that wait for it to land, by their numbers in `places`. */
  readonly after: readonly (readonly number[])[]
  /** How many each one waits for. */
  readonly waits: readonly number[]
  /** Seconds from now before which a task may not start. */
  readonly notBefore: readonly number[]
  readonly agents: number
  /** Tasks whose work has ended and that still have to land: their places in the plan. */
  readonly landing: readonly number[]
  /** For each landing task, the ones that wait for it. */
  readonly afterLanding: readonly (readonly number[])[]
}

/** bars: the rest of the run if every task takes what it likely takes. */
export function restOfRun(run: Run, bars: readonly Bar[], now: number): RestOfRun {
  const isWorking = (bar: Bar): boolean => stateAt(run, indexOf(run, bar.id)).is === 'working'
  const working = bars.filter(isWorking)
  const ordered = [...working, ...bars.filter((bar) => !isWorking(bar))]
  const places = ordered.map(({ id }) => indexOf(run, id))
  const landing = run.states.flatMap((state, place) => (state.is === 'landing' ? [place] : []))
  const edges = edgesOf(run, ordered, places, landing)
  const after: number[][] = places.map(() => [])
  const afterLanding: number[][] = landing.map(() => [])
  const waits = places.map(() => 0)
  for (const [from, to] of edges) {
    // In a stack, a task may work before what it depends on has landed.
    if (to < working.length) continue
    if (from < places.length) after[from]!.push(to)
    else afterLanding[from - places.length]!.push(to)
    waits[to]!++
  }
  const notBefore = places.map((place) => {
    const state = stateAt(run, place)
    return state.is === 'waiting' ? Math.max(0, ((state.retryAt ?? 0) - now) / 1000) : 0
  })
  const worktrees = run.settings.maxWorktrees ?? Infinity
  const agents = Math.max(1, working.length, Math.min(run.agents, worktrees))
  return { places, working: working.length, after, waits, notBefore, agents, landing, afterLanding }
}

type Edge = readonly [from: number, to: number]

/** Dependencies, and what the schedule kept apart: the same lane, the same files, batches, and whatever else made a task wait. */
function edgesOf(
  run: Run,
  bars: readonly Bar[],
  places: readonly number[],
  landing: readonly number[],
): readonly Edge[] {
  const numberOf = new Map([...places, ...landing].map((place, number) => [place, number]))
  const keys = new Set<number>()
  const edges: Edge[] = []
  const add = (from: number, to: number): void => {
    const key = from * places.length + to
    if (from === to || keys.has(key)) return
    keys.add(key)
    edges.push([from, to])
  }
  const last = new Map<string, number>()
  const follow = (key: string, number: number): void => {
    const before = last.get(key)
    if (before !== undefined && bars[before]!.endSeconds <= bars[number]!.startSeconds)
      add(before, number)
    last.set(key, number)
  }
  const { isolation, allowCollisions } = run.settings
  places.forEach((place, number) => {
    const task = taskAt(run, place)
    for (const dependency of task.dependencies) {
      const before = numberOf.get(indexOf(run, dependency))
      if (before !== undefined) add(before, number)
    }
    if (isolation === 'worktree') follow(`lane ${laneOf(task)}`, number)
    if (!allowCollisions) for (const file of task.files) follow(`file ${file}`, number)
  })
  if (run.settings.strictBatches)
    for (const [from, to] of batchEdges(run, bars, places)) add(from, to)
  for (const [from, to] of otherReasons(bars, run.agents)) add(from, to)
  return edges
}

/** S10: a batch waits for the one before; the ones that end last stand for all of it. */
function batchEdges(run: Run, bars: readonly Bar[], places: readonly number[]): readonly Edge[] {
  const batches = Map.groupBy(bars.keys(), (number) => run.graph.batch[places[number]!]!)
  const lastOf = (numbers: readonly number[]): readonly number[] =>
    numbers.toSorted((a, b) => bars[b]!.endSeconds - bars[a]!.endSeconds).slice(0, run.agents)
  return [...batches].flatMap(([batch, numbers]) => {
    const before = lastOf(batches.get(batch - 1) ?? [])
    return before.flatMap((from) =>
      numbers
        // Half-done work goes on before earlier batches are over.
        .filter((to) => bars[from]!.endSeconds <= bars[to]!.startSeconds)
        .map((to) => [from, to] as const),
    )
  })
}

/** A task that starts the moment another one ends, although an agent was free before, has waited for that other one. */
function otherReasons(bars: readonly Bar[], agents: number): readonly Edge[] {
  const ends = Map.groupBy(bars.keys(), (number) => bars[number]!.endSeconds)
  const times = bars.flatMap(({ startSeconds, endSeconds }) => [
    [startSeconds, 1] as const,
    [endSeconds, -1] as const,
  ])
  const busyBefore = new Map<number, number>()
  let busy = 0
  for (const [time, change] of times.toSorted(([a, x], [b, y]) => a - b || x - y)) {
    if (!busyBefore.has(time)) busyBefore.set(time, busy)
    busy += change
  }
  return bars.flatMap(({ startSeconds }, to): readonly Edge[] => {
    const isFree = startSeconds > 0 && (busyBefore.get(startSeconds) ?? 0) < agents
    const before = isFree ? (ends.get(startSeconds) ?? []) : []
    return before.length > 3 ? [] : before.map((from) => [from, to] as const)
  })
}

/** Seconds until everything has landed. secondsOf, landingOf: by the number in `places`; unlanded: by that in `landing`. */
export function playRest(
  rest: RestOfRun,
  secondsOf: (number: number) => number,
  landingSeconds: (number: number) => number,
  unlanded: (number: number) => number,
): number {
  const count = rest.places.length
  const waits = [...rest.waits]
  /** When the work of a task ends, then when it has landed, then when it may start, then when unlanded work has landed. */
  const at = new Float64Array(3 * count + rest.landing.length)
  const coming = new Heap((a, b) => at[a]! < at[b]! || (at[a] === at[b] && a < b), at.length)
  const ready = new Heap((a, b) => a < b, count)
  let [now, free, end] = [0, rest.agents - rest.working, 0]
  const plan = (what: number, time: number): void => {
    at[what] = time
    coming.push(what)
  }
  const release = (number: number): void => {
    if (--waits[number]! > 0) return
    if (rest.notBefore[number]! > now) plan(2 * count + number, rest.notBefore[number]!)
    else ready.push(number)
  }
  const start = (number: number): void => plan(number, now + secondsOf(number))
  for (let number = 0; number < count; number++)
    if (number < rest.working) start(number)
    else if (waits[number] === 0) {
      waits[number] = 1
      release(number)
    }
  rest.landing.forEach((_, number) => plan(3 * count + number, unlanded(number)))
  for (;;) {
    for (let next = ready.peek(); free > 0 && next !== undefined; next = ready.peek()) {
      ready.remove(next)
      free--
      start(next)
    }
    const what = coming.peek()
    if (what === undefined) return end
    coming.remove(what)
    now = at[what]!
    if (what < count) {
      free++
      plan(count + what, now + landingSeconds(what))
    } else if (what < 2 * count) {
      end = now
      for (const next of rest.after[what - count]!) release(next)
    } else if (what < 3 * count) {
      ready.push(what - 2 * count)
    } else {
      end = Math.max(end, now)
      for (const next of rest.afterLanding[what - 3 * count]!) release(next)
    }
  }
}
