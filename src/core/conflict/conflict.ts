/** A merge conflict of a delivery as a value: its files, with their three versions and the hunks to decide. */
import type { Piece } from './merge-pieces.ts'

/** landed: as it is in the target. task: as the task delivers it. */
type Side = 'landed' | 'task'
export type Keep = Side | 'both'

export interface Version {
  readonly path: string
  /** As git has it: 100644, 100755, 120000 (a symbolic link) or 160000 (a submodule). */
  readonly mode: string
  /** The name of the content in git; of a submodule: its commit. */
  readonly blob: string
  /** null: it is no text, or it is too large to be shown. */
  readonly text: string | null
}

/** Why git could not merge the file. */
export type ConflictKind =
  | 'text'
  | 'deleted'
  | 'moved'
  | 'renamed'
  | 'binary'
  | 'large'
  | 'mode'
  | 'link'
  | 'submodule'
  | 'folder'

export interface ConflictFile {
  /** The name of the file in this conflict; if both sides renamed it: its name before. */
  readonly path: string
  readonly kind: ConflictKind
  /** null: there is no such version. */
  readonly base: Version | null
  readonly landed: Version | null
  readonly task: Version | null
  /** The text of the file, cut into merged pieces and hunks; null: a side has to be chosen for the whole file. */
  readonly pieces: readonly Piece[] | null
  /** The paths that git holds for it in the merged tree. */
  readonly listed: readonly string[]
}

export interface MergeConflict {
  /** Changes when the delivery, or a version of a file in conflict, changes. */
  readonly token: string
  readonly files: readonly ConflictFile[]
}

const REGULAR: ReadonlySet<string> = new Set(['100644', '100755'])
const LINK = '120000'
export const SUBMODULE = '160000'

export const isRegular = ({ mode }: Pick<Version, 'mode'>): boolean => REGULAR.has(mode)

type Versions = Pick<ConflictFile, 'base' | 'landed' | 'task'>

export interface Circumstances {
  /** One side has a folder of this name. */
  readonly isFolder: boolean
  /** A version is too large to be shown. */
  readonly isLarge: boolean
}

export function kindOf(
  { base, landed, task }: Versions,
  pieces: readonly Piece[] | null,
  { isFolder, isLarge }: Circumstances,
): ConflictKind {
  const versions = [base, landed, task].filter((version) => version !== null)
  if (isFolder) return 'folder'
  if (landed !== null && task !== null && landed.path !== task.path) return 'renamed'
  if (versions.some(({ mode }) => mode === SUBMODULE)) return 'submodule'
  if (landed === null || task === null) return base === null ? 'moved' : 'deleted'
  if (versions.some(({ mode }) => mode === LINK)) return 'link'
  if (pieces !== null) return pieces.some(({ is }) => is === 'hunk') ? 'text' : 'mode'
  return isLarge ? 'large' : 'binary'
}

/** What can be kept of the file as a whole. */
export function choicesFor({ kind }: Pick<ConflictFile, 'kind'>): readonly Keep[] {
  return kind === 'text' || kind === 'renamed' ? ['landed', 'task', 'both'] : ['landed', 'task']
}

/** Whether a person may write the text of the whole file. */
export const isWritable = ({ kind, landed, task }: ConflictFile): boolean =>
  kind === 'text' || ((kind === 'deleted' || kind === 'moved') && (landed ?? task)?.text !== null)
