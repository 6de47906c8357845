/** The plan as a graph: batches from left to right. Only the tasks in sight are rendered. */
import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import { useRovingFocus } from '../../../parts/keys/use-roving-focus.ts'
import { BandHeads } from './band-heads.tsx'
import { isFar, meets, sightOf, type Size } from './camera.ts'
import { FarNodes } from './far-nodes.tsx'
import { nameOfNode, nodePlaces } from './node-places.ts'
import { nodeSizeFor } from './node-size.ts'
import { layOut, type PlanLayout } from './plan-layout.ts'
import { PlanLinks } from './plan-links.tsx'
import { PlanNode } from './plan-node.tsx'
import { PlanTools } from '../plan-tools.tsx'
import type { PlanAddress } from '../plan-address.ts'
import type { ShownPlan, ShownSelection } from '../use-plan.ts'
import { useCamera, useScreen, type CameraControl } from './use-camera.ts'
import './graph-view.css'

export interface GraphViewProps extends ShownSelection {
  readonly address: PlanAddress
}

export function GraphView({ plan, selected, select, address }: GraphViewProps) {
  const { opened, toggle } = useOpenBatches(plan.graph.batch, selected)
  const { screen, size } = useScreen()
  const layout = useLayout(plan, opened, size)
  const control = useCamera(layout.size, screen, size)
  const { camera } = control
  const sight = sightOf(camera, size)
  const isAfar = isFar(camera)
  const places = useMemo(() => nodePlaces(layout), [layout])
  const { stop, onFocus } = useRovingFocus<number>({
    group: 'Plan',
    labels: LABELS,
    view: screen,
    attribute: 'data-node',
    places: () => places,
    // A screen that was not measured yet has no sight to bring a node into.
    reveal: (node) => size.width > 0 && control.show(layout.nodes[layout.nodeOf[node]!]!),
  })
  useShownOnce(layout, control, size.width > 0 ? selected : null)

  const inSight = layout.nodes.filter(
    (node) => nameOfNode(node) === stop || (!isAfar && meets(node, sight)),
  )
  const pickFar = (event: MouseEvent<HTMLElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const x = (event.clientX - left - camera.x) / camera.scale
    const y = (event.clientY - top - camera.y) / camera.scale
    const at = layout.nodes.findIndex((node) => meets(node, { x, y, width: 0, height: 0 }))
    const cell = layout.nodes[at]?.cell
    if (cell?.is === 'task') select(cell.task)
    if (cell?.is === 'batch') toggle(cell.batch)
  }
  const view = { plan, layout, camera, sight, selected }
  return (
    <div className="plan-main">
      <PlanTools {...{ address, plan, control }} />
      <div className="graph">
        <BandHeads {...{ plan, camera, opened, toggle }} bands={layout.bands} width={size.width} />
        <div
          className="graph-screen"
          ref={screen}
          role="application"
          aria-label="Tasks in batches: the arrow keys go from task to task, Enter selects one"
          onKeyDown={({ key }) => key === 'Escape' && select(null)}
          onFocus={onFocus}
          onClick={isAfar ? pickFar : undefined}
          {...control.drag}
        >
          <div
            className="graph-layer"
            style={{ transform: `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})` }}
          >
            <PlanLinks {...view} isFar={isAfar} />
            {isAfar && <FarNodes {...view} />}
            {inSight.map((box) => (
              <PlanNode
                key={nameOfNode(box)}
                {...{ plan, selected, select, toggle, box }}
                node={nameOfNode(box)}
                isCurrent={nameOfNode(box) === stop}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

const LABELS = {
  down: 'Next task of the batch',
  up: 'Previous task of the batch',
  left: 'Previous batch',
  right: 'Next batch',
}

/** A batch of a large plan is closed until the user opens it, or selects one of its tasks. */
function useOpenBatches(batch: Int32Array, selected: number | null) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const selectedBatch = selected === null ? null : batch[selected]!
  const opened = useMemo(
    () => (selectedBatch === null ? chosen : new Set([...chosen, selectedBatch])),
    [chosen, selectedBatch],
  )
  const toggle = (batch: number): void =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(batch)) next.add(batch)
      return next
    })
  return { opened, toggle }
}

/** The plan fills the screen. Tasks keep their places when the panel of a task covers a part of the screen. */
function useLayout(
  { graph, plan }: ShownPlan,
  opened: ReadonlySet<number>,
  size: Size,
): PlanLayout {
  const task = useMemo(() => nodeSizeFor(plan.tasks), [plan.tasks])
  const widest = useRef({ window: '', room: size })
  const window = `${innerWidth} ${innerHeight}`
  if (widest.current.window !== window || widest.current.room.width < size.width)
    widest.current = { window, room: size }
  const { room } = widest.current
  return useMemo(() => layOut(graph, { opened, task, room }), [graph, opened, task, room])
}

/** Shows the task that the URL names when the view opens. */
function useShownOnce(layout: PlanLayout, control: CameraControl, selected: number | null): void {
  const isReady = selected !== null
  const isShown = useRef(false)
  useEffect(() => {
    if (selected === null || isShown.current) return
    isShown.current = true
    control.show(layout.nodes[layout.nodeOf[selected]!]!, true)
  }, [isReady])
}
