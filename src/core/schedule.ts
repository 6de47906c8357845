/**
 * Which task starts next: S1 to S6, S8 and S10 of docs/scheduling.md. A schedule follows one run; it
 * keeps what may start in heaps, so that a decision costs log n however many tasks wait.
 */
import { kindsOf } from './collisions.ts'
import { heap, type Heap } from './heap.ts'
import { indexOf, type Run } from './run.ts'
import type { TaskId } from './ids.ts'
import type { Resources } from './plan.ts'
import { isOver } from './task-state.ts'

export interface Schedule {
  /** The most urgent task that may start now, or null. It stays the answer until something changes. */
  next(now: number): TaskId | null
  /** Tells that the state of a task of the run has changed. */
  changed(task: TaskId): void
  /** When a task that waits for its retry may be tried again, if there is one. */
  nextRetryAt(): number | null
  /** Everything that waits for nothing but its turn, most urgent first. */
  line(): readonly TaskId[]
}

/** Build it anew after the plan itself changed: tasks added or reset, priorities, a cancelled run. */
export function scheduleOf(run: Run): Schedule {
  const { plan, graph, settings } = run
  const count = plan.tasks.length
  const kinds = kindsOf(plan)
  const groupWork = new Float64Array(kinds.list.length)
  const isOffered = new Uint8Array(count)
  const wasOver = new Uint8Array(count)
  const wasWorking = new Uint8Array(count)
  const missing = Int32Array.from(graph.before, (dependencies) => dependencies.length)
  const urgency = Float64Array.from(graph.priority)
  const left = new Int32Array(graph.batch.reduce((a, b) => Math.max(a, b), 0) + 1)
  const readySince = new Float64Array(count)
  const retryAt = new Float64Array(count)
  const workingOfKind = new Int32Array(kinds.list.length)
  let working = 0
  let inUse: Resources = { cpu: 0, memoryBytes: 0 }
  let openBatch = 0

  const taskPlaces = new Map<number, number>()
  const offers: Heap[] = kinds.list.map(() => heap(taskComesFirst, taskPlaces))
  /** Kinds whose best task may start as far as we know; the others are parked. */
  const heads = heap((a, b) => rankedBefore(offers[a]!.peek()!, offers[b]!.peek()!))
  const parkedOnKind = new Map<number, Set<number>>()
  const parkedOnResources = new Set<number>()
  const retries = heap((a, b) => retryAt[a]! < retryAt[b]!)
  const promotions = heap((a, b) => promotedAt(a) < promotedAt(b))

  plan.tasks.forEach((task, i) => {
    left[graph.batch[i]!]!++
    for (const kind of kinds.list[kinds.of[i]!]!.collidesWith)
      groupWork[kind]! += task.estimate.seconds
  })
  plan.tasks.forEach((_, i) => takeIn(i))

  return {
    next(now) {
      if (run.paused || run.cancelled || working >= settings.agents) return null
      wakeRetries(now)
      promote(now)
      return bestHead()
    },
    changed: (task) => takeIn(indexOf(run, task)),
    nextRetryAt: () => (retries.size > 0 ? retryAt[retries.peek()!]! : null),
    line: () => [...taskPlaces.keys()].sort(byRank).map((i) => plan.tasks[i]!.id),
  }

  /** Brings our books in line with the state of one task. */
  function takeIn(i: number): void {
    const state = run.states[i]!
    if ((state.is === 'working') !== (wasWorking[i] === 1)) countWork(i, state.is === 'working')
    if (isOver(state) && wasOver[i] === 0) settle(i, state.is === 'landed')
    if (state.is !== 'waiting') withdraw(i)
    else if (missing[i] === 0) offer(i)
  }

  function countWork(i: number, starts: boolean): void {
    const kind = kinds.of[i]!
    const sign = starts ? 1 : -1
    const { cpu, memoryBytes } = plan.tasks[i]!.resources
    wasWorking[i] = starts ? 1 : 0
    working += sign
    workingOfKind[kind]! += sign
    inUse = { cpu: inUse.cpu + sign * cpu, memoryBytes: inUse.memoryBytes + sign * memoryBytes }
    if (!starts) unpark(kind)
  }

  function settle(i: number, landed: boolean): void {
    wasOver[i] = 1
    left[graph.batch[i]!]!--
    for (const kind of kinds.list[kinds.of[i]!]!.collidesWith) {
      groupWork[kind]! -= plan.tasks[i]!.estimate.seconds
      if (heads.has(kind)) heads.update(kind)
    }
    if (landed) for (const next of graph.after[i]!) if (--missing[next]! === 0) takeIn(next)
    while (settings.strictBatches && left[openBatch] === 0 && openBatch < left.length - 1)
      openNextBatch()
  }

  function openNextBatch(): void {
    openBatch++
    graph.batch.forEach((batch, i) => batch === openBatch && takeIn(i))
  }

  function offer(i: number): void {
    const state = run.states[i]!
    if (isOffered[i] === 1 || state.is !== 'waiting') return
    if (plan.tasks[i]!.needsHuman && !run.approved.has(plan.tasks[i]!.id)) return
    if (settings.strictBatches && graph.batch[i]! > openBatch) return
    isOffered[i] = 1
    readySince[i] = sinceWhenReady(i, state.since)
    retryAt[i] = state.retryAt ?? 0
    if (state.retryAt === null) admit(i)
    else retries.push(i)
  }

  function sinceWhenReady(i: number, waitingSince: number): number {
    const landed = graph.before[i]!.map((d) => run.states[d]!).map((s) =>
      s.is === 'landed' ? s.at : 0,
    )
    return landed.reduce((latest, at) => Math.max(latest, at), waitingSince)
  }

  function admit(i: number): void {
    urgency[i] = graph.priority[i]!
    promotions.push(i)
    withHead(kinds.of[i]!, (tasks) => tasks.push(i))
  }

  function withdraw(i: number): void {
    if (isOffered[i] === 0) return
    isOffered[i] = 0
    if (retries.has(i)) return retries.remove(i)
    promotions.remove(i)
    withHead(kinds.of[i]!, (tasks) => tasks.remove(i))
  }

  /** Changes the line of a kind and keeps its head in place among the heads. */
  function withHead(kind: number, alter: (tasks: Heap) => void): void {
    const shown = heads.has(kind)
    if (shown) heads.remove(kind)
    const parked = !shown && offers[kind]!.size > 0
    alter(offers[kind]!)
    if (offers[kind]!.size > 0 && !parked) heads.push(kind)
  }

  function bestHead(): TaskId | null {
    for (let kind = heads.peek(); kind !== undefined; kind = heads.peek()) {
      const obstacle = kinds.list[kind]!.collidesWith.find((other) => workingOfKind[other]! > 0)
      if (obstacle !== undefined && !settings.allowCollisions) park(kind, obstacle)
      else if (!fits(kinds.list[kind]!.resources)) parkForResources(kind)
      else return plan.tasks[offers[kind]!.peek()!]!.id
    }
    return null
  }

  function fits({ cpu, memoryBytes }: Resources): boolean {
    if (settings.machine === null) return true
    const { machine } = settings
    return inUse.cpu + cpu <= machine.cpu && inUse.memoryBytes + memoryBytes <= machine.memoryBytes
  }

  function park(kind: number, obstacle: number): void {
    heads.remove(kind)
    const parked = parkedOnKind.get(obstacle) ?? new Set()
    parkedOnKind.set(obstacle, parked.add(kind))
  }

  function parkForResources(kind: number): void {
    heads.remove(kind)
    parkedOnResources.add(kind)
  }

  function unpark(freed: number): void {
    const waiting = [...(parkedOnKind.get(freed) ?? []), ...parkedOnResources]
    parkedOnKind.delete(freed)
    parkedOnResources.clear()
    for (const kind of waiting) if (offers[kind]!.size > 0 && !heads.has(kind)) heads.push(kind)
  }

  function wakeRetries(now: number): void {
    for (let i = retries.peek(); i !== undefined && retryAt[i]! <= now; i = retries.peek()) {
      retries.remove(i)
      admit(i)
    }
  }

  /** S4: waiting makes urgent, one priority for each aging period. */
  function promote(now: number): void {
    for (
      let i = promotions.peek();
      i !== undefined && promotedAt(i) <= now;
      i = promotions.peek()
    ) {
      promotions.remove(i)
      withHead(kinds.of[i]!, (tasks) => {
        urgency[i]!--
        tasks.update(i)
      })
      promotions.push(i)
    }
  }

  function promotedAt(i: number): number {
    const risen = graph.priority[i]! - urgency[i]!
    if (urgency[i] === 1) return Infinity
    return readySince[i]! + (risen + 1) * settings.agingSeconds * 1000
  }

  function taskComesFirst(a: number, b: number): boolean {
    if (urgency[a] !== urgency[b]) return urgency[a]! < urgency[b]!
    if (graph.path[a] !== graph.path[b]) return graph.path[a]! > graph.path[b]!
    return a < b
  }

  /** Between kinds the work that must pass through the same files counts too. */
  function rankedBefore(a: number, b: number): boolean {
    if (urgency[a] !== urgency[b]) return urgency[a]! < urgency[b]!
    const [workA, workB] = [pressing(a), pressing(b)]
    return workA !== workB ? workA > workB : a < b
  }

  function byRank(a: number, b: number): number {
    return rankedBefore(a, b) ? -1 : 1
  }

  function pressing(i: number): number {
    return graph.path[i]! + groupWork[kinds.of[i]!]!
  }
}
