/** One lane: its head, and its tasks from left to right. */
import { useDroppable } from '@dnd-kit/core'
import { useId, useState } from 'react'
import { laneMove, type CardMove } from '../../../../src/core/ask/allowed-drags.ts'
import { taskId, type TaskId } from '../../../../src/core/value/ids.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import type { LanesData } from './lanes-data.ts'
import { LaneCard } from './lane-card.tsx'
import { LaneHead } from './lane-head.tsx'
import type { Lane } from './lane-list.ts'
import './lane-row.css'

export interface LaneRowProps {
  readonly lane: Lane
  readonly data: LanesData
}

export function LaneRow({ lane, data }: LaneRowProps) {
  const heading = useId()
  const { run } = useShownRun()
  const { setNodeRef, isOver, active } = useDroppable({
    id: lane.id,
    disabled: lane.name === null,
  })
  const dragged = isOver && active !== null ? taskId(String(active.id)) : null
  const move = dragged && lane.name && laneMove(run, dragged, lane.name)
  return (
    <li
      ref={setNodeRef}
      className="lane"
      data-lane={lane.id}
      data-verdict={move?.is}
      data-single={isSingle(lane) || undefined}
      aria-labelledby={heading}
    >
      <LaneHead lane={lane} data={data} heading={heading} />
      <div className="lane-cards">
        <Cards tasks={lane.done} data={data} fromEnd={DONE_SHOWN} />
        <Cards tasks={lane.current} data={data} />
        <Cards tasks={lane.waiting} data={data} most={WAITING_SHOWN} />
        {move && move.is !== 'same' && <p className="lane-verdict">{sayMove(move)}</p>}
      </div>
    </li>
  )
}

const sayMove = (move: Exclude<CardMove, { is: 'same' }>): string =>
  move.is === 'action' ? move.action.label : `Not here: ${move.why}`

/** A lane with one task only: its head says all about it. */
const isSingle = ({ done, current, waiting }: Lane): boolean =>
  current.length === 1 && done.length + waiting.length === 0

/** Users look for what was done last, and for what comes next. */
const DONE_SHOWN = 3
const WAITING_SHOWN = 12

interface CardsProps {
  readonly tasks: readonly TaskId[]
  readonly data: LanesData
  readonly most?: number
  readonly fromEnd?: number
}

function Cards({ tasks, data, most = Infinity, fromEnd = Infinity }: CardsProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? tasks : tasks.slice(0, most).slice(-Math.min(fromEnd, tasks.length))
  const left = tasks.length - shown.length
  const more = left > 0 && (
    <button type="button" className="lane-more" onClick={() => setAll(true)}>
      {left} more
    </button>
  )
  return (
    <>
      {fromEnd < tasks.length && more}
      {tasks.length > 0 &&
        shown.map((task) => <LaneCard key={task} task={task} waits={data.waits} />)}
      {fromEnd >= tasks.length && more}
    </>
  )
}
