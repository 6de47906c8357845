/** One lane in one line: its branch, its tasks, its activity, its changes, and whether it can be merged. */
import { useDroppable } from '@dnd-kit/core'
import { useId, useState } from 'react'
import { laneMove, type CardMove } from '../../../../src/core/ask/allowed-drags.ts'
import { mergeReadiness } from '../../../../src/core/landing/merge-readiness.ts'
import { taskId, type TaskId } from '../../../../src/core/value/ids.ts'
import { PullChip } from '../../parts/pull-chip.tsx'
import { useShownRun } from '../../data/live/shown-run.tsx'
import type { LanesData } from './lanes-data.ts'
import { BranchName, ChangedLines, Commits } from './lane-facts.tsx'
import { LaneCard } from './lane-card.tsx'
import { LaneDetail } from './lane-detail.tsx'
import { LaneNow } from './lane-now.tsx'
import { tasksIn, type Lane } from './lane-list.ts'
import { ReadinessMark } from './readiness-mark.tsx'
import './lane-row.css'

export interface LaneRowProps {
  readonly lane: Lane
  readonly data: LanesData
}

export function LaneRow({ lane, data }: LaneRowProps) {
  const [isOpen, setOpen] = useState(false)
  const ids = { heading: useId(), detail: useId() }
  const { run } = useShownRun()
  const { setNodeRef, isOver, active } = useDroppable({
    id: lane.id,
    disabled: lane.name === null,
  })
  const dragged = isOver && active !== null ? taskId(String(active.id)) : null
  const move = dragged && lane.name && laneMove(run, dragged, lane.name)
  const pull = lane.name === null ? undefined : run.pulls.get(lane.name)
  const row = lane.name === null ? null : (data.facts.get(lane.name) ?? null)
  return (
    <li
      ref={setNodeRef}
      className="lane"
      data-lane={lane.id}
      data-verdict={move?.is}
      data-stands={lane.stands}
      aria-labelledby={ids.heading}
    >
      <div className="lane-line">
        <button
          type="button"
          className="lane-toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? ids.detail : undefined}
          aria-label={`Details of ${lane.title}`}
          onClick={() => setOpen(!isOpen)}
        />
        <h3 id={ids.heading} className="lane-branch">
          {lane.name === null ? lane.title : <BranchName lane={lane} row={row} />}
        </h3>
        <div className="lane-cards">
          <Cards tasks={lane.done} fromEnd={DONE_SHOWN} />
          <Cards tasks={lane.current} />
          <Cards tasks={lane.waiting} most={WAITING_SHOWN} />
        </div>
        {move && move.is !== 'same' ? (
          <p className="lane-verdict">{sayMove(move)}</p>
        ) : (
          <LaneNow lane={lane} row={row} data={data} />
        )}
        <ChangedLines tasks={tasksIn(lane)} />
        <Commits row={row} />
        <div className="lane-merge">
          {lane.name !== null && lane.stands !== 'waiting' && (
            <ReadinessMark readiness={mergeReadiness(run, tasksIn(lane), row)} />
          )}
          {pull !== undefined && <PullChip pull={pull} />}
        </div>
      </div>
      {isOpen && <LaneDetail id={ids.detail} lane={lane} row={row} data={data} />}
    </li>
  )
}

const sayMove = (move: Exclude<CardMove, { is: 'same' }>): string =>
  move.is === 'action' ? move.action.label : `Not here: ${move.why}`

/** Users look for what was done last, and for what comes next. */
const DONE_SHOWN = 1
const WAITING_SHOWN = 3

interface CardsProps {
  readonly tasks: readonly TaskId[]
  readonly most?: number
  readonly fromEnd?: number
}

function Cards({ tasks, most = Infinity, fromEnd = Infinity }: CardsProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? tasks : tasks.slice(0, most).slice(-Math.min(fromEnd, tasks.length))
  const left = tasks.length - shown.length
  const more = left > 0 && (
    <button type="button" className="lane-more" onClick={() => setAll(true)}>
      +{left}
      <span className="unseen"> more</span>
    </button>
  )
  return (
    <>
      {fromEnd < tasks.length && more}
      {tasks.length > 0 && shown.map((task) => <LaneCard key={task} task={task} />)}
      {fromEnd >= tasks.length && more}
    </>
  )
}
