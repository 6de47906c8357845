/** The pull requests of the run: its stacks as trees, with those first that need the user. */
import { useRef } from 'react'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { useSparingly } from '../../data/live/use-sparingly.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useRovingFocus } from '../../parts/keys/use-roving-focus.ts'
import { PullRow } from './pull-row.tsx'
import { sayNeeds, stacksOf, type Stack } from './stacks.ts'
import './pulls.css'

export default function Pulls() {
  const stacks = useSparingly(stacksOf)
  const { run } = useShownRun()
  if (run.publishing === null) return <NotPublished />
  return (
    <div className="pulls">
      <header className="pulls-head">
        <h1>Pull requests</h1>
        <p className="quiet">
          {sayCount(stacks.flat().length, 'lane')}, into <code>{run.publishing.into}</code> of{' '}
          <code>{run.publishing.remote}</code>
        </p>
        <p className="pulls-needs" role="status">
          {sayNeeds(stacks)}
        </p>
      </header>
      {run.forgeProblem !== null && (
        <p className="pulls-problem" role="alert">
          <strong>{run.forgeProblem.message}.</strong> {run.forgeProblem.hint} The work goes on, and
          is pushed later.
        </p>
      )}
      {stacks.length === 0 ? <NothingDelivered /> : <Stacks stacks={stacks} />}
    </div>
  )
}

function Stacks({ stacks }: { readonly stacks: readonly Stack[] }) {
  const view = useRef<HTMLDivElement>(null)
  const { onFocus } = useRovingFocus<string>({
    group: 'Pull requests',
    labels: { down: 'Next pull request', up: 'Pull request before' },
    view,
    attribute: 'data-pull',
    places: () => ({ lines: [stacks.flat().map(({ row }) => row.lane)], goes: 'down' }),
  })
  return (
    <div className="stacks" ref={view} onFocus={onFocus}>
      {stacks.map((stack) => (
        <ul key={stack[0]!.row.lane} className="stack" aria-label={nameOf(stack)}>
          {stack.map((pull) => (
            <PullRow key={pull.row.lane} pull={pull} />
          ))}
        </ul>
      ))}
    </div>
  )
}

const nameOf = ([bottom, ...above]: Stack): string =>
  above.length === 0 ? bottom!.row.title : `Stack of ${above.length + 1} on ${bottom!.row.title}`

const NotPublished = () => (
  <EmptyState title="This run opens no pull requests">
    <p>Conductor can publish each lane as a pull request, stacked where it depends on another.</p>
    <p>For a new run:</p>
    <pre>conductor run --pr</pre>
    <p>For this run:</p>
    <pre>conductor pr</pre>
  </EmptyState>
)

const NothingDelivered = () => (
  <EmptyState title="No pull requests yet">
    <p>A lane becomes a pull request when its first work is delivered.</p>
  </EmptyState>
)
