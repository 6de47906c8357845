/** Pairs of tasks that may change a common file, found through an index of files. */
import { isGlob, mayNameSameFile } from './glob-overlap.ts'
import type { LikelyFile } from './likely-files.ts'

export interface LikelyPair {
  readonly a: number
  readonly b: number
  /** The probability that both change a common file. */
  readonly chance: number
  /** Without files that a rule only warns about; this is what keeps them apart. */
  readonly apartChance: number
  /** Both are at least this sure to change the same file; 0: there is none but those that a rule only warns about. */
  readonly bothAbove: number
}

export interface LikelyPairs {
  /** The likeliest first. */
  readonly pairs: readonly LikelyPair[]
  /** False: there were too many pairs, and the least likely ones are missing. */
  readonly isWhole: boolean
  /** False: there was too much to compare, and the least likely shares of every chance are missing. */
  readonly isComparedWhole: boolean
}

/** Nothing in the last digits of a product may keep two tasks apart. */
export const isAbove = (chance: number, threshold: number): boolean => chance - threshold > 1e-9

/** More pairs than this are not kept; a run could not use them. */
const MOST_PAIRS = 100_000

/**
 * The pairs whose chance is above the floor. Compares each task with the later tasks that have one of its files. When that
 * would be too much, the least likely shares of the chance are left out.
 */
export function likelyPairs(
  likely: readonly (readonly LikelyFile[])[],
  floor: number,
): LikelyPairs {
  const { rows, tasksOn: inPlanOrder } = fileIndex(likely)
  const isHuge = stepsOf(inPlanOrder) > MOST_STEPS
  const tasksOn = isHuge ? inPlanOrder.map(likeliestFirst) : inPlanOrder
  const least = isHuge ? leastShare(tasksOn) : 0
  const apartFree = new Float64Array(likely.length).fill(1)
  const free = new Float64Array(likely.length).fill(1)
  const bothAbove = new Float64Array(likely.length)
  const kept = likeliest(MOST_PAIRS)
  const met: number[] = []
  /** In plan order, how many tasks on each file have been compared with all later ones. */
  const done = new Int32Array(tasksOn.length)
  rows.forEach((row, a) => {
    for (const { file, p } of row) {
      const { tasks, chances, warnsOnly } = tasksOn[file]!
      const first = least === 0 ? ++done[file]! : 0
      for (let k = first; k < tasks.length && p * chances[k]! >= least; k++) {
        const b = tasks[k]!
        const q = chances[k]!
        // Two tasks that name the same file hold it; no chance is involved.
        if (b <= a || p * q === 1) continue
        if (free[b] === 1) met.push(b)
        free[b]! *= 1 - p * q
        if (warnsOnly) continue
        apartFree[b]! *= 1 - p * q
        const both = p < q ? p : q
        if (both > bothAbove[b]!) bothAbove[b] = both
      }
    }
    for (const b of met) {
      const chance = 1 - free[b]!
      if (isAbove(chance, floor))
        kept.add({ a, b, chance, apartChance: 1 - apartFree[b]!, bothAbove: bothAbove[b]! })
      free[b] = 1
      apartFree[b] = 1
      bothAbove[b] = 0
    }
    met.length = 0
  })
  const isComparedWhole = least === 0
  return { pairs: kept.list(), isWhole: isComparedWhole && kept.isWhole(), isComparedWhole }
}

interface TasksOnFile {
  /** In plan order, or the likeliest first. */
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
  return { rows, tasksOn: tasksOnFiles(rows, warnsOnly) }
}

function tasksOnFiles(
  rows: FileIndex['rows'],
  warnsOnly: readonly boolean[],
): readonly TasksOnFile[] {
  const counts = new Int32Array(warnsOnly.length)
  for (const row of rows) for (const { file } of row) counts[file]!++
  const tasksOn = warnsOnly.map((isOnlyWarned, file) => ({
    tasks: new Int32Array(counts[file]!),
    chances: new Float64Array(counts[file]!),
    warnsOnly: isOnlyWarned,
  }))
  counts.fill(0)
  rows.forEach((row, task) => {
    for (const { file, p } of row) {
      const place = counts[file]!++
      tasksOn[file]!.tasks[place] = task
      tasksOn[file]!.chances[place] = p
    }
  })
  return tasksOn
}

function likeliestFirst({ tasks, chances, warnsOnly }: TasksOnFile): TasksOnFile {
  const places = [...tasks.keys()].sort((x, y) => chances[y]! - chances[x]! || x - y)
  return {
    tasks: Int32Array.from(places, (place) => tasks[place]!),
    chances: Float64Array.from(places, (place) => chances[place]!),
    warnsOnly,
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
  const numbersOf = new Map<string, readonly number[]>()
  const find = (path: string): readonly number[] => {
    if (isGlob(path))
      return [...numbers].flatMap(([file, n]) => (mayNameSameFile(path, file) ? [n] : []))
    const own = numbers.get(path)
    return [...(own === undefined ? [] : [own]), ...(inFolder.get(path) ?? [])]
  }
  return (path) => {
    if (!numbersOf.has(path)) numbersOf.set(path, find(path))
    return numbersOf.get(path)!
  }
}

/** About a second of work. */
const MOST_STEPS = 60_000_000

const stepsOf = (tasksOn: readonly TasksOnFile[]): number =>
  tasksOn.reduce((sum, { tasks }) => sum + tasks.length ** 2, 0)

/** Shares of a chance below this are left out of a huge plan. */
function leastShare(tasksOn: readonly TasksOnFile[]): number {
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
