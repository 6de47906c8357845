/** Gives agents the feedback on pull requests, and conflicts with a base branch that has changed. */
import { conflictId, isTimeToAnswer, laneToMerge, tasksIn } from '../../core/forge/answering.ts'
import { newFeedback, type Feedback } from '../../core/forge/feedback.ts'
import { followUpTask, updateTask } from '../../core/forge/follow-up-task.ts'
import { tasksByLane } from '../../core/plan/lanes.ts'
import type { Task } from '../../core/plan/plan.ts'
import type { LaneName } from '../../core/value/ids.ts'
import type { Forge } from '../forge-ports.ts'
import { seenPull, type PublishPorts, type Round } from './publish-round.ts'

export async function answerFeedback(round: Round, lane: LaneName): Promise<void> {
  const { run, ports } = round
  const seen = seenPull(round, lane)
  if (seen === undefined) return
  const pull = run.pulls.get(lane)!
  const feedback = newFeedback(seen, pull, run.publishing!)
  const { olderComments } = seen
  if (feedback.length === 0 || !isTimeToAnswer(run, pull, seen, tasksIn(run, lane))) return
  const task = followUpTask(
    run,
    pull,
    { feedback, olderComments },
    await logsOf(feedback, ports.forge),
  )
  const ids = feedback.map(({ id }) => id)
  if (task !== null) await hand(ports, { lane, task, ids })
}

interface Handed {
  readonly lane: LaneName
  readonly task: Task
  /** Ids of the feedback or conflict that the task is about. */
  readonly ids: readonly string[]
}

const hand = ({ tell }: PublishPorts, { lane, task, ids }: Handed): Promise<void> =>
  tell(() => [
    { type: 'tasks-added', tasks: [task], by: null },
    { type: 'feedback-handed', lane, task: task.id, ids },
  ])

const LONGEST_LOG = 6000

async function logsOf(
  feedback: readonly Feedback[],
  forge: Forge,
): Promise<ReadonlyMap<string, string>> {
  const logs = new Map<string, string>()
  for (const each of feedback) {
    if (each.kind !== 'check' || each.check.log === null) continue
    const answer = await forge.logEnd(each.check.log, LONGEST_LOG)
    // Without the log, the agent still gets the rest of the feedback.
    if (answer.ok) logs.set(each.check.name, answer.value)
  }
  return logs
}

/**
 * An agent gets a conflict with the base branch once: the agent merges the base in the worktree, and the result lands
 * like any other work. One such task is enough for all lanes, because the target then contains the base.
 */
export async function answerConflict({ run, sight, ports }: Round): Promise<void> {
  const { into: branch } = run.publishing!
  const commit = sight.heads.get(branch)
  if (commit === undefined || run.target === null) return
  const pull = laneToMerge(run, commit, tasksByLane(run.plan.tasks))
  if (pull === null || (await ports.git.isAncestor(commit, run.target.tip))) return
  const files = pull.trouble.files.map(({ path }) => path)
  const task = updateTask(run, pull, { branch, commit, files })
  if (task !== null) await hand(ports, { lane: pull.lane, task, ids: [conflictId(commit)] })
}
