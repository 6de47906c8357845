/** Moves the focus up and down in a menu; past its last item comes the first. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** Returns whether the key was one of these. */
export function stepInMenu(menu: HTMLElement, key: string): boolean {
  const step = STEPS[key]
  if (step === undefined) return false
  const items = itemsIn(menu)
  const at = items.indexOf(document.activeElement as HTMLElement)
  items[(at + step + items.length) % items.length]?.focus()
  return true
}

const itemsIn = (menu: HTMLElement): readonly HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter(
    (item) => item.offsetParent !== null,
  )
