/** Keys for what needs a person: whatever can be pressed in a need says by which key. */
import type { RefObject } from 'react'
import { useShortcuts, type Shortcut } from '../../parts/keys/shortcuts.ts'

const GROUP = 'Attention'

export function useNeedKeys(view: RefObject<HTMLElement | null>): void {
  const needs = (): readonly HTMLElement[] => [
    ...(view.current?.querySelectorAll<HTMLElement>('[data-need]') ?? []),
  ]
  const current = (): HTMLElement | null => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-need]') ?? null
    return focused ?? needs()[0] ?? null
  }
  const move = (step: number): void => {
    const all = needs()
    const focused = document.activeElement?.closest<HTMLElement>('[data-need]')
    const at = focused ? all.indexOf(focused) + step : 0
    const next = all[Math.min(Math.max(at, 0), all.length - 1)]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
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
    ...['j', 'ArrowDown'].map((keys) => goes(keys, 'Next need', () => move(1))),
    ...['k', 'ArrowUp'].map((keys) => goes(keys, 'Need before', () => move(-1))),
    goes('t', 'Write an answer', () => current()?.querySelector('textarea')?.focus()),
    press('a', 'Allow it'),
    press('d', 'Do not allow it'),
    ...NUMBERS.map((number) => press(number, `Choose option ${number}`)),
    {
      keys: 'Enter',
      label: 'Open the task',
      group: GROUP,
      run: () => {
        // A button that has the focus is pressed by it.
        if (document.activeElement?.matches('[data-need]') !== true) return true
        pressIn(current(), 'Enter')
        return undefined
      },
    },
  ])
}

const NUMBERS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

const goes = (keys: string, label: string, run: () => void): Shortcut => ({
  keys,
  label,
  group: GROUP,
  run,
})

const pressIn = (need: HTMLElement | null, keys: string): void =>
  need?.querySelector<HTMLElement>(`[aria-keyshortcuts="${keys}"]`)?.click()
