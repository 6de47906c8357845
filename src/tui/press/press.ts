/** What a key does: the next view, and what is to happen outside of it. */
import { answerAsk, type Ask } from '../../core/ask/ask.ts'
import { thinkable } from '../../core/ask/task-actions.ts'
import { withThoseBehind } from '../../core/say/say-dependents.ts'
import { sayRefusal } from '../../core/say/say-failure.ts'
import type { TaskId } from '../../core/value/ids.ts'
import type { Priority } from '../../core/plan/plan.ts'
import { taskOf } from '../../core/run/run.ts'
import { plainText } from '../../core/text/plain-text.ts'
import {
  decide,
  questionInSight,
  selectNextNeed,
  tell,
  typed,
  typeWords,
} from './press-attention.ts'
import { scrollLog } from './press-log.ts'
import {
  selectedIndex,
  withMessage,
  type Effect,
  type Key,
  type Mode,
  type Pressed,
  type Scene,
  type View,
} from '../view.ts'

export function press(key: Key, before: View, scene: Scene): Pressed {
  if (key === 'ctrl-c') return { view: before, effects: [{ do: 'interrupt' }] }
  const view = { ...before, message: null }
  switch (view.mode.is) {
    case 'queue':
      return pressInQueue(key, view, scene)
    case 'filter':
      return only(typeFilter(key, view, view.mode))
    case 'tell':
      return typeWords(key, view, view.mode, scene)
    case 'log':
      return only({ ...view, mode: scrollLog(key, view.mode, scene) })
    case 'help':
      return only({ ...view, mode: { is: 'queue' } })
    case 'confirm':
      return answerQuestion(key, view, view.mode, scene)
  }
}

/** Goes into what is being typed; where nothing is typed, pasted text does nothing. */
export function paste(text: string, view: View): View {
  const { mode, filter } = view
  const words = plainText(text.replaceAll(/\r\n?/g, '\n'))
  if (mode.is === 'filter') return { ...view, filter: filter + words.replaceAll(/\s+/g, ' ') }
  if (mode.is !== 'tell') return view
  return { ...view, message: null, mode: { ...mode, text: mode.text + words } }
}

const only = (view: View): Pressed => ({ view, effects: [] })

function pressInQueue(key: Key, view: View, scene: Scene): Pressed {
  const step = queueStep(key, scene)
  if (step !== null) return only(select(view, scene, step))
  switch (key) {
    case '/':
      return only({ ...view, mode: { is: 'filter', before: view.filter } })
    case 'escape':
      return only({ ...view, filter: '', selected: null, readPage: 0 })
    case ' ':
      return only({ ...view, readPage: view.readPage + 1 })
    case 'tab':
      return only(selectNextNeed(view, scene))
    case '?':
      return only({ ...view, mode: { is: 'help' } })
    case 'p':
      return ask(view, { ask: scene.run.paused ? 'unpause' : 'pause' })
    case 'o':
      return openPage(view, scene)
    case 'q':
      return quit(view, scene)
    default:
      return pressOnTask(key, view, scene)
  }
}

/** Rows to move by. */
function queueStep(key: Key, { page, queue }: Scene): number | null {
  switch (key) {
    case 'j':
    case 'down':
      return 1
    case 'k':
    case 'up':
      return -1
    case 'page-down':
      return page
    case 'page-up':
      return -page
    case 'G':
    case 'end':
      return queue.length
    case 'g':
    case 'home':
      return -queue.length
    default:
      return null
  }
}

/** The first step goes to the row in sight that is nearest to the one before it. */
function select(view: View, { queue, top }: Scene, step: number): View {
  const from = selectedIndex(view, queue) ?? top - (step > 0 ? 1 : 0)
  const index = Math.min(Math.max(from + step, 0), queue.length - 1)
  return { ...view, selected: queue[index] ?? null, readPage: 0 }
}

const openPage = (view: View, { link, now }: Scene): Pressed =>
  link === null
    ? only(withMessage(view, 'there is no web page: conductor serve', now))
    : { view, effects: [{ do: 'open-page' }] }

function quit(view: View, { owner, run }: Scene): Pressed {
  if (!owner || run.ended !== null) return { view, effects: [{ do: 'quit' }] }
  return confirm(view, 'stop the run? it can be resumed', { do: 'quit' })
}

const TASK_KEYS: ReadonlySet<Key> = new Set([
  'enter',
  'c',
  's',
  'r',
  'a',
  'y',
  'n',
  't',
  '+',
  '=',
  '-',
])

function pressOnTask(key: Key, view: View, scene: Scene): Pressed {
  if (!TASK_KEYS.has(key)) return only(view)
  const asked = key === 't' && view.selected === null ? questionInSight(view, scene) : null
  if (asked !== null) return only(tell({ ...view, selected: asked }, scene, asked))
  const index = selectedIndex(view, scene.queue)
  if (index === null) return only(withMessage(view, 'no task is selected: j and k move', scene.now))
  const task = scene.queue[index]!
  switch (key) {
    case 'enter':
      return only({ ...view, mode: { is: 'log', task, held: null } })
    case 'c':
      return askFirst(view, scene, { ask: 'cancel', task })
    case 's':
      return askFirst(view, scene, { ask: 'skip', task })
    case 'r':
      return ask(view, { ask: 'retry', task })
    case 'a':
      return ask(view, { ask: 'approve', task })
    case 'y':
      return decide(view, scene, task, true)
    case 'n':
      return decide(view, scene, task, false)
    case 't':
      return only(tell(view, scene, task))
    case '+':
    case '=':
      return prioritise(view, scene, { task, by: -1 })
    case '-':
      return prioritise(view, scene, { task, by: 1 })
    default:
      return only(view)
  }
}

const ask = (view: View, asked: Ask): Pressed => ({
  view,
  effects: [{ do: 'ask', ask: asked }],
})

const confirm = (view: View, question: string, effect: Effect): Pressed =>
  only({ ...view, mode: { is: 'confirm', question, effect } })

/** Asks what the button on the page asks. A task that has no such button, because it waits, can be cancelled, too. */
function askFirst(
  view: View,
  { run, now }: Scene,
  wanted: Ask & { ask: 'cancel' | 'skip' },
): Pressed {
  const answer = answerAsk(run, wanted)
  if (!answer.accepted) return only(withMessage(view, sayRefusal(answer.refusal), now))
  const { ask: name, task } = wanted
  const button = thinkable(run, task, now).find((action) => action.name === name)
  const question = button?.confirm ?? withThoseBehind(run, task, `Cancel "${task}"?`)
  return confirm(view, question, { do: 'ask', ask: wanted })
}

function prioritise(
  view: View,
  { run, now }: Scene,
  { task, by }: { task: TaskId; by: 1 | -1 },
): Pressed {
  const priority = taskOf(run, task).priority + by
  if (priority < 1 || priority > 5) {
    const limit = by < 0 ? 'most urgent' : 'least urgent'
    return only(withMessage(view, `${task} already has the ${limit} priority`, now))
  }
  return ask(view, { ask: 'prioritise', task, priority: priority as Priority })
}

function typeFilter(key: Key, view: View, mode: Mode & { is: 'filter' }): View {
  switch (key) {
    case 'enter':
      return { ...view, mode: { is: 'queue' } }
    case 'escape':
      return { ...view, filter: mode.before, mode: { is: 'queue' } }
    default:
      return { ...view, filter: typed(view.filter, key) }
  }
}

function answerQuestion(
  key: Key,
  view: View,
  mode: Mode & { is: 'confirm' },
  scene: Scene,
): Pressed {
  const back: View = { ...view, mode: { is: 'queue' } }
  if (key === 'y' || key === 'Y') return { view: back, effects: [mode.effect] }
  const no = key === 'n' || key === 'N' || key === 'escape' || key === 'q'
  return only(no ? withMessage(back, 'nothing was changed', scene.now) : view)
}
