/** The files that a task has delivered, counted and named. */
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { deliveryOf } from '../../../../src/core/run/run.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Fact, Facts } from './facts.tsx'

const MOST_NAMED = 8

export function DeliveredFiles({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const delivery = deliveryOf(run, task)
  if (delivery === null) return null
  const { filesCreated, filesChanged, linesAdded, linesDeleted } = delivery.changes
  const count = filesCreated + filesChanged
  const named = delivery.files.slice(0, MOST_NAMED)
  const more = Math.max(count, delivery.files.length) - named.length
  return (
    <Facts>
      <Fact name="Delivered">
        {sayCount(count, 'file')} <span className="added">+{linesAdded}</span>{' '}
        <span className="removed">−{linesDeleted}</span>, as{' '}
        <code>{delivery.commit.slice(0, 9)}</code> on <code>{delivery.branch}</code>
        <ul className="need-files">
          {named.map(({ path, is }) => (
            <li key={path}>
              <code>{path}</code> <span className="quiet">{is}</span>
            </li>
          ))}
          {more > 0 && <li className="quiet">and {more} more</li>}
        </ul>
      </Fact>
    </Facts>
  )
}
