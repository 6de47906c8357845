/** The conversation as a list that holds only the rows in sight, stays where the user reads, and follows at its end. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Attempt } from '../../../../../src/core/run/run.ts'
import { Button } from '../../../parts/button.tsx'
import { OpenNeeds } from './open-needs.tsx'
import { RowView } from './row-view.tsx'
import { estimateRow } from './estimate-row.ts'
import { goalRow } from './goal-row.ts'
import { keyOf, rowsOf, type Row } from './rows.ts'
import type { TranscriptView, TranscriptWindow } from './transcript-window.ts'
import { useMarkedWords } from './use-marked-words.ts'
import type { OpenNeed } from './use-open-needs.ts'
import type { Search } from './use-search.ts'
import { complain } from './use-window.ts'

export interface ConversationListProps {
  readonly attempt: Attempt
  readonly window: TranscriptWindow
  readonly view: TranscriptView
  readonly needs: readonly OpenNeed[]
  readonly search: Search
}

type ListRow = Row | { readonly is: 'needs'; readonly key: string }

const NEEDS: ListRow = { is: 'needs', key: 'needs' }
/** How near to an end of the list, in pixels, more is read. */
const NEAR = 1500
const AT_END = 80

export function ConversationList({ attempt, window, view, needs, search }: ConversationListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [isAtEnd, setAtEnd] = useState(true)
  const rows = useMemo<readonly ListRow[]>(() => {
    const all = rowsOf(view.items, (key) => open.has(key))
    return needs.length > 0 ? [...all, NEEDS] : all
  }, [view.items, open, needs.length])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateRow(rows[index]!),
    getItemKey: (index) => rows[index]!.key,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    overscan: 6,
  })
  const toggle = useCallback(
    (key: string): void =>
      setOpen((before) => {
        const after = new Set(before)
        if (!after.delete(key)) after.add(key)
        return after
      }),
    [],
  )
  // A part that was read anew begins at its end, unless the user has looked for something in it.
  useLayoutEffect(() => {
    if (view.jump > 0 && !view.hasLater) virtual.scrollToEnd()
  }, [view.jump, view.hasLater, virtual])

  // A question takes more room than was thought, and all of it is to be read.
  const asked = needs.map(({ kind }) => kind).join()
  useEffect(() => {
    if (!isAtEnd || asked === '') return
    const frame = requestAnimationFrame(() => virtual.scrollToEnd())
    return () => cancelAnimationFrame(frame)
    // Only what is asked leads there, not the way of the reader.
  }, [asked])

  const { goal } = search
  useEffect(() => {
    if (goal === null) return
    const item = goalRow(view.items, goal)
    if (item === null) return
    setOpen((before) => (before.has(keyOf(item)) ? before : new Set(before).add(keyOf(item))))
    const frame = requestAnimationFrame(() => {
      const all = rowsOf(view.items, (key) => open.has(key) || key === keyOf(item))
      virtual.scrollToIndex(goalIndex(all, item, goal.words), { align: 'center' })
    })
    return () => cancelAnimationFrame(frame)
    // Only another goal leads elsewhere, not what comes in meanwhile.
  }, [goal])

  useMarkedWords(scroller, search.words.trim())

  const scrolled = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = scroller.current!
    const left = scrollHeight - scrollTop - clientHeight
    setAtEnd(left < AT_END && !view.hasLater)
    if (scrollTop < NEAR && view.hasEarlier) window.earlier().catch(complain)
    if (left < NEAR && view.hasLater) window.later().catch(complain)
  }
  const toEnd = (): void => {
    if (view.hasLater) window.end().catch(complain)
    else virtual.scrollToEnd()
  }
  return (
    <div className="conversation-frame">
      <div
        ref={scroller}
        className="conversation"
        role="log"
        aria-label="Transcript"
        aria-live="off"
        // Tab must reach it, so that keys can scroll it.
        tabIndex={0}
        onScroll={scrolled}
      >
        {rows.length === 0 && view.isRead && (
          <p className="quiet conversation-empty">
            {attempt.ended === null ? 'Nothing yet.' : 'It printed nothing.'}
          </p>
        )}
        <div className="conversation-all" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="conversation-row"
              style={{ transform: `translateY(${start}px)` }}
            >
              <ListRowView row={rows[index]!} attempt={attempt} needs={needs} onToggle={toggle} />
            </div>
          ))}
        </div>
      </div>
      {!isAtEnd && (
        <Button className="conversation-end" onClick={toEnd}>
          ↓ To the end
        </Button>
      )}
    </div>
  )
}

function goalIndex(rows: readonly Row[], item: Row['item'], words: string): number {
  const first = rows.findIndex((row) => keyOf(row.item) === keyOf(item))
  const sought = words.toLowerCase()
  const exact = rows.findIndex(
    (row, i) =>
      i >= first &&
      row.is === 'block' &&
      keyOf(row.item) === keyOf(item) &&
      row.text.toLowerCase().includes(sought),
  )
  return sought === '' || exact < 0 ? Math.max(0, first) : exact
}

interface ListRowViewProps {
  readonly row: ListRow
  readonly attempt: Attempt
  readonly needs: readonly OpenNeed[]
  readonly onToggle: (key: string) => void
}

const ListRowView = ({ row, attempt, needs, onToggle }: ListRowViewProps) =>
  row.is === 'needs' ? (
    <OpenNeeds needs={needs} />
  ) : (
    <RowView row={row} isOver={attempt.ended !== null} onToggle={onToggle} />
  )
