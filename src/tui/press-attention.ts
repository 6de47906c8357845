/** Keys for what needs a person: go to it, allow or deny it, tell an agent something. */
import type { TaskId } from '../core/ids.ts'
import { stateOf } from '../core/run.ts'
import { withMessage, type Key, type Mode, type Pressed, type Scene, type View } from './view.ts'

/** One after another, from the most urgent; a filter must not hide it. */
export function selectNextNeed(view: View, { attention, queue, now }: Scene): View {
  const tasks = attention.flatMap(({ task }) => (task === null ? [] : [task]))
  if (tasks.length === 0) return withMessage(view, 'no task needs you', now)
  const next = (view.selected === null ? -1 : tasks.indexOf(view.selected)) + 1
  const selected = tasks[next % tasks.length]!
  return { ...view, selected, filter: queue.includes(selected) ? view.filter : '' }
}

/** Only what is in sight: another request that comes in this moment is not decided along with it. */
export function decide(
  view: View,
  { attention, now }: Scene,
  task: TaskId,
  allow: boolean,
): Pressed {
  const need = attention.find((item) => item.task === task && item.kind === 'permission')
  const request = need?.kind === 'permission' ? need.requests[0] : undefined
  if (request === undefined)
    return { view: withMessage(view, `${task} does not wait for your leave`, now), effects: [] }
  const ask = { ask: 'decide', task, request: request.id, allow, why: null } as const
  return { view, effects: [{ do: 'ask', ask }] }
}

export function tell(view: View, { run, now }: Scene, task: TaskId): View {
  const { is } = stateOf(run, task)
  if (is !== 'waiting' && is !== 'working' && is !== 'stuck')
    return withMessage(view, `${task} is ${is}: nobody would hear it`, now)
  return { ...view, mode: { is: 'tell', task, text: '' } }
}

export function typeWords(key: Key, view: View, mode: Mode & { is: 'tell' }): Pressed {
  const back: View = { ...view, mode: { is: 'queue' } }
  const text = mode.text.trim()
  switch (key) {
    case 'escape':
      return { view: back, effects: [] }
    case 'enter':
      return text === ''
        ? { view: back, effects: [] }
        : { view: back, effects: [{ do: 'ask', ask: { ask: 'guide', task: mode.task, text } }] }
    default:
      return { view: { ...view, mode: { ...mode, text: typed(mode.text, key) } }, effects: [] }
  }
}

/** The text after a key was pressed in it. */
export function typed(text: string, key: Key): string {
  if (key === 'backspace') return text.replace(/.$/u, '')
  return /^\P{Control}$/u.test(key) ? text + key : text
}
