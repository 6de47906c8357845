/** The filter, and the column that a narrow screen shows: they are in the URL, so that a link shows the same. */
import { COLUMNS, type Column } from '../../../../src/core/ask/board-columns.ts'
import { useAddress } from '../../parts/use-address.ts'
import type { Filter } from './filter.ts'

export interface BoardAddress {
  readonly filter: Filter
  /** null: the user has chosen none. */
  readonly column: Column | null
  setWords(words: string): void
  setPart(part: string): void
  setColumn(column: Column): void
}

export function useBoardAddress(): BoardAddress {
  const { get, change } = useAddress()
  return {
    filter: { words: get('q') ?? '', part: get('part') ?? '' },
    column: COLUMNS.find((column) => column === get('column')) ?? null,
    setWords: (words) => change({ q: words || null }),
    setPart: (part) => change({ part: part || null }),
    setColumn: (column) => change({ column }),
  }
}
