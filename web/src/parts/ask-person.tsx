/** Asks the user for a confirmation or for text. One question at a time: a new one cancels the one before. */
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { loadAhead } from './load-when-shown.ts'
import type { PendingQuestion, PersonQuestion } from './person-question.ts'

let pending: PendingQuestion | null = null
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

function change(next: PendingQuestion | null): void {
  pending = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Comes after the view, which does not wait for it, and before anybody has asked anything. */
const dialog = loadAhead(() => import('./question-dialog.tsx'))
const QuestionDialog = dialog.part

/** To be rendered once on the page. */
export function PersonQuestions() {
  const shown = useSyncExternalStore(subscribe, () => pending)
  useEffect(() => dialog.ahead(), [])
  if (shown === null) return null
  return (
    <Suspense>
      <QuestionDialog key={shown.question.title} {...shown} />
    </Suspense>
  )
}
