/** A text field for the user's own version; the text counts when it is kept. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { WordsField } from '../../parts/fields.tsx'

export interface EditBoxProps {
  readonly label: string
  readonly text: string
  /** null: nothing changes. */
  readonly onClose: (text: string | null) => void
}

export function EditBox({ label, text, onClose }: EditBoxProps) {
  const [draft, setDraft] = useState(text)
  return (
    <div className="conflict-edit">
      <WordsField
        label={label}
        className="mono"
        rows={Math.min(20, Math.max(4, draft.split('\n').length))}
        autoFocus
        spellCheck={false}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose(null)
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onClose(draft)
        }}
      />
      <div className="conflict-choices">
        <Button kind="primary" title="Ctrl+Enter" onClick={() => onClose(draft)}>
          Keep my text
        </Button>
        <Button kind="quiet" title="Escape" onClick={() => onClose(null)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
