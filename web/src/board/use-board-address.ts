/** The filter and the column that a narrow screen shows: they are in the address, so that a link shows the same. */
import { useSearchParams } from 'wouter'
import { COLUMNS, type Column } from '../../../src/core/board.ts'
import type { Filter } from './filter.ts'

export interface BoardAddress {
  readonly filter: Filter
  /** null: none was chosen. */
  readonly column: Column | null
  setWords(words: string): void
  setPart(part: string): void
  setColumn(column: Column): void
}

export function useBoardAddress(): BoardAddress {
  const [params, setParams] = useSearchParams()
  const set = (key: string, value: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true },
    )
  return {
    filter: { words: params.get('q') ?? '', part: params.get('part') ?? '' },
    column: COLUMNS.find((column) => column === params.get('column')) ?? null,
    setWords: (words) => set('q', words),
    setPart: (part) => set('part', part),
    setColumn: (column) => set('column', column),
  }
}
