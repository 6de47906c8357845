/** One pull request in its stack: how it stands, where it goes, and what was said about it. */
import { useState } from 'react'
import { Link } from 'wouter'
import { isAnswered, type LanePull } from '../../../../src/core/forge/lane-pull.ts'
import { pullText, type PullRequestRow } from '../../../../src/core/forge/pull-document.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { laneName } from '../../../../src/core/value/ids.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { useTaskPath } from '../../data/live/use-task-path.ts'
import { pullWord } from '../../../../src/core/forge/pull-word.ts'
import { PullChip } from '../../parts/pull-chip.tsx'
import { PullReview } from './pull-review.tsx'
import { nameOf } from './review-queue.ts'
import { StackRail } from './stack-rail.tsx'
import type { StackedPull } from './stacks.ts'

interface PullRowProps {
  readonly pull: StackedPull
  /** How many columns its stack has. */
  readonly columns: number
}

export function PullRow({ pull, columns }: PullRowProps) {
  const { row, below, column, need } = pull
  const { run, mode } = useShownRun()
  const pathOf = useTaskPath()
  const seen = run.pulls.get(laneName(row.lane))
  const hint = seen?.trouble?.is === 'refused' ? seen.trouble.problem.hint : null
  const isKeptHere = row.number !== null && row.url === null
  return (
    <li className="pull" data-pull={row.lane} data-column={column} data-need={need ?? undefined}>
      <StackRail {...{ pull, columns }} look={lookOf(seen)} />
      <div className="pull-text">
        <p className="pull-line">
          <Link href={pathOf(row.tasks[0]!)} className="pull-title">
            {row.title}
          </Link>
          {seen !== undefined && <PullChip pull={seen} isFull />}
          {need !== null && <em className="needs-you">{sayNeed(pull)}</em>}
        </p>
        <p className="pull-place">
          <Place row={row} />
          {below !== null && <span>stands on {nameOf(below)}</span>}
          {row.rounds > 0 && <span>{sayCount(row.rounds, 'round')} of answers by an agent</span>}
        </p>
        {saysMore(row, seen) && (
          <p className="pull-says">
            {row.says}
            {hint !== null && <span className="quiet"> {hint}</span>}
          </p>
        )}
        {row.feedback.length > 0 && <Feedback row={row} />}
        {isKeptHere && <Text lane={row.lane} />}
        {isKeptHere && (row.state === 'open' || row.state === 'draft') && mode === 'live' && (
          <PullReview row={row} />
        )}
      </div>
    </li>
  )
}

/** Failed checks are seen before what people have said. */
const lookOf = (pull: LanePull | undefined): string => {
  if (pull === undefined) return 'none'
  const word = pullWord(pull)
  return pull.sight?.state === 'open' && pull.sight.ci === 'fail' ? 'failed' : word
}

const sayNeed = ({ need, row, below }: StackedPull): string => {
  if (need === 'stuck') return 'stuck'
  return row.review === 'approved' && below === null ? 'ready to merge' : 'ready to review'
}

/** Whether its sentence tells more than its chip does. */
const saysMore = ({ trouble, failing }: PullRequestRow, pull: LanePull | undefined): boolean =>
  pull === undefined ||
  trouble !== null ||
  failing.length > 0 ||
  pull.containedIn !== null ||
  pull.takenOverBy !== null ||
  pull.opened?.tookOverFrom !== undefined ||
  pull.sight?.mergeable === 'conflict' ||
  isAnswered(pull)

function Place({ row }: { readonly row: PullRequestRow }) {
  if (row.branch === null) return <code>{row.lane}</code>
  return (
    <span>
      <code>{row.branch}</code> <span aria-hidden="true">→</span>
      <span className="unseen"> into </span> <code>{row.base}</code>
    </span>
  )
}

/** Of a pull request that has no page; made when it is opened. */
function Text({ lane }: { readonly lane: string }) {
  const { run } = useShownRun()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="pull-body" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Its text</summary>
      {isOpen && <pre>{pullText(run, lane)}</pre>}
    </details>
  )
}

const Feedback = ({ row: { feedback } }: { readonly row: PullRequestRow }) => (
  <ul className="pull-feedback" aria-label="What was said">
    {feedback.map(({ by, kind, line }, i) => (
      <li key={i}>
        <strong>{by}</strong> {line || (kind === 'check' ? 'failed' : 'no words')}
      </li>
    ))}
  </ul>
)
