/**
 * Roving focus: keys move the focus from one item of a view to the next. It stays with an item that moves, and goes
 * to a neighbour when its item is gone. Each view says where its items stand.
 */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from 'react'
import { onLostFocus } from './lost-focus.ts'
import {
  firstOf,
  neighbour,
  successor,
  type Direction,
  type Places,
  type Step,
} from './neighbour.ts'
import { useShortcuts, type Shortcut } from './shortcuts.ts'

export interface Roving<Item> {
  /** The name of the view in the help. */
  readonly group: string
  /** What each direction leads to, for the help; a direction without a label has no key. */
  readonly labels: Readonly<Partial<Record<Direction, string>>>
  readonly view: RefObject<HTMLElement | null>
  /** The attribute in which elements name their item. */
  readonly attribute: string
  /** Called whenever the places are needed, so that it may read them from the page. */
  places(): Places<Item>
  /** The item that Tab leads to as long as none had the focus; without it, the first item. */
  first?(): Item | null
  /** Renders an item and scrolls to it before it gets the focus; without it, the browser scrolls. */
  reveal?(item: Item): void
  /** Whether the keys are for something else now, such as a drag. */
  isOff?(): boolean
  /** Called when the item with the focus is gone, and there is no other. */
  ifEmpty?(): void
}

export interface RovingFocus<Item> {
  /** The item that Tab leads to; null: there is none. */
  readonly stop: Item | null
  give(item: Item): void
  /** Gives the focus to the item after this one, which the user has dealt with. */
  goOn(done: Item): void
  /** Makes it the item that Tab leads to, as if it had had the focus. */
  choose(item: Item): void
  /** For the element around all items. */
  onFocus(event: FocusEvent): void
}

/** The item that had the focus when a view was left, by group: the user may come back, as from the page of a task. */
const left = new Map<string, { readonly item: unknown; readonly isHeld: boolean }>()

export function useRovingFocus<Item extends string | number>(
  roving: Roving<Item>,
): RovingFocus<Item> {
  const { group, view, attribute, places, reveal } = roving
  const before = left.get(group)
  const [current, setCurrent] = useState((before?.item ?? null) as Item | null)
  const isHeld = useLetGo(`[${attribute}], dialog, [popover]`, before?.isHeld)
  /** The item that is to get the focus; it may not be on the page yet. */
  const wanted = useRef<Item | null>(null)
  /** The line in which the current item stood. */
  const line = useRef<readonly Item[]>([])

  const elementOf = (item: Item): HTMLElement | null =>
    view.current?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(`${item}`)}"]`) ?? null
  const itemAt = (element: Element | null): Item | null => {
    const name = element?.closest(`[${attribute}]`)?.getAttribute(attribute)
    return (
      places()
        .lines.flat()
        .find((item) => `${item}` === name) ?? null
    )
  }
  const lineOf = (item: Item): readonly Item[] | undefined =>
    places().lines.find((items) => items.includes(item))
  const isThere = (item: Item): boolean => lineOf(item) !== undefined
  const findStop = (): Item | null => {
    if (current !== null && isThere(current)) return current
    const next = current === null ? null : successor(line.current, current, isThere)
    return next ?? roving.first?.() ?? firstOf(places().lines)
  }
  const goTo = (item: Item): void => {
    reveal?.(item)
    const element = focusableIn(elementOf(item))
    element?.focus({ preventScroll: reveal !== undefined })
    if (document.activeElement === element) wanted.current = null
  }
  const give = (item: Item | null): void => {
    if (item === null) return roving.ifEmpty?.()
    isHeld.current = true
    wanted.current = item
    setCurrent(item)
    goTo(item)
  }
  const follow = (): void => {
    if (!isHeld.current) return void (wanted.current = null)
    if (wanted.current !== null) return goTo(wanted.current)
    if (current === null) return
    line.current = lineOf(current) ?? line.current
    // Another element has taken the focus meanwhile.
    if (document.activeElement !== document.body) return
    if (!isThere(current)) give(findStop())
    else if (elementOf(current) !== null) goTo(current)
  }
  useLayoutEffect(() => {
    follow()
    return () => void left.set(group, { item: current, isHeld: isHeld.current })
  })
  useEffect(() => onLostFocus(follow))

  /** Returns true when the key did nothing here. */
  const press = (step: Step, event: KeyboardEvent | null): boolean => {
    const from = itemAt(document.activeElement)
    if (roving.isOff?.() === true || event?.shiftKey === true) return true
    if (from === null && !mayBegin(event, view.current)) return true
    const next = from === null ? findStop() : neighbour(places(), from, step)
    if (next !== null) give(next)
    return from === null && next === null
  }
  useShortcuts(shortcutsOf(roving, press))

  const choose = (item: Item): void => {
    if (wanted.current !== item) wanted.current = null
    setCurrent(item)
  }
  return {
    get stop() {
      return findStop()
    },
    give,
    goOn(done) {
      const own = lineOf(done)
      // Without a line the item was gone before, and the focus has moved already.
      if (own !== undefined) give(successor(own, done, () => true))
    },
    choose,
    onFocus({ target }) {
      const item = itemAt(target)
      if (item === null) return
      isHeld.current = true
      choose(item)
    },
  }
}

const KEYS: readonly (readonly [direction: Direction, letter: string, arrow: string])[] = [
  ['down', 'j', 'ArrowDown'],
  ['up', 'k', 'ArrowUp'],
  ['left', 'h', 'ArrowLeft'],
  ['right', 'l', 'ArrowRight'],
]

const shortcutsOf = (
  { group, labels }: Pick<Roving<unknown>, 'group' | 'labels'>,
  press: (step: Step, event: KeyboardEvent | null) => boolean,
): readonly Shortcut[] => [
  ...KEYS.flatMap(([direction, keys, arrow]) => {
    const label = labels[direction]
    const run: Shortcut['run'] = (event) => press(direction, event)
    return label === undefined ? [] : [{ keys, also: arrow, label, group, run }]
  }),
  { keys: 'Home', label: 'First one', group, run: (event) => press('first', event) },
  { keys: 'End', label: 'Last one', group, run: (event) => press('last', event) },
]

const FOCUSABLE = 'a, button, [tabindex]'

const focusableIn = (element: HTMLElement | null): HTMLElement | null =>
  element === null || element.matches(FOCUSABLE) ? element : element.querySelector(FOCUSABLE)

/** Letters may from anywhere; arrows, which also scroll, only when the focus is on an ancestor of the view. */
const mayBegin = (event: KeyboardEvent | null, view: HTMLElement | null): boolean =>
  event === null ||
  event.key.length === 1 ||
  (event.key.startsWith('Arrow') && document.activeElement?.contains(view) === true)

/** Whether the view holds the focus; the caller sets it, a click or focus outside of `staysWith` clears it. */
function useLetGo(staysWith: string, isHeldBefore = false): RefObject<boolean> {
  const isHeld = useRef(isHeldBefore)
  useEffect(() => {
    const look = ({ target }: Event): void => {
      const isElsewhere = target instanceof Element && target.closest(staysWith) === null
      if (isElsewhere) isHeld.current = false
    }
    document.addEventListener('focusin', look)
    document.addEventListener('pointerdown', look)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('pointerdown', look)
    }
  }, [staysWith])
  return isHeld
}
