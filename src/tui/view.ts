/** Where the user is in the terminal view: one value, changed only by press (press.ts). */
import type { Question } from '../core/agent/sign.ts'
import type { Ask } from '../core/ask/ask.ts'
import type { Attention } from '../core/report/attention.ts'
import type { TaskId } from '../core/value/ids.ts'
import { stateOf, type Run } from '../core/run/run.ts'

/** A typed character, or the name of a key that types none. */
export type Key = string

export interface View {
  /**
   * The selection follows this task wherever it moves in the queue, so that a key never hits another task;
   * null: none.
   */
  readonly selected: TaskId | null
  readonly filter: string
  readonly mode: Mode
  /** The page of the need in sight that the user has turned to. */
  readonly readPage: number
  readonly message: { readonly text: string; readonly until: number } | null
}

export type Mode =
  | { readonly is: 'queue' }
  /** The user types a filter; before: the earlier filter, which Escape brings back. */
  | { readonly is: 'filter'; readonly before: string }
  /** The user types words for the agent of a task; sent: the words are being sent. */
  | {
      readonly is: 'tell'
      readonly task: TaskId
      readonly text: string
      readonly sent?: boolean
    }
  /** held: the user has scrolled up, so the lines stand still; null: the log follows its tail. */
  | { readonly is: 'log'; readonly task: TaskId; readonly held: Held | null }
  | { readonly is: 'help' }
  | { readonly is: 'confirm'; readonly question: string; readonly effect: Effect }

export interface Held {
  readonly lines: readonly string[]
  readonly top: number
}

/** The effect of a key outside of the view. */
export type Effect =
  | { readonly do: 'ask'; readonly ask: Ask }
  | { readonly do: 'quit' }
  /** Opens the web page in a browser. */
  | { readonly do: 'open-page' }
  /** Ctrl-C. */
  | { readonly do: 'interrupt' }

export interface Pressed {
  readonly view: View
  readonly effects: readonly Effect[]
}

/** What the keys refer to at the moment they are pressed. */
export interface Scene {
  readonly run: Run
  /** The tasks as shown: ordered and filtered. */
  readonly queue: readonly TaskId[]
  readonly attention: readonly Attention[]
  /** The first row in sight. */
  readonly top: number
  /** Rows of the queue, or of the log, that are in sight. */
  readonly page: number
  readonly now: number
  /** Quitting stops the run. */
  readonly owner: boolean
  /** The link to the web page. */
  readonly link: string | null
  log(task: TaskId, lines: number): readonly string[]
}

export const FIRST_VIEW: View = {
  selected: null,
  filter: '',
  mode: { is: 'queue' },
  readPage: 0,
  message: null,
}

const MESSAGE_MILLISECONDS = 5000

export const withMessage = (view: View, text: string, now: number): View => ({
  ...view,
  message: { text, until: now + MESSAGE_MILLISECONDS },
})

/** The selected task's place among those shown; null when it is not among them. */
export function selectedIndex(view: View, queue: readonly TaskId[]): number | null {
  const index = view.selected === null ? -1 : queue.indexOf(view.selected)
  return index < 0 ? null : index
}

/** The need that the panel shows: that of the selected task, or else the most urgent one. */
export const needInSight = (
  { selected }: View,
  attention: readonly Attention[],
): Attention | undefined =>
  attention.find(({ task }) => task !== null && task === selected) ?? attention[0]

/** null: the task asks nothing. */
export function questionOf(task: TaskId, attention: readonly Attention[]): Question | null {
  const need = attention.find((each) => each.task === task && each.kind === 'question')
  return need?.kind === 'question' ? need.question : null
}

/** The top row while nothing is selected; it skips working tasks, because the agents' own rows already show them. */
export function restingTop(run: Run, queue: readonly TaskId[]): number {
  const top = queue.findIndex((id) => stateOf(run, id).is !== 'working')
  return top < 0 ? 0 : top
}
