/** Finds the files of a merge whose conflicts nobody has resolved. */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasMarkers, leavesMarkers } from '../../core/conflict/left-markers.ts'
import type { CommitId } from '../../core/value/ids.ts'
import type { Ancestry } from '../call/commits.ts'
import { askGit } from '../call/git-command.ts'
import { GITLINK, readIndex, type IndexContents, type IndexRow } from '../call/index-rows.ts'
import type { TakenIn } from './take-in.ts'
import type { WorktreeGit } from '../worktree/worktree-git.ts'

/**
 * For an unfinished merge: the files that git still holds as unresolved, and those that were declared
 * resolved too early.
 */
export async function unresolvedIn(worktree: WorktreeGit, taken: TakenIn): Promise<string[]> {
  const open = Map.groupBy(
    taken.before.rows.filter((row) => row.stage > 0),
    (row) => row.path,
  )
  const now = await blobsNow(taken, [...open.keys()])
  const undecided = [...open].filter(([path, stages]) =>
    isUndecided(stages, now.get(path) ?? null, contentOf(worktree, path)),
  )
  const marked = await markedIn(worktree, taken.before)
  return [...new Set([...undecided.map(([path]) => path), ...marked])]
}

/** The same while an agent or a person still works on the merge; nothing is changed. */
export async function undecidedIn(worktree: WorktreeGit): Promise<readonly string[]> {
  const index = await readIndex(worktree)
  const open = Map.groupBy(
    index.rows.filter((row) => row.stage > 0),
    (row) => row.path,
  )
  const oneSided = [...open].filter(
    ([, stages]) => stages.filter((row) => row.stage > 1).length === 1,
  )
  const marked = await markedIn(worktree, index)
  return [...new Set([...oneSided.map(([path]) => path), ...marked])]
}

/** Files of the merge with markers that no version of them has, also those that were declared resolved. */
async function markedIn(
  worktree: WorktreeGit,
  { rows, resolved }: IndexContents,
): Promise<readonly string[]> {
  const versions = Map.groupBy(
    [...rows.filter((row) => row.stage > 0), ...resolved],
    (row) => row.path,
  )
  return leftIn(
    worktree,
    [...versions].map(([path, stages]) => [path, stages.map(({ blob }) => blob)]),
  )
}

/** files: each with the names of its versions. */
async function leftIn(
  worktree: WorktreeGit,
  files: readonly (readonly [path: string, versions: readonly string[]])[],
): Promise<readonly string[]> {
  const marked = files
    .map(([path, names]) => ({ path, names, content: contentOf(worktree, path) }))
    .filter(({ content }) => hasMarkers(content))
  const left = await Promise.all(
    marked.map(async ({ content, names }) => {
      const versions = await Promise.all(names.map((name) => versionAt(worktree, name)))
      return leavesMarkers(content, versions)
    }),
  )
  return marked.filter((_, i) => left[i]).map(({ path }) => path)
}

/** One character for each byte; empty where there is no such file. */
const versionAt = async (worktree: WorktreeGit, name: string): Promise<string> =>
  (await askGit(['cat-file', 'blob', name], { ...worktree, inBytes: true })).stdout

async function blobsNow(
  taken: TakenIn,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map()
  return new Map((await readIndex(taken.git)).rows.map((row) => [row.path, row.blob]))
}

/** In a file without conflict markers (binary, deleted, submodule) git leaves one side as it is. */
function isUndecided(stages: readonly IndexRow[], now: string | null, content: string): boolean {
  if (now === null) return false
  if (stages.some((row) => row.mode === GITLINK)) return true
  const sides = stages.filter((row) => row.stage > 1)
  const isBinary = content.includes('\0')
  return (sides.length === 1 || isBinary) && sides[0]?.blob === now
}

const MOST_LOOKED_AT = 10

/** Files with conflict markers that neither side had, in merges that were committed already. */
export async function marksInMerges(
  worktree: WorktreeGit,
  commits: readonly Ancestry[],
): Promise<readonly string[]> {
  const merges = commits.filter(({ parents }) => parents.length > 1).slice(0, MOST_LOOKED_AT)
  const conflicts = await Promise.all(
    merges.map(async ({ parents: [ours, theirs] }) => {
      const how = ['--write-tree', '-z', '--name-only', '--no-messages']
      const end = await askGit(['merge-tree', ...how, ours!, theirs!], worktree)
      const paths = end.code === 1 ? end.stdout.split('\0').slice(1) : []
      const sides = [ours, theirs]
      return paths.map((path) => [path, sides.map((side) => `${side}:${path}`)] as const)
    }),
  )
  return leftIn(worktree, conflicts.flat())
}

const MOST_READ = 1000

/** Delivered files that have conflict markers and had none before. */
export async function marksIn(
  worktree: WorktreeGit,
  base: CommitId,
  paths: readonly string[],
): Promise<readonly string[]> {
  const marked = paths.slice(0, MOST_READ).filter((path) => hasAllMarks(contentOf(worktree, path)))
  const before = await Promise.all(
    marked.map(
      async (path) => (await askGit(['cat-file', 'blob', `${base}:${path}`], worktree)).stdout,
    ),
  )
  return marked.filter((_, i) => !hasAllMarks(before[i]!))
}

/** A line of signs alone may be a heading: only all three markers make a conflict. */
const hasAllMarks = (content: string): boolean => /^<{7} [^]*^={7}\r?$[^]*^>{7} /m.test(content)

const LARGEST = 64 * 2 ** 20

/** The content, one character for each byte; empty for what is not a file or is too large. */
function contentOf({ in: folder }: WorktreeGit, path: string): string {
  if (path === '') return ''
  const file = join(folder, path)
  const stat = lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() && stat.size < LARGEST ? readFileSync(file, 'latin1') : ''
}
