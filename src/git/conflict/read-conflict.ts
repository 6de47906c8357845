/** Reads the conflict between a delivery and the target: for each file its versions, and the hunks of its text. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isRegular,
  kindOf,
  SUBMODULE,
  type ConflictFile,
  type MergeConflict,
  type Version,
} from '../../core/conflict/conflict.ts'
import {
  LABELS,
  markerSize,
  piecesIn,
  type Hunk,
  type Piece,
} from '../../core/conflict/merge-pieces.ts'
import type { CommitId } from '../../core/value/ids.ts'
import { commitAt } from '../call/commits.ts'
import { askGit, GitRefused, streamGit, type GitOptions } from '../call/git-command.ts'
import { mergeTrees, ownName, type MergedTrees, type TreeRow } from '../land/merge-or-conflict.ts'
import type { Repository } from '../call/repository.ts'

export interface ConflictPlace {
  readonly repository: Repository
  /** An existing folder of ours, for files that are needed only while git compares them. */
  readonly scratch: string
  /** Where git writes the objects of the merge. */
  readonly git: GitOptions
}

export interface Sides {
  /** The tip of the target. */
  readonly onto: CommitId
  /** The delivery. */
  readonly commit: CommitId
}

export interface FoundConflict extends MergeConflict {
  /** The merged tree: whatever git could merge is in it. */
  readonly tree: string
}

/** Without files when git can merge the two by itself. Throws GitRefused. */
export async function readConflict(place: ConflictPlace, sides: Sides): Promise<FoundConflict> {
  const merged = await mergeTrees(place.repository, sides, place.git)
  const groups = groupsIn(merged, sides)
  const files = await Promise.all(groups.map((group) => fileIn(place, group, sides)))
  return { tree: merged.tree, token: tokenOf(merged, sides), files }
}

/** A version that is larger is not shown: one side is chosen for the whole file. */
const MOST_BYTES = 1_000_000

/** Paths that belong to one file: both sides may have renamed it. */
interface Group {
  readonly path: string
  readonly rows: readonly TreeRow[]
  readonly isFolder: boolean
}

function groupsIn({ rows, messages }: MergedTrees, { onto, commit }: Sides): readonly Group[] {
  const own = (path: string): string => ownName(path, [onto, commit])
  const leader = new Map<string, string>()
  for (const { kind, paths } of messages)
    if (kind === 'rename/rename' && new Set(paths).size === 3)
      for (const path of paths) leader.set(path, paths[0]!)
  const folders = new Set(
    messages.filter(({ kind }) => /directory|folder/.test(kind)).flatMap(({ paths }) => paths),
  )
  const groups = Map.groupBy(rows, ({ path }) => leader.get(path) ?? own(path))
  return [...groups].map(([path, rows]) => ({
    path,
    rows,
    isFolder: rows.some((row) => row.path !== own(row.path) && folders.has(row.path)),
  }))
}

async function fileIn(
  place: ConflictPlace,
  { path, rows, isFolder }: Group,
  { onto, commit }: Sides,
): Promise<ConflictFile> {
  const isRenamed = new Set(rows.map((row) => row.path)).size > 1
  const at = async (stage: string, side: CommitId | null): Promise<Read | null> => {
    const row = rows.find((row) => row.stage === stage)
    if (row === undefined) return null
    const name = ownName(row.path, [onto, commit])
    // For a file that both sides renamed, git lists its own merge of the contents.
    const blob = isRenamed && side !== null ? await commitAt(`${side}:${name}`, place.git) : null
    return readVersion({ ...row, path: name, blob: blob ?? row.blob }, place.git)
  }
  const [base, landed, task] = [await at('1', null), await at('2', onto), await at('3', commit)]
  const pieces = await piecesOf(place, { base, landed, task })
  const versions = { base: versionOf(base), landed: versionOf(landed), task: versionOf(task) }
  const isLarge = [base, landed, task].some((version) => version?.isLarge === true)
  const kind = kindOf(versions, pieces, { isFolder, isLarge })
  return { path, kind, ...versions, pieces, listed: [...new Set(rows.map((row) => row.path))] }
}

interface Read extends Version {
  readonly isLarge: boolean
}

const versionOf = (read: Read | null): Version | null => {
  if (read === null) return null
  const { isLarge: _, ...version } = read
  return version
}

async function readVersion(
  { path, mode, blob }: Omit<TreeRow, 'stage'>,
  git: GitOptions,
): Promise<Read> {
  const version = { path, mode, blob }
  if (mode === SUBMODULE) return { ...version, text: null, isLarge: false }
  const parts: Buffer[] = []
  let bytes = 0
  await streamGit(['cat-file', 'blob', blob], git, (part) => {
    parts.push(part)
    bytes += part.length
    return bytes > MOST_BYTES ? 'enough' : 'more'
  })
  const isLarge = bytes > MOST_BYTES
  return { ...version, text: isLarge ? null : textIn(Buffer.concat(parts)), isLarge }
}

/** null: it is no text in UTF-8. Bytes that a browser cannot show would not come back as they were. */
function textIn(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

async function piecesOf(
  { scratch, git }: ConflictPlace,
  { base, landed, task }: Readonly<Record<'base' | 'landed' | 'task', Version | null>>,
): Promise<readonly Piece[] | null> {
  const versions = textsOf(base, landed, task)
  if (versions === null) return null
  const size = markerSize(Object.values(versions))
  const folder = mkdtempSync(join(scratch, 'merge-'))
  try {
    for (const side of ['landed', 'base', 'task'] as const)
      writeFileSync(join(folder, side), versions[side])
    const labels = [LABELS.landed, LABELS.base, LABELS.task].flatMap((label) => ['-L', label])
    const how = ['-p', '--diff3', `--marker-size=${size}`, ...labels, 'landed', 'base', 'task']
    const end = await askGit(['merge-file', ...how], { ...git, in: folder })
    if (end.code > MOST_CONFLICTS) throw new GitRefused(['merge-file'], end)
    return piecesIn(end.stdout, size, versions)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** null: a side has no such text. Two files that were added have no base. */
function textsOf(base: Version | null, landed: Version | null, task: Version | null): Hunk | null {
  const text = (version: Version): string | null => (isRegular(version) ? version.text : null)
  if (landed === null || task === null) return null
  const [before, ours, theirs] = [base === null ? '' : text(base), text(landed), text(task)]
  return before === null || ours === null || theirs === null
    ? null
    : { base: before, landed: ours, task: theirs }
}

/** The exit code of git merge-file is the number of conflicts, but never more than this. */
const MOST_CONFLICTS = 127

/** The same as long as the delivery and the versions in conflict are, even if other work lands meanwhile. */
function tokenOf({ rows }: MergedTrees, { onto, commit }: Sides): string {
  const named = rows.map((row) => ({ ...row, path: row.path.replaceAll(onto, 'landed') }))
  return createHash('sha256')
    .update(JSON.stringify([commit, named]))
    .digest('hex')
    .slice(0, 32)
}
