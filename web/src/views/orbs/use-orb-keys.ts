/** The keys of the hall: arrows walk the trees, Enter goes to the card, and those of every map: fit, zoom, search. */
import type { RefObject } from 'react'
import type { Orb } from '../../../../src/core/workspace/orbs.ts'
import { useShortcuts, type Shortcut } from '../../parts/keys/shortcuts.ts'
import type { HallHandle } from './hall/hall.tsx'
import { stepFrom, type Way } from './walk-orbs.ts'

export interface OrbKeys {
  readonly orbs: readonly Orb[]
  readonly selected: string | null
  readonly box: RefObject<HTMLInputElement | null>
  readonly hall: RefObject<HallHandle | null>
  /** The hall is shown, not the list, which has keys of its own. */
  readonly isOn: boolean
  select(orb: string | null): void
  open(orb: string): void
  leave(): void
}

const ARROWS: readonly (readonly [key: string, way: Way, label: string])[] = [
  ['ArrowUp', 'up', 'To what is stacked on it'],
  ['ArrowDown', 'down', 'To what it is stacked on'],
  ['ArrowLeft', 'left', 'The one to the left'],
  ['ArrowRight', 'right', 'The one to the right'],
]

const GROUP = 'Orbs'
const STEP = 1.25

export function useOrbKeys(keys: OrbKeys): void {
  const { orbs, selected, box, hall, isOn, select, open, leave } = keys
  const inHall = (run: () => void) => (): boolean => {
    if (!isOn || isOnControl()) return true
    run()
    return false
  }
  const walk = (way: Way) => (): void => {
    const next = stepFrom(orbs, selected, way)
    if (next !== null) select(next.id)
  }
  const zoom = (by: number) => (): void => hall.current?.zoom(by)
  const list: readonly Shortcut[] = [
    ...ARROWS.map(([key, way, label]) => ({
      keys: key,
      label,
      group: GROUP,
      run: inHall(walk(way)),
    })),
    {
      keys: 'Enter',
      label: 'Go to the card',
      group: GROUP,
      run: inHall(() => selected !== null && open(selected)),
    },
    { keys: 'Escape', label: 'Select none', group: GROUP, run: leave },
    { keys: 'f', label: 'Fit everything', group: GROUP, run: inHall(() => hall.current?.fit()) },
    { keys: '+', also: '=', label: 'Zoom in', group: GROUP, run: inHall(zoom(STEP)) },
    { keys: '-', label: 'Zoom out', group: GROUP, run: inHall(zoom(1 / STEP)) },
    {
      keys: '/',
      label: 'Search workspaces',
      group: GROUP,
      run: () => {
        box.current?.focus()
        box.current?.select()
      },
    },
  ]
  useShortcuts(list)
}

/** Enter and arrows on a button, a link or in a menu are for that. */
const isOnControl = (): boolean =>
  document.activeElement?.closest('a, button, summary, [role="menu"], .orbs-side') !== null
