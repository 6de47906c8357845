/** What a person can do with a task now: one list for buttons, menus, the palette and drags. */
import type { Run } from '../run/run.ts'
import type { TaskId } from '../value/ids.ts'
import type { Refusal } from './answer.ts'
import { answerAsk, ASKS, type ActionName, type AnyAskKind, type Ask } from './ask.ts'
import type { TaskAction as ActionOf } from './ask-kind.ts'

export type TaskAction = ActionOf<ActionName, Ask>

const KINDS: readonly AnyAskKind[] = ASKS

/** Only the actions that would be accepted now, the most likely first. */
export function actionsFor(run: Run, task: TaskId, now: number): readonly TaskAction[] {
  return thinkable(run, task, now).filter((action) => refusalOf(run, task, action) === null)
}

/** The actions that make sense for the state of the task; another task may still be in the way. */
export const thinkable = (run: Run, task: TaskId, now: number): readonly TaskAction[] =>
  KINDS.flatMap((kind) => kind.offer?.(run, task, now) ?? [])

/** Why the action would be refused, whatever words the person writes; null when it would be accepted. */
export function refusalOf(run: Run, task: TaskId, action: TaskAction): Refusal | null {
  const answer = answerAsk(run, askWith(action, task, '1')!)
  return answer.accepted ? null : answer.refusal
}

/** The ask of an action with the words that a person wrote; null when they are not valid. */
export function askWith(action: TaskAction, task: TaskId, words: string): Ask | null {
  if (action.ask !== null) return action.ask
  const trimmed = words.trim()
  return trimmed === '' ? null : action.withWords!(task, trimmed)
}

/** The key of each action in the menu of a card. */
export const ACTION_KEYS = Object.assign({}, ...KINDS.map(({ buttons }) => buttons)) as Readonly<
  Record<ActionName, string>
>
