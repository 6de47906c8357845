/** The head of a lane: its branch, the task at work, its last commit, and whether it could be merged. */
import { Link } from 'wouter'
import type { Changes } from '../../../../src/core/landing/delivery.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { mergeReadiness } from '../../../../src/core/landing/merge-readiness.ts'
import { standingOf } from '../../../../src/core/report/task-standing.ts'
import { deliveryOf, taskOf, type Run } from '../../../../src/core/run/run.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import type { LaneRow } from '../../../../src/server/served-repository.ts'
import { sightOf, useNow, useShownRun } from '../../data/live/shown-run.tsx'
import { WordMark } from '../../parts/state-mark.tsx'
import { Ago, Elapsed } from '../../parts/time.tsx'
import type { LanesData } from './lanes-data.ts'
import { tasksIn, type Lane } from './lane-list.ts'
import { LaneFolder } from './lane-folder.tsx'
import { MergeActions } from './merge-actions.tsx'
import { ReadinessMark } from './readiness-mark.tsx'
import './lane-head.css'
import { useTaskPath } from '../../data/live/use-task-path.ts'

export interface LaneHeadProps {
  readonly lane: Lane
  readonly data: LanesData
  /** The id of the heading. */
  readonly heading: string
}

export function LaneHead({ lane, data, heading }: LaneHeadProps) {
  const { run } = useShownRun()
  const row = lane.name === null ? null : (data.facts.get(lane.name) ?? null)
  const current = lane.current[0] ?? null
  return (
    <div className="lane-head">
      <div className="lane-title">
        <h3 id={heading}>
          {lane.name === null ? lane.title : <BranchName lane={lane} row={row} />}
        </h3>
        {lane.name !== null && <MergeActions tasks={tasksIn(lane)} />}
        <LaneFolder lane={lane} />
      </div>
      {current === null ? <Still lane={lane} /> : <AtWork task={current} />}
      {row !== null && row.head !== null && <LastCommit row={row} />}
      {lane.name !== null && lane.stands !== 'waiting' && (
        <div className="lane-merge">
          <ReadinessMark readiness={mergeReadiness(run, tasksIn(lane), row)} />
          <Distance run={run} row={row} current={current} />
        </div>
      )}
    </div>
  )
}

function BranchName({ lane, row }: { readonly lane: Lane; readonly row: LaneRow | null }) {
  const { run } = useShownRun()
  const worktree = run.worktrees.get(lane.name!)
  return <code title={worktree?.path}>{worktree?.branch ?? row?.branch ?? lane.title}</code>
}

/** The current task of the lane, and how it stands. */
function AtWork({ task }: { readonly task: TaskId }) {
  const shown = useShownRun()
  const now = useNow(5000)
  const pathOf = useTaskPath()
  const { word, says, since } = standingOf(shown.run, task, sightOf(shown, now))
  return (
    <p className="lane-now">
      <WordMark word={word} />
      <Link href={pathOf(task)}>{taskOf(shown.run, task).name}</Link>
      <span className="quiet">
        <Elapsed since={since} />
      </span>
      <span className="lane-words">{says}</span>
    </p>
  )
}

function Still({ lane }: { readonly lane: Lane }) {
  const { done, waiting, stands } = lane
  const words = {
    finished: `${sayCount(done.length, 'task')} over`,
    waiting: `${sayCount(waiting.length, 'task')} to do`,
    going: `${sayCount(done.length, 'task')} over, ${waiting.length} to do`,
  }
  return <p className="quiet">{words[stands]}</p>
}

function LastCommit({ row }: { readonly row: LaneRow }) {
  return (
    <p className="lane-commit">
      <code>{row.head!.slice(0, 7)}</code> <span className="lane-subject">{row.subject}</span>{' '}
      <span className="quiet">
        {row.author}
        {row.at !== null && (
          <>
            , <Ago at={row.at} />
          </>
        )}
      </span>
    </p>
  )
}

interface DistanceProps {
  readonly run: Run
  readonly row: LaneRow | null
  readonly current: TaskId | null
}

/** How far the branch is from the target, in commits, and what was changed, in lines. */
function Distance({ run, row, current }: DistanceProps) {
  const changes = changesOf(run, current)
  const isKnown = row !== null && row.ahead !== null && row.behind !== null
  if (!isKnown && changes === null) return null
  return (
    <p className="lane-distance">
      {isKnown && (
        <span>
          <span aria-hidden="true">
            ↑{row.ahead} ↓{row.behind}
          </span>
          <span className="unseen">
            {row.ahead} ahead of the target, {row.behind} behind
          </span>
        </span>
      )}
      {changes !== null && (
        <span>
          {sayCount(filesIn(changes), 'file')}{' '}
          <span className="lane-added">+{changes.linesAdded}</span>{' '}
          <span className="lane-removed">−{changes.linesDeleted}</span>
        </span>
      )}
    </p>
  )
}

const filesIn = ({ filesCreated, filesChanged }: Changes): number => filesCreated + filesChanged

/** null: no file was changed. */
function changesOf(run: Run, task: TaskId | null): Changes | null {
  if (task === null) return null
  const changes = run.touched.get(task)?.changes ?? deliveryOf(run, task)?.changes ?? null
  return changes === null || filesIn(changes) === 0 ? null : changes
}
