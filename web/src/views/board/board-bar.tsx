/** The bar above the columns: the filter, and how many tasks it shows. */
import type { RefObject } from 'react'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { SearchBox } from '../../parts/search-box.tsx'
import type { Filter } from './filter.ts'
import './board-bar.css'

export interface BoardBarProps {
  readonly filter: Filter
  /** Epics and groups, if there are any. */
  readonly parts: readonly string[]
  readonly shown: number
  readonly total: number
  readonly box: RefObject<HTMLInputElement | null>
  readonly onWords: (words: string) => void
  readonly onPart: (part: string) => void
  /** Moves the focus from the box to the cards. */
  readonly onLeave: () => void
}

export function BoardBar(props: BoardBarProps) {
  const { filter, parts, shown, total, box, onWords, onPart, onLeave } = props
  const isFiltered = filter.words !== '' || filter.part !== ''
  return (
    <search className="board-bar">
      <SearchBox
        {...{ box, onWords, onLeave }}
        name="Filter the board"
        placeholder="Filter: name, id, epic, agent, file, state"
        words={filter.words}
      />
      {parts.length > 0 && (
        <select
          aria-label="Epic or group"
          value={filter.part}
          onChange={(event) => onPart(event.target.value)}
        >
          <option value="">All tasks</option>
          {parts.map((part) => (
            <option key={part}>{part}</option>
          ))}
        </select>
      )}
      <p role="status" className={isFiltered ? 'quiet' : 'quiet all'}>
        {isFiltered ? `${shown} of ${sayCount(total, 'task')}` : sayCount(total, 'task')}
      </p>
    </search>
  )
}
