/** What an attempt begins with: where its worktree starts, and what the agent is told to do. */
import type { Trouble } from './delivery.ts'
import type { CommitId, TaskId } from './ids.ts'
import type { Task, Work } from './plan.ts'
import type { Outcome } from './failure.ts'
import { attemptsAt, deliveryOf, indexOf, stateOf, type Conversation, type Run } from './run.ts'
import type { Purpose } from './task-state.ts'

/**
 * A command is made again from the beginning. An agent that was cut off goes on where it stood, and
 * so does one whose delivery was sent back. Whoever resolves begins with the delivery as it was, also
 * when another was cut off before: half a resolution looks like a whole one.
 */
export function howToStart(run: Run, task: Task, purpose: Purpose): 'fresh' | 'continue' {
  if (purpose.is === 'resolve') return 'fresh'
  if (purpose.is === 'redo' || purpose.is === 'go-on') return 'continue'
  const earlier = attemptsAt(run, task.id).findLast(({ ended }) => ended !== null)?.ended
  const wasCutOff = earlier !== null && earlier !== undefined && isCutOff(earlier.outcome)
  return wasCutOff && task.work.is === 'prompt' ? 'continue' : 'fresh'
}

/** Nothing is wrong with what it did so far. */
const isCutOff = (outcome: Outcome): boolean =>
  outcome.is === 'lost' ||
  outcome.is === 'preempted' ||
  outcome.is === 'over-budget' ||
  (outcome.is === 'failed' &&
    (outcome.failure.is === 'rate-limited' || outcome.failure.is === 'model'))

/** The conversation that an attempt which goes on can be part of; null: it begins a new one. */
export function conversationFor(
  run: Run,
  task: Task,
  start: 'fresh' | 'continue',
): Conversation | null {
  if (start === 'fresh') return null
  const last = attemptsAt(run, task.id).findLast(({ conversation }) => conversation !== null)
  return last?.conversation?.agent === task.agent ? last.conversation : null
}

/** In a stack: the deliveries it is built upon, those that have not landed yet. */
export function standsOn(run: Run, task: TaskId): readonly CommitId[] {
  if (!run.settings.stacked) return []
  return run.graph.before[indexOf(run, task)]!.map((d) => run.plan.tasks[d]!.id)
    .filter((id) => stateOf(run, id).is !== 'landed')
    .flatMap((id) => deliveryOf(run, id)?.commit ?? [])
}

/** The task as the agent of this attempt gets it. */
export function assigned(task: Task, purpose: Purpose, resolver: string | null): Task {
  switch (purpose.is) {
    case 'go-on':
      return assigned(task, purpose.with, resolver)
    case 'work':
      return task
    case 'redo':
      return {
        ...task,
        work: withGuidance(task.work, purpose.why),
        environment: { ...task.environment, CONDUCTOR_GUIDANCE: purpose.why },
      }
    case 'resolve':
      return {
        ...task,
        work: { is: 'prompt', text: sayResolve(task, purpose.trouble) },
        agent: resolver,
      }
  }
}

/** A command cannot be told anything but through its environment. */
const withGuidance = (work: Work, why: string): Work =>
  work.is === 'command'
    ? work
    : {
        ...work,
        text: `${work.text}\n\nWhat is in this folder was reviewed. Change it so that:\n\n${why}\n`,
      }

function sayResolve(task: Task, trouble: Trouble): string {
  const wanted = task.work.is === 'prompt' ? task.work.text : task.name
  return [
    `The work in this folder is done, but it cannot be brought together with the work of others.`,
    ...sayWhatToDo(trouble),
    `Keep what both sides want. Do not undo either. The work that was done here had this purpose:`,
    wanted,
  ].join('\n\n')
}

function sayWhatToDo(trouble: Trouble): readonly string[] {
  if (trouble.is === 'conflict') {
    const files = trouble.files.map(({ path, kind }) => `- ${path} (${kind})`)
    return [
      'A merge has been begun here and stopped at conflicts in these files:',
      files.join('\n'),
      'Resolve every conflict, remove the conflict marks, and leave the files as they should be.',
    ]
  }
  if (trouble.is === 'red-check')
    return [
      `It has been merged here with the work of others, and then this check fails: ${trouble.check}`,
      `The last lines it printed:\n\n${trouble.lastLines.join('\n')}`,
      'Find out why, and change what is in this folder so that the check passes.',
    ]
  return []
}
