/** How right the predictions of a run were: the files that tasks changed, and the pairs that got in each other's way. */
import { conflictsAmong } from '../durations/conflict-history.ts'
import type { Task } from '../plan/plan.ts'
import { attemptsAt, deliveryOf, stateOf, taskOf, type Run } from '../run/run.ts'
import { mayNameSameFile } from '../schedule/glob-overlap.ts'
import { predictedConflicts } from '../schedule/predicted-conflicts.ts'
import type { TaskId } from '../value/ids.ts'
import { rounded } from './worker-results.ts'

/** Of all tasks that have delivered something and for which something was predicted. */
export interface Rightness {
  readonly tasks: number
  /** Named, or more likely than not. A glob or folder counts as one. */
  readonly predicted_files: number
  readonly touched_files: number
  /** Predictions that came true. */
  readonly right_files: number
  readonly precision: number | null
  /** Share of the touched files that were predicted. */
  readonly recall: number | null
  readonly pairs: PairRightness
}

interface PairRightness {
  /** Pairs that were expected to change a common file, apart or warned of; of those that both delivered. */
  readonly predicted: number
  /** Of these, how many did. */
  readonly right: number
  /** Pairs that changed a common file and were not expected to. */
  readonly missed: number
  /** Pairs of which one could not be merged because of the other. */
  readonly conflicts: number
  /** Of these, how many were expected. */
  readonly conflicts_predicted: number
  /** Pairs that worked at the same time and changed a common file, and how many of them git could not merge. */
  readonly at_once: number
  readonly at_once_conflicts: number
}

/** Of one task. */
export interface TaskRightness {
  readonly predicted: number
  readonly touched: number
  readonly right: number
  /** null: nothing was predicted. */
  readonly precision: number | null
  readonly recall: number | null
}

/** A prediction that is less likely says that the file probably stays as it is. */
const LIKELY = 0.5

/** null: nothing was predicted, or nothing was delivered. */
export function rightnessOf(run: Run): Rightness | null {
  const judged = run.plan.tasks.flatMap((task) => judge(run, task) ?? [])
  if (judged.length === 0) return null
  const sum = (of: keyof Judged): number => judged.reduce((total, one) => total + one[of], 0)
  return {
    tasks: judged.length,
    predicted_files: sum('predicted'),
    touched_files: sum('touched'),
    right_files: sum('right'),
    precision: share(sum('right'), sum('predicted')),
    recall: share(sum('found'), sum('touched')),
    pairs: pairsOf(run),
  }
}

/** null: the task has delivered nothing, or nothing was predicted for it. */
export function rightnessOfTask(run: Run, id: TaskId): TaskRightness | null {
  const judged = judge(run, taskOf(run, id))
  if (judged === null) return null
  const { predicted, touched, right, found } = judged
  const precision = share(right, predicted)
  return { predicted, touched, right, precision, recall: share(found, touched) }
}

interface Judged {
  readonly predicted: number
  readonly touched: number
  /** Predictions that name a touched file. */
  readonly right: number
  /** Touched files that a prediction names. */
  readonly found: number
}

function judge(run: Run, task: Task): Judged | null {
  if (task.files.length === 0 && task.foreseen.length === 0) return null
  const touched = touchedBy(run, task.id)
  if (touched.length === 0) return null
  const predicted = predictedFor(task)
  return {
    predicted: predicted.length,
    touched: touched.length,
    right: predicted.filter((one) => touched.some((file) => covers(one, file))).length,
    found: touched.filter((file) => predicted.some((one) => covers(one, file))).length,
  }
}

const predictedFor = ({ files, foreseen }: Task): readonly string[] => [
  ...new Set([...files, ...foreseen.filter(({ p }) => p >= LIKELY).map(({ path }) => path)]),
]

const covers = (predicted: string, file: string): boolean =>
  predicted === file || mayNameSameFile(predicted, file)

/** The first hundred files of its delivery; those of an attempt that failed say nothing. */
function touchedBy(run: Run, id: TaskId): readonly string[] {
  if (!attemptsAt(run, id).some(({ delivery }) => delivery !== null)) return []
  return (deliveryOf(run, id)?.files ?? []).map(({ path }) => path)
}

function pairsOf(run: Run): PairRightness {
  const touched = new Map(
    run.plan.tasks
      .map(({ id }) => [id, touchedBy(run, id)] as const)
      .filter(([, files]) => files.length > 0),
  )
  const predicted = new Set(
    predictedConflicts(run.plan, run.graph)
      .conflicts.filter(({ probability, task_ids: [a, b] }) => {
        return probability > 0 && touched.has(a) && touched.has(b)
      })
      .map(({ task_ids: [a, b] }) => pairOf(a, b)),
  )
  const shared = sharedPairs(touched)
  const conflicts = conflictPairs(run, touched)
  return {
    predicted: predicted.size,
    right: [...predicted].filter((pair) => shared.has(pair)).length,
    missed: [...shared].filter((pair) => !predicted.has(pair)).length,
    conflicts: conflicts.size,
    conflicts_predicted: [...conflicts].filter((pair) => predicted.has(pair)).length,
    ...atOnceIn(run, touched),
  }
}

function atOnceIn(
  run: Run,
  touched: ReadonlyMap<TaskId, readonly string[]>,
): Pick<PairRightness, 'at_once' | 'at_once_conflicts'> {
  const works = [...touched].map(([id, files]) => {
    const own = attemptsAt(run, id).findLast(({ purpose }) => purpose !== 'resolve')
    return {
      files,
      startedAt: own?.startedAt ?? 0,
      endedAt: own?.ended?.at ?? 0,
      conflicting: run.conflicted.get(id) ?? [],
    }
  })
  const { pairs, conflicts } = conflictsAmong(works)
  return { at_once: pairs, at_once_conflicts: conflicts }
}

/** A file that more tasks have changed makes too many pairs to be worth counting. */
const MOST_ON_FILE = 300

function sharedPairs(touched: ReadonlyMap<TaskId, readonly string[]>): ReadonlySet<string> {
  const tasksOn = new Map<string, TaskId[]>()
  for (const [task, files] of touched)
    for (const file of files) {
      if (!tasksOn.has(file)) tasksOn.set(file, [])
      tasksOn.get(file)!.push(task)
    }
  const pairs = new Set<string>()
  for (const tasks of tasksOn.values())
    for (const [i, a] of tasks.slice(0, MOST_ON_FILE).entries())
      for (const b of tasks.slice(i + 1, MOST_ON_FILE)) pairs.add(pairOf(a, b))
  return pairs
}

/** A conflict is with the target; its other side is a task that has changed one of these files and landed before. */
function conflictPairs(
  run: Run,
  touched: ReadonlyMap<TaskId, readonly string[]>,
): ReadonlySet<string> {
  const pairs = new Set<string>()
  for (const [task, files] of run.conflicted) {
    const state = stateOf(run, task)
    for (const [other, changed] of touched) {
      const landed = stateOf(run, other)
      const isBefore = landed.is === 'landed' && (state.is !== 'landed' || landed.at <= state.at)
      if (other !== task && isBefore && files.some((file) => changed.includes(file)))
        pairs.add(pairOf(task, other))
    }
  }
  return pairs
}

const pairOf = (a: TaskId, b: TaskId): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : rounded(part / whole)
