/** Finds work that was taken out of the target, or replaced, and that a delivery would bring back. */
import { workOfOthers, type OldWork } from '../../core/landing/after-landing.ts'
import { taskOf, type Run } from '../../core/run/run.ts'
import type { Delivery } from '../../core/landing/delivery.ts'
import type { AttemptId, CommitId, TaskId } from '../../core/value/ids.ts'
import type { Target } from '../worktree-ports.ts'

interface Landing {
  readonly task: TaskId
  readonly attempt: AttemptId
  readonly delivery: Delivery
}

/** onto: the commit that the delivery would be merged with. A person may have taken the old work out of the delivery. */
export async function oldWorkIn(
  run: Run,
  target: Target,
  { task, attempt, delivery }: Landing,
  onto: CommitId,
): Promise<OldWork | null> {
  const begunOn = run.attempts.get(attempt)?.delivery?.base
  const beyond = begunOn === undefined ? null : await target.beyond(begunOn, onto)
  if (begunOn === undefined || beyond === null) return null
  const isStacked = run.settings.stacked && taskOf(run, task).dependencies.length > 0
  const work = isStacked ? new Map([[beyond, null]]) : workOfOthers(run, task)
  const begunWith = await target.reached([...work.keys()], begunOn)
  const inTarget = await target.reached([...begunWith], onto)
  const gone = [...begunWith.difference(inTarget)]
  const [commit] = await target.reached(gone, delivery.commit)
  return commit === undefined ? null : { commit, of: work.get(commit) ?? null }
}
