/** The current activity of a lane in one line: the last action of its agent, why it waits, or its last commit. */
import { standingOf } from '../../../../src/core/report/task-standing.ts'
import { stateOf } from '../../../../src/core/run/run.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import type { LaneRow } from '../../../../src/server/served/served-worktrees.ts'
import { sightOf, useNow, useShownRun } from '../../data/live/shown-run.tsx'
import { Ago, Elapsed } from '../../parts/time.tsx'
import type { LanesData } from './lanes-data.ts'
import type { Lane } from './lane-list.ts'

export interface LaneNowProps {
  readonly lane: Lane
  /** null: git was not asked yet, or the lane has no worktree. */
  readonly row: LaneRow | null
  readonly data: LanesData
}

export function LaneNow({ lane, row, data }: LaneNowProps) {
  const shown = useShownRun()
  const now = useNow(5000)
  const task = lane.current[0] ?? lane.waiting[0] ?? null
  if (task === null) return <Finished lane={lane} row={row} />
  const { says, since, word } = standingOf(shown.run, task, {
    ...sightOf(shown, now),
    waits: data.waits,
  })
  const state = stateOf(shown.run, task)
  const action = state.is === 'working' ? (data.actions.get(state.attempt) ?? '') : ''
  const words = says || action
  return (
    <p className="lane-now" title={words}>
      <span className="cut">{words}</span>
      {word !== 'waiting' && (
        <span className="lane-time">
          <Elapsed since={since} />
        </span>
      )}
    </p>
  )
}

function Finished({ lane, row }: Pick<LaneNowProps, 'lane' | 'row'>) {
  return (
    <p className="lane-now">
      <span className="cut">
        {row?.subject ?? `${sayCount(lane.done.length, 'task')} finished`}
      </span>
      {row !== null && row.at !== null && (
        <span className="lane-time">
          <Ago at={row.at} />
        </span>
      )}
    </p>
  )
}
