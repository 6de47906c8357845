/** Choosing rows: a click or space toggles one, with Shift all up to it; arrows move, with Shift they choose on the way; `/` searches. */
import { useRef, type KeyboardEvent, type RefObject } from 'react'
import type { IssueRow } from '../../../../../../src/core/forge/issues/issue-list.ts'

interface Choice {
  readonly shown: readonly IssueRow[]
  readonly chosen: ReadonlySet<number>
  readonly choose: (numbers: Iterable<number>) => void
  readonly box: RefObject<HTMLInputElement | null>
}

export interface Choosing {
  readonly rows: RefObject<HTMLUListElement | null>
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onToggle: (number: number, isRange: boolean) => void
}

export function useChoosing({ shown, chosen, choose, box }: Choice): Choosing {
  const rows = useRef<HTMLUListElement>(null)
  const last = useRef<number | null>(null)
  const set = (numbers: readonly number[], isOn: boolean): void => {
    const next = new Set(chosen)
    for (const number of numbers)
      if (isOn) next.add(number)
      else next.delete(number)
    choose(next)
  }
  const step = (event: KeyboardEvent): boolean => {
    const inputs = [...(rows.current?.querySelectorAll('input') ?? [])]
    const at = inputs.indexOf(event.target as HTMLInputElement)
    const to = at < 0 ? null : nextPlace(event.key, at, inputs.length)
    if (to === null) return false
    inputs[to]?.focus()
    if (event.shiftKey) set(ableIn(shown, at, to), true)
    return true
  }
  return {
    rows,
    onKeyDown(event) {
      const isSearch = event.key === '/' && event.target !== box.current
      if (isSearch) box.current?.focus()
      if (isSearch || step(event)) event.preventDefault()
    },
    onToggle(number, isRange) {
      const places = shown.map((row) => row.number)
      const from = isRange && last.current !== null ? places.indexOf(last.current) : -1
      const to = places.indexOf(number)
      last.current = number
      set(ableIn(shown, from < 0 ? to : from, to), !chosen.has(number))
    },
  }
}

function nextPlace(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** The numbers of the rows between two places that can be chosen. */
const ableIn = (rows: readonly IssueRow[], one: number, other: number): readonly number[] =>
  rows
    .slice(Math.min(one, other), Math.max(one, other) + 1)
    .filter(({ skipped }) => skipped === null)
    .map(({ number }) => number)
