/** The buttons for a hunk or a file in conflict: keep one side or both, or write the text oneself. */
import { useState } from 'react'
import type { Keep } from '../../../../src/core/conflict/conflict.ts'
import { KEEP_WORDS } from '../../../../src/core/say/landing/say-conflict.ts'
import { Button } from '../../parts/button.tsx'
import { EditBox } from './edit-box.tsx'

export interface KeepOrWriteProps {
  /** What is decided, as in "What to keep of hunk 1 of 2". */
  readonly of: string
  readonly choices: readonly Keep[]
  readonly kept: Keep | null
  readonly onKeep: (keep: Keep) => void
  /** The text of the user; null: there is none. */
  readonly written: string | null
  /** The label of the text field, and its text before the user has written any; null: the user cannot write one. */
  readonly field: { readonly label: string; readonly text: string } | null
  readonly onWrite: (text: string) => void
}

export function KeepOrWrite(props: KeepOrWriteProps) {
  const { of, choices, kept, onKeep, written, field, onWrite } = props
  const [isEdited, setEdited] = useState(false)
  const close = (text: string | null): void => {
    setEdited(false)
    if (text !== null) onWrite(text)
  }
  return (
    <>
      <div className="conflict-choices" role="group" aria-label={`What to keep of ${of}`}>
        {choices.map((keep) => (
          <Button
            key={keep}
            aria-pressed={kept === keep}
            data-choice={keep}
            onClick={() => onKeep(keep)}
          >
            {KEEP_WORDS[keep]}
          </Button>
        ))}
        {field !== null && (
          <Button
            data-choice="edit"
            aria-pressed={written !== null}
            onClick={() => setEdited(true)}
          >
            Edit
          </Button>
        )}
      </div>
      {isEdited && field !== null && (
        <EditBox label={field.label} text={written ?? field.text} onClose={close} />
      )}
      {written !== null && !isEdited && (
        <pre className="conflict-result" tabIndex={0}>
          {written === '' ? ' ' : written}
        </pre>
      )}
    </>
  )
}
