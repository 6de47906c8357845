/** The quality of the work of a run: the average, each part of it, and for each task why it is not higher. */
import { sayMeanQuality, sayScore, type QualityPart } from '../../../../src/core/report/quality.ts'
import type { Summary } from '../../../../src/core/report/summary.ts'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { EmptyArt } from '../../parts/empty-art.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { judgedTasks, shareOfParts, type JudgedTask, type PartShare } from './shares.ts'
import './charts.css'
import './quality-view.css'

export default function QualityView({ summary }: { readonly summary: Summary }) {
  const tasks = judgedTasks(summary.results)
  if (tasks.length === 0)
    return (
      <EmptyState title="No quality yet" art={<EmptyArt name="runs" />}>
        <p>A task is judged as soon as it has delivered work.</p>
      </EmptyState>
    )
  return (
    <div className="costs-view quality-view">
      <dl className="costs-total">
        <div>
          <dt>Quality</dt>
          <dd>{sayMeanQuality(summary.results)}</dd>
        </div>
      </dl>
      <ul className="quality-parts" aria-label="Parts of the quality">
        {shareOfParts(tasks).map((part) => (
          <Part key={part.part} part={part} />
        ))}
      </ul>
      <h2>By task, the lowest first</h2>
      {tasks.map((task, place) => (
        <Task key={task.id} task={task} isOpen={place === 0} />
      ))}
    </div>
  )
}

function Part({ part: { part, share } }: { readonly part: PartShare }) {
  return (
    <li>
      <span>{part}</span>
      <ShareBar share={share} />
      <span>{share === null ? 'not known' : `${Math.round(share * 100)} %`}</span>
    </li>
  )
}

/** The words beside it say the same. */
function ShareBar({ share }: { readonly share: number | null }) {
  return (
    <svg width="100%" height="10" aria-hidden="true">
      <rect className="chart-track" width="100%" height="10" rx="3" />
      {share === null ? (
        <rect className="chart-unknown" width="100%" height="10" rx="3" />
      ) : (
        <rect className="chart-filled" width={`${share * 100}%`} height="10" rx="3" />
      )}
    </svg>
  )
}

function Task({ task, isOpen }: { readonly task: JudgedTask; readonly isOpen: boolean }) {
  const { id, quality } = task
  return (
    <details className="quality-task" open={isOpen}>
      <summary>
        <span className="mono">{id}</span>
        <ShareBar share={quality.score === null ? null : quality.score / 100} />
        <span>{sayScore(quality)}</span>
      </summary>
      <div className="cost-table">
        <table>
          <caption className="unseen">The quality of {id}, part by part</caption>
          <ColumnHeads names={['Part', 'Points', 'Why']} />
          <tbody>
            {quality.parts.map(({ part, points, of, why }) => (
              <tr key={part}>
                <th scope="row">{part}</th>
                <td data-better={isFull({ points, of })}>
                  {points === null ? 'not known' : `${points} of ${of}`}
                </td>
                <td className="why">{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** What is not known is neither good nor bad. */
const isFull = ({ points, of }: Pick<QualityPart, 'points' | 'of'>): string | undefined =>
  points === null ? undefined : points === of ? 'yes' : 'no'
