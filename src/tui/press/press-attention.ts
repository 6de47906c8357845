/** Keys for what needs a person: go to it, allow or deny it, tell an agent something. */
import type { Question } from '../../core/agent/sign.ts'
import { SAID_STATES } from '../../core/say/say-state.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { stateOf, type Run } from '../../core/run/run.ts'
import { sayAnswer, type Ask } from '../../core/ask/ask.ts'
import type { AskResult } from '../live-run.ts'
import {
  needInSight,
  questionOf,
  withMessage,
  type Key,
  type Mode,
  type Pressed,
  type Scene,
  type View,
} from '../view.ts'

/** One after another, from the most urgent; a filter must not hide it. */
export function selectNextNeed(view: View, { attention, queue, now }: Scene): View {
  const tasks = attention.flatMap(({ task }) => (task === null ? [] : [task]))
  if (tasks.length === 0) return withMessage(view, 'no task needs you', now)
  const next = (view.selected === null ? -1 : tasks.indexOf(view.selected)) + 1
  const selected = tasks[next % tasks.length]!
  return { ...view, selected, readPage: 0, filter: queue.includes(selected) ? view.filter : '' }
}

/** Decides only the request in sight: a request that arrives at this moment is not decided along with it. */
export function decide(
  view: View,
  { attention, now }: Scene,
  task: TaskId,
  allow: boolean,
): Pressed {
  const need = attention.find((item) => item.task === task && item.kind === 'permission')
  const request = need?.kind === 'permission' ? need.requests[0] : undefined
  if (request === undefined)
    return {
      view: withMessage(view, `${task} does not wait for your permission`, now),
      effects: [],
    }
  const ask = { ask: 'decide', task, request: request.id, allow, why: null } as const
  return { view, effects: [{ do: 'ask', ask }] }
}

/** The question that typed text answers although it is not selected: no other question is in sight. */
export function questionInSight(view: View, { attention }: Scene): TaskId | null {
  const need = needInSight(view, attention)
  return need?.kind === 'question' ? need.task : null
}

/** Opens the text field even if no agent would get the message: otherwise each letter that the user types would be a key. */
export function tell(view: View, { run }: Scene, task: TaskId): View {
  const { is } = stateOf(run, task)
  const mode = { is: 'tell', task, text: '' } as const
  if (is === 'waiting' || is === 'working' || is === 'stuck') return { ...view, mode }
  return refused({ ...view, mode }, `${task} ${SAID_STATES[is]}: no agent would get it`)
}

/** Stays until something is typed. */
const refused = (view: View, text: string): View => ({
  ...view,
  message: { text, until: Infinity },
})

type Moment = Pick<Scene, 'run' | 'now'>

const sayInOneLine = (ask: Ask, affected: readonly TaskId[], run: Run): string =>
  sayAnswer(ask, affected, () => run).split('\n')[0]!

/** Shows the answer to an ask. A message that was refused stays in the text field, so that the user can send it again. */
export function afterAnswer(view: View, ask: Ask, answer: AskResult, { run, now }: Moment): View {
  const { mode } = view
  const message = answer.accepted ? sayInOneLine(ask, answer.affected, run) : answer.why
  if (ask.ask !== 'guide' || mode.is !== 'tell' || mode.task !== ask.task)
    return withMessage(view, message, now)
  if (answer.accepted) return withMessage({ ...view, mode: { is: 'queue' } }, message, now)
  return refused({ ...view, mode: { ...mode, sent: false } }, `not taken: ${message}`)
}

export function typeWords(
  key: Key,
  view: View,
  mode: Mode & { is: 'tell' },
  { attention }: Pick<Scene, 'attention'>,
): Pressed {
  const back: View = { ...view, mode: { is: 'queue' } }
  const text = chosenBy(mode.text.trim(), questionOf(mode.task, attention))
  switch (key) {
    case 'escape':
      return { view: back, effects: [] }
    case 'enter':
      if (text === '')
        return { view: refused(view, 'nothing is typed yet: esc leaves'), effects: [] }
      return mode.sent === true
        ? { view, effects: [] }
        : {
            view: { ...view, mode: { ...mode, sent: true } },
            effects: [{ do: 'ask', ask: { ask: 'guide', task: mode.task, text } }],
          }
    default:
      return { view: { ...view, mode: { ...mode, text: typed(mode.text, key) } }, effects: [] }
  }
}

/** The option with that number, as the panel shows them, because the agent does not know the numbers; otherwise the text itself. */
function chosenBy(text: string, question: Question | null): string {
  const options = question?.options ?? []
  return options.includes(text) || !/^\d+$/.test(text) ? text : (options[Number(text) - 1] ?? text)
}

/** The text after a key was pressed in it. */
export function typed(text: string, key: Key): string {
  if (key === 'backspace') return text.replace(/.$/su, '')
  return /^\P{Control}$/u.test(key) ? text + key : text
}
