/** Turns what a user types about a task into a change. */
import { saidEstimate } from '../../../../../src/core/durations/estimate.ts'
import { formatDuration, parseDuration } from '../../../../../src/core/value/duration.ts'
import { isLaneName, laneName } from '../../../../../src/core/value/ids.ts'
import { laneOf } from '../../../../../src/core/plan/lanes.ts'
import type { Task, TaskChange } from '../../../../../src/core/plan/plan.ts'

/** Fields that are one text; dependencies have a field of their own kind. */
export type TypedField = 'name' | 'estimate' | 'files' | 'lane'

export type Typed =
  | { readonly ok: true; readonly change: TaskChange }
  | { readonly ok: false; readonly why: string }

/** The text that the field shows. */
export function textOf(task: Task, field: TypedField): string {
  switch (field) {
    case 'name':
      return task.name
    case 'estimate':
      return formatDuration(task.estimate.seconds)
    case 'files':
      return task.files.join('\n')
    case 'lane':
      return laneOf(task)
  }
}

/** The change is empty when the text is what was there. */
export function changeTyped(task: Task, field: TypedField, typed: string): Typed {
  const text = typed.trim()
  if (text === textOf(task, field).trim()) return { ok: true, change: {} }
  switch (field) {
    case 'name':
      return nameTyped(text)
    case 'estimate':
      return estimateTyped(text)
    case 'files':
      return { ok: true, change: { files: linesOf(text) } }
    case 'lane':
      return laneTyped(text)
  }
}

const LONGEST_NAME = 100

function nameTyped(text: string): Typed {
  if (text === '') return no('a task needs a name')
  return text.length > LONGEST_NAME
    ? no(`a name has at most ${LONGEST_NAME} characters`)
    : { ok: true, change: { name: text } }
}

/** The same limit as in a task file. */
const LONGEST_ESTIMATE = 30 * 86_400

function estimateTyped(text: string): Typed {
  const seconds = parseDuration(text)
  if (seconds === null || seconds < 0) return no('a time, such as 45m, 1h 30m or 90s')
  if (seconds > LONGEST_ESTIMATE) return no('at most 30 days')
  return { ok: true, change: { estimate: saidEstimate(seconds) } }
}

function laneTyped(text: string): Typed {
  if (text === '') return { ok: true, change: { lane: null } }
  return isLaneName(text)
    ? { ok: true, change: { lane: laneName(text) } }
    : no('it becomes a branch: letters, digits, "-" and "_"')
}

export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const no = (why: string): Typed => ({ ok: false, why })
