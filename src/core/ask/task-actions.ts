/** What a person can do with a task now: one list for buttons, menus, the palette and drags. */
import type { Refusal } from './answer.ts'
import { answerAsk, type Ask } from './ask.ts'
import { waitingBehind } from '../run/behind.ts'
import { formatDuration } from '../value/duration.ts'
import type { LaneName, TaskId } from '../value/ids.ts'
import { stateOf, taskOf, type Run } from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'
import type { TaskState } from '../run/task-state.ts'

export interface TaskAction {
  readonly name: ActionName
  readonly label: string
  /** null: the person has to write something first (askWith). */
  readonly ask: Ask | null
  /** What they are to write, as the name of a text field; null: nothing. */
  readonly words: string | null
  /** What to ask before, because it cannot simply be undone; null: just do it. */
  readonly confirm: string | null
}

export type ActionName =
  | 'approve'
  | 'land'
  | 'reject'
  | 'retry'
  | 'skip'
  | 'cancel'
  | 'preempt'
  | 'guide'
  | 'budget'
  | 'allow'
  | 'deny'
  | 'sooner'
  | 'later'
  | 'change-lane'

/** Only what would be accepted now, the most likely first. */
export function actionsFor(run: Run, task: TaskId, now: number): readonly TaskAction[] {
  return thinkable(run, task, now).filter((action) => refusalOf(run, task, action) === null)
}

/** What makes sense for a task that stands as it does; another task may still be in the way. */
export function thinkable(run: Run, task: TaskId, now: number): readonly TaskAction[] {
  const state = stateOf(run, task)
  switch (state.is) {
    case 'waiting':
      return [...approval(run, task), guide(), ...urgency(run, task), skip(run, task)]
    case 'working':
      return [...leave(run, task, state), guide(), ...stops(run, task, now - state.since)]
    case 'stuck':
      return [...answer(state), cancel(run, task, `Give up "${task}"?`)]
    case 'landing':
      return [cancel(run, task, `Give up "${task}", which is being merged and checked?`)]
    case 'review':
      return [land(task), reject(), cancel(run, task, `Give up what "${task}" has delivered?`)]
    case 'failed':
    case 'cancelled':
    case 'skipped':
      return [retry(task), landAnyway(task)]
    case 'landed':
      return []
  }
}

export const changeLane = (task: TaskId, lane: LaneName): TaskAction => ({
  ...PLAIN,
  name: 'change-lane',
  label: `Let it work in ${lane}`,
  ask: { ask: 'change', task, change: { lane } },
})

/** Whatever the words would be. */
export function refusalOf(run: Run, task: TaskId, action: TaskAction): Refusal | null {
  const answer = answerAsk(run, askWith(action, task, '1')!)
  return answer.accepted ? null : answer.refusal
}

/** The ask of an action with the words that a person has written; null: they are not what is needed. */
export function askWith(action: TaskAction, task: TaskId, words: string): Ask | null {
  if (action.ask !== null) return action.ask
  const said = words.trim()
  if (said === '') return null
  switch (action.name) {
    case 'reject':
      return { ask: 'reject', task, why: said }
    case 'budget':
      return /^\d+(\.\d+)?$/.test(said) ? { ask: 'budget', task, usd: Number(said) } : null
    default:
      return { ask: 'guide', task, text: said }
  }
}

const PLAIN = { words: null, confirm: null }

const approval = (run: Run, task: TaskId): readonly TaskAction[] =>
  taskOf(run, task).needsHuman && !run.approved.has(task)
    ? [{ ...PLAIN, name: 'approve', label: 'Let it start', ask: { ask: 'approve', task } }]
    : []

const guide = (): TaskAction => ({
  ...PLAIN,
  name: 'guide',
  label: 'Tell its agent something',
  ask: null,
  words: 'What its agent should know',
})

function urgency(run: Run, task: TaskId): readonly TaskAction[] {
  const { priority } = taskOf(run, task)
  const sooner: TaskAction = {
    ...PLAIN,
    name: 'sooner',
    label: 'Make it urgent',
    ask: { ask: 'prioritise', task, priority: 1 },
  }
  const later: TaskAction = {
    ...PLAIN,
    name: 'later',
    label: 'Let others go first',
    ask: { ask: 'prioritise', task, priority: 5 },
  }
  return [...(priority > 1 ? [sooner] : []), ...(priority < 5 ? [later] : [])]
}

const skip = (run: Run, task: TaskId): TaskAction => ({
  ...PLAIN,
  name: 'skip',
  label: 'Leave it out',
  ask: { ask: 'skip', task },
  confirm: withThoseBehind(run, task, `Leave out "${task}"?`),
})

/** For the request that is in sight: another that comes in this moment is not decided along with it. */
function leave(
  run: Run,
  task: TaskId,
  { attempt }: TaskState & { is: 'working' },
): readonly TaskAction[] {
  const { condition } = run.attempts.get(attempt)!
  const request = condition.is === 'permission' ? condition.requests[0]?.id : undefined
  if (request === undefined) return []
  const decide = (allow: boolean): Ask => ({ ask: 'decide', task, request, allow, why: null })
  return [
    { ...PLAIN, name: 'allow', label: 'Allow it', ask: decide(true) },
    { ...PLAIN, name: 'deny', label: 'Do not allow it', ask: decide(false) },
  ]
}

/** Whoever has been asked to stop is about to. */
function stops(run: Run, task: TaskId, milliseconds: number): readonly TaskAction[] {
  if (run.stopAsked.has(task)) return []
  const worked = formatDuration(Math.round(milliseconds / 1000))
  return [
    { ...PLAIN, name: 'preempt', label: 'Put it back in line', ask: { ask: 'preempt', task } },
    cancel(run, task, `Stop "${task}", which has worked for ${worked}, and give it up?`),
  ]
}

const cancel = (run: Run, task: TaskId, question: string): TaskAction => ({
  ...PLAIN,
  name: 'cancel',
  label: 'Give it up',
  ask: { ask: 'cancel', task },
  confirm: withThoseBehind(run, task, question),
})

/** When the money of the whole run is spent nothing can be done for one task. */
function answer({ why }: TaskState & { is: 'stuck' }): readonly TaskAction[] {
  if (why.is === 'question') return [{ ...guide(), label: 'Answer it', words: 'Your answer' }]
  const more: TaskAction = {
    ...PLAIN,
    name: 'budget',
    label: 'Let it spend more',
    ask: null,
    words: 'What it may spend in all, in USD',
  }
  return why.of === 'task' ? [more] : []
}

const land = (task: TaskId): TaskAction => ({
  ...PLAIN,
  name: 'land',
  label: 'Land it',
  ask: { ask: 'land', task },
})

const reject = (): TaskAction => ({
  ...PLAIN,
  name: 'reject',
  label: 'Send it back',
  ask: null,
  words: 'What is to be done differently',
})

const retry = (task: TaskId): TaskAction => ({
  ...PLAIN,
  name: 'retry',
  label: 'Try again',
  ask: { ask: 'retry', task },
})

const landAnyway = (task: TaskId): TaskAction => ({
  ...land(task),
  label: 'Land what it left',
  confirm: `Land what "${task}" left, though it did not end well?`,
})

function withThoseBehind(run: Run, task: TaskId, question: string): string {
  const { length } = waitingBehind(run, task)
  return length === 0
    ? question
    : `${question} ${sayCount(length, 'task')} behind it will be skipped too.`
}
