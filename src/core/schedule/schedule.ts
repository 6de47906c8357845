/**
 * Which task starts next: S1 to S6, S8 and S10 of docs/scheduling.md. A schedule follows one run; it keeps the tasks
 * that may start in heaps, so that a decision costs log n however many tasks wait.
 */
import { runOverBudget } from '../agent/budget.ts'
import { batchGate } from '../batch/batch-gate.ts'
import { kindsOf, type Alike, type Kind, type Kinds } from './alike-tasks.ts'
import type { PlanCollisions } from './collisions.ts'
import type { RunSettings } from '../run/event.ts'
import type { Task } from '../plan/plan.ts'
import { Heap } from '../value/heap.ts'
import { sharedLanes } from '../plan/lanes.ts'
import { seenFiles } from './likely-files.ts'
import { indexOf, stateAt, stateOf, unlandedBefore, type Run } from '../run/run.ts'
import type { TaskId } from '../value/ids.ts'
import { fitsIn, minus, plus } from './resources.ts'
import { holdsFiles, holdsLane, isOver, waitsForHolder, type TaskState } from '../run/task-state.ts'

export interface Schedule {
  /** The most urgent task that may start now, or null. The answer stays the same until something changes. */
  next(now: number): TaskId | null
  /** The caller reports that the state of a task has changed. */
  changed(task: TaskId): void
  /** When the next retry is due, if a task waits for one; later than the last `next`. */
  nextRetryAt(): number | null
  /** All tasks that wait for no other task, no person and no retry, the most urgent first. */
  line(now: number): readonly TaskId[]
}

/** Must be built anew when the plan changes: tasks added or reset, priorities, paused batches, a cancelled run. */
export function scheduleOf(run: Run): Schedule {
  const { plan, graph, settings } = run
  const count = plan.tasks.length
  const { together } = graph.collisions
  const apart = apartNow(run)
  const kinds = kindsIn(run, apart)
  const gate = batchGate(run)
  const isOffered = new Uint8Array(count)
  const wasOver = new Uint8Array(count)
  const wasWorking = new Uint8Array(count)
  const wasHolding = new Uint8Array(count)
  const wasReleased = new Uint8Array(count)
  /** The work of the task is half done, so it goes before any other. */
  const isHalfDone = new Uint8Array(count)
  const missing = Int32Array.from(graph.before, (dependencies) => dependencies.length)
  const urgency = Uint8Array.from(graph.priority)
  const mostUrgent = graph.priority.reduce((a, b) => Math.min(a, b), 5)
  const readySince = new Float64Array(count)
  const retryAt = new Float64Array(count)
  /** Whole milliseconds, so that a sum does not depend on the order of its parts. */
  const own = Float64Array.from(plan.tasks, (task) => Math.round(task.estimate.seconds * 1000))
  const chain = graph.path.map((seconds) => Math.round(seconds * 1000))
  /** For each path, how many tasks work on it, and how much work on it is left. */
  const workers = new Int32Array(kinds.naming.length)
  const load = new Float64Array(kinds.naming.length)
  /** For each kind, the load of the busiest of its paths. */
  const busiest = new Float64Array(kinds.list.length)
  /** For each lane, the task whose work is in its worktree and has not landed yet. */
  const laneHolders = new Map<string, Set<number>>()
  const parkedOnLane = new Map<string, Set<number>>()
  /** In a stack: tasks that cannot start yet because of tasks further below the ones they depend on. */
  const heldBelow = new Set<number>()
  let working = 0
  let free = settings.machine

  const taskPlaces = new Int32Array(count)
  const offers = kinds.list.map(() => new Heap(taskComesFirst, taskPlaces))
  const best = new Int32Array(kinds.list.length)
  /** Kinds whose best task may start as far as we know; all other kinds are parked. */
  const heads = new Heap((a, b) => taskComesFirst(best[a]!, best[b]!), kinds.list.length)
  const parkedOnPath = new Map<number, Set<number>>()
  /** Kinds that wait for one task to let its files go. */
  const parkedOnTask = new Map<number, Set<number>>()
  /** Kinds that may start beside some holders of their files and not beside others. */
  const parkedOnSome = new Set<number>()
  const parkedOnResources = new Set<number>()
  const retries = new Heap((a, b) => retryAt[a]! < retryAt[b]!, count)
  const promotions = new Heap((a, b) => promotedAt(a) < promotedAt(b), count)

  plan.tasks.forEach((_, i) => {
    for (const path of kindOf(i).touches) load[path]! += own[i]!
  })
  kinds.list.forEach((_, kind) => findBusiest(kind))
  plan.tasks.forEach((_, i) => takeIn(i))

  return {
    next(now) {
      letTimePass(now)
      if (run.paused || run.hindered !== null || run.cancelled || working >= mostAtOnce(run))
        return null
      if (runOverBudget(run)) return null
      return bestHead()
    },
    changed: (task) => takeIn(indexOf(run, task)),
    nextRetryAt: () => (retries.size > 0 ? retryAt[retries.peek()!]! : null),
    line(now) {
      letTimePass(now)
      return plan.tasks
        .map((_, i) => i)
        .filter((i) => isOffered[i] === 1 && !retries.has(i))
        .sort((a, b) => (taskComesFirst(a, b) ? -1 : 1))
        .map((i) => plan.tasks[i]!.id)
    },
  }

  /** Updates the schedule to the present state of one task. */
  function takeIn(i: number): void {
    const state = stateAt(run, i)
    // The finished work is subtracted first, while the tasks that wait for the same files are still parked.
    if (isOver(state) && wasOver[i] === 0) settle(i)
    if (canBeBuiltUpon(settings, state) !== (wasReleased[i] === 1)) releaseThoseAfter(i)
    if ((state.is === 'working') !== (wasWorking[i] === 1)) countWork(i, state.is === 'working')
    if (holdsFiles(state) !== (wasHolding[i] === 1)) holdFiles(i, holdsFiles(state))
    holdLane(i, holdsLane(state))
    withdraw(i)
    offer(i)
    if (canBeBuiltUpon(settings, state)) heldBelow.forEach(offer)
  }

  function countWork(i: number, starts: boolean): void {
    const { resources } = kindOf(i)
    wasWorking[i] = starts ? 1 : 0
    working += starts ? 1 : -1
    if (free !== null) free = starts ? minus(free, resources) : plus(free, resources)
    if (!starts) bringBack(parkedOnResources)
  }

  function holdFiles(i: number, holds: boolean): void {
    const { touches } = kindOf(i)
    wasHolding[i] = holds ? 1 : 0
    for (const path of touches) workers[path]! += holds ? 1 : -1
    if (holds) return
    for (const path of touches) if (workers[path] === 0) bringBack(parkedOnPath.get(path))
    bringBack(parkedOnTask.get(i))
    bringBack(parkedOnSome)
  }

  function holdLane(i: number, holds: boolean): void {
    const { lane } = kindOf(i)
    if (lane === null) return
    if (holds) parkedOn(laneHolders, lane).add(i)
    else laneHolders.get(lane)?.delete(i)
    bringBack(parkedOnLane.get(lane))
  }

  /** In a stack a delivery may be sent back; then the tasks after it have to wait again. */
  function releaseThoseAfter(i: number): void {
    wasReleased[i] = 1 - wasReleased[i]!
    for (const next of graph.after[i]!) {
      missing[next]! += wasReleased[i] === 1 ? -1 : 1
      if (missing[next] === 0) offer(next)
      else withdraw(next)
    }
  }

  function settle(i: number): void {
    wasOver[i] = 1
    for (const path of kindOf(i).touches) lighten(path, own[i]!)
    gate.end(i).forEach(offer)
  }

  /** All heads on the path change their rank at once, so they are taken out of the heap meanwhile. */
  function lighten(path: number, by: number): void {
    const shown = kinds.naming[path]!.filter((kind) => heads.has(kind))
    shown.forEach((kind) => heads.remove(kind))
    load[path]! -= by
    kinds.naming[path]!.forEach(findBusiest)
    shown.forEach((kind) => heads.push(kind))
  }

  function findBusiest(kind: number): void {
    let most = 0
    for (const path of kinds.list[kind]!.paths) most = Math.max(most, load[path]!)
    busiest[kind] = most
  }

  function offer(i: number): void {
    const state = stateAt(run, i)
    if (isOffered[i] === 1 || state.is !== 'waiting' || missing[i]! > 0) return
    if (settings.stacked && waitsForBelow(run, plan.tasks[i]!.id).length > 0)
      return void heldBelow.add(i)
    heldBelow.delete(i)
    if (plan.tasks[i]!.needsHuman && !run.approved.has(plan.tasks[i]!.id)) return
    if (!gate.isOpen(i)) return
    isOffered[i] = 1
    isHalfDone[i] = state.purpose.is === 'work' ? 0 : 1
    readySince[i] = sinceWhenReady(i, state.since)
    retryAt[i] = state.retryAt ?? 0
    if (state.retryAt === null) admit(i)
    else retries.push(i)
  }

  function sinceWhenReady(i: number, waitingSince: number): number {
    // In a stack it does not matter when the tasks below land.
    if (settings.stacked) return waitingSince
    const landed = graph.before[i]!.map((d) => stateAt(run, d)).map((s) =>
      s.is === 'landed' ? s.at : 0,
    )
    return landed.reduce((latest, at) => Math.max(latest, at), waitingSince)
  }

  function admit(i: number): void {
    urgency[i] = graph.priority[i]!
    promotions.push(i)
    withHead(kinds.of[i]!, (tasks) => tasks.push(i))
    // The task holds the lane itself, so no other task will release it.
    const { lane } = kindOf(i)
    if (isHalfDone[i] === 1 && lane !== null) bringBack(parkedOnLane.get(lane))
  }

  function withdraw(i: number): void {
    if (isOffered[i] === 0) return
    isOffered[i] = 0
    if (retries.has(i)) return retries.remove(i)
    promotions.remove(i)
    withHead(kinds.of[i]!, (tasks) => tasks.remove(i))
  }

  /** Changes the heap of a kind and updates the place of its best task among the heads. */
  function withHead(kind: number, alter: (tasks: Heap) => void): void {
    const shown = heads.has(kind)
    if (shown) heads.remove(kind)
    const parked = !shown && offers[kind]!.size > 0
    alter(offers[kind]!)
    best[kind] = offers[kind]!.peek() ?? -1
    if (offers[kind]!.size > 0 && !parked) heads.push(kind)
  }

  function bestHead(): TaskId | null {
    for (let kind = heads.peek(); kind !== undefined; kind = heads.peek()) {
      const { lane, only } = kinds.list[kind]!
      const taken = takenPath(kind)
      const near = only === null ? undefined : apart[only]!.find((i) => wasHolding[i] === 1)
      if (near !== undefined) park(kind, parkedOn(parkedOnTask, near))
      else if (taken !== undefined && only !== null && together[only]!.length > 0)
        park(kind, parkedOnSome)
      else if (taken !== undefined) park(kind, parkedOn(parkedOnPath, taken))
      else if (lane !== null && isTaken(lane, best[kind]!)) park(kind, parkedOn(parkedOnLane, lane))
      else if (!fits(kind)) park(kind, parkedOnResources)
      else return plan.tasks[best[kind]!]!.id
    }
    return null
  }

  /** A path of the kind that another task holds and that no person lets the two of them share. */
  function takenPath(kind: number): number | undefined {
    const { paths, only } = kinds.list[kind]!
    const beside = only === null ? [] : together[only]!.filter((i) => wasHolding[i] === 1)
    if (beside.length === 0) return paths.find((path) => workers[path]! > 0)
    return paths.find((path) => {
      const allowed = beside.filter((i) => kindOf(i).touches.includes(path)).length
      return workers[path]! > allowed
    })
  }

  /** A task that needs more than the whole machine runs when nothing else does, which is better than never. */
  function fits(kind: number): boolean {
    return free === null || working === 0 || fitsIn(kinds.list[kind]!.resources, free)
  }

  function park(kind: number, among: Set<number>): void {
    heads.remove(kind)
    among.add(kind)
  }

  function isTaken(lane: string, by: number): boolean {
    const others = [...(laneHolders.get(lane) ?? [])].filter((i) => i !== by)
    return others.some((i) => waitsForHolder(stateAt(run, by), stateAt(run, i)))
  }

  function bringBack(parked: Set<number> | undefined): void {
    for (const kind of parked ?? [])
      if (offers[kind]!.size > 0 && !heads.has(kind)) heads.push(kind)
    parked?.clear()
  }

  function letTimePass(now: number): void {
    wakeRetries(now)
    promote(now)
  }

  function wakeRetries(now: number): void {
    for (let i = retries.peek(); i !== undefined && retryAt[i]! <= now; i = retries.peek()) {
      retries.remove(i)
      admit(i)
    }
  }

  /** S4: a waiting task rises by one priority per aging period, up to the most urgent priority in the plan. */
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
    if (urgency[i] === mostUrgent) return Infinity
    return readySince[i]! + (risen + 1) * settings.agingSeconds * 1000
  }

  /** S4. Tasks of one kind share their load, so the load may change without changing their order. */
  function taskComesFirst(a: number, b: number): boolean {
    if (isHalfDone[a] !== isHalfDone[b]) return isHalfDone[a] === 1
    if (urgency[a] !== urgency[b]) return urgency[a]! < urgency[b]!
    const one = pressing(a)
    const other = pressing(b)
    return one !== other ? one > other : a < b
  }

  /**
   * Milliseconds that must still pass from the start of a task: the longest chain behind it, and what other tasks have
   * to do on the busiest of its files. Over 1,000 plans drawn as in bench/schedule.ts this makes runs shorter (1.062
   * times the bound) than counting its own work twice (1.065), the longer of the two (1.065), the work on all of its
   * files (1.066) or the chain alone (1.072).
   */
  function pressing(i: number): number {
    return chain[i]! + Math.max(0, busiest[kinds.of[i]!]! - own[i]!)
  }

  function kindOf(i: number): Kind {
    return kinds.list[kinds.of[i]!]!
  }
}

/** S1 */
const mostAtOnce = ({ agents, settings }: Run): number =>
  Math.min(agents, settings.maxWorktrees ?? Infinity)

/** S2: other tasks may build on a task once it has landed; in a stack, once it has delivered. */
function canBeBuiltUpon({ stacked }: RunSettings, state: TaskState): boolean {
  return state.is === 'landed' || (stacked && (state.is === 'landing' || state.is === 'review'))
}

/**
 * The tasks that must land, or in a stack deliver, before this one can start. A task whose lower deliveries conflict
 * with each other starts only when all of them have landed.
 */
export function waitsForBelow(run: Run, task: TaskId): readonly TaskId[] {
  const state = stateOf(run, task)
  const unlanded = unlandedBefore(run, task)
  if (state.is === 'waiting' && state.untilLanded) return unlanded
  return unlanded.filter((before) => !canBeBuiltUpon(run.settings, stateOf(run, before)))
}

/** Who does not work beside each task. A task that probably changes a file waits for a task that has changed it. */
function apartNow(run: Run): readonly (readonly number[])[] {
  const { plan, graph, settings, touched } = run
  const { apart, together, expecting } = graph.collisions
  if (settings.allowCollisions || touched.size === 0 || expecting.size === 0) return apart
  const seenBy = seenFiles(settings)
  const now = [...apart]
  plan.tasks.forEach(({ id }, holder) => {
    const files = holdsFiles(stateAt(run, holder)) ? seenBy(touched.get(id)?.files ?? []) : []
    for (const i of new Set(files.flatMap((file) => expecting.get(file) ?? [])))
      if (i !== holder && !together[i]!.includes(holder)) now[i] = [...now[i]!, holder]
  })
  return now
}

/** Several simulations of one plan have the same kinds, as long as no task has changed a file. */
const knownKinds = new WeakMap<PlanCollisions, { tasks: readonly Task[]; kinds: Kinds }>()

function kindsIn(run: Run, apart: readonly (readonly number[])[]): Kinds {
  const { plan, graph, touched } = run
  if (touched.size > 0) return kindsOf(alikes(run, apart))
  const before = knownKinds.get(graph.collisions)
  if (before?.tasks === plan.tasks) return before.kinds
  const kinds = kindsOf(alikes(run, apart))
  knownKinds.set(graph.collisions, { tasks: plan.tasks, kinds })
  return kinds
}

/** Files that a task was seen to change count like those that it holds. */
function alikes(run: Run, apart: readonly (readonly number[])[]): readonly Alike[] {
  const { plan, graph, settings, touched } = run
  const { held, together } = graph.collisions
  const lanes = settings.isolation === 'none' ? [] : sharedLanes(plan.tasks)
  const seenBy = seenFiles(settings)
  return plan.tasks.map((task, i) => {
    const isSeen = touched.size > 0 && !settings.allowCollisions && holdsFiles(stateAt(run, i))
    const seen = isSeen ? seenBy(touched.get(task.id)?.files ?? []) : []
    const files = seen.length === 0 ? held[i]! : [...held[i]!, ...seen]
    const only = apart[i]!.length + together[i]!.length > 0 ? i : null
    return { files, resources: task.resources, lane: lanes[i] ?? null, only }
  })
}

function parkedOn<Key>(places: Map<Key, Set<number>>, key: Key): Set<number> {
  const parked = places.get(key) ?? new Set()
  places.set(key, parked)
  return parked
}
