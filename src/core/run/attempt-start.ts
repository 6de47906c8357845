/** How an attempt begins: where its worktree starts, which conversation it continues, and which agent gets it. */
import type { CommitId, TaskId } from '../value/ids.ts'
import type { Task } from '../plan/plan.ts'
import { laneOf } from '../plan/lanes.ts'
import type { Outcome } from './failure.ts'
import type { Conversation } from './event.ts'
import { attemptsAt, deliveryOf, stateOf, taskOf, unlandedBefore, type Run } from './run.ts'
import { sayGuidance } from '../say/landing/say-resolve.ts'
import { aimOf, type Purpose } from './task-state.ts'

/** Another task of the lane has used its worktree since, so the work of this one is not there any more. */
function isElsewhere({ worktrees }: Run, task: Task): boolean {
  const worktree = worktrees.get(laneOf(task))
  return worktree !== undefined && worktree.task !== task.id
}

/**
 * A command starts from the beginning, unless a person only wants its delivery changed. An agent that was cut off goes
 * on where it stood, and so does one whose delivery was sent back. An agent that resolves always begins with the
 * delivery as it was, even if another one was cut off before: half a resolution looks like a whole one.
 */
export function howToStart(run: Run, task: Task, purpose: Purpose): 'fresh' | 'continue' {
  if (purpose.is === 'resolve' || beginsAnew(task, purpose) || isElsewhere(run, task))
    return 'fresh'
  if (purpose.is === 'redo' || purpose.is === 'go-on') return 'continue'
  const earlier = attemptsAt(run, task.id).findLast(({ ended }) => ended !== null)?.ended
  const wasCutOff = earlier !== null && earlier !== undefined && isCutOff(earlier.outcome)
  return wasCutOff && task.work.is === 'prompt' ? 'continue' : 'fresh'
}

/** A plain command cannot resolve anything, so it gets no merge in its folder, but starts on what has landed so far. */
export function beginsAnew(task: Task, purpose: Purpose): boolean {
  const aim = aimOf(purpose)
  return task.work.is === 'command' && aim.is === 'redo' && aim.trouble !== undefined
}

/** The attempt was interrupted, and nothing is wrong with its work so far. */
const isCutOff = (outcome: Outcome): boolean =>
  outcome.is === 'lost' ||
  outcome.is === 'preempted' ||
  outcome.is === 'over-budget' ||
  (outcome.is === 'failed' &&
    (outcome.failure.is === 'rate-limited' || outcome.failure.is === 'model'))

/** The conversation that a continued attempt can join; null: the attempt begins a new one. */
export function conversationFor(
  run: Run,
  task: Task,
  start: 'fresh' | 'continue',
): Conversation | null {
  const about = start === 'continue' ? task.id : task.continues
  if (about === null) return null
  const last = attemptsAt(run, about).findLast(({ conversation }) => conversation !== null)
  return last?.conversation?.agent === task.agent ? last.conversation : null
}

/**
 * In a stack, while a task below has not landed: the deliveries of all dependencies, including the landed ones,
 * because the other deliveries need not contain them. Nothing else of the target concerns the task yet.
 */
export function deliveriesBelow(run: Run, task: TaskId): readonly CommitId[] {
  const unlanded = run.settings.stacked ? unlandedBefore(run, task) : []
  if (unlanded.length === 0) return []
  const landed = taskOf(run, task).dependencies.filter((id) => stateOf(run, id).is === 'landed')
  return [...unlanded, ...landed].flatMap((id) => deliveryOf(run, id)?.commit ?? [])
}

/** What `assigned` needs of the material in prompt.ts. */
interface Assigned {
  readonly task: Task
  readonly purpose: Purpose
  /** The agent that gets the task when the purpose is to resolve. */
  readonly resolver: string | null
  readonly guidance: { readonly said: readonly string[] }
}

/** The task as the agent of this attempt gets it; prompt.ts adds the words for its purpose. */
export function assigned({ task, purpose, resolver, guidance }: Assigned): Task {
  const aim = aimOf(purpose)
  if (aim.is === 'resolve')
    return { ...task, work: { is: 'prompt', text: wantedIn(task) }, agent: resolver }
  const words = [
    ...(aim.is === 'redo' ? [sayGuidance(aim, task.work.is)] : []),
    // A command can only be told something in its environment.
    ...(task.work.is === 'command' ? guidance.said : []),
  ]
  if (words.length === 0) return task
  const variables = { CONDUCTOR_GUIDANCE: cut(words.join('\n\n')) }
  return { ...task, environment: { ...task.environment, ...variables } }
}

/** The purpose of the work, also when it is a command. */
export const wantedIn = ({ work, name }: Task): string => (work.is === 'prompt' ? work.text : name)

/** Linux allows 128 kB in one variable; a character may take four bytes. */
const MOST_IN_ENVIRONMENT = 30_000

const cut = (text: string): string =>
  text.length <= MOST_IN_ENVIRONMENT ? text : `${text.slice(0, MOST_IN_ENVIRONMENT)} ... (cut)`
