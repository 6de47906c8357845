/** A task in one row of the queue: its mark, its name, and how it stands in words. */
import { formatDuration } from '../core/value/duration.ts'
import type { Plan, Task } from '../core/plan/plan.ts'
import type { Attempt } from '../core/run/run.ts'
import { sayFailure } from '../core/say/say-failure.ts'
import { sayAim, sayPhase } from '../core/say/say-state.ts'
import { sayWait } from '../core/say/say-wait.ts'
import { sayTrouble } from '../core/say/say-trouble.ts'
import { sayCondition, sayStuck } from '../core/say/say-stuck.ts'
import type { Purpose, TaskState, TaskStatus } from '../core/run/task-state.ts'
import { displayWidth, oneLine } from './display-text.ts'
import type { Style } from './theme.ts'
import type { Picture } from './picture.ts'

/** By shape first, so that it can be read without colour. */
export const MARKS: Readonly<Record<TaskStatus, readonly [mark: string, style: Style]>> = {
  waiting: ['[ ]', 'plain'],
  working: ['[*]', 'busy'],
  landing: ['[>]', 'busy'],
  review: ['[!]', 'bad'],
  stuck: ['[!]', 'bad'],
  landed: ['[+]', 'good'],
  failed: ['[x]', 'bad'],
  skipped: ['[-]', 'dim'],
  cancelled: ['[~]', 'dim'],
}

export function sayState({ run, waits, now }: Picture, task: Task, state: TaskState): string {
  const attempts = run.attemptsOf.get(task.id) ?? []
  const last = attempts.length > 0 ? run.attempts.get(attempts.at(-1)!) : undefined
  switch (state.is) {
    case 'waiting': {
      const wait = waits.get(task.id)
      return wait === undefined ? '' : sayWait(wait, now)
    }
    case 'working':
      return `agent ${state.worker}, ${clock(now - state.since)}${forWhat(state.purpose)}${standing(last, now)}`
    case 'landing':
      return `landing: ${sayPhase(state)}`
    case 'review':
      return `needs you: ${sayTrouble(state.trouble)}`
    case 'stuck':
      return `needs you: ${sayStuck(state.why)}`
    case 'landed':
      return `landed${took(last)}${attempts.length > 1 ? `, attempt ${attempts.length}` : ''}`
    case 'failed':
      return failedWords(state, attempts.length)
    case 'skipped':
      return state.because.is === 'asked'
        ? 'skipped, as asked'
        : `skipped: ${state.because.task} did not land`
    case 'cancelled':
      return `cancelled${took(last)}`
  }
}

const forWhat = (purpose: Purpose): string => {
  const aim = sayAim(purpose)
  return aim === null ? '' : `, ${aim}`
}

/** What supervision makes of it, if that is worth a word. */
function standing(attempt: Attempt | undefined, now: number): string {
  const said = attempt === undefined ? null : sayCondition(attempt.condition, now)
  return said === null ? '' : `: ${said}`
}

function failedWords(state: TaskState & { is: 'failed' }, attempts: number): string {
  const line = state.lastLines.map(oneLine).findLast((text) => text.trim() !== '')
  const often = attempts > 1 ? ` (${attempts} attempts)` : ''
  return `failed: ${sayFailure(state.failure)}${often}${line === undefined ? '' : `: ${line.trim()}`}`
}

const took = (attempt: Attempt | undefined): string =>
  attempt?.ended ? ` after ${seconds(attempt.ended.at - attempt.startedAt)}` : ''

/** Whole seconds that have passed, as a clock shows them. */
export const clock = (milliseconds: number): string =>
  formatDuration(Math.max(Math.floor(milliseconds / 1000), 0))

const seconds = (milliseconds: number): string =>
  formatDuration(Math.max(Math.round(milliseconds / 1000), 0))

/** Empty when the name would only repeat the id. */
export const titleOf = (task: Task): string => (task.name === task.id ? '' : oneLine(task.name))

const longest = new WeakMap<Plan, { readonly id: number; readonly title: number }>()

/** Of the whole plan, so that columns stand still while the queue scrolls. */
function longestOf(plan: Plan): { readonly id: number; readonly title: number } {
  const known = longest.get(plan)
  if (known) return known
  let [id, title] = [0, 0]
  for (const task of plan.tasks) {
    id = Math.max(id, task.id.length)
    title = Math.max(title, displayWidth(titleOf(task)))
  }
  longest.set(plan, { id, title })
  return { id, title }
}

/** At most a quarter of the screen, a third of a narrow one. */
export const idWidth = (plan: Plan, columns: number): number =>
  Math.min(longestOf(plan).id, Math.max(Math.floor(columns / (columns < 60 ? 3 : 4)), 8))

/** 0: there is no room for names, or there are none. */
export const nameWidth = (plan: Plan, columns: number): number =>
  columns < 80 ? 0 : Math.min(longestOf(plan).title, Math.floor(columns / 4))
