/** Keys that go from card to card: left and right in a lane, up and down between lanes. */
import type { RefObject } from 'react'
import { useShortcuts, type Shortcut } from '../../parts/keys/shortcuts.ts'

export function useLaneKeys(
  view: RefObject<HTMLElement | null>,
  isDragging: RefObject<boolean>,
): void {
  const key = (
    keys: string,
    label: string,
    step: readonly [lanes: number, cards: number],
  ): Shortcut => ({
    keys,
    label,
    group: 'Lanes',
    run: () => isDragging.current || move(view.current, step),
  })
  useShortcuts([
    key('j', 'Lane below', [1, 0]),
    key('ArrowDown', 'Lane below', [1, 0]),
    key('k', 'Lane above', [-1, 0]),
    key('ArrowUp', 'Lane above', [-1, 0]),
    key('l', 'Next task of the lane', [0, 1]),
    key('ArrowRight', 'Next task of the lane', [0, 1]),
    key('h', 'Task before in the lane', [0, -1]),
    key('ArrowLeft', 'Task before in the lane', [0, -1]),
  ])
}

/** True when there is nowhere to go: then the key is not ours. */
function move(view: HTMLElement | null, [lanes, cards]: readonly [number, number]): boolean {
  const rows = [...(view?.querySelectorAll<HTMLElement>('[data-lane]') ?? [])]
    .map((row) => [...row.querySelectorAll<HTMLElement>('[data-task]')].filter(isInSight))
    .filter((row) => row.length > 0)
  const row = rows.findIndex((inRow) => inRow.some((card) => card === document.activeElement))
  if (row < 0) return focus(rows[0]?.[0])
  const place = rows[row]!.findIndex((card) => card === document.activeElement)
  if (cards !== 0) return focus(rows[row]![place + cards])
  const next = rows[row + lanes]
  return focus(next?.[Math.min(place, next.length - 1)])
}

const isInSight = (card: HTMLElement): boolean => card.offsetParent !== null

function focus(card: HTMLElement | undefined): boolean {
  card?.focus()
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return card === undefined
}
