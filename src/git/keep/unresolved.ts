/** Finds the files of a merge whose conflicts nobody has resolved. */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommitId } from '../../core/value/ids.ts'
import type { Ancestry } from '../call/commits.ts'
import { askGit } from '../call/git-command.ts'
import { GITLINK, readIndex, type IndexRow } from '../call/index-rows.ts'
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
  const undecided = [...open].filter(([path, stages]) => {
    const content = contentOf(worktree, path)
    return hasMarks(content) || isUndecided(stages, now.get(path) ?? null, content)
  })
  const early = taken.before.resolved.filter((path) => hasMarks(contentOf(worktree, path)))
  return [...undecided.map(([path]) => path), ...early]
}

/** The same while an agent or a person still works on the merge; nothing is changed. */
export async function undecidedIn(worktree: WorktreeGit): Promise<readonly string[]> {
  const { rows, resolved } = await readIndex(worktree)
  const open = Map.groupBy(
    rows.filter((row) => row.stage > 0),
    (row) => row.path,
  )
  const undecided = [...open].filter(([path, stages]) => {
    const isOneSided = stages.filter((row) => row.stage > 1).length === 1
    return isOneSided || hasMarks(contentOf(worktree, path))
  })
  const early = resolved.filter((path) => hasMarks(contentOf(worktree, path)))
  return [...new Set([...undecided.map(([path]) => path), ...early])]
}

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

/** Files with conflict markers in merges that the agent has committed itself. */
export async function marksInMerges(
  worktree: WorktreeGit,
  commits: readonly Ancestry[],
): Promise<readonly string[]> {
  const merges = commits.filter(({ parents }) => parents.length > 1).slice(0, MOST_LOOKED_AT)
  const conflicts = await Promise.all(
    merges.map(async ({ parents: [ours, theirs] }) => {
      const how = ['--write-tree', '-z', '--name-only', '--no-messages']
      const end = await askGit(['merge-tree', ...how, ours!, theirs!], worktree)
      return end.code === 1 ? end.stdout.split('\0').slice(1) : []
    }),
  )
  return conflicts.flat().filter((path) => hasMarks(contentOf(worktree, path)))
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

const hasMarks = (content: string): boolean => /^(<{7}|>{7})( |\r?$)/m.test(content)

const LARGEST = 64 * 2 ** 20

/** The content, one character for each byte; empty for what is not a file or is too large. */
function contentOf({ in: folder }: WorktreeGit, path: string): string {
  if (path === '') return ''
  const file = join(folder, path)
  const stat = lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() && stat.size < LARGEST ? readFileSync(file, 'latin1') : ''
}
