/** Pairs of tasks that may get in each other's way, before any of them has begun, and what becomes of each pair. */
import type { PlanGraph } from '../plan/graph.ts'
import type { Plan } from '../plan/plan.ts'
import { NO_RESOURCES } from '../plan/plan.ts'
import type { TaskId } from '../value/ids.ts'
import { kindsOf } from './alike-tasks.ts'
import { decidedPairs, pairKey } from './collisions.ts'
import { mayNameSameFile } from './glob-overlap.ts'
import type { LikelyFile } from './likely-files.ts'
import { isAbove } from './likely-pairs.ts'
import { chanceOf, sharedLikely, withoutWarnings, type WhyShared } from './shared-files.ts'

/** In the form that other programs know. */
export interface PredictedConflict {
  readonly task_ids: readonly [TaskId, TaskId]
  /** The likeliest first. */
  readonly predicted_files: readonly string[]
  /** The same files, each with the probability that both tasks change it. */
  readonly files: readonly { readonly path: string; readonly probability: number }[]
  /** potential: less likely than what keeps tasks apart, or no common file. */
  readonly conflict_type: 'same_file' | 'same_directory' | 'potential'
  /** The probability that both change a common file. */
  readonly probability: number
  readonly why: readonly (WhyShared | 'same_directory' | 'user')[]
  /** apart: they do not work at once (S5). warn: they may. free: they may, because a person says so. */
  readonly verdict: 'apart' | 'warn' | 'free'
  readonly decided_by: 'conductor' | 'user'
}

export interface PredictedConflicts {
  /** The likeliest first; what people have decided is always among them. */
  readonly conflicts: readonly PredictedConflict[]
  /** There are more than are listed. */
  readonly isCut: boolean
}

const MOST = 1000

/** Both the plan and its graph are never changed in place. */
const conflictsOf = new WeakMap<PlanGraph, PredictedConflicts>()

/** At most MOST of them, because people do not read more. */
export function predictedConflicts(plan: Plan, graph: PlanGraph): PredictedConflicts {
  const conflicts = conflictsOf.get(graph) ?? findConflicts(plan, graph)
  conflictsOf.set(graph, conflicts)
  return conflicts
}

function findConflicts(plan: Plan, graph: PlanGraph): PredictedConflicts {
  const { likely, held, pairs, isWhole } = graph.collisions
  const decided = decidedPairs(plan.tasks)
  const placesOfPair = new Map<string, readonly [number, number]>()
  const add = (a: number, b: number): void =>
    void placesOfPair.set(pairKey(a, b), a < b ? [a, b] : [b, a])
  for (const { a, b } of decided.values()) add(a, b)
  const sure = likely.map((files, i) => [
    ...new Set([...files.filter(({ p }) => p === 1).map(({ path }) => path), ...held[i]!]),
  ])
  const hasRoom = (): boolean => placesOfPair.size < decided.size + MOST
  const sharing = sharersOf(sure)
  for (let a = 0; a < sure.length && hasRoom(); a++) for (const b of sharing(a)) add(a, b)
  for (const { a, b } of pairs) {
    if (!hasRoom()) break
    add(a, b)
  }
  const neighbours = inFolders(likely)
  for (let a = 0; a < likely.length && hasRoom(); a++) for (const b of neighbours(a)) add(a, b)
  const all = [...placesOfPair.values()].map(([a, b]) => conflictOf(plan, graph, [a, b], decided))
  const byUser = all.filter(({ why }) => why.includes('user'))
  const others = all.filter(({ why }) => !why.includes('user')).toSorted(likelierFirst)
  const shown = [...byUser, ...others.slice(0, Math.max(0, MOST - byUser.length))]
  return {
    conflicts: shown.toSorted(likelierFirst),
    isCut: !isWhole || !hasRoom() || shown.length < all.length,
  }

  function likelierFirst(x: PredictedConflict, y: PredictedConflict): number {
    const [place, other] = [x, y].map(({ task_ids }) =>
      task_ids.map((id) => graph.indexOf.get(id)!),
    )
    return y.probability - x.probability || place![0]! - other![0]! || place![1]! - other![1]!
  }
}

function conflictOf(
  { tasks }: Plan,
  { collisions, policy }: PlanGraph,
  [a, b]: readonly [number, number],
  decided: ReturnType<typeof decidedPairs>,
): PredictedConflict {
  const shared = sharedLikely(collisions.likely[a]!, collisions.likely[b]!)
  const near = shared.length > 0 ? [] : nearFiles(collisions.likely[a]!, collisions.likely[b]!)
  const word = decided.get(pairKey(a, b))?.is
  const isTooLikely = isAbove(chanceOf(withoutWarnings(shared)), policy.collisions.apartAbove)
  const isKept = collisions.apart[a]!.includes(b) || isHeldByBoth(collisions.held, a, b)
  const verdict = word === 'together' || policy.allowCollisions ? 'free' : isKept ? 'apart' : 'warn'
  const files = shared.length > 0 ? shared : near
  const isSame = shared.some(({ why, chance }) => why !== 'rule' && (chance === 1 || isTooLikely))
  return {
    task_ids: [tasks[a]!.id, tasks[b]!.id],
    predicted_files: files.map(({ path }) => path),
    files: files.map(({ path, chance }) => ({ path, probability: rounded(chance) })),
    conflict_type: isSame ? 'same_file' : near.length > 0 ? 'same_directory' : 'potential',
    probability: rounded(chanceOf(shared)),
    why: [
      ...(word === undefined ? [] : ['user' as const]),
      ...new Set(shared.map(({ why }) => why)),
      ...(near.length > 0 ? ['same_directory' as const] : []),
    ],
    verdict,
    decided_by: word !== undefined || policy.allowCollisions ? 'user' : 'conductor',
  }
}

const isHeldByBoth = (held: readonly (readonly string[])[], a: number, b: number): boolean =>
  held[a]!.some((one) => held[b]!.some((other) => mayNameSameFile(one, other)))

/** The later tasks that have one of the files of a task. */
function sharersOf(files: readonly (readonly string[])[]): (a: number) => readonly number[] {
  const kinds = kindsOf(files.map((list) => ({ files: list, resources: NO_RESOURCES })))
  const ofKind: number[][] = kinds.list.map(() => [])
  kinds.of.forEach((kind, i) => ofKind[kind]!.push(i))
  return (a) => {
    const { touches } = kinds.list[kinds.of[a]!]!
    const sharing = touches.flatMap((path) => kinds.naming[path]!).flatMap((kind) => ofKind[kind]!)
    return [...new Set(sharing)].filter((b) => b > a).sort((x, y) => x - y)
  }
}

/** Less likely files say nothing about the folder that a task works in. */
const LIKELY = 0.5

/** The later tasks that probably work in one of the folders of a task. */
function inFolders(likely: readonly (readonly LikelyFile[])[]): (a: number) => readonly number[] {
  const tasksIn = new Map<string, number[]>()
  likely.forEach((files, i) => {
    for (const folder of foldersOf(files)) {
      if (!tasksIn.has(folder)) tasksIn.set(folder, [])
      tasksIn.get(folder)!.push(i)
    }
  })
  return (a) => {
    const beside = [...foldersOf(likely[a]!)].flatMap((folder) => tasksIn.get(folder)!)
    return [...new Set(beside)].filter((b) => b > a).sort((x, y) => x - y)
  }
}

function nearFiles(a: readonly LikelyFile[], b: readonly LikelyFile[]) {
  const folders = foldersOf(b)
  return a
    .filter(({ path, p }) => p >= LIKELY && folders.has(folderOf(path)))
    .map(({ path }) => ({ path, chance: 0 }))
}

/** The top folder does not count, because every task may use it. */
const foldersOf = (files: readonly LikelyFile[]): ReadonlySet<string> =>
  new Set(
    files
      .filter(({ p }) => p >= LIKELY)
      .map(({ path }) => folderOf(path))
      .filter((folder) => folder !== ''),
  )

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const rounded = (probability: number): number => Math.round(probability * 1000) / 1000
