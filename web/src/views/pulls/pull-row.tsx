/** One pull request in its stack: how it stands, where it goes, and what was said about it. */
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import type { LanePull } from '../../../../src/core/forge/lane-pull.ts'
import type { PullRequestRow } from '../../../../src/core/forge/pull-document.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { laneName } from '../../../../src/core/value/ids.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { useTaskPath } from '../../data/live/use-task-path.ts'
import { PullChip } from '../../parts/pull-chip.tsx'
import type { StackedPull } from './stacks.ts'

export function PullRow({ pull: { row, depth, need } }: { readonly pull: StackedPull }) {
  const { run } = useShownRun()
  const pathOf = useTaskPath()
  const seen = run.pulls.get(laneName(row.lane))
  const hint = seen?.trouble?.is === 'refused' ? seen.trouble.problem.hint : null
  const indent = { '--depth': depth } as CSSProperties
  return (
    <li className="pull" data-pull={row.lane} data-need={need ?? undefined} style={indent}>
      <p className="pull-line">
        <Link href={pathOf(row.tasks[0]!)} className="pull-title">
          {row.title}
        </Link>
        {seen !== undefined && <PullChip pull={seen} isFull />}
        {need !== null && <em className="needs-you">{NEEDS[need]}</em>}
      </p>
      <p className="pull-place">
        <Place row={row} />
        {row.rounds > 0 && <span>{sayCount(row.rounds, 'round')} of answers by an agent</span>}
      </p>
      {saysMore(row, seen) && (
        <p className="pull-says">
          {row.says}
          {hint !== null && <span className="quiet"> {hint}</span>}
        </p>
      )}
      {row.feedback.length > 0 && <Feedback row={row} />}
    </li>
  )
}

const NEEDS = { ready: 'ready to review', stuck: 'stuck' } as const

/** Whether its sentence tells more than its chip does. */
const saysMore = ({ trouble, failing }: PullRequestRow, pull: LanePull | undefined): boolean =>
  pull === undefined ||
  trouble !== null ||
  failing.length > 0 ||
  pull.sight?.mergeable === 'conflict'

function Place({ row }: { readonly row: PullRequestRow }) {
  if (row.branch === null) return <code>{row.lane}</code>
  return (
    <span>
      <code>{row.branch}</code> <span aria-hidden="true">→</span>
      <span className="unseen"> into </span> <code>{row.base}</code>
    </span>
  )
}

const Feedback = ({ row: { feedback } }: { readonly row: PullRequestRow }) => (
  <ul className="pull-feedback" aria-label="What was said">
    {feedback.map(({ by, line }, i) => (
      <li key={i}>
        <strong>{by}</strong> {line}
      </li>
    ))}
  </ul>
)
