/** The facts about a task: its agent, worktree, branch, changes, cost, estimate and more. */
import { sayEstimateAndSource } from '../../../../src/core/say/say-time-left.ts'
import type { ReactNode } from 'react'
import type { Changes } from '../../../../src/core/landing/delivery.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { laneOf } from '../../../../src/core/plan/lanes.ts'
import { formatCost } from '../../../../src/core/value/money.ts'
import { qualityOf, sayScore } from '../../../../src/core/report/quality.ts'
import {
  attemptsAt,
  batchOf,
  collisionsOf,
  deliveryOf,
  stateOf,
  taskOf,
  type Run,
} from '../../../../src/core/run/run.ts'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import { secondsOfTask } from '../../../../src/core/report/worker-results.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { taskSpending } from '../../../../src/core/report/spending.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { WorktreePlace } from './worktree-place.tsx'

export function TaskFacts({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  return (
    <dl className="task-facts">
      {factsOf(run, task).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function factsOf(run: Run, id: TaskId): readonly (readonly [string, ReactNode])[] {
  const task = taskOf(run, id)
  const worktree = run.worktrees.get(laneOf(task))
  const changes =
    (stateOf(run, id).is === 'working' ? run.touched.get(id) : deliveryOf(run, id))?.changes ?? null
  const spent = taskSpending(run, id)
  const quality = qualityOf(run, id)
  const collisions = collisionsOf(run, id)
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Agent', sayAgent(run, id)],
    ['Worktree', worktree && <WorktreePlace task={id} />],
    ['Branch', worktree && <span className="mono">{worktree.branch}</span>],
    ['Changed', changes && `${sayFiles(changes)}, +${changes.linesAdded} −${changes.linesDeleted}`],
    ['Cost', (spent.cost_usd ?? 0) === 0 ? null : formatCost(spent.cost_usd!, spent.estimated_usd)],
    ['Took', sayTook(run, id)],
    ['Estimate', sayEstimateAndSource(task.estimate)],
    ['Priority', PRIORITIES[task.priority]],
    ['Batch', String(batchOf(run, id) + 1)],
    ['Landed as', landedAs(run, id)],
    ['Quality', quality && sayScore(quality)],
    [
      'Collides with',
      collisions.map(({ tasks }) => tasks.find((other) => other !== id)).join(', '),
    ],
  ]
  return facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
}

/** Files that the task created count as changed, too. */
export const sayFiles = ({ filesCreated, filesChanged }: Changes): string =>
  sayCount(filesCreated + filesChanged, 'file')

/** Empty while the task is at work, because its clock is at the head of the page. */
function sayTook(run: Run, id: TaskId): string {
  const seconds = secondsOfTask(run, id)
  return seconds === 0 || stateOf(run, id).is === 'working' ? '' : formatDuration(seconds)
}

const PRIORITIES = {
  1: '1, most urgent',
  2: '2',
  3: '3, as usual',
  4: '4',
  5: '5, least urgent',
} as const

function sayAgent(run: Run, id: TaskId): string {
  const { agent, model, work } = taskOf(run, id)
  const conversation = attemptsAt(run, id).at(-1)?.conversation ?? null
  const name = work.is === 'command' ? 'command' : (conversation?.agent ?? agent ?? 'the usual one')
  const used = conversation?.model ?? model
  return used === null ? name : `${name}, ${used}`
}

function landedAs(run: Run, id: TaskId): ReactNode {
  const state = stateOf(run, id)
  if (state.is !== 'landed' || state.commit === null || deliveryOf(run, id) === null) return null
  return (
    <>
      <span className="mono">{state.commit.slice(0, 9)}</span>{' '}
      {run.checked.has(id) ? 'checked' : 'unchecked'}
    </>
  )
}
