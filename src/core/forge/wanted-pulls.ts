/** Decides which pull requests a run should have: one for each lane with work, stacked where a lane depends on another. */
import { laneOf, tasksByLane } from '../plan/lanes.ts'
import type { PullRequestStrategy, Task } from '../plan/plan.ts'
import { checkOf, deliveryOf, stateOf, taskOf, type Run } from '../run/run.ts'
import { isOver } from '../run/task-state.ts'
import type { CommitId, LaneName, TaskId } from '../value/ids.ts'
import { isDone, type LandedPiece, type LanePull } from './lane-pull.ts'

export interface WantedPull {
  readonly lane: LaneName
  readonly tasks: readonly Task[]
  /** The work of the lane, in the order in which the work was done. */
  readonly pieces: readonly LandedPiece[]
  /** The lanes with unmerged pull requests that this one builds on, the lowest first. */
  readonly below: readonly LaneName[]
  /** All work of the lane has landed, and passed the check if there is one. */
  readonly isReady: boolean
}

/** The lowest of each stack first. */
export function wantedPulls(run: Run): readonly WantedPull[] {
  const lanes = tasksByLane(run.plan.tasks)
  const sight: LaneSight = { run, lanes, pieces: once((lane) => ownPieces(run, lanes.get(lane)!)) }
  const wanted = [...lanes.keys()].filter((lane) => isWanted(sight, lane))
  return inStackOrder(wanted.map((lane) => wantedOf(sight, lane)))
}

interface LaneSight {
  readonly run: Run
  readonly lanes: ReadonlyMap<LaneName, readonly Task[]>
  pieces(lane: LaneName): readonly LandedPiece[]
}

function once<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}

/** Landed work first, then deliveries that have not landed yet. */
function ownPieces(run: Run, tasks: readonly Task[]): readonly LandedPiece[] {
  const landed = run.landedWork.get(laneOf(tasks[0]!)) ?? []
  const delivered = tasks.flatMap(({ id }) => {
    const { is } = stateOf(run, id)
    const delivery = is === 'landing' || is === 'review' ? deliveryOf(run, id) : null
    return delivery === null ? [] : [{ task: id, base: delivery.base, commit: delivery.commit }]
  })
  const isLanded = ({ task }: LandedPiece): boolean => landed.some((piece) => piece.task === task)
  return [...landed, ...delivered.filter((piece) => !isLanded(piece))]
}

const isWanted = (sight: LaneSight, lane: LaneName): boolean =>
  sight.pieces(lane).length > 0 &&
  sight.lanes.get(lane)!.some(({ pullRequest }) => !isNone(pullRequest.strategy))

const isNone = (strategy: PullRequestStrategy): boolean =>
  strategy === 'none' || strategy === 'manual'

function wantedOf(sight: LaneSight, lane: LaneName): WantedPull {
  const { run, lanes } = sight
  const tasks = lanes.get(lane)!
  const { below, carried } = belowOf(sight, lane)
  return {
    lane,
    tasks,
    pieces: [...carried, ...sight.pieces(lane)].filter(
      ({ commit }) => !isMergedIn(run, lane, commit),
    ),
    below,
    isReady: tasks.every((task) => isFinished(run, task)) && !isAlwaysDraft(tasks),
  }
}

const isMergedIn = (run: Run, lane: LaneName, commit: CommitId): boolean =>
  run.pulls.get(lane)?.earlier.pieces.includes(commit) ?? false

/** Work of the lane that is not in its pull request. */
export const latePieces = (pull: LanePull, { pieces }: WantedPull): readonly LandedPiece[] =>
  pieces.filter(({ commit }) => !pull.pieces.includes(commit))

const isAlwaysDraft = (tasks: readonly Task[]): boolean =>
  tasks.some(({ pullRequest }) => pullRequest.strategy === 'draft')

function isFinished(run: Run, task: Task): boolean {
  const state = stateOf(run, task.id)
  if (!isOver(state) || state.is === 'failed') return false
  const needsCheck = state.is === 'landed' && state.delivery !== null && checkOf(run, task) !== null
  return !needsCheck || run.checked.has(task.id)
}

/** carried: work of lower lanes that get no pull request of their own. */
function belowOf(
  sight: LaneSight,
  lane: LaneName,
): { readonly below: readonly LaneName[]; readonly carried: readonly LandedPiece[] } {
  const { run, lanes } = sight
  const below = new Set<LaneName>()
  const carried: LandedPiece[] = []
  const passed = new Set<LaneName>([lane])
  const walk = (from: LaneName): void => {
    for (const other of lanesBefore(run, lanes.get(from)!)) {
      if (passed.has(other)) continue
      passed.add(other)
      if (isWanted(sight, other) && !isDone(run.pulls.get(other))) {
        below.add(other)
        continue
      }
      walk(other)
      if (!isWanted(sight, other)) carried.push(...sight.pieces(other))
    }
  }
  walk(lane)
  for (const other of foundBelow(run, lane)) if (isWanted(sight, other)) below.add(other)
  return { below: [...below], carried }
}

/** Lanes that the work builds on, as publishing found out. */
const foundBelow = (run: Run, lane: LaneName): readonly LaneName[] =>
  (run.pulls.get(lane)?.base.below ?? [])
    .map((each) => each.lane)
    .filter((other) => other !== lane && !isDone(run.pulls.get(other)))

const lanesBefore = (run: Run, tasks: readonly Task[]): readonly LaneName[] => [
  ...new Set(
    tasks.flatMap(({ dependencies }) => dependencies.map((id: TaskId) => laneOf(taskOf(run, id)))),
  ),
]

/** Two lanes may depend on each other through different tasks. The lane that is first in the plan is then the lower one. */
function inStackOrder(wanted: readonly WantedPull[]): readonly WantedPull[] {
  const byLane = new Map(wanted.map((pull) => [pull.lane, pull]))
  const ordered = new Map<LaneName, WantedPull>()
  const placeOf = new Map<LaneName, number>()
  const open = new Set<LaneName>()
  const place = (pull: WantedPull): void => {
    if (ordered.has(pull.lane) || open.has(pull.lane)) return
    open.add(pull.lane)
    for (const lane of pull.below) place(byLane.get(lane)!)
    const below = pull.below.filter((lane) => ordered.has(lane))
    placeOf.set(pull.lane, ordered.size)
    ordered.set(pull.lane, { ...pull, below: below.toSorted(byPlace) })
    open.delete(pull.lane)
  }
  const byPlace = (one: LaneName, other: LaneName): number =>
    placeOf.get(one)! - placeOf.get(other)!
  for (const pull of wanted) place(pull)
  return [...ordered.values()]
}

/** Earlier lanes that changed one of these files. The work of a lane may build on them. */
export function lanesThatTouched(
  run: Run,
  wanted: readonly WantedPull[],
  lane: LaneName,
  files: ReadonlySet<string>,
): readonly LaneName[] {
  const earlier = wanted.slice(
    0,
    wanted.findIndex((pull) => pull.lane === lane),
  )
  return earlier
    .filter(
      (pull) =>
        !isDone(run.pulls.get(pull.lane)) && pull.tasks.some((task) => touches(run, task, files)),
    )
    .map((pull) => pull.lane)
}

const touches = (run: Run, { id }: Task, files: ReadonlySet<string>): boolean =>
  deliveryOf(run, id)?.files.some(({ path }) => files.has(path)) ?? false
