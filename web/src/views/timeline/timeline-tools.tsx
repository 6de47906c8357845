/** The bar above the timeline: how it is grouped, drawn and zoomed. */
import { useShortcuts } from '../../parts/keys/shortcuts.ts'
import { Button } from '../../parts/button.tsx'
import { Choices } from '../../parts/choices.tsx'
import type { TimelineAddress } from './timeline-address.ts'
import type { Chart } from './chart/use-chart.ts'

const STEP = 1.5

export function TimelineTools({
  address: { by, as, change },
  chart,
}: {
  readonly address: TimelineAddress
  readonly chart: Chart
}) {
  const zoomIn = (): void => chart.zoomBy(STEP)
  const zoomOut = (): void => chart.zoomBy(1 / STEP)
  useShortcuts([
    { keys: '+', label: 'Zoom in', group: 'Timeline', run: zoomIn },
    { keys: '=', label: 'Zoom in', group: 'Timeline', run: zoomIn },
    { keys: '-', label: 'Zoom out', group: 'Timeline', run: zoomOut },
    { keys: 'f', label: 'Fit everything', group: 'Timeline', run: chart.fit },
  ])
  return (
    <div className="timeline-tools" role="toolbar" aria-label="Timeline">
      <Choices
        name="Rows"
        value={by}
        choices={[
          ['agent', 'By agent'],
          ['batch', 'By batch'],
        ]}
        onChange={(by) => change({ by })}
      />
      <Choices
        name="Show as"
        value={as}
        choices={[
          ['chart', 'Chart'],
          ['table', 'Table'],
        ]}
        onChange={(as) => change({ as: as === 'chart' ? null : as })}
      />
      <span className="spring" />
      {as === 'chart' && (
        <span className="timeline-zoom">
          <Button
            aria-label="Zoom out"
            aria-keyshortcuts="-"
            disabled={chart.zoom <= 1}
            onClick={zoomOut}
          >
            −
          </Button>
          <Button aria-label="Zoom in" aria-keyshortcuts="+" onClick={zoomIn}>
            +
          </Button>
          <Button aria-keyshortcuts="f" disabled={chart.zoom === 1} onClick={chart.fit}>
            Fit
          </Button>
        </span>
      )}
    </div>
  )
}
