/** Keyboard shortcuts: each view registers its own; the help and the palette list them. */
import { useEffect, useRef } from 'react'

export interface Shortcut {
  /** One key as the browser names it, or two pressed one after the other: "j", "g b", "?". */
  readonly keys: string
  /** Another key that does the same. */
  readonly also?: string
  readonly label: string
  /** The heading under which the help lists it. */
  readonly group: string
  /** Returns true when it did nothing, so that the browser may handle the key. */
  run(event: KeyboardEvent | null): void | boolean
}

const shortcuts = new Set<{ readonly current: readonly Shortcut[] }>()
let first: string | null = null
let forget: number | undefined

/** Registers the shortcuts for as long as the component is mounted; later ones replace earlier ones. */
export function useShortcuts(list: readonly Shortcut[]): void {
  const registered = useRef(list)
  registered.current = list
  useEffect(() => {
    shortcuts.add(registered)
    return () => void shortcuts.delete(registered)
  }, [])
}

/** One shortcut for each key: the one that was registered last. */
export function allShortcuts(): readonly Shortcut[] {
  const byKeys = new Map<string, Shortcut>()
  for (const { current } of shortcuts) for (const one of current) byKeys.set(one.keys, one)
  return [...byKeys.values()]
}

/** To be called once on the page. Returns a function that stops it. */
export function listenForKeys(): () => void {
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

const LONGEST_PAUSE = 1200

function press(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
  const all = allShortcuts()
  const typed = first === null ? event.key : `${first} ${event.key}`
  const shortcut = all.findLast(({ keys, also }) => keys === typed || also === typed)
  clearTimeout(forget)
  first = null
  if (shortcut !== undefined) {
    if (shortcut.run(event) !== true) event.preventDefault()
    return
  }
  if (!all.some(({ keys }) => keys.startsWith(`${event.key} `))) return
  first = event.key
  forget = window.setTimeout(() => (first = null), LONGEST_PAUSE)
}

/** Keys typed into a field are text, and a dialog has the keys to itself, also while it is being loaded. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open], [data-opening]') !== null) return true
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
