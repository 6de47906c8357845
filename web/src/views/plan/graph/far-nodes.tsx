/** The tasks when zoomed out: plain boxes, one SVG path for each state, however many tasks there are. */
import { stateAt } from '../../../../../src/core/run/run.ts'
import type { TaskStatus } from '../../../../../src/core/run/task-state.ts'
import { meets, type Camera } from './camera.ts'
import type { Box } from './box.ts'
import type { PlanLayout } from './plan-layout.ts'
import type { ShownPlan } from '../use-plan.ts'

export interface FarNodesProps {
  readonly plan: ShownPlan
  readonly layout: PlanLayout
  readonly sight: Box
  readonly selected: number | null
}

export interface DrawnLayout extends FarNodesProps {
  readonly camera: Camera
}

type Look = TaskStatus | 'batch' | 'selected'

export function FarNodes(props: FarNodesProps) {
  return (
    <svg className="far-nodes" aria-hidden="true">
      {[...shapes(props)].map(([look, path]) => (
        <path key={look} data-state={look} d={path} />
      ))}
    </svg>
  )
}

function shapes({ plan, layout, sight, selected }: FarNodesProps): ReadonlyMap<Look, string> {
  const paths = new Map<Look, string>()
  for (const node of layout.nodes) {
    if (!meets(node, sight)) continue
    const { cell, x, y, width, height } = node
    const status = cell.is === 'task' ? stateAt(plan.run, cell.task).is : 'batch'
    const look = cell.is === 'task' && cell.task === selected ? 'selected' : status
    paths.set(look, `${paths.get(look) ?? ''}M${x} ${y}h${width}v${height}h${-width}z`)
  }
  return paths
}
