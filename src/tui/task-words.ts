/** A task in one row of the queue: its mark, its name, and its standing in words. */
import { formatDuration } from '../core/value/duration.ts'
import type { TaskId } from '../core/value/ids.ts'
import type { Plan, Task } from '../core/plan/plan.ts'
import { attemptsAt, type Attempt } from '../core/run/run.ts'
import {
  standingOf,
  type Standing,
  type StandingWord,
  type Tone,
} from '../core/report/task-standing.ts'
import { displayWidth, oneLine } from './display-text.ts'
import type { Style } from './theme.ts'
import type { Picture } from './picture.ts'

export const standingIn = ({ run, waits, now }: Picture, task: TaskId): Standing =>
  standingOf(run, task, { now, isConducted: true, waits })

export const MARK_STYLES: Readonly<Record<Tone, Style>> = {
  waiting: 'plain',
  busy: 'busy',
  good: 'good',
  bad: 'bad',
  quiet: 'dim',
}

/** For waiting and working tasks the mark replaces the word: the agent and the time say more than the word. */
export function sayRow({ run, now }: Picture, task: TaskId, standing: Standing): string {
  const { word, says, since, worker } = standing
  if (worker !== null) return withMore(`agent ${worker}, ${clock(now - since)}`, says)
  return word === 'waiting' ? says : withMore(`${word}${tried(attemptsAt(run, task), word)}`, says)
}

const withMore = (head: string, says: string): string => (says === '' ? head : `${head}: ${says}`)

/** For a finished task: how long it took, and in which attempt. For a failed task the reason comes first. */
function tried(attempts: readonly Attempt[], word: StandingWord): string {
  const last = attempts.at(-1)
  if (!ENDS.has(word) || last === undefined || last.ended === null) return ''
  const after = word === 'failed' ? '' : ` after ${seconds(last.ended.at - last.startedAt)}`
  return attempts.length > 1 ? `${after}, attempt ${attempts.length}` : after
}

const ENDS: ReadonlySet<StandingWord> = new Set(['landed', 'failed', 'cancelled'])

/** Whole seconds that have passed, as a clock shows them. */
export const clock = (milliseconds: number): string =>
  formatDuration(Math.max(Math.floor(milliseconds / 1000), 0))

const seconds = (milliseconds: number): string =>
  formatDuration(Math.max(Math.round(milliseconds / 1000), 0))

/** Empty when the name would only repeat the id. */
export const titleOf = (task: Task): string => (task.name === task.id ? '' : oneLine(task.name))

const longest = new WeakMap<Plan, { readonly id: number; readonly title: number }>()

/** The longest id and title of the whole plan, so that columns stand still while the queue scrolls. */
function longestOf(plan: Plan): { readonly id: number; readonly title: number } {
  const lengths = longest.get(plan)
  if (lengths) return lengths
  let [id, title] = [0, 0]
  for (const task of plan.tasks) {
    id = Math.max(id, task.id.length)
    title = Math.max(title, displayWidth(titleOf(task)))
  }
  longest.set(plan, { id, title })
  return { id, title }
}

/** The width of the id column: at most a quarter of the screen, or a third of a narrow one. */
export const idWidth = (plan: Plan, columns: number): number =>
  Math.min(longestOf(plan).id, Math.max(Math.floor(columns / (columns < 60 ? 3 : 4)), 8))

/** The width of the name column; 0: there is no room for names, or the tasks have none. */
export const nameWidth = (plan: Plan, columns: number): number =>
  columns < 80 ? 0 : Math.min(longestOf(plan).title, Math.floor(columns / 4))
