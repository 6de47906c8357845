/** The details of an open lane: each task with its status, the last commit, and the actions. */
import { Link } from 'wouter'
import { standingOf } from '../../../../src/core/report/task-standing.ts'
import { taskOf } from '../../../../src/core/run/run.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { sightOf, useNow, useShownRun } from '../../data/live/shown-run.tsx'
import { useTaskPath } from '../../data/live/use-task-path.ts'
import { WordMark } from '../../parts/state-mark.tsx'
import { LastCommit } from './lane-facts.tsx'
import { LaneFolder } from './lane-folder.tsx'
import { tasksIn } from './lane-list.ts'
import type { LaneNowProps } from './lane-now.tsx'
import { MergeActions } from './merge-actions.tsx'
import './lane-detail.css'

export function LaneDetail({ id, lane, row, data }: LaneNowProps & { readonly id: string }) {
  const { run } = useShownRun()
  const path = lane.name === null ? undefined : run.worktrees.get(lane.name)?.path
  return (
    <div id={id} className="lane-detail">
      <ul className="lane-tasks">
        {tasksIn(lane).map((task) => (
          <TaskLine key={task} task={task} waits={data.waits} />
        ))}
      </ul>
      <div className="lane-place">
        {row !== null && row.head !== null && <LastCommit row={row} />}
        {path !== undefined && <code className="lane-path">{path}</code>}
      </div>
      <LaneFolder lane={lane} />
      {lane.name !== null && <MergeActions tasks={tasksIn(lane)} />}
    </div>
  )
}

function TaskLine({
  task,
  waits,
}: Pick<LaneNowProps['data'], 'waits'> & { readonly task: TaskId }) {
  const shown = useShownRun()
  const pathOf = useTaskPath()
  const sight = { ...sightOf(shown, useNow(5000)), waits }
  const { word, says } = standingOf(shown.run, task, sight)
  return (
    <li>
      <WordMark word={word} />
      <Link href={pathOf(task)}>{taskOf(shown.run, task).name}</Link>
      <span className="lane-says">{says}</span>
    </li>
  )
}
