/** The text field for an answer to an agent. Ctrl+Enter sends it, Escape gives the focus back to the need. */
import type { KeyboardEvent, RefObject } from 'react'
import { WordsField } from '../../../parts/fields.tsx'

export interface AnswerBoxProps {
  readonly label: string
  readonly words: string
  readonly box: RefObject<HTMLTextAreaElement | null>
  change(words: string): void
  send(): void
}

export function AnswerBox({ label, words, box, change, send }: AnswerBoxProps) {
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') event.currentTarget.closest<HTMLElement>('[data-need]')?.focus()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <WordsField
      label={label}
      ref={box}
      rows={2}
      value={words}
      placeholder="Ctrl+Enter sends it"
      onChange={(event) => change(event.target.value)}
      onKeyDown={press}
    />
  )
}
