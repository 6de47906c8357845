/** What a screen reader says while a card is dragged. */
import type { CardMove } from '../../../../../src/core/ask/allowed-drags.ts'
import { COLUMN_NAMES, type Column } from '../../../../../src/core/ask/board-columns.ts'

export const HOW_TO_DRAG = 'Space picks the card up, M lists its actions.'

export const sayPickedUp = (name: string, from: Column): string =>
  `Picked up ${name}, in ${COLUMN_NAMES[from]}. Left and right choose a column, Space drops it there, Escape puts it back.`

export function sayOver(to: Column, move: CardMove): string {
  const column = COLUMN_NAMES[to]
  switch (move.is) {
    case 'same':
      return `${column}: where it is`
    case 'action':
      return `${column}: ${move.action.label}`
    case 'no':
      return `${column}: not possible, ${move.why}`
  }
}

export function sayDropped(name: string, move: CardMove): string {
  switch (move.is) {
    case 'same':
      return `${name} stays where it is.`
    case 'action':
      return `${name}: ${move.action.label}.`
    case 'no':
      return `${name} stays where it is: ${move.why}.`
  }
}

export const sayPutBack = (name: string): string => `${name} is back where it was.`
