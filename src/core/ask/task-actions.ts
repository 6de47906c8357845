/** What a person can do with a task now: one list for buttons, menus, the palette and drags. */
import type { Run } from '../run/run.ts'
import type { TaskId } from '../value/ids.ts'
import type { Refusal } from './answer.ts'
import { answerAsk, ASKS, type ActionName, type AnyAskKind, type Ask } from './ask.ts'
import type { TaskAction as ActionOf } from './ask-kind.ts'

export type TaskAction = ActionOf<ActionName, Ask>

const KINDS: readonly AnyAskKind[] = ASKS

/** Only what would be accepted now, the most likely first. */
export function actionsFor(run: Run, task: TaskId, now: number): readonly TaskAction[] {
  return thinkable(run, task, now).filter((action) => refusalOf(run, task, action) === null)
}

/** What makes sense for a task that stands as it does; another task may still be in the way. */
export const thinkable = (run: Run, task: TaskId, now: number): readonly TaskAction[] =>
  KINDS.flatMap((kind) => kind.offer?.(run, task, now) ?? [])

/** Whatever the words would be. */
export function refusalOf(run: Run, task: TaskId, action: TaskAction): Refusal | null {
  const answer = answerAsk(run, askWith(action, task, '1')!)
  return answer.accepted ? null : answer.refusal
}

/** The ask of an action with the words that a person has written; null: they are not what is needed. */
export function askWith(action: TaskAction, task: TaskId, words: string): Ask | null {
  if (action.ask !== null) return action.ask
  const said = words.trim()
  return said === '' ? null : action.withWords!(task, said)
}

/** The letter of each action in the menu of a card. */
export const ACTION_KEYS = Object.assign({}, ...KINDS.map(({ buttons }) => buttons)) as Readonly<
  Record<ActionName, string>
>
