/** Keys for everything: each view says what its keys do, and the help and the palette list them. */
import { useEffect, useRef } from 'react'

export interface Shortcut {
  /** One key as the browser names it, or two pressed one after the other: "j", "g b", "?". */
  readonly keys: string
  /** Another key that does the same. */
  readonly also?: string
  readonly label: string
  /** Under which heading the help lists it. */
  readonly group: string
  /** Returns true when the key was not for it. */
  run(event: KeyboardEvent | null): void | boolean
}

const shortcuts = new Set<{ readonly current: readonly Shortcut[] }>()
let first: string | null = null
let forget: number | undefined

/** Held for as long as the component is there; later ones go before earlier ones. */
export function useShortcuts(list: readonly Shortcut[]): void {
  const held = useRef(list)
  held.current = list
  useEffect(() => {
    shortcuts.add(held)
    return () => void shortcuts.delete(held)
  }, [])
}

/** The same keys mean the same thing once: what was held last counts. */
export function allShortcuts(): readonly Shortcut[] {
  const byKeys = new Map<string, Shortcut>()
  for (const { current } of shortcuts) for (const one of current) byKeys.set(one.keys, one)
  return [...byKeys.values()]
}

/** Once on the page. Returns what ends it. */
export function listenForKeys(): () => void {
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

const LONGEST_PAUSE = 1200

function press(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
  const all = allShortcuts()
  const typed = first === null ? event.key : `${first} ${event.key}`
  const meant = all.findLast(({ keys, also }) => keys === typed || also === typed)
  clearTimeout(forget)
  first = null
  if (meant !== undefined) {
    if (meant.run(event) !== true) event.preventDefault()
    return
  }
  if (!all.some(({ keys }) => keys.startsWith(`${event.key} `))) return
  first = event.key
  forget = window.setTimeout(() => (first = null), LONGEST_PAUSE)
}

/** Words belong to the field they are typed in, and an open dialog has the keys to itself. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return true
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
