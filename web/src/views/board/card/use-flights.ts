/** Animates a card that goes to another column, if both places are visible and few cards move at once. */
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { COLUMNS, type Column } from '../../../../../src/core/ask/board-columns.ts'
import { rowHeight } from './card-size.ts'
import type { ColumnLists } from './use-card-focus.ts'

/** More moving cards would distract, and a busy board has no time for animations. */
const MOST = 3
const LASTS = 280
const EASING = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/** A rendered card: its column, and the number of cards above it. */
interface CardPlace {
  readonly column: Column
  readonly at: number
}

type CardPlaces = ReadonlyMap<string, CardPlace>

interface Flights {
  readonly view: RefObject<HTMLElement | null>
  readonly lists: ColumnLists
  /** The shown run. Nothing is animated when the board shows another run. */
  readonly of: string
  readonly isOn: boolean
}

/** Reads only attributes until a card has to fly, so that events do not force a layout of the page. */
export function useFlights({ view, lists, of, isOn }: Flights): void {
  const before = useRef<{ readonly of: string; readonly places: CardPlaces }>({ of, places: NONE })
  useLayoutEffect(() => {
    const places = placesIn(lists.current)
    const was = before.current
    before.current = { of, places }
    if (!isOn || was.of !== of || document.hidden || MOTIONLESS.matches) return
    for (const card of movedCards(was.places, places))
      fly(
        { view: view.current!, lists: lists.current, card },
        was.places.get(card)!,
        places.get(card)!,
      )
  })
}

const NONE: CardPlaces = new Map()
const MOTIONLESS = matchMedia('(prefers-reduced-motion: reduce)')

function placesIn(lists: ColumnLists['current']): CardPlaces {
  const places = new Map<string, CardPlace>()
  for (const column of COLUMNS)
    for (const card of lists[column]?.firstElementChild?.children ?? [])
      places.set(card.getAttribute('data-card')!, {
        column,
        at: Number(card.getAttribute('aria-posinset')) - 1,
      })
  return places
}

/** Empty when too many have moved at once. */
function movedCards(was: CardPlaces, is: CardPlaces): readonly string[] {
  const moved = [...is].filter(([card, { column }]) => {
    const before = was.get(card)
    return before !== undefined && before.column !== column
  })
  return moved.length > MOST ? [] : moved.map(([card]) => card)
}

interface Flying {
  readonly view: HTMLElement
  readonly lists: ColumnLists['current']
  readonly card: string
}

/** Animates a copy, because a list clips everything outside of it. The card itself appears when the copy has arrived. */
function fly({ view, lists, card: name }: Flying, from: CardPlace, to: CardPlace): void {
  if (view.getElementsByClassName('flying').length >= MOST) return
  const card = view.querySelector<HTMLElement>(`.card[data-card="${name}"]`)
  const [start, end] = [spotOf(lists, from), spotOf(lists, to)]
  if (card === null || start === null || end === null) return
  const copy = copyOf(card, end)
  view.append(copy)
  const away = `translate(${start.x - end.x}px, ${start.y - end.y}px)`
  const timing = { duration: LASTS, easing: EASING }
  const flight = copy.animate([{ transform: away }, { transform: 'none' }], timing)
  for (const end of ['finish', 'cancel']) flight.addEventListener(end, () => copy.remove())
  card.animate([{ opacity: 0 }, { opacity: 0 }], timing)
}

interface Spot {
  readonly x: number
  readonly y: number
}

/** null: the card is not visible, for example because a narrow screen shows one column. Running animations are ignored. */
function spotOf(lists: ColumnLists['current'], { column, at }: CardPlace): Spot | null {
  const list = lists[column]
  if (list === undefined) return null
  const { left, top, width, bottom } = list.getBoundingClientRect()
  const y = top + at * rowHeight(column) - list.scrollTop
  return width === 0 || y < top - rowHeight(column) || y > bottom ? null : { x: left, y }
}

function copyOf(card: HTMLElement, { y }: Spot): HTMLElement {
  const { left, width, height } = card.getBoundingClientRect()
  const copy = card.cloneNode(true) as HTMLElement
  for (const name of copy.getAttributeNames()) copy.removeAttribute(name)
  copy.className = 'card flying'
  copy.inert = true
  copy.setAttribute('aria-hidden', 'true')
  Object.assign(copy.style, {
    left: `${left}px`,
    top: `${y}px`,
    width: `${width}px`,
    height: `${height}px`,
  })
  return copy
}
