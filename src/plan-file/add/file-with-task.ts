/** What a task file becomes with one more task: checked like any task file, and shown as a diff before it is written. */
import { unifiedDiff } from '../../core/text/unified-diff.ts'
import { idFromWords, nameFromWords } from '../../core/planning/worded-task.ts'
import type { Task } from '../../core/plan/plan.ts'
import type { Problem } from '../../yaml-file/problem.ts'
import type { PlanOptions } from '../check-plan.ts'
import { parsePlanFile } from '../parse-plan-file.ts'
import { insertTask } from './insert-task.ts'
import type { TaskForm } from './task-entries.ts'

export type FileWithTask =
  | { readonly ok: true; readonly id: string; readonly text: string; readonly diff: string }
  /** isOld: the file was wrong before the task. */
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly isOld: boolean }

/** before null: there is no such file yet. name: as messages call the file. */
export function fileWithTask(
  before: string | null,
  form: TaskForm,
  { name, ...options }: PlanOptions & { readonly name: string },
): FileWithTask {
  const isEmpty = before === null || before.trim() === ''
  const old = isEmpty ? null : parsePlanFile(before, options)
  const oldTasks = old?.ok === true ? old.plan.tasks : []
  const task = namedTask(
    form,
    oldTasks.map(({ id }) => id),
  )
  const text = insertTask(before, task)
  const after = text === null ? null : parsePlanFile(text, options)
  // A file without any task is wrong, and the new task makes it right.
  if (old?.ok === false && !(after?.ok === true && after.plan.tasks.length === 1))
    return { ok: false, problems: old.problems, isOld: true }
  if (text === null || after === null) return { ok: false, problems: [NOT_EDITABLE], isOld: true }
  if (!after.ok) return { ok: false, problems: after.problems, isOld: false }
  if (!areSame(oldTasks, after.plan.tasks.slice(0, -1)))
    return { ok: false, problems: [NOT_EDITABLE], isOld: true }
  return { ok: true, id: String(task['id']), text, diff: unifiedDiff(before, text, name) }
}

/** A task that a person described only by words gets a name and an id of them. */
export function namedTask(form: TaskForm, taken: Iterable<string>): TaskForm {
  if (typeof form['id'] === 'string' && form['id'].trim() !== '') return form
  const words = [form['name'], form['prompt'], form['run']].find(isWords) ?? ''
  const name = isWords(form['name']) ? form['name'] : nameFromWords(words)
  return { ...form, id: idFromWords(words, taken), ...(name === '' ? {} : { name }) }
}

const isWords = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== ''

/** An edit must add one task and change no other. */
const areSame = (one: readonly Task[], other: readonly Task[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const NOT_EDITABLE: Problem = {
  line: 1,
  column: 1,
  where: '',
  message: 'a task cannot be added to this file without changing others',
  hint: 'add it by hand',
}
