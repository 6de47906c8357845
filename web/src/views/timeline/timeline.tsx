/** The timeline view: which agent works on what and when, as predicted, as it went, and as it should go on. */
import { taskAt } from '../../../../src/core/run/run.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { taskId } from '../../../../src/core/value/ids.ts'
import { EmptyArt } from '../../parts/empty-art.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { NewPlanButton } from '../plan/make/new-plan-button.tsx'
import { BarPatterns } from './chart/bar-shape.tsx'
import { Baseline } from './baseline.tsx'
import { ChartView } from './chart/chart-view.tsx'
import { Legend } from './legend.tsx'
import { rowsOf } from './rows.ts'
import { sayChain, sayComparison, sayUnattended } from './say-times.ts'
import { timesByTask } from './task-times.ts'
import { BarFacts } from './bar-facts.tsx'
import { TimesTable } from './times-table.tsx'
import { TimelineTools } from './timeline-tools.tsx'
import { useTimelineAddress } from './timeline-address.ts'
import { useChart } from './chart/use-chart.ts'
import { usePicture } from './use-picture.ts'
import './timeline.css'

export default function Timeline() {
  const picture = usePicture()
  const address = useTimelineAddress()
  const chart = useChart(picture.end)
  const room = useViewHeight() - BESIDE_ROWS
  const rows = useMemo(() => rowsOf(picture, address.by, room), [picture, address.by, room])
  const times = useMemo(() => timesByTask(picture), [picture])
  const selected = picture.graph.indexOf.get(taskId(address.task)) ?? null
  if (picture.plan.tasks.length === 0) return <NoTasks />
  const select = (task: number | null): void =>
    address.change({ task: task === null ? null : taskAt(picture, task).id })
  const shown = { picture, rows, times, by: address.by, selected, select }
  return (
    <div className="timeline">
      <h1 className="unseen">Timeline</h1>
      <BarPatterns />
      <TimelineTools address={address} chart={chart} />
      <p className="timeline-words">
        <strong>{sayComparison(picture.comparison)}</strong>{' '}
        <span className="quiet">
          {sayUnattended(picture.comparison)} {sayChain(picture)}
        </span>
      </p>
      {address.as === 'table' ? (
        <TimesTable plan={picture.plan} times={times} />
      ) : (
        <ChartView chart={chart} {...shown} />
      )}
      <BarFacts {...shown} />
      <footer>
        <Baseline comparison={picture.comparison} />
        {address.as === 'chart' && <Legend />}
      </footer>
    </div>
  )
}

/** What stands above and below the rows, in pixels. */
const BESIDE_ROWS = 400

const useViewHeight = (): number => useSyncExternalStore(onResize, () => innerHeight)

function onResize(tell: () => void): () => void {
  addEventListener('resize', tell)
  return () => removeEventListener('resize', tell)
}

const NoTasks = () => (
  <EmptyState title="No plan yet" art={<EmptyArt name="lanes" />}>
    <p>Here you will see when each task should run, when it did, and where the time went.</p>
    <NewPlanButton kind="primary" />
  </EmptyState>
)
