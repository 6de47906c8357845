/** The runs of this repository, newest first, with search and filter; two of them can be compared. */
import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import { useLive } from '../../data/live/shown-run.tsx'
import { StartOrPlan } from '../plan/make/start-or-plan.tsx'
import { Button } from '../../parts/button.tsx'
import { EmptyArt } from '../../parts/empty-art.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useShortcuts } from '../../parts/keys/shortcuts.ts'
import { BoardUse } from './board-use.tsx'
import { readNewestRuns, readOlderRuns, type RunRow } from './run-documents.ts'
import {
  choose,
  filterRuns,
  sayRunCost,
  sayStatus,
  sayTakenOf,
  sharesOf,
  totalFigures,
  STATUS_WORDS,
  STATUSES,
  type RunFilter,
  type ShownStatus,
} from './run-list-rows.ts'
import { sayFaster } from './say-faster.ts'
import './run-list.css'

export function RunList() {
  const { run, conducted } = useLive()
  // The list changes when a run begins, stops or ends, or a task lands.
  const changedBy = `${run?.id} ${conducted} ${run?.ended?.status} ${run?.counts.landed}`
  const newest = useQuery({
    queryKey: ['runs', changedBy],
    queryFn: readNewestRuns,
    placeholderData: (old) => old,
  })
  const older = useOlderRuns(newest.data?.next ?? null, `${run?.id} ${run?.ended?.status}`)
  const failed = newest.error ?? older.error
  const rows = useMemo(
    () => [...(newest.data?.runs ?? []), ...(older.data ?? [])],
    [newest.data, older.data],
  )
  if (failed !== null) return <p role="alert">{failed.message}</p>
  if (newest.data === undefined) return <p className="loading quiet">Loading …</p>
  if (rows.length === 0)
    return (
      <EmptyState title="No run yet" art={<EmptyArt name="runs" />}>
        <p>Every run stays here with its result, its cost and a replay.</p>
        <StartOrPlan />
      </EmptyState>
    )
  return (
    <div className="run-list">
      <Found rows={rows} />
      {older.isLoading && <p className="quiet">Loading older runs …</p>}
      <BoardUse changedBy={changedBy} />
    </div>
  )
}

/** The older runs come a moment later, so that the newest are shown at once. */
const useOlderRuns = (than: string | null, changedBy: string) =>
  useQuery({
    queryKey: ['older-runs', than, changedBy],
    queryFn: () => readOlderRuns(than!),
    enabled: than !== null,
    placeholderData: (old) => (than === null ? undefined : old),
  })

function Found({ rows }: { readonly rows: readonly RunRow[] }) {
  const { filter, setFilter } = useFilter()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const table = useRef<HTMLTableElement>(null)
  // Typing stays quick with hundreds of runs: the table follows a moment later.
  const shown = useDeferredValue(filter)
  const matching = useMemo(() => filterRuns(rows, shown), [rows, shown])
  const toggle = useRef((run: string) => setChosen((before) => choose(before, run)))
  return (
    <>
      <header className="run-tools">
        <h1>Runs</h1>
        <Search
          filter={filter}
          setFilter={setFilter}
          onLeave={() => table.current?.querySelector('a')?.focus()}
        />
        <span className="spring" />
        <Link href="/runs/costs">Costs of all runs</Link>
        {rows.length > 1 && <Compare chosen={chosen} />}
      </header>
      <Totals rows={matching} />
      {matching.length === 0 ? (
        <div role="status">
          <EmptyState title="No run matches" art={<EmptyArt name="runs" />}>
            <Button onClick={() => setFilter({ words: '', status: 'all' })}>Show all runs</Button>
          </EmptyState>
        </div>
      ) : (
        <div className="run-table">
          <table ref={table}>
            <thead>
              <tr>
                {HEADS.map(([name, className]) => (
                  <th key={name} scope="col" className={className}>
                    {name === 'Compare' ? <span className="unseen">{name}</span> : name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {matching.map((row) => (
                <Row
                  key={row.run}
                  row={row}
                  isChosen={chosen.includes(row.run)}
                  toggle={toggle.current}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

/** Nothing as long as nothing has landed. */
function Totals({ rows }: { readonly rows: readonly RunRow[] }) {
  const figures = useMemo(() => totalFigures(rows), [rows])
  if (figures.length === 0) return null
  return (
    <ul className="run-totals" aria-label="All of these runs">
      {figures.map(([figure, about]) => (
        <li key={about}>
          <strong>{figure}</strong> {about || 'in all'}
        </li>
      ))}
    </ul>
  )
}

/** Narrow screens leave out those with the class. */
const HEADS = [
  ['Compare', undefined],
  ['Run', undefined],
  ['Started', 'wide'],
  ['Plan', 'wide'],
  ['Agent', 'wide'],
  ['Status', undefined],
  ['Landed', undefined],
  ['Took', 'wide'],
  ['Cost', undefined],
] as const

function useFilter() {
  const { get, change } = useAddress()
  const status = STATUSES.find((one) => one === get('status')) ?? 'all'
  const words = get('q') ?? ''
  const filter = useMemo((): RunFilter => ({ words, status }), [words, status])
  const setFilter = (next: Partial<RunFilter>): void => {
    const { words: typed, status: wanted } = { ...filter, ...next }
    change({ q: typed === '' ? null : typed, status: wanted === 'all' ? null : wanted })
  }
  return { filter, setFilter }
}

interface SearchProps {
  readonly filter: RunFilter
  readonly setFilter: (filter: Partial<RunFilter>) => void
  readonly onLeave: () => void
}

function Search({ filter, setFilter, onLeave }: SearchProps) {
  const box = useRef<HTMLInputElement>(null)
  useShortcuts([
    { keys: '/', label: 'Search runs', group: 'Runs', run: () => box.current?.focus() },
  ])
  return (
    <>
      <SearchBox
        name="Search runs"
        placeholder="Plan, agent, status …"
        words={filter.words}
        box={box}
        onWords={(words) => setFilter({ words })}
        onLeave={onLeave}
      />
      <label>
        <span className="unseen">Status</span>
        <select
          value={filter.status}
          onChange={(event) => setFilter({ status: event.target.value as ShownStatus })}
        >
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATUS_WORDS[status]}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

/** The older run comes first, so that a difference says what the newer one changed. */
function Compare({ chosen }: { readonly chosen: readonly string[] }) {
  const [first, second] = chosen.toSorted((a, b) => Number(a) - Number(b))
  if (second === undefined) return <span className="quiet">Choose two runs to compare.</span>
  return (
    <Link href={`/runs/compare/${first}/${second}`} className="button">
      Compare run {first} and run {second}
    </Link>
  )
}

interface RowProps {
  readonly row: RunRow
  readonly isChosen: boolean
  readonly toggle: (run: string) => void
}

const Row = memo(function Row({ row, isChosen, toggle }: RowProps) {
  // The figures of a live run are as old as its last event; the top bar has newer ones.
  const isOver = row.status !== 'running' && row.status !== 'cancelling'
  const faster = sayFaster(row.speedup)
  const taken = sayTakenOf(row)
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={`Compare run ${row.run}`}
          checked={isChosen}
          onChange={() => toggle(row.run)}
        />
      </td>
      <td>
        <Link href={`/runs/${row.run}`}>Run {row.run}</Link>
      </td>
      <td className="wide">
        <time dateTime={row.started_at}>{sayDate(row.started_at)}</time>
      </td>
      <td className="wide cut" title={row.name}>
        {row.name}
      </td>
      <td className="wide">{row.agents.join(', ')}</td>
      <td data-status={row.status}>
        {sayStatus(row)}
        {taken !== null && <span className="quiet">, {taken}</span>}
      </td>
      <td>
        <LandedBar row={row} />
        {row.tasks.landed} of {row.tasks.total}
      </td>
      <td className="wide">
        {isOver && formatDuration(row.wall_s)}
        {isOver && faster !== null && <span className="quiet"> ({faster} as fast)</span>}
      </td>
      <td>{sayRunCost(row)}</td>
    </tr>
  )
})

const sayDate = (at: string): string => DATE.format(new Date(at))

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The words beside it say the same. */
function LandedBar({ row }: { readonly row: RunRow }) {
  const { landed, lost } = sharesOf(row)
  return (
    <svg className="landed-bar" width="64" height="8" aria-hidden="true">
      <rect className="rest" width="100%" height="8" rx="2" />
      <rect className="landed" width={`${landed * 100}%`} height="8" rx="2" />
      <rect
        className="lost"
        x={`${(1 - lost) * 100}%`}
        width={`${lost * 100}%`}
        height="8"
        rx="2"
      />
    </svg>
  )
}
