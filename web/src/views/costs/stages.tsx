/** Where the time of a run went: the share of each stage, as one bar and in words. */
import { formatDuration } from '../../../../src/core/value/duration.ts'
import type { Summary } from '../../../../src/core/report/summary.ts'
import { shareOfStages } from './shares.ts'
import './stages.css'

export default function Stages({ summary }: { readonly summary: Summary }) {
  const stages = shareOfStages(summary.stage_s)
  if (stages.length === 0) return null
  return (
    <section className="stages">
      <h2>Time by stage</h2>
      <svg width="100%" height="14" aria-hidden="true">
        {stages.map(({ stage, from, share }) => (
          <rect
            key={stage}
            data-stage={stage}
            x={`${from * 100}%`}
            width={`${share * 100}%`}
            height="14"
          />
        ))}
      </svg>
      <dl>
        {stages.map(({ stage, share, seconds }) => (
          <div key={stage}>
            <dt data-stage={stage}>{stage}</dt>
            <dd>
              {Math.round(share * 100)} % <span className="quiet">{formatDuration(seconds)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
