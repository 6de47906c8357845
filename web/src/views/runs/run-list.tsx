/** The runs of this repository, newest first. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import { formatCost } from '../../../../src/core/value/money.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { useLive } from '../../data/live/shown-run.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { readBoardUse, readRuns, type RunRow } from './run-documents.ts'
import { sayFaster } from './say-faster.ts'
import './run-list.css'

const COLUMNS = ['Run', 'Status', 'Landed', 'Took', 'Faster than in sequence', 'Cost']

export function RunList() {
  const { run } = useLive()
  // The list changes when a run begins or ends, or a task lands.
  const changedBy = `${run?.id} ${run?.ended?.status} ${run?.counts.landed}`
  const rows = useQuery({
    queryKey: ['runs', changedBy],
    queryFn: readRuns,
    placeholderData: (old) => old,
  })
  if (rows.isError) return <p role="alert">{rows.error.message}</p>
  if (rows.data === undefined) return <p className="loading quiet">Loading …</p>
  if (rows.data.length === 0)
    return (
      <EmptyState title="No run yet">
        <p>All runs are listed here, with their results, and can be replayed.</p>
      </EmptyState>
    )
  return (
    <div className="run-list">
      <h1>Runs</h1>
      <table>
        <ColumnHeads names={COLUMNS} />
        <tbody>
          {rows.data.map((row) => (
            <Row key={row.run} row={row} />
          ))}
        </tbody>
      </table>
      <BoardUse changedBy={changedBy} />
    </div>
  )
}

/** How often the board is used tells whether it is worth having. */
function BoardUse({ changedBy }: { readonly changedBy: string }) {
  const used = useQuery({ queryKey: ['board-use', changedBy], queryFn: readBoardUse })
  if (used.data === undefined || used.data === 0) return null
  return <p className="quiet">In this project the board was used {sayCount(used.data, 'time')}.</p>
}

const WORDS: Readonly<Record<RunRow['status'], string>> = {
  completed: '✓ Everything landed',
  failed: '✕ Not everything landed',
  cancelled: '⊘ Cancelled',
  running: '▶ Running',
  paused: '‖ Paused',
  cancelling: '⊘ Cancelling',
  stopped: '■ Stopped',
}

function Row({ row }: { readonly row: RunRow }) {
  // The figures of a live run are as old as its last event; the top bar has newer ones.
  const isOver = row.status !== 'running' && row.status !== 'cancelling'
  return (
    <tr>
      <td>
        <Link href={`/runs/${row.run}`}>Run {row.run}</Link>
      </td>
      <td data-status={row.status}>
        {row.waits_for_you && row.status !== 'paused' ? '! Blocked by you' : WORDS[row.status]}
      </td>
      <td>
        {row.tasks.landed} of {row.tasks.total}
      </td>
      <td>{isOver ? formatDuration(row.wall_s) : ''}</td>
      <td>{isOver ? sayFaster(row.speedup) : ''}</td>
      <td>{row.cost_usd === null ? '' : formatCost(row.cost_usd, row.usage.estimated_usd)}</td>
    </tr>
  )
}
