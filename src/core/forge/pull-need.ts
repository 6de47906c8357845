/** Whether a pull request needs a person: to review and merge it, or to decide what no agent may or can. */
import { laneOf } from '../plan/lanes.ts'
import type { Run } from '../run/run.ts'
import type { TaskId } from '../value/ids.ts'
import { hasRoundsLeft, isIdle } from './feedback.ts'
import type { LanePull } from './lane-pull.ts'

/** ready: a person can review and merge it. stuck: it does not get further without one. */
export interface PullNeed {
  readonly is: 'ready' | 'stuck'
  readonly pull: LanePull
  /** The first task of the lane. */
  readonly task: TaskId
  readonly since: number
}

export function pullNeeds(run: Run): readonly PullNeed[] {
  return [...run.pulls.values()].flatMap((pull) => {
    const is = needOf(run, pull)
    const task = run.plan.tasks.find((each) => laneOf(each) === pull.lane)
    if (is === null || task === undefined) return []
    return [{ is, pull, task: task.id, since: pull.sight?.at ?? run.lastEventAt }]
  })
}

function needOf(run: Run, pull: LanePull): PullNeed['is'] | null {
  const { sight, trouble } = pull
  if (!isIdle(run, pull.lane)) return null
  if (trouble !== null) return 'stuck'
  if (sight?.state !== 'open') return null
  if (sight.feedback.length > 0) return canAgentAnswer(run, pull) ? null : 'stuck'
  // Nobody has to look at it before its checks are over.
  return sight.isDraft || sight.ci === 'pending' ? null : sight.ci === 'fail' ? 'stuck' : 'ready'
}

function canAgentAnswer(run: Run, pull: LanePull): boolean {
  const hasAgent = run.plan.tasks.some(
    (task) => laneOf(task) === pull.lane && task.work.is === 'prompt',
  )
  return hasAgent && hasRoundsLeft(run, pull)
}
