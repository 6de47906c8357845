/** Builds foresight from a repository's past: reads most of it at once, then walks through the newest commits one by one. */
import { Foresight } from '../core/foresight/foresight.ts'
import { isLikeTask, type PastCommit } from '../core/foresight/past-commit.ts'
import { MOST_LESSONS } from '../core/foresight/learner.ts'
import type { PastOfRepository } from './ports.ts'

/** Older commits have no vote. */
const MOST_COMMITS = 20_000

export interface Walk {
  readonly until: string
  /** How many of the newest commits that are like tasks are walked through, after those that only teach. */
  readonly replayed: number
  /** How many commits late everything is learnt, as if tasks had been planned that long before. */
  readonly lag: number
  /** Called before each walked commit is known, when there has been enough to learn from. */
  readonly foretell?: (foresight: Foresight, commit: PastCommit) => void
  readonly progress?: (progress: Progress) => void
}

export interface Progress {
  readonly doing: 'history' | 'contents' | 'learning'
  readonly done: number
  readonly of: number
}

export async function walkHistory(past: PastOfRepository, walk: Walk): Promise<Foresight> {
  const foresight = new Foresight()
  const recent = await newestFirst(past, walk)
  const tree = new Map(await past.tree(walk.until))
  for (const commit of recent) undo(commit, tree)
  const walked = recent.toReversed()
  await absorbOlder(past, walk, foresight, walked[0]?.id)
  sync(foresight, tree)
  await walkThrough(past, walk, foresight, { tree, walked })
  return foresight
}

/** The commits to walk through. */
async function newestFirst(
  past: PastOfRepository,
  { until, replayed }: Walk,
): Promise<readonly PastCommit[]> {
  const found: PastCommit[] = []
  let missing = replayed + MOST_LESSONS
  const which = { until, order: 'newest-first', most: MOST_COMMITS } as const
  await past.commits(which, (commit) => {
    found.push(commit)
    if (isLikeTask(commit)) missing--
    return missing > 0 ? 'more' : 'enough'
  })
  return found
}

function undo({ changes }: PastCommit, tree: Map<string, string>): void {
  for (const { kind, path, before } of changes)
    if (kind === 'A') tree.delete(path)
    else tree.set(path, before)
}

async function absorbOlder(
  past: PastOfRepository,
  { until, progress }: Walk,
  foresight: Foresight,
  first: string | undefined,
): Promise<void> {
  let done = 0
  const which = { until, order: 'oldest-first', most: MOST_COMMITS } as const
  await past.commits(which, (commit) => {
    if (commit.id === first) return 'enough'
    foresight.index.absorb(commit)
    if (++done % 500 === 0) progress?.({ doing: 'history', done, of: MOST_COMMITS })
    return 'more'
  })
}

/** The files that exist are those of the tree, whatever merges did to them. */
function sync({ index }: Foresight, tree: ReadonlyMap<string, string>): void {
  const { files } = index
  for (let file = 0; file < files.size; file++)
    if (files.isLiving(file) && !tree.has(files.pathOfFile(file)))
      files.remove(files.pathOfFile(file))
  for (const path of tree.keys()) files.put(path)
}

interface Start {
  readonly tree: ReadonlyMap<string, string>
  readonly walked: readonly PastCommit[]
}

async function walkThrough(
  past: PastOfRepository,
  walk: Walk,
  foresight: Foresight,
  { tree, walked }: Start,
): Promise<void> {
  const paths = [...tree.keys()]
  const learner = lateLearner(foresight, walk)
  /** After how many contents each commit is complete. */
  const names = [...tree.values()]
  const steps = walked.map((commit) => {
    const from = names.length
    for (const { kind, after } of commit.changes) if (kind !== 'D') names.push(after)
    return { commit, from, texts: new Map<string, string | null>() }
  })
  let step = -1
  const advance = (to: number): void => {
    while (step + 1 < steps.length && steps[step + 1]!.from <= to) {
      if (step >= 0) learner(steps[step]!.commit, steps[step]!.texts)
      step++
    }
  }
  const ends = steps.map(({ commit }) => commit.changes.filter(({ kind }) => kind !== 'D'))
  await past.contents(names, (text, at) => {
    if (at < paths.length) {
      foresight.index.setContent(paths[at]!, text)
      if (at % 1000 === 0) walk.progress?.({ doing: 'contents', done: at, of: paths.length })
      return
    }
    advance(at)
    const { from, texts } = steps[step]!
    texts.set(ends[step]![at - from]!.path, text)
  })
  advance(Infinity)
  if (step >= 0) learner(steps[step]!.commit, steps[step]!.texts)
  learner(null, new Map())
}

type Learn = (commit: PastCommit | null, texts: ReadonlyMap<string, string | null>) => void

/** Foresees each commit before it is known; absorbs it when `lag` others have been foreseen since. */
function lateLearner(foresight: Foresight, { lag, foretell, replayed }: Walk): Learn {
  const waiting: [PastCommit, ReadonlyMap<string, string | null>][] = []
  return (commit, texts) => {
    if (commit !== null) {
      foretell?.(foresight, commit)
      foresight.study(commit)
      waiting.push([commit, texts])
    }
    void replayed
    while (waiting.length > (commit === null ? 0 : lag)) {
      const [known, contents] = waiting.shift()!
      foresight.index.absorb(known)
      for (const [path, text] of contents) foresight.index.setContent(path, text)
    }
  }
}
