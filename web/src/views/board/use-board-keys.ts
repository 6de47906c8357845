/** The keys of the board. */
import type { KeyboardEvent } from 'react'
import { useShortcuts, type Shortcut } from '../../parts/keys/shortcuts.ts'
import type { Step } from './neighbour.ts'
import { isOnCard, type CardFocus } from './card/use-card-focus.ts'

const ARROWS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
}

const LETTERS: readonly (readonly [key: string, step: Step, label: string])[] = [
  ['j', 'down', 'Next card'],
  ['k', 'up', 'Card before'],
  ['h', 'left', 'Column to the left'],
  ['l', 'right', 'Column to the right'],
]

export interface BoardKeys {
  readonly focus: CardFocus
  /** While a card is dragged the keys are for that. */
  readonly isDragging: () => boolean
  readonly toFilter: () => void
  readonly openMenu: () => void
}

/** Returns what arrows do, which are only ours while a card has the focus. */
export function useBoardKeys(keys: BoardKeys): (event: KeyboardEvent) => void {
  const { focus, isDragging, toFilter, openMenu } = keys
  const toCard = (step: Step): void => {
    if (!focus.move(step) && focus.stop !== null) focus.give(focus.stop)
  }
  useShortcuts([
    ...LETTERS.map(([key, step, label]) =>
      boardKey(key, label, () => (isDragging() ? true : toCard(step))),
    ),
    boardKey('Space', 'Drag the card: arrows choose a column, Space drops it', () =>
      toCard('first'),
    ),
    boardKey('m', 'What can be done with the card', () => (isOnCard() ? openMenu() : true)),
    boardKey('/', 'Filter the board', toFilter),
  ])
  return (event) => {
    const step = ARROWS[event.key]
    if (step === undefined || isDragging() || isChord(event) || !focus.move(step)) return
    event.preventDefault()
  }
}

const boardKey = (keys: string, label: string, run: Shortcut['run']): Shortcut => ({
  keys,
  label,
  group: 'Board',
  run,
})

const isChord = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || shiftKey
