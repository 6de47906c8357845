/** A search over what is shown below it: Escape empties it, and then, as Enter and the arrow down do, leads to what was found. */
import type { KeyboardEvent, RefObject } from 'react'

export interface SearchBoxProps {
  readonly name: string
  readonly placeholder: string
  readonly words: string
  readonly box: RefObject<HTMLInputElement | null>
  readonly onWords: (words: string) => void
  /** Moves the focus to what is shown. */
  readonly onLeave: () => void
}

export function SearchBox({ name, placeholder, words, box, onWords, onLeave }: SearchBoxProps) {
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && words !== '') onWords('')
    else if (['Escape', 'Enter', 'ArrowDown'].includes(event.key)) onLeave()
    else return
    event.preventDefault()
  }
  return (
    <input
      ref={box}
      className="search"
      type="search"
      aria-label={name}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      value={words}
      onChange={(event) => onWords(event.target.value)}
      onKeyDown={press}
    />
  )
}
