/** What waits for the user: each pull request with what is to be done, and why. */
import { Link } from 'wouter'
import { useTaskPath } from '../../data/live/use-task-path.ts'
import { webLink } from '../../parts/web-link.ts'
import { nameOf, type QueueAct, type QueuedPull } from './review-queue.ts'

export function ReviewQueue({ queue }: { readonly queue: readonly QueuedPull[] }) {
  return (
    <section className="review-queue" aria-labelledby="review-queue">
      <h2 id="review-queue">Review queue</h2>
      {queue.length === 0 ? (
        <p className="queue-empty quiet">Nothing waits for you.</p>
      ) : (
        <ol>
          {queue.map((queued) => (
            <Queued key={queued.pull.row.lane} {...queued} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Queued({ pull: { row }, act, why }: QueuedPull) {
  const pathOf = useTaskPath()
  const href = webLink(row.url ?? '')
  return (
    <li className="queued" data-pull={queuedId(row.lane)} data-act={act}>
      <span className="queued-act">{ACTS[act]}</span>
      <p>
        <Link href={pathOf(row.tasks[0]!)} className="pull-title">
          {row.title}
        </Link>
        <span className="queued-why">{why}</span>
      </p>
      {href === null ? (
        <span className="queued-number">{nameOf(row)}</span>
      ) : (
        <a className="button" href={href} target="_blank" rel="noreferrer">
          Open {nameOf(row)}
        </a>
      )}
    </li>
  )
}

/** A row of the queue; the pull request is also shown in its stack. */
export const queuedId = (lane: string): string => `queue ${lane}`

const ACTS: Readonly<Record<QueueAct, string>> = {
  decide: 'Stuck',
  merge: 'Merge',
  review: 'Review',
}
