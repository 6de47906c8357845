/** Tries a change to the plan together with the draft. */
import { answerAsk } from '../../../../../src/core/ask/ask.ts'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import {
  joinChanges,
  tryChanges,
  type PlanChange,
} from '../../../../../src/core/plan/plan-changes.ts'
import type { TaskChange } from '../../../../../src/core/plan/plan.ts'
import type { Run } from '../../../../../src/core/run/run.ts'
import { sayRefusal } from '../../../../../src/core/say/say-failure.ts'

/** Why the change is refused; null: it can be made. */
export function whyNotChange(
  run: Run,
  draft: readonly PlanChange[],
  proposed: PlanChange,
): string | null {
  const others = draft.filter(({ task }) => task !== proposed.task)
  const own = draft.filter(({ task }) => task === proposed.task)
  const tried = tryChanges(run, [...others, ...joinChanges([...own, proposed])])
  return tried.ok ? null : sayRefusal(tried.refused[0]!.refusal)
}

/** Why a task cannot be changed at all; null: it can. */
export function whyFixed(run: Run, task: TaskId): string | null {
  const nothing: TaskChange = {}
  const answer = answerAsk(run, { ask: 'change', task, change: nothing })
  return answer.accepted ? null : sayRefusal(answer.refusal)
}

/** The run with the draft; changes that the run no longer allows are left out and listed. */
export interface DraftedRun {
  readonly run: Run
  readonly changes: readonly PlanChange[]
  /** Why the changes of a task were left out. */
  readonly refused: ReadonlyMap<TaskId, string>
}

export function withDraft(run: Run, draft: readonly PlanChange[]): DraftedRun {
  const refused = new Map<TaskId, string>()
  if (draft.length === 0) return { run, changes: [], refused }
  for (;;) {
    const tried = tryChanges(
      run,
      draft.filter(({ task }) => !refused.has(task)),
    )
    if (tried.ok) return { run: tried.run, changes: tried.changes, refused }
    for (const { task, refusal } of tried.refused) refused.set(task, sayRefusal(refusal))
  }
}
