/** What the user has decided about a conflict so far: kept per state of a file, so that a file that changes is open again. */
import type {
  ConflictDocument,
  ConflictFileDocument,
} from '../../../../src/core/conflict/conflict-document.ts'
import type {
  Decisions,
  FileDecision,
  HunkDecision,
} from '../../../../src/core/conflict/resolution.ts'

export type FileDraft =
  | Exclude<FileDecision, { readonly hunks: unknown }>
  /** null: not decided yet. */
  | { readonly hunks: readonly (HunkDecision | null)[] }

export type Drafts = ReadonlyMap<string, FileDraft>

/** A file with what is decided about it, and how that changes. */
export interface DraftedFile {
  readonly file: ConflictFileDocument
  readonly drafts: Drafts
  readonly onDraft: (change: (before: Drafts) => Drafts) => void
}

/** Changes with every version of the file. */
const stateOfFile = ({ path, base, landed, task }: ConflictFileDocument): string =>
  JSON.stringify([path, base?.blob, landed?.blob, task?.blob, landed?.mode, task?.mode])

export const draftOf = (drafts: Drafts, file: ConflictFileDocument): FileDraft | null =>
  drafts.get(stateOfFile(file)) ?? null

export const withFile = (
  drafts: Drafts,
  file: ConflictFileDocument,
  draft: FileDraft | null,
): Drafts => {
  const next = new Map(drafts)
  if (draft === null) next.delete(stateOfFile(file))
  else next.set(stateOfFile(file), draft)
  return next
}

/** What is decided about one hunk; null: nothing. */
export function hunkDraft(
  drafts: Drafts,
  file: ConflictFileDocument,
  hunk: number,
): HunkDecision | null {
  const draft = draftOf(drafts, file)
  if (draft === null || 'text' in draft) return null
  return 'keep' in draft ? draft.keep : (draft.hunks[hunk] ?? null)
}

export function withHunk(
  drafts: Drafts,
  file: ConflictFileDocument,
  hunk: number,
  decision: HunkDecision | null,
): Drafts {
  const before = Array.from({ length: file.hunks }, (_, i) => hunkDraft(drafts, file, i))
  return withFile(drafts, file, { hunks: before.with(hunk, decision) })
}

export interface Progress {
  readonly decided: number
  readonly all: number
}

/** Counts hunks, and files that are decided as a whole. */
export function progressOf(drafts: Drafts, files: readonly ConflictFileDocument[]): Progress {
  const counts = files.map((file) => ({ decided: decidedIn(drafts, file), all: partsOf(file) }))
  const sum = (which: keyof Progress): number =>
    counts.reduce((total, count) => total + count[which], 0)
  return { decided: sum('decided'), all: sum('all') }
}

export const partsOf = ({ kind, hunks }: ConflictFileDocument): number =>
  kind === 'text' ? hunks : 1

export function decidedIn(drafts: Drafts, file: ConflictFileDocument): number {
  const draft = draftOf(drafts, file)
  if (draft === null) return 0
  return 'hunks' in draft ? draft.hunks.filter((one) => one !== null).length : partsOf(file)
}

/** null: something is still open. */
export function decisionsIn(drafts: Drafts, { files }: ConflictDocument): Decisions | null {
  const { decided, all } = progressOf(drafts, files)
  if (decided < all) return null
  return Object.fromEntries(files.map((file) => [file.path, draftOf(drafts, file) as FileDecision]))
}
