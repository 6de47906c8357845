/** A conflict as people and programs see it: the command line, the API and the page show the same document. */
import { hunksIn, type Piece } from './merge-pieces.ts'
import {
  choicesFor,
  isWritable,
  type ConflictFile,
  type ConflictKind,
  type Keep,
  type MergeConflict,
  type Version,
} from './conflict.ts'
import { sayConflict } from '../say/landing/say-conflict.ts'
import type { CommitId, RunId, TaskId } from '../value/ids.ts'

export interface ConflictDocument {
  readonly run: RunId
  readonly task: TaskId
  /** Names this state of the conflict; a resolution has to give it back. */
  readonly token: string
  /** The branch that the delivery is merged into. */
  readonly target: string
  /** The tip of the target. */
  readonly onto: CommitId
  readonly delivery: CommitId
  /** Empty: git can merge the delivery by itself now. */
  readonly files: readonly ConflictFileDocument[]
}

export interface ConflictFileDocument {
  readonly path: string
  readonly kind: ConflictKind
  /** What has happened, in a sentence. */
  readonly says: string
  /** What can be kept for the whole file. */
  readonly choices: readonly Keep[]
  /** Whether a text may be written for the whole file. */
  readonly writable: boolean
  readonly hunks: number
  readonly base: VersionDocument | null
  readonly landed: VersionDocument | null
  readonly task: VersionDocument | null
  readonly pieces: readonly Piece[] | null
}

export interface VersionDocument {
  readonly path: string
  readonly mode: string
  readonly blob: string
  /** null: it is no text, is too large, or is cut into pieces. */
  readonly text: string | null
}

export const conflictDocument = (
  { token, files }: MergeConflict,
  about: Pick<ConflictDocument, 'run' | 'task' | 'target' | 'onto' | 'delivery'>,
): ConflictDocument => ({ ...about, token, files: files.map(fileDocument) })

function fileDocument(file: ConflictFile): ConflictFileDocument {
  const { path, kind, base, landed, task, pieces } = file
  const version = (one: Version | null): VersionDocument | null =>
    one === null || pieces === null ? one : { ...one, text: null }
  return {
    path,
    kind,
    says: sayConflict(file),
    choices: choicesFor(file),
    writable: isWritable(file),
    hunks: hunksIn(pieces ?? []).length,
    base: version(base),
    landed: version(landed),
    task: version(task),
    pieces,
  }
}
