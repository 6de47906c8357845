/** A comment beside a line: it is shown, or edited. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { WordsField } from '../../parts/fields.tsx'

export interface CommentBoxProps {
  readonly words: string
  readonly isOpen: boolean
  readonly onOpen: () => void
  /** null: the comment stays as it was. Empty text removes it. */
  readonly onClose: (words: string | null) => void
}

export function CommentBox({ words, isOpen, onOpen, onClose }: CommentBoxProps) {
  const [draft, setDraft] = useState(words)
  if (!isOpen)
    return (
      <div className="comment">
        <p>{words}</p>
        <Button kind="quiet" onClick={onOpen}>
          Change
        </Button>
        <Button kind="quiet" onClick={() => onClose('')}>
          Remove
        </Button>
      </div>
    )
  return (
    <div className="comment">
      <WordsField
        label="Comment"
        rows={2}
        autoFocus
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose(null)
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onClose(draft)
        }}
      />
      <Button kind="primary" onClick={() => onClose(draft)}>
        Keep
      </Button>
      <Button kind="quiet" onClick={() => onClose(null)}>
        Cancel
      </Button>
    </div>
  )
}
