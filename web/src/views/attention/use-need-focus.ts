/** Keeps the focus where the work is: when a need is done with or goes away, on the one that takes its place. */
import type { RefObject } from 'react'
import { useRovingFocus, type RovingFocus } from '../../parts/keys/use-roving-focus.ts'

export function useNeedFocus(view: RefObject<HTMLElement | null>): RovingFocus<string> {
  return useRovingFocus<string>({
    group: 'Attention',
    labels: { down: 'Next need', up: 'Need before' },
    view,
    attribute: 'data-need',
    places: () => ({ lines: [namesIn(view.current)], goes: 'down' }),
    // The heading says that nobody is needed any more.
    ifEmpty: () => view.current?.querySelector('h1')?.focus(),
  })
}

/** Only some are shown at first, so the page itself is asked. */
const namesIn = (view: HTMLElement | null): readonly string[] =>
  [...(view?.querySelectorAll<HTMLElement>('[data-need]') ?? [])].map(
    ({ dataset }) => dataset['need']!,
  )
