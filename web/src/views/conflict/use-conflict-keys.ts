/** The keys of a conflict: from hunk to hunk, and what to keep of the hunk that has the focus. */
import type { RefObject } from 'react'
import { useShortcuts, type Shortcut } from '../../parts/keys/shortcuts.ts'

const GROUP = 'Conflict'

export function useConflictKeys(view: RefObject<HTMLElement | null>): void {
  const hunks = (): readonly HTMLElement[] => [
    ...(view.current?.querySelectorAll<HTMLElement>('[data-hunk]') ?? []),
  ]
  const current = (): HTMLElement | null =>
    document.activeElement?.closest<HTMLElement>('[data-hunk]') ?? null
  const show = (hunk: HTMLElement | undefined): void => {
    hunk?.focus({ preventScroll: true })
    hunk?.scrollIntoView({ block: 'nearest' })
  }
  const step = (by: number) => (): void => {
    const all = hunks()
    const at = current()
    show(at === null ? all[0] : (all[all.indexOf(at) + by] ?? at))
  }
  const nextOpen = (): void => {
    const all = hunks()
    const at = current()
    const from = at === null ? 0 : all.indexOf(at) + 1
    const open = [...all.slice(from), ...all.slice(0, from)]
    show(open.find(({ dataset }) => dataset['decided'] === 'false'))
  }
  const choose = (keys: string, choice: string, label: string): Shortcut => ({
    keys,
    label,
    group: GROUP,
    run(event) {
      const hunk = current()
      if (hunk === null || event?.repeat === true) return true
      hunk.querySelector<HTMLElement>(`[data-choice="${choice}"]`)?.click()
      return undefined
    },
  })
  useShortcuts([
    { keys: 'j', also: 'ArrowDown', label: 'Next hunk', group: GROUP, run: step(1) },
    { keys: 'k', also: 'ArrowUp', label: 'Previous hunk', group: GROUP, run: step(-1) },
    { keys: 'n', label: 'Next hunk that is not decided', group: GROUP, run: nextOpen },
    choose('1', 'landed', 'Keep what landed'),
    choose('2', 'task', 'Keep this task’s'),
    choose('3', 'both', 'Keep both'),
    choose('e', 'edit', 'Edit the hunk'),
  ])
}
