/** Tries a change to the plan together with the draft, and puts it there. */
import { answerAsk } from '../../../../../src/core/ask/ask.ts'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import {
  joinChanges,
  tryChanges,
  type PlanChange,
} from '../../../../../src/core/plan/plan-changes.ts'
import type { TaskChange } from '../../../../../src/core/plan/plan.ts'
import { taskOf, type Run } from '../../../../../src/core/run/run.ts'
import { sayRefusal } from '../../../../../src/core/say/say-failure.ts'
import { putChange, readDraft, takeBack } from '../../../act/plan-draft.ts'

/** Returns why the change is refused; null: it is in the draft now. A field that is as it was leaves the draft. */
export function proposeChange(run: Run, task: TaskId, change: TaskChange): string | null {
  const why = whyNotChange(run, readDraft(), { task, change })
  if (why !== null) return why
  const before = taskOf(run, task)
  for (const field of Object.keys(change) as (keyof TaskChange)[])
    if (JSON.stringify(change[field]) === JSON.stringify(before[field])) takeBack(task, field)
    else putChange(task, { [field]: change[field] })
  return null
}

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

/** Why a task cannot be changed at all, but for its pairs; null: it can. */
export const whyFixed = (run: Run, task: TaskId): string | null =>
  whyRefused(run, task, { priority: taskOf(run, task).priority })

/** Who works at once with a task can be decided while it works, too: no agent was told. */
export const canBePaired = (run: Run, task: TaskId): boolean =>
  whyRefused(run, task, { togetherWith: taskOf(run, task).togetherWith }) === null

function whyRefused(run: Run, task: TaskId, change: TaskChange): string | null {
  const answer = answerAsk(run, { ask: 'change', task, change })
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
