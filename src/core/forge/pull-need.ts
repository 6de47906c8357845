/** Decides whether a pull request needs a person: for a review and a merge, or for a decision that no agent can make. */
import { tasksByLane } from '../plan/lanes.ts'
import type { Task } from '../plan/plan.ts'
import type { Run } from '../run/run.ts'
import type { LaneName, TaskId } from '../value/ids.ts'
import { canAgentAnswer, isIdle } from './answering.ts'
import { isDone, type LanePull } from './lane-pull.ts'

/** ready: a person can review and merge it. stuck: only a person can bring it further. */
export interface PullNeed {
  readonly is: 'ready' | 'stuck'
  readonly pull: LanePull
  /** The first task of the lane. */
  readonly task: TaskId
  readonly since: number
}

export function pullNeeds(run: Run): readonly PullNeed[] {
  if (run.pulls.size === 0) return []
  const lanes = tasksByLane(run.plan.tasks)
  return [...run.pulls.values()].flatMap((pull) => {
    const tasks = lanes.get(pull.lane) ?? []
    const is = needOf(run, pull, tasks)
    const [first] = tasks
    if (is === null || first === undefined) return []
    return [{ is, pull, task: first.id, since: pull.sight?.at ?? run.lastEventAt }]
  })
}

/** How far a pull request is for the status report: ready and stuck just as in the list of what needs a person. */
export type ReportWord = 'merged' | 'closed' | 'taken over' | 'open' | PullNeed['is']

export function reportWords(run: Run): ReadonlyMap<LaneName, ReportWord> {
  const needs = new Map(pullNeeds(run).map(({ pull, is }) => [pull.lane, is]))
  return new Map(
    [...run.pulls.values()].map(({ lane, sight, takenOverBy }) => [
      lane,
      takenOverBy === null ? (needs.get(lane) ?? sight?.state ?? 'open') : 'taken over',
    ]),
  )
}

function needOf(run: Run, pull: LanePull, tasks: readonly Task[]): PullNeed['is'] | null {
  const { sight, trouble, head } = pull
  if (isDone(pull) || !isIdle(run, tasks)) return null
  if (trouble !== null) return 'stuck'
  if (sight?.state !== 'open') return null
  if (sight.feedback.length > 0) return canAgentAnswer(run, pull, tasks) ? null : 'stuck'
  // A review can wait until the checks of the newest push have ended.
  if (sight.isDraft || sight.headCommit !== head || sight.ci === 'pending') return null
  return sight.ci === 'fail' ? 'stuck' : 'ready'
}
