/** The summary of a run: its figures, and the result of each task. */
import { Suspense, type ReactNode } from 'react'
import { sayTasksOver } from '../../../../src/core/say/say-tasks-over.ts'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import { formatCost } from '../../../../src/core/value/money.ts'
import { sayNotPlanned, sayPlanning } from '../../../../src/core/say/plan/say-planning.ts'
import type { StandingWord } from '../../../../src/core/report/task-standing.ts'
import type { Result, Summary } from '../../../../src/core/report/summary.ts'
import { WordMark } from '../../parts/state-mark.tsx'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { sayFaster } from './say-faster.ts'
import './run-summary.css'

const COLUMNS = ['Task', 'State', 'Took', 'Attempts', 'Changed', 'What went wrong']

export interface RunSummaryProps {
  readonly summary: Summary
  /** What stands above the figures. */
  readonly children: ReactNode
}

export function RunSummary({ summary, children }: RunSummaryProps) {
  return (
    <div className="run-summary">
      <Suspense>{children}</Suspense>
      <dl className="figures">
        {figuresOf(summary).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {/* Tab must reach it, so that keys can scroll it. */}
      <div className="run-table" tabIndex={0} role="group" aria-label="Results of the tasks">
        <table className="run-results">
          <ColumnHeads names={COLUMNS} />
          <tbody>
            {summary.results.map((result) => (
              <ResultRow key={result.id} result={result} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function figuresOf(summary: Summary): readonly (readonly [string, string])[] {
  const { tasks, landing } = summary
  const figures: readonly (readonly [string, string | null])[] = [
    ['Landed', `${tasks.landed} of ${tasks.total}`],
    ['Took', formatDuration(summary.wall_s)],
    ['Not planned', sayNotPlanned(summary.planning)],
    ['Planning', summary.planning === null ? null : sayPlanning(summary.planning)],
    [
      'Success rate',
      summary.success_rate === null
        ? null
        : `${sayShare(summary.success_rate)}${sayTasksOver(summary)}`,
    ],
    ['One after another', summary.speedup === null ? null : formatDuration(summary.sequential_s)],
    ['Faster', sayFaster(summary.speedup)],
    ['Agents', String(summary.workers_used)],
    [
      'Cost',
      summary.cost_usd === null ? null : formatCost(summary.cost_usd, summary.usage.estimated_usd),
    ],
    ['Checked', landing === null ? null : `${landing.checked} of ${tasks.landed}`],
    ['Merged cleanly', sayShare(landing?.merge_success_rate ?? null)],
    ['Landed on', landing?.target ?? null],
  ]
  return figures.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

const sayShare = (rate: number | null): string | null =>
  rate === null ? null : `${(rate * 100).toFixed(1)} %`

/** A task in review without an error waits for approval. */
function wordOf({ status, error }: Result): StandingWord {
  if (status !== 'review') return status
  return error === null ? 'ready' : 'needs you'
}

function ResultRow({ result }: { readonly result: Result }) {
  const { lines_added: added, lines_deleted: deleted } = result
  return (
    <tr>
      <td className="mono">{result.id}</td>
      <td>
        <WordMark word={wordOf(result)} />
      </td>
      <td>{result.attempts === 0 ? '' : formatDuration(result.duration_s)}</td>
      <td>{result.attempts}</td>
      <td>{added === null || deleted === null ? '' : `+${added} −${deleted}`}</td>
      <td className="error">{result.error}</td>
    </tr>
  )
}
