/** Walks through commits: foretells each, studies it, and only then lets it be known. */
import type { Foresight } from '../core/foresight/foresight.ts'
import type { Lesson } from '../core/foresight/learn/lesson.ts'
import type { PastCommit } from '../core/foresight/index/past-commit.ts'
import type { PastOfRepository } from './ports.ts'
import type { Tell } from './progress.ts'

/** Foresight that knows everything up to a commit. */
export interface Known {
  readonly foresight: Foresight
  readonly commit: string
}

export interface Way {
  /** Contents to read before the first step. */
  readonly start: ReadonlyMap<string, string>
  /** The oldest first. */
  readonly walked: readonly PastCommit[]
  /** What differs after the last step, because merges made it: the content of each file; null: it is gone. */
  readonly end: ReadonlyMap<string, string | null>
  /** How many of the first steps are not foretold. */
  readonly silent?: number
  readonly lag?: number
  readonly foretell?: (foresight: Foresight, commit: PastCommit) => void
  readonly progress?: Tell
}

export async function walkThrough(
  past: PastOfRepository,
  { foresight, commit }: Known,
  way: Way,
): Promise<Known> {
  const reading = readingOf(way)
  const learn = lateLearner(foresight, way)
  const { steps } = reading
  let at = -1
  const finishUntil = (place: number): void => {
    while (at + 1 < steps.length && steps[at + 1]!.from <= place) {
      if (at >= 0) learn(steps[at]!, at)
      at++
    }
  }
  await past.contents(reading.names, (text, place) => {
    if (place < reading.paths.length) {
      foresight.index.setContent(reading.paths[place]!, text)
      if (place % 500 === 0)
        way.progress?.({ doing: 'contents', done: place, of: reading.paths.length })
      if (place === reading.paths.length - 1) foresight.index.pack()
      return
    }
    finishUntil(place)
    const { from, files, texts } = steps[at]!
    texts.push([files[place - from]!, text])
  })
  finishUntil(Infinity)
  if (at >= 0) learn(steps[at]!, at)
  return { foresight, commit }
}

interface Step {
  /** null: the last one, which makes everything as it is now. */
  readonly commit: PastCommit | null
  /** The place of its first content. */
  readonly from: number
  readonly files: readonly string[]
  readonly texts: (readonly [string, string | null])[]
  /** Files that are gone in the end. */
  readonly gone: readonly string[]
}

interface Reading {
  /** All contents in the order in which they are needed. */
  readonly names: readonly string[]
  /** The files of the first contents. */
  readonly paths: readonly string[]
  readonly steps: readonly Step[]
}

function readingOf({ start, walked, end }: Way): Reading {
  const names = [...start.values()]
  const steps: Step[] = []
  const step = (commit: PastCommit | null, changed: Contents, gone: readonly string[]): void => {
    const files = changed.map(([path]) => path)
    steps.push({ commit, from: names.length, files, texts: [], gone })
    names.push(...changed.map(([, name]) => name))
  }
  for (const commit of walked) {
    const changed = commit.changes.filter(({ kind }) => kind !== 'D')
    step(
      commit,
      changed.map(({ path, after }) => [path, after]),
      [],
    )
  }
  const ends = [...end]
  step(
    null,
    ends.filter((entry): entry is [string, string] => entry[1] !== null),
    ends.filter(([, name]) => name === null).map(([path]) => path),
  )
  return { names, paths: [...start.keys()], steps }
}

type Contents = readonly (readonly [path: string, name: string])[]

/** The content that each changed file has after all the commits; null: it is gone. */
export function contentsAfter(walked: readonly PastCommit[]): ReadonlyMap<string, string | null> {
  const contents = new Map<string, string | null>()
  for (const { changes } of walked)
    for (const { kind, path, after } of changes) contents.set(path, kind === 'D' ? null : after)
  return contents
}

/** What of `goal` is not so in `now`. */
export const differenceOf = (
  goal: Iterable<readonly [string, string | null]>,
  now: (path: string) => string | null | undefined,
): Map<string, string | null> => new Map([...goal].filter(([path, name]) => now(path) !== name))

/** Foresees each commit before it is known; absorbs it when `lag` others have been foreseen since. */
function lateLearner(
  foresight: Foresight,
  { silent = 0, lag = 0, foretell, progress, walked }: Way,
): (step: Step, at: number) => void {
  const waiting: { readonly step: Step; readonly lesson: Lesson | null }[] = []
  const { index } = foresight
  const absorbUntil = (left: number): void => {
    while (waiting.length > left) {
      const { step, lesson } = waiting.shift()!
      const { commit, texts } = step
      if (lesson !== null) foresight.learn(lesson)
      index.absorb(commit!)
      for (const [path, text] of texts) index.setContent(path, text)
    }
  }
  return (step, at) => {
    const { commit, texts, gone } = step
    if (commit === null) {
      absorbUntil(0)
      for (const path of gone) index.removeFile(path)
      for (const [path, text] of texts) index.putFile(path, text)
      return
    }
    if (at >= silent) foretell?.(foresight, commit)
    waiting.push({ step, lesson: foresight.lessonOf(commit) })
    absorbUntil(lag)
    if (at % 20 === 0) progress?.({ doing: 'learning', done: at, of: walked.length })
  }
}
