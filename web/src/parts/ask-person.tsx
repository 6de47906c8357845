/** Asks the user for a confirmation or for text. One question at a time: a new one cancels the one before. */
import { useState, useSyncExternalStore, type FormEvent } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField, WordsField } from './fields.tsx'

export interface PersonQuestion {
  readonly title: string
  readonly text?: string
  /** The label of a text field; without it the dialog only asks for a confirmation. */
  readonly words?: string
  /** The field has one line, and Enter confirms. */
  readonly isLine?: boolean
  /** The text that the field begins with. */
  readonly said?: string
  /** The label of the button that confirms. */
  readonly yes: string
  readonly isDanger?: boolean
}

interface Pending {
  readonly question: PersonQuestion
  readonly answer: (words: string | null) => void
}

let pending: Pending | null = null
const listeners = new Set<() => void>()

/** Resolves with the text, '' where none was asked for; null when the user cancelled. */
export const askPerson = (question: PersonQuestion): Promise<string | null> =>
  new Promise((resolve) => {
    pending?.answer(null)
    change({
      question,
      answer(words) {
        change(null)
        resolve(words)
      },
    })
  })

function change(next: Pending | null): void {
  pending = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** To be rendered once on the page. */
export function PersonQuestions() {
  const shown = useSyncExternalStore(subscribe, () => pending)
  if (shown === null) return null
  return <QuestionDialog key={shown.question.title} {...shown} />
}

function QuestionDialog({ question, answer }: Pending) {
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
