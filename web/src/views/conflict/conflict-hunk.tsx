/** One hunk: its three versions side by side, and what the user keeps of it. */
import type { Keep } from '../../../../src/core/conflict/conflict.ts'
import type { Piece } from '../../../../src/core/conflict/merge-pieces.ts'
import { hunkDraft, withHunk, type DraftedFile } from './decided.ts'
import { KeepOrWrite } from './keep-or-write.tsx'
import { HunkText, isKeptIn } from './version-text.tsx'

const CHOICES: readonly Keep[] = ['landed', 'task', 'both']

export interface ConflictHunkProps extends DraftedFile {
  readonly piece: Piece & { is: 'hunk' }
  /** 0 is the first of the file. */
  readonly number: number
}

export function ConflictHunk({ file, drafts, onDraft, piece, number }: ConflictHunkProps) {
  const decision = hunkDraft(drafts, file, number)
  const kept = typeof decision === 'string' ? decision : null
  const written = typeof decision === 'object' ? (decision?.text ?? null) : null
  const name = `hunk ${number + 1} of ${file.hunks}`
  return (
    <div
      className="conflict-hunk"
      role="group"
      aria-label={`${file.path}, ${name}`}
      data-hunk
      data-decided={decision !== null}
      tabIndex={-1}
    >
      <p className="conflict-hunk-name">
        <span>{name}</span>
        <span className="quiet">{decision === null ? 'not decided' : 'decided'}</span>
      </p>
      <div className="conflict-versions">
        <HunkText name="Before both" text={piece.base} />
        <HunkText name="Already landed" text={piece.landed} isKept={isKeptIn(kept, 'landed')} />
        <HunkText name="This task" text={piece.task} isKept={isKeptIn(kept, 'task')} />
      </div>
      <KeepOrWrite
        of={name}
        choices={CHOICES}
        kept={kept}
        onKeep={(keep) => onDraft((before) => withHunk(before, file, number, keep))}
        written={written}
        field={{ label: `Your text for ${name}`, text: piece.landed + piece.task }}
        onWrite={(text) => onDraft((before) => withHunk(before, file, number, { text }))}
      />
    </div>
  )
}
