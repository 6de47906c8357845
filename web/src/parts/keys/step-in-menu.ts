/** Up and down in a menu, round its ends. */
import { DIRECTIONS } from './directions.ts'

/** Whether the key was one of these. */
export function stepInMenu(menu: HTMLElement, key: string): boolean {
  const direction = DIRECTIONS[key]
  if (direction !== 'up' && direction !== 'down') return false
  const items = itemsIn(menu)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const step = direction === 'down' ? 1 : -1
  items[(at + step + items.length) % items.length]?.focus()
  return true
}

const itemsIn = (menu: HTMLElement): readonly HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter(
    (item) => item.offsetParent !== null,
  )
