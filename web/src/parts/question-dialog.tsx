/** The dialog that asks the user for a confirmation or for text. */
import { useState, type FormEvent } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField, WordsField } from './fields.tsx'
import type { PendingQuestion } from './person-question.ts'

export default function QuestionDialog({ question, answer }: PendingQuestion) {
  const { title, text, words, yes, isDanger = false } = question
  const [typed, setTyped] = useState(question.said ?? '')
  const isReady = words === undefined || typed.trim() !== ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isReady) answer(typed)
  }
  return (
    <Dialog title={title} onClose={() => answer(null)}>
      <form onSubmit={submit}>
        {text !== undefined && <p className="quiet">{text}</p>}
        {words !== undefined &&
          (question.isLine === true ? (
            <TextField
              data-words
              label={words}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          ) : (
            <WordsField
              label={words}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
              }}
            />
          ))}
        <div className="choices">
          <Button onClick={() => answer(null)} data-first={isDanger || undefined}>
            {isDanger ? 'Keep it as it is' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            kind={isDanger ? 'danger' : 'primary'}
            disabled={!isReady}
            data-first={!isDanger || undefined}
          >
            {yes}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
