/** Asks the person in front of the page: for a yes, or for words. One question at a time. */
import { useState, useSyncExternalStore, type FormEvent } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { WordsField } from './fields.tsx'

export interface PersonQuestion {
  readonly title: string
  readonly text?: string
  /** The name of a field for words; without it a yes is enough. */
  readonly words?: string
  /** What the field begins with. */
  readonly said?: string
  /** On the button that goes ahead. */
  readonly yes: string
  readonly isDanger?: boolean
}

interface Pending {
  readonly question: PersonQuestion
  readonly answer: (words: string | null) => void
}

let pending: Pending | null = null
const listeners = new Set<() => void>()

/** null: they would rather not. */
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

/** Once on the page. */
export function PersonQuestions() {
  const asked = useSyncExternalStore(subscribe, () => pending)
  if (asked === null) return null
  return <QuestionDialog key={asked.question.title} {...asked} />
}

function QuestionDialog({ question, answer }: Pending) {
  const { title, text, words, yes, isDanger = false } = question
  const [said, setSaid] = useState(question.said ?? '')
  const isReady = words === undefined || said.trim() !== ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isReady) answer(said)
  }
  return (
    <Dialog title={title} onClose={() => answer(null)}>
      <form onSubmit={submit}>
        {text !== undefined && <p className="quiet">{text}</p>}
        {words !== undefined && (
          <WordsField
            label={words}
            value={said}
            onChange={(event) => setSaid(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
            }}
          />
        )}
        <div className="choices">
          <Button onClick={() => answer(null)} data-first={isDanger || undefined}>
            Keep it as it is
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
