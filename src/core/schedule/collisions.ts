/**
 * S5: which tasks of a plan may collide, and how likely that is. Found through an index of files, so that n tasks
 * do not cost n times n comparisons; a file that two tasks are sure to change needs no pair at all.
 */
import type { CollisionPolicy } from '../plan/collision-settings.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { TaskId } from '../value/ids.ts'
import { isGlob, mayNameSameFile } from './glob-overlap.ts'
import { likelyFilesUnder, type LikelyFile } from './likely-files.ts'

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

export interface LikelyPair {
  readonly a: number
  readonly b: number
  /** The probability that both change a common file. */
  readonly chance: number
  /** Without files that a rule only warns about; this is what keeps them apart. */
  readonly apartChance: number
  /** They hold a common file anyway. */
  readonly isHeld: boolean
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
  for (const { a, b, apartChance, isHeld } of foreseen.pairs)
    if (!isHeld && isAbove(apartChance, collisions.apartAbove) && !decided.has(pairKey(a, b)))
      join(apart, a, b)
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

/** Nothing in the last digits of a product may keep two tasks apart. */
export const isAbove = (chance: number, threshold: number): boolean => chance - threshold > 1e-9

export const pairKey = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** More pairs than this are not kept; a run could not use them. */
const MOST_PAIRS = 100_000

/** The last answer for a list of tasks: a plan is simulated, drawn and described with the same one. */
const known = new WeakMap<readonly object[], { policy: CollisionPolicy; found: Foreseen }>()

export function foreseenIn(
  tasks: readonly Pick<Task, 'files' | 'foreseen'>[],
  policy: CollisionPolicy,
): Foreseen {
  const before = known.get(tasks)
  if (before !== undefined && isSame(before.policy, policy)) return before.found
  const { allowCollisions, isolation, collisions } = policy
  const found = findForeseen(tasks, policy)
  known.set(tasks, { policy: { allowCollisions, isolation, collisions }, found })
  return found
}

const isSame = (a: CollisionPolicy, b: CollisionPolicy): boolean =>
  a.collisions === b.collisions &&
  a.isolation === b.isolation &&
  a.allowCollisions === b.allowCollisions

function findForeseen(
  tasks: readonly Pick<Task, 'files' | 'foreseen'>[],
  policy: CollisionPolicy,
): Foreseen {
  const { apartAbove, warnAbove } = policy.collisions
  const likely = tasks.map(likelyFilesUnder(policy))
  const sureAbove = Math.sqrt(apartAbove)
  const isSure = ({ p, warnsOnly }: LikelyFile): boolean =>
    !warnsOnly && (p === 1 || isAbove(p, sureAbove))
  const held = likely.map((files) =>
    policy.allowCollisions || files.length === 0
      ? NONE
      : files.filter(isSure).map(({ path }) => path),
  )
  const anyForeseen = likely.some((files) => files.some(({ p }) => p < 1))
  if (!anyForeseen) return { likely, held, pairs: [], expecting: new Map(), isWhole: true }
  const { pairs, isWhole } = likelyPairs(likely, { apartAbove, warnAbove, sureAbove })
  return { likely, held, pairs, expecting: expectingAbove(likely, apartAbove), isWhole }
}

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

interface Thresholds {
  readonly apartAbove: number
  readonly warnAbove: number
  readonly sureAbove: number
}

/**
 * Compares each task with the tasks that have one of its files. When that would be too much, the least likely shares
 * of the chance are left out.
 */
function likelyPairs(
  likely: readonly (readonly LikelyFile[])[],
  { apartAbove, warnAbove, sureAbove }: Thresholds,
): Pick<Foreseen, 'pairs' | 'isWhole'> {
  const { rows, tasksOn } = fileIndex(likely)
  const least = leastShare(tasksOn)
  const apartFree = new Float64Array(likely.length).fill(1)
  const free = new Float64Array(likely.length).fill(1)
  const holds = new Uint8Array(likely.length)
  const kept = likeliest(MOST_PAIRS)
  const met: number[] = []
  rows.forEach((row, a) => {
    for (const { file, p } of row) {
      const { tasks, chances, warnsOnly } = tasksOn[file]!
      for (let k = 0; k < tasks.length && p * chances[k]! >= least; k++) {
        const b = tasks[k]!
        const share = p * chances[k]!
        // Two tasks that name the same file hold it; no chance is involved.
        if (b <= a || share === 1) continue
        if (free[b] === 1) met.push(b)
        free[b]! *= 1 - share
        if (warnsOnly) continue
        apartFree[b]! *= 1 - share
        if (isAbove(p, sureAbove) && isAbove(chances[k]!, sureAbove)) holds[b] = 1
      }
    }
    for (const b of met) {
      const [chance, apartChance] = [1 - free[b]!, 1 - apartFree[b]!]
      if (isAbove(chance, warnAbove) || isAbove(apartChance, apartAbove))
        kept.add({ a, b, chance, apartChance, isHeld: holds[b] === 1 })
      free[b] = 1
      apartFree[b] = 1
      holds[b] = 0
    }
    met.length = 0
  })
  return { pairs: kept.list(), isWhole: least === 0 && kept.isWhole() }
}

interface TasksOnFile {
  /** The likeliest first. */
  readonly tasks: Int32Array
  readonly chances: Float64Array
  readonly warnsOnly: boolean
}

interface FileIndex {
  readonly rows: readonly (readonly { readonly file: number; readonly p: number }[])[]
  readonly tasksOn: readonly TasksOnFile[]
}

/** Foreseen files by number. A task that names a file, its folder or a glob of it is on that file with certainty. */
function fileIndex(likely: readonly (readonly LikelyFile[])[]): FileIndex {
  const numbers = new Map<string, number>()
  const warnsOnly: boolean[] = []
  for (const files of likely)
    for (const file of files)
      if (file.p < 1 && !numbers.has(file.path)) {
        numbers.set(file.path, numbers.size)
        warnsOnly.push(file.warnsOnly)
      }
  const covered = coveredBy(numbers)
  const rows = likely.map((files) => rowOf(files, numbers, covered))
  const counts = new Int32Array(numbers.size)
  for (const row of rows) for (const { file } of row) counts[file]!++
  const postings = Array.from(counts, (): { task: number; p: number }[] => [])
  rows.forEach((row, task) => row.forEach(({ file, p }) => postings[file]!.push({ task, p })))
  return {
    rows,
    tasksOn: postings.map((list, file) => {
      list.sort((x, y) => y.p - x.p || x.task - y.task)
      return {
        tasks: Int32Array.from(list, ({ task }) => task),
        chances: Float64Array.from(list, ({ p }) => p),
        warnsOnly: warnsOnly[file]!,
      }
    }),
  }
}

function rowOf(
  files: readonly LikelyFile[],
  numbers: ReadonlyMap<string, number>,
  covered: (path: string) => readonly number[],
): FileIndex['rows'][number] {
  const named = new Set(files.flatMap(({ path, p }) => (p === 1 ? covered(path) : [])))
  const foreseen = files.flatMap(({ path, p }) => {
    const file = numbers.get(path)!
    return p < 1 && !named.has(file) ? [{ file, p }] : []
  })
  return named.size === 0 ? foreseen : [...[...named].map((file) => ({ file, p: 1 })), ...foreseen]
}

/** The foreseen files that a named path or glob covers. Each is looked up once. */
function coveredBy(numbers: ReadonlyMap<string, number>): (path: string) => readonly number[] {
  const inFolder = new Map<string, number[]>()
  for (const [path, file] of numbers)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      if (!inFolder.has(folder)) inFolder.set(folder, [])
      inFolder.get(folder)!.push(file)
    }
  const known = new Map<string, readonly number[]>()
  const find = (path: string): readonly number[] => {
    if (isGlob(path))
      return [...numbers].flatMap(([file, n]) => (mayNameSameFile(path, file) ? [n] : []))
    const own = numbers.get(path)
    return [...(own === undefined ? [] : [own]), ...(inFolder.get(path) ?? [])]
  }
  return (path) => {
    if (!known.has(path)) known.set(path, find(path))
    return known.get(path)!
  }
}

/** About a second of work. */
const MOST_STEPS = 60_000_000

/** Shares of a chance below this are left out; 0 unless the plan is huge. */
function leastShare(tasksOn: readonly TasksOnFile[]): number {
  const all = tasksOn.reduce((sum, { tasks }) => sum + tasks.length ** 2, 0)
  if (all <= MOST_STEPS) return 0
  let least = 0.001
  while (least < 1 && stepsAbove(tasksOn, least) > MOST_STEPS) least *= 1.5
  return least
}

/** Two pointers, since the chances on a file are sorted. */
function stepsAbove(tasksOn: readonly TasksOnFile[], least: number): number {
  let steps = 0
  for (const { chances } of tasksOn) {
    let reach = 0
    for (let k = chances.length - 1; k >= 0; k--) {
      while (reach < chances.length && chances[reach]! * chances[k]! >= least) reach++
      steps += reach
    }
  }
  return steps
}

/** Keeps the likeliest pairs; of equal ones the first. */
function likeliest(most: number) {
  let pairs: LikelyPair[] = []
  let isWhole = true
  const sort = (): LikelyPair[] =>
    pairs.sort((x, y) => y.chance - x.chance || x.a - y.a || x.b - y.b)
  const cut = (): void => {
    if (pairs.length <= most) return
    pairs = sort().slice(0, most)
    isWhole = false
  }
  return {
    add(pair: LikelyPair): void {
      pairs.push(pair)
      if (pairs.length >= 2 * most) cut()
    },
    list(): readonly LikelyPair[] {
      cut()
      return sort()
    },
    isWhole: (): boolean => {
      cut()
      return isWhole
    },
  }
}
