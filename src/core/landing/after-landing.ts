/** What becomes true of a task after its delivery was merged and checked, or could not be: L4 and L7. */
import { skippedDependents } from '../run/dependent-tasks.ts'
import type { Trouble } from './delivery.ts'
import type { Fact } from '../run/event.ts'
import type { CommitId, TaskId } from '../value/ids.ts'
import { attemptsAt, ofEachTask, stateOf, type Run } from '../run/run.ts'
import { isLost } from '../run/task-state.ts'
import { sayMarks } from '../say/landing/say-trouble.ts'

/** The task may have been cancelled at that very moment: what is in the target has landed all the same. */
export function afterLanding(
  run: Run,
  task: TaskId,
  { commit, checked }: { readonly commit: CommitId; readonly checked: boolean },
): readonly Fact[] {
  const landed: Fact = { type: 'task-landed', task, commit, checked }
  const behind = isLost(stateOf(run, task).is) ? skippedDependents(run, task) : []
  return behind.length > 0 ? [landed, { type: 'tasks-reset', tasks: behind }] : [landed]
}

/** L4: an agent gets one attempt to resolve the trouble, then a person has to. */
export function afterRefusal(
  run: Run,
  task: TaskId,
  trouble: Trouble,
  canResolve: boolean,
): readonly Fact[] {
  if (stateOf(run, task).is !== 'landing') return []
  const wasTried = attemptsAt(run, task).some(({ purpose }) => purpose === 'resolve')
  const agent = canResolve && !wasTried && isResolvable(trouble)
  return [{ type: agent ? 'resolve-needed' : 'review-needed', task, trouble }]
}

/** A commit that is not in the target any more; of null: it is of a task below in a stack, which was replaced. */
export interface OldWork {
  readonly commit: CommitId
  readonly of: TaskId | null
}

/** The delivery of the task would bring old work back into the target, so it is made anew on what is there now. */
export function afterReplaced(run: Run, task: TaskId, { commit, of }: OldWork): readonly Fact[] {
  if (stateOf(run, task).is !== 'landing') return []
  const old =
    of === null
      ? `${commit.slice(0, 9)}, which was replaced or taken out of the target`
      : `"${of}", which someone removed from the target, and would bring that work back`
  return [
    { type: 'noticed', about: task, what: `it is built on ${old}; it runs again` },
    { type: 'tasks-reset', tasks: [task] },
  ]
}

/** Everything that the other tasks have ever delivered, and by which of them. */
export const workOfOthers = (run: Run, task: TaskId): ReadonlyMap<CommitId, TaskId> =>
  new Map(
    ofEachTask(run, ({ id }) =>
      id === task
        ? []
        : attemptsAt(run, id).flatMap(({ delivery }) =>
            delivery === null ? [] : [[delivery.commit, id] as const],
          ),
    ),
  )

/** A person wants the task to land, but the merge that was begun in its worktree is unfinished. */
export function afterMarks(
  run: Run,
  task: TaskId,
  marks: readonly string[],
  previousTrouble?: Trouble,
): readonly Fact[] {
  if (stateOf(run, task).is !== 'landing') return []
  const reason = sayMarks(marks)
  const trouble: Trouble =
    previousTrouble?.is === 'conflict'
      ? { ...previousTrouble, marks }
      : { is: 'broken', reason, marks }
  return [{ type: 'review-needed', task, trouble }]
}

/** A check that fails on the target without the delivery is not for the agent of that delivery to fix. */
const isResolvable = (trouble: Trouble): boolean =>
  trouble.is === 'conflict' || (trouble.is === 'red-check' && !trouble.before)
