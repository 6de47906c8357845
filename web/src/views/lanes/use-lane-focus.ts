/** Moves the focus between cards: left and right in a lane, up and down between lanes. */
import type { RefObject } from 'react'
import { useRovingFocus, type RovingFocus } from '../../parts/keys/use-roving-focus.ts'

export function useLaneFocus(
  view: RefObject<HTMLElement | null>,
  isDragging: RefObject<boolean>,
): RovingFocus<string> {
  return useRovingFocus<string>({
    group: 'Lanes',
    labels: {
      down: 'Lane below',
      up: 'Lane above',
      left: 'Previous task of the lane',
      right: 'Next task of the lane',
    },
    view,
    attribute: 'data-task',
    places: () => ({ lines: cardsIn(view.current), goes: 'across' }),
    isOff: () => isDragging.current,
  })
}

/** Read from the page, because lanes and cards may be folded. */
const cardsIn = (view: HTMLElement | null): readonly (readonly string[])[] =>
  [...(view?.querySelectorAll('[data-lane]') ?? [])].map((lane) =>
    [...lane.querySelectorAll<HTMLElement>('[data-task]')]
      .filter((card) => card.offsetParent !== null)
      .map((card) => card.dataset['task']!),
  )
