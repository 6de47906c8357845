/** Keeps the focus where the work is: when a need is done with or goes away, on the one that takes its place. */
import { useEffect, useRef, type RefObject } from 'react'
import { nextName } from './needs.ts'

/** names: those that are shown, in their order. Returns what goes on from the one that was answered. */
export function useNeedFocus(
  view: RefObject<HTMLElement | null>,
  names: readonly string[],
): (done: string) => void {
  const before = useRef(names)
  const focused = useRef<string | null>(null)
  useEffect(() => {
    const { current } = view
    const notice = (): void => void (focused.current = nameOf(document.activeElement))
    current?.addEventListener('focusin', notice)
    return () => current?.removeEventListener('focusin', notice)
  }, [view])
  useEffect(() => {
    const { current: name } = focused
    const isGone = name !== null && before.current.includes(name) && !names.includes(name)
    // Nobody else has taken the focus meanwhile.
    if (isGone && document.activeElement === document.body) {
      const left = before.current.filter((one) => one === name || names.includes(one))
      focusOn(view.current, nextName(left, name))
    }
    before.current = names
  })
  return (done) => focusOn(view.current, nextName(names, done))
}

const nameOf = (element: Element | null): string | null =>
  element?.closest<HTMLElement>('[data-need]')?.dataset['need'] ?? null

/** Without a next one: on the heading, which says so. */
function focusOn(view: HTMLElement | null, name: string | null): void {
  const needs = [...(view?.querySelectorAll<HTMLElement>('[data-need]') ?? [])]
  const next =
    needs.find(({ dataset }) => dataset['need'] === name) ?? view?.querySelector<HTMLElement>('h1')
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
