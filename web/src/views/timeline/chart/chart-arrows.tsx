/** Dependencies as thin arrows behind the bars and their names. */
import { arrowPath } from './arrows.ts'
import type { Arrow } from './places.ts'
import type { Chart } from './use-chart.ts'

/** More arrows could not be told apart. */
const MOST = 200

export function ChartArrows({
  chart: { scale, window },
  arrows,
  isFocused,
}: {
  readonly chart: Chart
  readonly arrows: readonly Arrow[]
  /** The arrows are those of the hovered or selected task. */
  readonly isFocused: boolean
}) {
  const { pixelsPerSecond } = scale
  const isInSight = ({ from, to }: Arrow): boolean =>
    Math.max(from.y, to.y) >= window.top &&
    Math.min(from.y, to.y) <= window.top + window.height &&
    Math.max(from.end, to.start) * pixelsPerSecond >= window.left &&
    Math.min(from.end, to.start) * pixelsPerSecond <= window.left + window.width
  const pathOf = ({ from, to }: Arrow): string =>
    arrowPath(
      {
        x: from.end * pixelsPerSecond - window.left,
        y: from.y - window.top,
        above: from.above - window.top,
        below: from.below - window.top,
      },
      { x: to.start * pixelsPerSecond - window.left, y: to.y - window.top },
    )
  return (
    <g className="chart-arrows" data-focused={isFocused} aria-hidden="true">
      {arrows
        .filter(isInSight)
        .slice(0, MOST)
        .map((arrow) => (
          <path
            key={arrow.key}
            d={pathOf(arrow)}
            data-chain={arrow.isOnChain}
            markerEnd={arrow.isOnChain ? 'url(#arrow-head-chain)' : 'url(#arrow-head)'}
          />
        ))}
    </g>
  )
}
