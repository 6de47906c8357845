/** The keys of the board, besides those that move between cards. */
import { useShortcuts } from '../../parts/keys/shortcuts.ts'
import { isOnCard } from './card/use-card-focus.ts'

export interface BoardKeys {
  readonly toCard: () => void
  readonly toFilter: () => void
  readonly openMenu: () => void
}

export function useBoardKeys({ toCard, toFilter, openMenu }: BoardKeys): void {
  const group = 'Board'
  const drag = 'Drag the card: arrows choose a column, Space drops it'
  const openHere = (): boolean | void => (isOnCard() ? openMenu() : true)
  useShortcuts([
    { keys: 'Space', label: drag, group, run: toCard },
    { keys: 'm', label: 'Actions for the card', group, run: openHere },
    { keys: '/', label: 'Filter the board', group, run: toFilter },
  ])
}
