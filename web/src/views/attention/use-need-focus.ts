/** Moves the focus between needs; when a need is answered or goes away, the next one gets it. */
import type { RefObject } from 'react'
import { useRovingFocus, type RovingFocus } from '../../parts/keys/use-roving-focus.ts'

export function useNeedFocus(view: RefObject<HTMLElement | null>): RovingFocus<string> {
  return useRovingFocus<string>({
    group: 'Attention',
    labels: { down: 'Next need', up: 'Previous need' },
    view,
    attribute: 'data-need',
    places: () => ({ lines: [namesIn(view.current)], goes: 'down' }),
    // The heading says that there is no need any more.
    ifEmpty: () => view.current?.querySelector('h1')?.focus(),
  })
}

/** Read from the page, because only some needs are rendered at first. */
const namesIn = (view: HTMLElement | null): readonly string[] =>
  [...(view?.querySelectorAll<HTMLElement>('[data-need]') ?? [])].map(
    ({ dataset }) => dataset['need']!,
  )
