/** One hunk: its three versions side by side, and what the user keeps of it. */
import { useState } from 'react'
import type { Piece } from '../../../../src/core/conflict/merge-pieces.ts'
import { KEEP_WORDS } from '../../../../src/core/say/landing/say-conflict.ts'
import { Button } from '../../parts/button.tsx'
import { hunkDraft, withHunk, type DraftedFile } from './decided.ts'
import { EditBox } from './edit-box.tsx'
import { HunkText } from './version-text.tsx'

export interface ConflictHunkProps extends DraftedFile {
  readonly piece: Piece & { is: 'hunk' }
  /** 0 is the first of the file. */
  readonly number: number
}

export function ConflictHunk({ file, drafts, onDraft, piece, number }: ConflictHunkProps) {
  const [isEdited, setEdited] = useState(false)
  const decision = hunkDraft(drafts, file, number)
  const written = typeof decision === 'object' ? (decision?.text ?? null) : null
  const name = `hunk ${number + 1} of ${file.hunks}`
  const edit = (text: string | null): void => {
    setEdited(false)
    if (text !== null) onDraft((before) => withHunk(before, file, number, { text }))
  }
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
        <HunkText
          name="Already landed"
          text={piece.landed}
          isKept={decision === 'landed' || decision === 'both'}
        />
        <HunkText
          name="This task"
          text={piece.task}
          isKept={decision === 'task' || decision === 'both'}
        />
      </div>
      <div className="conflict-choices" role="group" aria-label={`What to keep of ${name}`}>
        {(['landed', 'task', 'both'] as const).map((keep) => (
          <Button
            key={keep}
            aria-pressed={decision === keep}
            data-choice={keep}
            onClick={() => onDraft((before) => withHunk(before, file, number, keep))}
          >
            {KEEP_WORDS[keep]}
          </Button>
        ))}
        <Button data-choice="edit" aria-pressed={written !== null} onClick={() => setEdited(true)}>
          Edit
        </Button>
      </div>
      {isEdited && (
        <EditBox
          label={`Your text for ${name}`}
          text={written ?? piece.landed + piece.task}
          onClose={edit}
        />
      )}
      {written !== null && !isEdited && (
        <pre className="conflict-result" tabIndex={0}>
          {written === '' ? ' ' : written}
        </pre>
      )}
    </div>
  )
}
