/** Builds foresight from a repository's past: reads most of it at once, then walks through the newest commits one by one. */
import { Foresight } from '../core/foresight/foresight.ts'
import { MOST_LESSONS } from '../core/foresight/learn/learner.ts'
import { isLikeTask, type PastCommit } from '../core/foresight/index/past-commit.ts'
import type { PastOfRepository } from './ports.ts'
import type { Tell } from './progress.ts'
import { contentsAfter, differenceOf, walkThrough, type Known } from './walk-through.ts'

/** Older commits have no vote. */
const MOST_COMMITS = 20_000

export interface Walk {
  readonly until: string
  /** How many of the newest commits that are like tasks are foretold, after those that only teach. */
  readonly replayed?: number
  /** How many commits late everything is learnt, as if tasks had been planned that long before. */
  readonly lag?: number
  /** Called before each walked commit is known, but not for those that only teach. */
  readonly foretell?: (foresight: Foresight, commit: PastCommit) => void
  readonly progress?: Tell
}

export async function walkHistory(past: PastOfRepository, walk: Walk): Promise<Known> {
  const foresight = new Foresight()
  const newest = await newestFirst(past, walk)
  const goal = await past.tree(walk.until)
  const tree = new Map(goal)
  for (const commit of newest) undo(commit, tree)
  const walked = newest.toReversed()
  await absorbOlder(past, walk, { foresight, first: walked[0]?.id })
  foresight.index.keepOnly(tree.keys())
  const built = { foresight, commit: walk.until }
  const end = endOf(new Map([...tree, ...contentsAfter(walked)]), goal)
  await walkThrough(past, built, {
    ...walk,
    start: tree,
    walked,
    end,
    silent: silentIn(walked, walk),
  })
  foresight.index.pack()
  return built
}

/** What merges made of the files. */
function endOf(
  after: ReadonlyMap<string, string | null>,
  goal: ReadonlyMap<string, string>,
): ReadonlyMap<string, string | null> {
  const end = differenceOf(goal, (path) => after.get(path))
  for (const [path, name] of after) if (name !== null && !goal.has(path)) end.set(path, null)
  return end
}

/** The commits to walk through. */
async function newestFirst(
  past: PastOfRepository,
  { until, replayed = 0 }: Walk,
): Promise<readonly PastCommit[]> {
  const commits: PastCommit[] = []
  let missing = replayed + MOST_LESSONS
  const which = { until, order: 'newest-first', most: MOST_COMMITS } as const
  await past.commits(which, (commit) => {
    commits.push(commit)
    if (isLikeTask(commit)) missing--
    return missing > 0 ? 'more' : 'enough'
  })
  return commits
}

/** How many of the walked commits come before the first one that is foretold. */
function silentIn(walked: readonly PastCommit[], { replayed = 0 }: Walk): number {
  let left = replayed
  for (let at = walked.length - 1; at >= 0; at--)
    if (isLikeTask(walked[at]!) && --left === 0) return at
  return left === replayed ? walked.length : 0
}

function undo({ changes }: PastCommit, tree: Map<string, string>): void {
  for (const { kind, path, before } of changes)
    if (kind === 'A') tree.delete(path)
    else tree.set(path, before)
}

async function absorbOlder(
  past: PastOfRepository,
  { until, progress }: Walk,
  { foresight, first }: { readonly foresight: Foresight; readonly first: string | undefined },
): Promise<void> {
  let done = 0
  const which = { until, order: 'oldest-first', most: MOST_COMMITS } as const
  await past.commits(which, (commit) => {
    if (commit.id === first) return 'enough'
    foresight.index.absorb(commit)
    if (++done % 500 === 0) progress?.({ doing: 'history', done, of: 0 })
    return 'more'
  })
}
