/** How a drawn run must stand, computed in a few lines without any code of the product. */
import type { DrawnRun, DrawnTask } from './drawn-run.ts'

/** What the user has done about a task so far. */
export type Done =
  | 'approved start'
  | 'approved landing'
  | 'answered'
  | 'paid'
  | 'mended'
  | 'cancelled'
  | 'skipped'
  /** How the task had ended before the user cancelled or skipped a task below it; that does not change then. */
  | 'landed before'
  | 'failed before'

export interface End {
  readonly is:
    | 'waiting'
    | 'stuck'
    | 'landing'
    | 'review'
    | 'landed'
    | 'failed'
    | 'skipped'
    | 'cancelled'
  /** The kind of need that the task has; null: none. */
  readonly need: string | null
}

/** The key under which a play keeps what was done about the whole run. */
export const RUN = 'run'

export type Deeds = ReadonlyMap<string, ReadonlySet<Done>>

/** How each task stands when everything has gone as far as it can without the user. */
export function endsOf(run: DrawnRun, done: Deeds): ReadonlyMap<string, End> {
  const ends = new Map<string, End>()
  const isCancelled = done.get(RUN)!.has('cancelled')
  for (const task of run.tasks) {
    const end = endOf(task, run, ends, done.get(task.id)!)
    // A person who cancels a run needs to hear nothing more about its failed tasks.
    ends.set(task.id, isCancelled ? { ...end, need: null } : end)
  }
  return ends
}

function endOf(
  task: DrawnTask,
  run: DrawnRun,
  ends: ReadonlyMap<string, End>,
  done: ReadonlySet<Done>,
): End {
  const inWorktree = run.isolation === 'worktree'
  const before = allBefore(task, run).map((id) => ends.get(id)!.is)
  const isAtBottom = before.every((is) => is === 'landed')
  const holdsEpic = run.tasks.some(
    ({ id, isInEpic }) =>
      isInEpic && task.isInEpic && ['review', 'landing'].includes(ends.get(id)?.is ?? ''),
  )
  const isOnTop = before.every((is) => ['landed', 'landing', 'review'].includes(is))

  if (done.has('landed before')) return { is: 'landed', need: null }
  if (done.has('failed before')) return { is: 'failed', need: 'task-failed' }
  if (done.has('cancelled')) return { is: 'cancelled', need: null }
  if (done.has('skipped')) return { is: 'skipped', need: null }
  if (before.some((is) => ['failed', 'cancelled', 'skipped'].includes(is)))
    return { is: 'skipped', need: null }
  if (!isAtBottom && !(run.stacked && inWorktree && isOnTop)) return { is: 'waiting', need: null }
  if (task.needsHuman && !done.has('approved start')) return { is: 'waiting', need: 'needs-human' }
  if (!isAtBottom && clash(task, run, ends)) return { is: 'waiting', need: null }
  if (holdsEpic) return { is: 'waiting', need: null }

  if (task.does === 'asks' && !done.has('answered')) return { is: 'stuck', need: 'question' }
  if (task.does === 'overspends' && !done.has('paid')) return { is: 'stuck', need: 'budget' }
  if (['fails', 'fails-twice'].includes(task.does) && !done.has('mended'))
    return { is: 'failed', need: 'task-failed' }

  if (!inWorktree || task.does === 'nothing') return { is: 'landed', need: null }
  if (run.review && !done.has('approved landing')) return { is: 'review', need: 'review' }
  if (!isAtBottom) return { is: 'landing', need: null }
  if (task.does === 'conflicts' && !done.has('mended')) return { is: 'review', need: 'conflict' }
  if (task.does === 'breaks-check' && !done.has('mended'))
    return { is: 'review', need: 'red-check' }
  return { is: 'landed', need: null }
}

/** Two tasks below this one, neither of which is below the other, changed the same line: it cannot start on both. */
function clash(task: DrawnTask, run: DrawnRun, ends: ReadonlyMap<string, End>): boolean {
  const before = allBefore(task, run)
  const changing = run.tasks.filter(({ id, does }) => before.includes(id) && does === 'conflicts')
  return changing.some((one, i) =>
    changing
      .slice(i + 1)
      .some(
        (other) =>
          !allBefore(other, run).includes(one.id) &&
          [one, other].some(({ id }) => ends.get(id)!.is !== 'landed'),
      ),
  )
}

/** Direct and indirect dependencies: in a stack, a task that changed nothing lands before those below it. */
function allBefore({ after }: DrawnTask, run: DrawnRun): readonly string[] {
  const directly = run.tasks.filter(({ id }) => after.includes(id))
  return [...after, ...directly.flatMap((task) => allBefore(task, run))]
}

const isOver = ({ is }: End): boolean => ['landed', 'failed', 'skipped', 'cancelled'].includes(is)

export function statusOf(
  ends: ReadonlyMap<string, End>,
  done: Deeds,
): 'completed' | 'failed' | 'cancelled' | 'stopped' {
  const all = [...ends.values()]
  if (!all.every(isOver)) return 'stopped'
  if (done.get(RUN)!.has('cancelled')) return 'cancelled'
  return all.every(({ is }) => is === 'landed') ? 'completed' : 'failed'
}

export const exitCodeOf = (ends: ReadonlyMap<string, End>): number =>
  [...ends.values()].every(({ is }) => is === 'landed') ? 0 : 1

export const COLUMN: Readonly<Record<End['is'], string>> = {
  waiting: 'backlog',
  stuck: 'in-progress',
  landing: 'review',
  review: 'review',
  failed: 'review',
  landed: 'done',
  skipped: 'done',
  cancelled: 'done',
}

/** The status in the session file of the newest attempt; null: it says nothing about how the task stands. */
export function sessionOf({ is, need }: End): string | null {
  if (is === 'waiting' || is === 'skipped') return null
  // Its attempt has ended: the task waits for the tasks below it.
  if (is === 'landing') return 'complete'
  if (is === 'cancelled') return 'cancelled'
  return is === 'landed' || need === 'review' ? 'complete' : 'stuck'
}

/** The word in the line of `conductor status` about the task; null: the task is only counted. */
export const wordOf = ({ is, need }: End): string | null =>
  need === 'review' ? 'READY' : WORDS[is]

const WORDS: Readonly<Record<End['is'], string | null>> = {
  waiting: 'WAITING',
  stuck: 'STUCK',
  landing: 'LANDING',
  review: 'NEEDS YOU',
  failed: 'FAILED',
  landed: null,
  skipped: 'SKIPPED',
  cancelled: 'CANCELLED',
}

/** The task has been worked on. */
export const isBegun = ({ is }: End): boolean => is !== 'waiting' && is !== 'skipped'
