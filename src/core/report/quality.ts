/** How good the work of a task is, as far as there is evidence. What is unknown does not count. */
import { MOST_FILES_NAMED, type DeliveredFile, type Delivery } from '../landing/delivery.ts'
import type { Failure } from '../run/failure.ts'
import type { TaskId } from '../value/ids.ts'
import { mayNameSameFile } from '../schedule/glob-overlap.ts'
import {
  attemptsAt,
  checkOf,
  deliveryOf,
  NO_SETBACKS,
  stateOf,
  taskOf,
  type Run,
} from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'
import type { TaskStatus } from '../run/task-state.ts'

export interface Quality {
  /**
   * 0 to 100: the points reached, of the points possible where something is known. null: nothing has been checked, and
   * a score from the rest alone would mislead.
   */
  readonly score: number | null
  readonly parts: readonly QualityPart[]
}

export interface QualityPart {
  readonly part: 'checks' | 'tests' | 'scope' | 'size' | 'review' | 'attempts'
  /** null: unknown. */
  readonly points: number | null
  readonly of: number
  /** The evidence, in words. */
  readonly why: string
}

export function sayScore({ score, parts }: Quality): string {
  if (score !== null) return `${score} of 100`
  return `not known (${parts.find(({ part }) => part === 'checks')!.why})`
}

/** The average of the scores that are known, in whole points; null: none is. */
export function meanScore(judged: readonly { readonly quality: Quality | null }[]): number | null {
  const scores = judged.flatMap(({ quality }) => quality?.score ?? [])
  if (scores.length === 0) return null
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length)
}

/** "89 of 100 on average, of 3 tasks; not known of 1, which nothing has checked"; null: nothing can be judged. */
export function sayMeanQuality(
  results: readonly { readonly quality: Quality | null }[],
): string | null {
  const judged = results.filter(({ quality }) => quality !== null)
  if (judged.length === 0) return null
  const mean = meanScore(judged)
  if (mean === null) return 'not known: nothing has been checked'
  const unknown = judged.filter(({ quality }) => quality?.score === null).length
  const rest = unknown === 0 ? '' : `; not known of ${unknown}, which nothing has checked`
  return `${mean} of 100 on average, of ${sayCount(judged.length - unknown, 'task')}${rest}`
}

/** null: there is no delivery that could be judged. */
export function qualityOf(run: Run, task: TaskId): Quality | null {
  const delivery = deliveryOf(run, task)
  if (delivery === null || !JUDGED.has(stateOf(run, task).is)) return null
  const parts = [
    checks(run, task, delivery),
    tests(delivery),
    scope(delivery, taskOf(run, task).files),
    size(delivery),
    review(run, task),
    attempts(run, task),
  ]
  return { score: scoreOf(parts), parts }
}

/** Tasks that failed or were cancelled are not judged; their state says enough. */
const JUDGED: ReadonlySet<TaskStatus> = new Set(['landing', 'review', 'landed'])

/** Work that is known to be broken is not good, whatever else speaks for it. */
const MOST_IF_BROKEN = 25

/** Passing the check weighs most: without a check there is no score, however small and tidy the work is. */
function scoreOf(parts: readonly QualityPart[]): number | null {
  const knownParts = parts.filter(({ points }) => points !== null)
  if (!knownParts.some(({ part }) => part === 'checks')) return null
  const most = knownParts.reduce((sum, part) => sum + part.of, 0)
  const score = Math.round((100 * knownParts.reduce((sum, { points }) => sum + points!, 0)) / most)
  const isBroken = knownParts.some(({ part, points }) => part === 'checks' && points === 0)
  return isBroken ? Math.min(score, MOST_IF_BROKEN) : score
}

type Finding = readonly [points: number | null, why: string]

const partOf = (part: QualityPart['part'], of: number, [points, why]: Finding): QualityPart => ({
  part,
  points: points === null ? null : Math.max(0, points),
  of,
  why,
})

function checks(run: Run, task: TaskId, { marked = [] }: Delivery): QualityPart {
  return partOf('checks', 40, finding())

  function finding(): Finding {
    const state = stateOf(run, task)
    const hasFailed = run.setbacks.get(task)?.redCheck === true
    if (marked.length > 0) return [0, `conflict markers are in ${sayFiles(marked)}`]
    if (run.checked.has(task))
      return hasFailed ? [20, 'passed, but failed first'] : [40, 'passed on the merged tree']
    if (state.is === 'review' && state.trouble.is === 'red-check' && state.trouble.before)
      return [20, 'failed on the merged tree, and also fails without it']
    if (hasFailed)
      return [0, state.is === 'landed' ? 'failed, but landed anyway' : 'failed on the merged tree']
    if (checkOf(run, taskOf(run, task)) === null) return [null, 'no check is configured']
    return [null, 'not checked']
  }
}

const sayFiles = ([first, ...others]: readonly string[]): string =>
  others.length === 0 ? first! : `${first} and ${sayCount(others.length, 'other file')}`

function tests({ files, changes }: Delivery): QualityPart {
  return partOf('tests', 15, finding())

  function finding(): Finding {
    const kept = files.filter(({ is }) => is !== 'deleted')
    const testFiles = kept.filter(isTest)
    if (testFiles.length > 0)
      return [15, `${sayCount(testFiles.length, 'test file')} added or changed`]
    if (changes.filesCreated + changes.filesChanged > MOST_FILES_NAMED)
      return [null, 'none among the listed files']
    if (!kept.some(isCode)) return [null, 'no code was changed']
    return [0, 'code was changed, but no test']
  }
}

const isTest = (file: DeliveredFile): boolean =>
  isCode(file) &&
  (/(?:^|\/)(?:tests?|__tests__|specs?|e2e)\//i.test(file.path) ||
    /(?:^|[/._-])(?:tests?|specs?)[._-]/i.test(file.path) ||
    /[a-z\d](?:Tests?|Specs?)\.\w+$/.test(file.path))

const isCode = ({ path }: DeliveredFile): boolean => CODE.test(path)

const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|scala|swift|[ch]|cc|cpp|cxx|hpp|cs|fs|php|exs?|erl|clj|hs|ml|dart|lua|jl|pl|r|sh|bash|zig|vue|svelte)$/i

/** Test files count as predicted wherever they are. */
function scope({ files }: Delivery, predicted: readonly string[]): QualityPart {
  return partOf('scope', 10, finding())

  function finding(): Finding {
    if (predicted.length === 0) return [null, 'no files were predicted']
    const counting = files.filter((file) => !isTest(file))
    if (counting.length === 0) return [10, 'only tests were changed']
    const outside = counting.filter(
      ({ path }) => !predicted.some((one) => mayNameSameFile(path, one)),
    )
    if (outside.length === 0) return [10, 'every file was predicted']
    const points = Math.round(10 * (1 - outside.length / counting.length))
    return [points, `${outside.length} of ${sayCount(counting.length, 'file')} not predicted`]
  }
}

/** Large changes score lower, because a reviewer has to read all of it. */
const SIZES = [
  { lines: 400, points: 10 },
  { lines: 1000, points: 6 },
  { lines: 2000, points: 3 },
] as const

function size({ changes }: Delivery): QualityPart {
  const lines = changes.linesAdded + changes.linesDeleted
  const points = SIZES.find((most) => lines <= most.lines)?.points ?? 0
  return partOf('size', 10, [points, `${sayCount(lines, 'line')} changed`])
}

function review(run: Run, task: TaskId): QualityPart {
  const { sentBack } = run.setbacks.get(task) ?? NO_SETBACKS
  const setbacks = [
    { times: sentBack, cost: 6, words: `sent back ${sayCount(sentBack, 'time')}` },
    { times: run.conflicted.has(task) ? 1 : 0, cost: 4, words: 'had a merge conflict' },
  ].filter(({ times }) => times > 0)
  return partOf('review', 15, finding())

  function finding(): Finding {
    const state = stateOf(run, task)
    if (state.is === 'review' && state.trouble.is === 'left-target')
      return [0, 'someone removed it from the target']
    const lost = setbacks.reduce((sum, { times, cost }) => sum + times * cost, 0)
    if (lost > 0) return [15 - lost, setbacks.map(({ words }) => words).join(', ')]
    if (state.is !== 'landed') return [null, 'not reviewed yet']
    return [15, run.settings.review ? 'approved unchanged' : 'landed unchanged']
  }
}

/** Attempts that were cut off, or had to wait for their model, say nothing about the work. */
function attempts(run: Run, task: TaskId): QualityPart {
  const failed = attemptsAt(run, task).filter(({ ended }) => {
    const outcome = ended?.outcome
    return outcome?.is === 'failed' && !PASSING.has(outcome.failure.is)
  }).length
  if (failed === 0) return partOf('attempts', 10, [10, 'no attempt failed'])
  return partOf('attempts', 10, [10 - 5 * failed, `${sayCount(failed, 'attempt')} failed before`])
}

const PASSING: ReadonlySet<Failure['is']> = new Set(['rate-limited', 'model'])
