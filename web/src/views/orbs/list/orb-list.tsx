/** The list twin of the hall: the same trees and the same selection, for screen readers, small screens, and by choice. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useIsNarrow } from '../../plan/use-is-narrow.ts'
import { hasNotes, OrbRow, RepositoryRow } from './orb-row.tsx'
import { stepInTree, treeRows, type TreeRow, type TreeSource } from './tree-rows.ts'
import './orb-list.css'

export interface OrbListProps extends Omit<TreeSource, 'folded'> {
  readonly selected: string | null
  readonly onSelect: (orb: string | null) => void
  readonly onOpen: (orb: string) => void
  readonly phases: ReadonlyMap<string, number> | null
  readonly flashing: ReadonlySet<string>
  readonly now: number
  readonly place: RefObject<HTMLDivElement | null>
}

/** Pixels; on a narrow screen the notes of an orb have a line of their own. */
const ROW = { wide: 40, narrow: 60, withNotes: 80 }

export function OrbList(props: OrbListProps) {
  const { orbs, sections, shown, selected, onSelect, onOpen, place } = props
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [repository, setRepository] = useState<string | null>(null)
  const rows = treeRows({ orbs, sections, shown, folded })
  const active = repository ?? selected
  const row = useRow(rows, active, place)
  const name = useId()
  const nameOf = (index: number): string => `${name}-${index}`

  const go = (next: TreeRow | undefined): void => {
    if (next === undefined) return
    setRepository(next.is === 'repository' ? next.id : null)
    if (next.is === 'orb') onSelect(next.id)
  }
  const fold = (id: string, isFolded: boolean): void =>
    setFolded((before) => {
      const after = new Set(before)
      if (isFolded) after.add(id)
      else after.delete(id)
      return after
    })
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      const at = rows[row.index]
      if (at?.is === 'orb') onOpen(at.id)
      else if (at?.isOpen !== null && at !== undefined) fold(at.id, at.isOpen)
      return event.preventDefault()
    }
    const step = stepInTree(rows, active, event.key)
    if (step === null) return
    event.preventDefault()
    event.stopPropagation()
    if ('to' in step) go(rows.find(({ id }) => id === step.to))
    else if ('fold' in step) fold(step.fold, true)
    else fold(step.unfold, false)
  }
  return (
    <div
      ref={place}
      className="orb-list"
      role="tree"
      tabIndex={0}
      aria-label="Workspaces by repository"
      aria-activedescendant={row.index === -1 ? undefined : nameOf(row.index)}
      onKeyDown={press}
    >
      <div role="none" style={{ height: row.height, position: 'relative' }}>
        {row.items.map(({ index, start, size }) => {
          const at = rows[index]!
          return (
            <div
              key={at.id}
              id={nameOf(index)}
              role="treeitem"
              className="orb-row"
              data-orb={at.id}
              aria-level={at.level}
              aria-setsize={at.siblings}
              aria-posinset={at.position}
              aria-expanded={at.isOpen ?? undefined}
              aria-selected={at.is === 'orb' && at.id === selected}
              data-active={index === row.index}
              data-kind={at.is}
              data-context={at.is === 'orb' && at.isContext}
              data-flash={props.flashing.has(at.id)}
              style={{ transform: `translateY(${start}px)`, height: size }}
              onClick={() => go(at)}
              onDoubleClick={() => at.is === 'orb' && onOpen(at.id)}
            >
              <Fold row={at} onFold={(isFolded) => fold(at.id, isFolded)} />
              {at.is === 'repository' ? (
                <RepositoryRow section={at.section} />
              ) : (
                <OrbRow orb={at.orb} phases={props.phases} now={props.now} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The indentation, and the sign that folds and unfolds. It is for the mouse: keys fold with the arrows. */
function Fold({
  row: { level, isOpen },
  onFold,
}: {
  readonly row: TreeRow
  readonly onFold: (isFolded: boolean) => void
}) {
  return (
    <span
      className="orb-fold"
      aria-hidden="true"
      style={{ marginInlineStart: `calc(${level - 1} * var(--orb-indent))` }}
      onClick={(event) => {
        if (isOpen === null) return
        event.stopPropagation()
        onFold(isOpen)
      }}
    >
      {isOpen === null ? '' : isOpen ? '▾' : '▸'}
    </span>
  )
}

/** Only the rows in sight are on the page; the active one is scrolled into sight. */
function useRow(
  rows: readonly TreeRow[],
  active: string | null,
  place: RefObject<HTMLDivElement | null>,
) {
  const isNarrow = useIsNarrow()
  const sizeOf = (row: TreeRow): number => {
    if (!isNarrow) return ROW.wide
    return row.is === 'orb' && hasNotes(row.orb) ? ROW.withNotes : ROW.narrow
  }
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: (index) => sizeOf(rows[index]!),
    getItemKey: (index) => rows[index]!.id,
    overscan: 12,
  })
  const index = rows.findIndex(({ id }) => id === active)
  const scroll = useRef(virtual.scrollToIndex)
  scroll.current = virtual.scrollToIndex
  useEffect(() => {
    if (index !== -1) scroll.current(index, { align: 'auto' })
  }, [active, index, virtual.scrollRect?.height])
  useEffect(() => virtual.measure(), [isNarrow, virtual])
  return { index, items: virtual.getVirtualItems(), height: virtual.getTotalSize() }
}
