/** The pull requests of the run: what waits for the user, then a map of all stacks. */
import { useRef } from 'react'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { WithQueries } from '../../data/api/with-queries.tsx'
import { useSparingly } from '../../data/live/use-sparingly.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useRovingFocus } from '../../parts/keys/use-roving-focus.ts'
import { PullRow } from './pull-row.tsx'
import { queuedId, ReviewQueue } from './review-queue-list.tsx'
import { reviewQueue, sayQueue, type QueuedPull } from './review-queue.ts'
import { stacksOf, type Stack } from './stacks.ts'
import './pulls.css'

export default function Pulls() {
  const stacks = useSparingly(stacksOf)
  const { run } = useShownRun()
  const queue = reviewQueue(stacks)
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
          {sayQueue(queue)}
        </p>
      </header>
      {run.forgeProblem !== null && (
        <p className="pulls-problem" role="alert">
          <strong>{run.forgeProblem.message}.</strong> {run.forgeProblem.hint} The work goes on, and
          is pushed later.
        </p>
      )}
      {stacks.length === 0 ? (
        <NothingDelivered />
      ) : (
        <WithQueries>
          <QueueAndStacks {...{ queue, stacks }} />
        </WithQueries>
      )}
    </div>
  )
}

interface QueueAndStacksProps {
  readonly queue: readonly QueuedPull[]
  readonly stacks: readonly Stack[]
}

function QueueAndStacks({ queue, stacks }: QueueAndStacksProps) {
  const view = useRef<HTMLDivElement>(null)
  const { onFocus } = useRovingFocus<string>({
    group: 'Pull requests',
    labels: { down: 'Next pull request', up: 'Pull request before' },
    view,
    attribute: 'data-pull',
    places: () => ({
      lines: [
        [
          ...queue.map(({ pull }) => queuedId(pull.row.lane)),
          ...[...stacks.filter(isStack), ...stacks.filter((stack) => !isStack(stack))]
            .flat()
            .map(({ row }) => row.lane),
        ],
      ],
      goes: 'down',
    }),
  })
  return (
    <div className="queue-and-stacks" ref={view} onFocus={onFocus}>
      <ReviewQueue queue={queue} />
      <section className="stacks" aria-labelledby="stack-map">
        <h2 id="stack-map">Stacks</h2>
        {stacks.filter(isStack).map((stack) => (
          <StackMap key={stack[0]!.row.lane} stack={stack} />
        ))}
        <Alone pulls={stacks.filter((stack) => !isStack(stack)).flat()} />
      </section>
    </div>
  )
}

const isStack = (stack: Stack): boolean => stack.length > 1

function StackMap({ stack }: { readonly stack: Stack }) {
  const [bottom] = stack
  const into = useShownRun().run.publishing?.into
  const columns = Math.max(...stack.map(({ column }) => column)) + 1
  return (
    <div className="stack">
      <p className="stack-base">
        <code>{bottom!.row.base ?? into}</code>
        <span>Stack of {stack.length}, to be merged from here downwards</span>
      </p>
      <ul aria-label={`Stack of ${stack.length} on ${bottom!.row.title}`}>
        {stack.map((pull) => (
          <PullRow key={pull.row.lane} {...{ pull, columns }} />
        ))}
      </ul>
    </div>
  )
}

function Alone({ pulls }: { readonly pulls: Stack }) {
  const into = useShownRun().run.publishing?.into
  if (pulls.length === 0) return null
  return (
    <div className="stack">
      <p className="stack-base">
        <code>{into}</code>
        <span>Not stacked, to be merged in any order</span>
      </p>
      <ul aria-label="Not stacked">
        {pulls.map((pull) => (
          <PullRow key={pull.row.lane} pull={pull} columns={1} />
        ))}
      </ul>
    </div>
  )
}

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
