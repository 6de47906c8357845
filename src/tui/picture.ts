/** Everything a frame is drawn from. */
import type { Attention } from '../core/report/attention.ts'
import type { AttemptId, TaskId } from '../core/value/ids.ts'
import type { Run } from '../core/run/run.ts'
import type { TimeLeft } from '../core/schedule/time-left.ts'
import type { Waits } from './queue.ts'
import { THEMES, type Palette, type Theme } from './theme.ts'
import type { View } from './view.ts'

export interface Size {
  readonly columns: number
  readonly rows: number
}

export interface Picture extends Size {
  readonly run: Run
  readonly now: number
  /** The tasks of the queue, ordered and filtered. */
  readonly queue: readonly TaskId[]
  readonly waits: Waits
  /** What needs a person, the most urgent first. */
  readonly attention: readonly Attention[]
  /** null: the run is not moving. */
  readonly left: TimeLeft | null
  readonly view: View
  readonly colour: boolean
  readonly theme: Theme
  /** Quitting stops the run. */
  readonly owner: boolean
  /** The link to the web page; null: there is no page. */
  readonly link: string | null
  lastLine(attempt: AttemptId): string | null
  log(task: TaskId, lines: number): readonly string[]
}

/** null: without colour. */
export const paletteOf = ({ colour, theme }: Pick<Picture, 'colour' | 'theme'>): Palette | null =>
  colour ? THEMES[theme] : null
