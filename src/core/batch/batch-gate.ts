/**
 * Decides whether the tasks of a batch may start. S8: not while the batch is paused. S10: with strict batches, not before
 * all tasks of earlier batches are over. A task whose work is half done has passed that gate already; a change of the plan may have
 * moved it into a later batch, and it holds a lane that an earlier batch may need.
 */
import { isHalfDone, isOver } from '../run/task-state.ts'
import { stateAt, type Run } from '../run/run.ts'

export interface BatchGate {
  /** Whether the batch of this task lets its tasks start. place: the place of the task in the plan. */
  isOpen(place: number): boolean
  /** The strict batch that has to end before this task may start; null: none. */
  waitsFor(place: number): UnfinishedBatch | null
  /** A task is over. Returns the places of the tasks in the batches that this opens. */
  end(place: number): readonly number[]
}

export interface UnfinishedBatch {
  /** 0 is the first. */
  readonly batch: number
  /** How many of its tasks are not over. */
  readonly unfinished: number
}

/** The gate before any task is over. */
export function batchGate(run: Run): BatchGate {
  const { settings, pausedBatches } = run
  const { batch } = run.graph
  const members = settings.strictBatches ? membersOf(batch) : []
  const unfinished = members.map((tasks) => tasks.length)
  let open = 0
  const isBehind = (place: number): boolean =>
    settings.strictBatches && batch[place]! > open && !isHalfDone(stateAt(run, place))
  return {
    isOpen: (place) => !isBehind(place) && !pausedBatches.has(batch[place]!),
    waitsFor: (place) => (isBehind(place) ? { batch: open, unfinished: unfinished[open]! } : null),
    end(place) {
      if (!settings.strictBatches) return []
      unfinished[batch[place]!]!--
      const opened: number[] = []
      while (unfinished[open] === 0 && open < members.length - 1) opened.push(...members[++open]!)
      return opened
    },
  }
}

/** The gate as the run stands now. */
export function batchGateNow(run: Run): BatchGate {
  const gate = batchGate(run)
  if (run.settings.strictBatches)
    for (const place of run.plan.tasks.keys()) if (isOver(stateAt(run, place))) gate.end(place)
  return gate
}

function membersOf(batch: Int32Array): readonly (readonly number[])[] {
  const members: number[][] = []
  batch.forEach((number, place) => (members[number] ??= []).push(place))
  return members
}
