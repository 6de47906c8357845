/** The legend of the chart: what each look of a bar means. */
import { BarShape } from './chart/bar-shape.tsx'
import type { Look } from './time-bars.ts'
import './legend.css'

const MEANINGS: readonly (readonly [Look, string])[] = [
  ['working', 'at work'],
  ['succeeded', 'succeeded'],
  ['delivered', 'delivered, but not landed'],
  ['failed', 'failed'],
  ['cut-off', 'cut off'],
  ['asked', 'stopped to ask'],
  ['lost', 'lost'],
  ['coming', 'still expected'],
  ['predicted', 'predicted before the start'],
]

/** Lines after the end of a bar. */
const TAILS = [
  ['landing-tail', 'being merged and checked'],
  ['wait-tail', 'waited for a person'],
] as const

const MARKS = [
  ['↻2', 'a retry, with its number'],
  ['⚠', 'its delivery had a conflict'],
] as const

export function Legend() {
  return (
    <details className="legend">
      <summary>What the bars mean</summary>
      <ul>
        {MEANINGS.map(([look, words]) => (
          <li key={look}>
            <svg width="34" height="22" aria-hidden="true">
              <BarShape
                look={look}
                x={1}
                y={look === 'predicted' ? 8 : 1}
                width={32}
                isOnChain={false}
                height={look === 'predicted' ? 7 : 20}
              />
            </svg>
            {words}
          </li>
        ))}
        <li>
          <svg width="34" height="22" aria-hidden="true">
            <BarShape look="succeeded" x={1} y={1} width={32} height={20} isOnChain />
          </svg>
          on the longest chain
        </li>
        {TAILS.map(([className, words]) => (
          <li key={className}>
            <svg width="34" height="22" aria-hidden="true">
              <line className={className} x1="2" x2="32" y1="11" y2="11" />
            </svg>
            {words}
          </li>
        ))}
        {MARKS.map(([mark, words]) => (
          <li key={mark}>
            <span className="legend-mark" aria-hidden="true">
              {mark}
            </span>
            {words}
          </li>
        ))}
      </ul>
    </details>
  )
}
