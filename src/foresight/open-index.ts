/** Opens the index of a repository: as it is on disk, brought up to date, or built anew. */
import type { PastCommit } from '../core/foresight/index/past-commit.ts'
import { readIndex, writeIndex } from './index-file.ts'
import type { PastOfRepository } from './ports.ts'
import type { Tell } from './progress.ts'
import { walkHistory } from './walk-history.ts'
import { contentsAfter, differenceOf, walkThrough, type Known } from './walk-through.ts'

export interface IndexOptions {
  /** Everything up to this commit is known. */
  readonly commit: string
  /** Where the index is kept; null: nowhere. */
  readonly file: string | null
  /** Whether nothing may be known that is not in the past of the commit. */
  readonly isStrict?: boolean
  readonly rebuild?: boolean
  readonly progress?: Tell
}

export interface OpenedIndex extends Known {
  readonly came: 'kept' | 'updated' | 'built'
  /** What did not work and was not needed. */
  readonly note: string | null
}

export async function openIndex(
  past: PastOfRepository,
  options: IndexOptions,
): Promise<OpenedIndex> {
  const { file, commit, rebuild = false } = options
  const kept = file === null || rebuild ? null : readIndex(file)
  const updated = kept === null ? null : await update(past, kept, options)
  if (updated !== null) return updated
  const built = await walkHistory(past, { until: commit, ...progressOf(options) })
  const isForAll = options.isStrict !== true
  return { ...built, came: 'built', note: isForAll ? written(file, built) : null }
}

const progressOf = ({ progress }: IndexOptions): Pick<IndexOptions, 'progress'> =>
  progress === undefined ? {} : { progress }

/** The next one who asks absorbs a few commits faster than we write the file. */
const WORTH_WRITING = 50
/** To build it anew is faster. */
const TOO_MANY = 3000

/** null: it has to be built anew. */
async function update(
  past: PastOfRepository,
  kept: Known,
  options: IndexOptions,
): Promise<OpenedIndex | null> {
  const { commit, file, isStrict = false } = options
  if (kept.commit === commit) return { ...kept, came: 'kept', note: null }
  const isBefore = await past.isBefore(kept.commit, commit)
  // On another branch, what is only known on that of the index does no harm; when history was rewritten, it would stay.
  if (!isBefore && (isStrict || !(await past.isKept(kept.commit)))) return null
  const walked: PastCommit[] = []
  const which = { until: commit, after: kept.commit, order: 'oldest-first' } as const
  await past.commits(which, (each) => (walked.push(each) > TOO_MANY ? 'enough' : 'more'))
  if (walked.length > TOO_MANY) return null
  const end = await endOf(past, walked, { from: kept.commit, to: commit })
  const way = { start: new Map<string, string>(), walked, end, ...progressOf(options) }
  const updated = await walkThrough(past, { ...kept, commit }, way)
  const isWorth = isBefore && !isStrict && walked.length >= WORTH_WRITING
  return { ...updated, came: 'updated', note: isWorth ? written(file, updated) : null }
}

/** What the walked commits do not say about the files: merges change some, and some are again what they were. */
async function endOf(
  past: PastOfRepository,
  walked: readonly PastCommit[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<string, string | null>> {
  const now = contentsAfter(walked)
  const changes = await past.changesBetween(from, to)
  const end = differenceOf(changes, (path) => now.get(path))
  const unchanged = [...now].filter(([path]) => !changes.has(path))
  if (unchanged.length === 0) return end
  const goal = await past.tree(to)
  for (const [path, name] of unchanged) {
    const wanted = goal.get(path) ?? null
    if (wanted !== name) end.set(path, wanted)
  }
  return end
}

const written = (file: string | null, known: Known): string | null =>
  file === null ? null : writeIndex(file, known)
