/** The keys of the attention view: each button in a need names its key in `aria-keyshortcuts`. */
import type { RefObject } from 'react'
import { useShortcuts, type Shortcut } from '../../parts/keys/shortcuts.ts'

const GROUP = 'Attention'

export function useNeedKeys(view: RefObject<HTMLElement | null>): void {
  const current = (): HTMLElement | null =>
    document.activeElement?.closest<HTMLElement>('[data-need]') ??
    view.current?.querySelector<HTMLElement>('[data-need]') ??
    null
  /** A key that is held down must not answer one need after the other. */
  const press = (keys: string, label: string): Shortcut => ({
    keys,
    label,
    group: GROUP,
    run: (event) => {
      if (event?.repeat !== true) pressIn(current(), keys)
    },
  })
  useShortcuts([
    {
      keys: 't',
      label: 'Write an answer',
      group: GROUP,
      run: () => current()?.querySelector('textarea')?.focus(),
    },
    press('a', 'Allow it'),
    press('d', 'Deny it'),
    ...NUMBERS.map((number) => press(number, `Choose option ${number}`)),
    {
      keys: 'Enter',
      label: 'Open the task',
      group: GROUP,
      run: () => {
        // Enter presses a button that has the focus.
        if (document.activeElement?.matches('[data-need]') !== true) return true
        pressIn(current(), 'Enter')
        return undefined
      },
    },
  ])
}

const NUMBERS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

const pressIn = (need: HTMLElement | null, keys: string): void =>
  need?.querySelector<HTMLElement>(`[aria-keyshortcuts="${keys}"]`)?.click()
