/**
 * S5: which tasks of a plan may collide, and how likely that is. Found through an index of files, so that n tasks
 * do not cost n times n comparisons; a file that two tasks are sure to change needs no pair at all.
 */
import {
  isSamePolicy,
  USUAL_APART_ABOVE,
  USUAL_WARN_ABOVE,
  type CollisionPolicy,
  type CollisionSettings,
} from '../plan/collision-settings.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { TaskId } from '../value/ids.ts'
import { likelyFilesUnder, type LikelyFile } from './likely-files.ts'
import { isAbove, likelyPairs, type LikelyPair, type LikelyPairs } from './likely-pairs.ts'

export interface PlanCollisions extends Foreseen {
  /** Tasks that do not work at once with each task, besides those that hold a common file; each pair twice. */
  readonly apart: readonly (readonly number[])[]
  /** Tasks that a person lets work at once with each task, whatever they hold. */
  readonly together: readonly (readonly number[])[]
}

/** What follows from the files alone; what people have decided about pairs comes on top. */
export interface Foreseen {
  readonly likely: readonly (readonly LikelyFile[])[]
  /** By task: the paths and globs that no other task may have at the same time. */
  readonly held: readonly (readonly string[])[]
  /** Pairs that are likely enough to tell, the likeliest first. */
  readonly pairs: readonly LikelyPair[]
  /** For each path, the tasks that so probably change it that they wait for a task that has changed it. */
  readonly expecting: ReadonlyMap<string, readonly number[]>
  /** False: there were too many pairs, and the least likely ones are missing. */
  readonly isWhole: boolean
}

export function planCollisions(plan: Plan, policy: CollisionPolicy): PlanCollisions {
  return withDecisions(plan, foreseenIn(plan.tasks, policy), policy)
}

/** The same after people have decided about pairs; the files have not changed. */
export function withDecisions(
  { tasks }: Plan,
  foreseen: Foreseen,
  { allowCollisions, collisions }: CollisionPolicy,
): PlanCollisions {
  const apart: number[][] = tasks.map(() => [])
  const together: number[][] = tasks.map(() => [])
  if (allowCollisions) return { ...foreseen, apart, together }
  const decided = decidedPairs(tasks)
  const join = (list: number[][], a: number, b: number): void => {
    list[a]!.push(b)
    list[b]!.push(a)
  }
  for (const { a, b, is } of decided.values()) join(is === 'apart' ? apart : together, a, b)
  const sureAbove = sureEnough(collisions)
  for (const { a, b, apartChance, bothAbove } of foreseen.pairs) {
    // The two tasks hold a common file anyway.
    if (isAbove(bothAbove, sureAbove)) continue
    if (isAbove(apartChance, collisions.apartAbove) && !decided.has(pairKey(a, b)))
      join(apart, a, b)
  }
  return { ...foreseen, apart, together }
}

interface Decided {
  readonly a: number
  readonly b: number
  readonly is: 'apart' | 'together'
}

/** What people have said about pairs, in either of the two tasks. */
export function decidedPairs(tasks: readonly Task[]): ReadonlyMap<string, Decided> {
  const decided = new Map<string, Decided>()
  const outspoken = tasks.some((task) => task.togetherWith.length + task.apartFrom.length > 0)
  if (!outspoken) return decided
  const places = new Map<TaskId, number>(tasks.map(({ id }, i) => [id, i]))
  const note = (i: number, ids: readonly TaskId[], is: Decided['is']): void => {
    for (const id of ids) {
      const j = places.get(id)
      if (j !== undefined && j !== i)
        decided.set(pairKey(i, j), { a: Math.min(i, j), b: Math.max(i, j), is })
    }
  }
  tasks.forEach(({ togetherWith }, i) => note(i, togetherWith, 'together'))
  // The careful word wins where two files of one plan contradict each other.
  tasks.forEach(({ apartFrom }, i) => note(i, apartFrom, 'apart'))
  return decided
}

export const pairKey = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** The last answer for a list of tasks: a plan is simulated, drawn and described with the same one. */
const foreseenOf = new WeakMap<readonly object[], { policy: CollisionPolicy; found: Foreseen }>()

export function foreseenIn(tasks: readonly ForeseenTask[], policy: CollisionPolicy): Foreseen {
  const before = foreseenOf.get(tasks)
  if (before !== undefined && isSamePolicy(before.policy, policy)) return before.found
  const { allowCollisions, isolation, collisions } = policy
  const found = findForeseen(tasks, policy)
  foreseenOf.set(tasks, { policy: { allowCollisions, isolation, collisions }, found })
  return found
}

function findForeseen(tasks: readonly ForeseenTask[], policy: CollisionPolicy): Foreseen {
  const { apartAbove, warnAbove } = policy.collisions
  const { likely, anyForeseen, ...found } = likelyIn(tasks, policy)
  const sureAbove = sureEnough(policy.collisions)
  const isSure = ({ p, warnsOnly }: LikelyFile): boolean =>
    !warnsOnly && (p === 1 || isAbove(p, sureAbove))
  const held = likely.map((files) =>
    policy.allowCollisions || files.length === 0
      ? NONE
      : files.filter(isSure).map(({ path }) => path),
  )
  if (!anyForeseen) return { likely, held, pairs: [], expecting: new Map(), isWhole: true }
  const pairs = found.pairs.filter(
    ({ chance, apartChance }) => isAbove(chance, warnAbove) || isAbove(apartChance, apartAbove),
  )
  // The likeliest pairs are kept: when some of the kept ones are not likely enough, all that are missing are not, either.
  const isWhole = found.isWhole || (found.isComparedWhole && pairs.length < found.pairs.length)
  return { likely, held, pairs, expecting: expectingAbove(likely, apartAbove), isWhole }
}

type ForeseenTask = Pick<Task, 'files' | 'foreseen'>

/** Two tasks that are both surer than this of one file are likely enough to collide on it alone. */
const sureEnough = ({ apartAbove }: CollisionSettings): number => Math.sqrt(apartAbove)

/** What does not depend on the thresholds, so that several of them can be tried for little. */
interface Likely extends LikelyPairs {
  readonly likely: readonly (readonly LikelyFile[])[]
  /** Some file is foreseen and not named. */
  readonly anyForeseen: boolean
  /** Pairs above this chance are among the pairs. */
  readonly floor: number
}

/** Low enough for every threshold that is tried, so that the pairs are compared once. */
const USUAL_FLOOR = Math.min(USUAL_WARN_ABOVE, USUAL_APART_ABOVE)

const compared = new WeakMap<
  readonly object[],
  Likely & Pick<CollisionPolicy, 'isolation'> & Pick<CollisionSettings, 'rules'>
>()

function likelyIn(tasks: readonly ForeseenTask[], policy: CollisionPolicy): Likely {
  const { isolation, collisions } = policy
  const { rules, apartAbove, warnAbove } = collisions
  const wanted = Math.min(apartAbove, warnAbove)
  const before = compared.get(tasks)
  if (before?.isolation === isolation && before.rules === rules && before.floor <= wanted)
    return before
  const likely = tasks.map(likelyFilesUnder(policy))
  const anyForeseen = likely.some((files) => files.some(({ p }) => p < 1))
  const floor = Math.min(wanted, USUAL_FLOOR)
  const pairs = { ...(anyForeseen ? likelyPairs(likely, floor) : NO_PAIRS), likely, anyForeseen }
  compared.set(tasks, { ...pairs, floor, isolation, rules })
  return { ...pairs, floor }
}

const NO_PAIRS: LikelyPairs = { pairs: [], isWhole: true, isComparedWhole: true }

const NONE: readonly string[] = []

function expectingAbove(
  likely: readonly (readonly LikelyFile[])[],
  apartAbove: number,
): ReadonlyMap<string, readonly number[]> {
  const expecting = new Map<string, number[]>()
  likely.forEach((files, i) => {
    for (const { path, p, warnsOnly } of files) {
      if (warnsOnly || p === 1 || !isAbove(p, apartAbove)) continue
      if (!expecting.has(path)) expecting.set(path, [])
      expecting.get(path)!.push(i)
    }
  })
  return expecting
}
