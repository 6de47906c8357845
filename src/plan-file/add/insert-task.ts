/** Puts a task behind the last one of a task file, without touching any other character of it. */
import { editYaml, endOfList, newYaml, type EndOfList } from '../../yaml-file/editable-yaml.ts'
import { taskEntries, type TaskForm } from './task-entries.ts'

/** null: the text is nothing that can be edited. before null: there is no file yet. */
export function insertTask(before: string | null, form: TaskForm): string | null {
  if (before === null || before.trim() === '') return withTask(form)
  const place = endOfList(before, 'tasks')
  return place === null ? rewritten(before, form) : insertedAt(before, place, form)
}

/** A whole file with this task alone. */
function withTask(form: TaskForm): string {
  const file = newYaml()
  file.setList('tasks', [taskEntries(form)])
  return file.text()
}

function insertedAt(text: string, { begin, end, indent }: EndOfList, form: TaskForm): string {
  const lineEnd = text.indexOf('\n', Math.max(begin, end - 1))
  const at = lineEnd === -1 ? text.length : lineEnd + 1
  const isSpaced = /\n[ \t]*\r?\n[ \t]*-?[ \t]*$/.test(text.slice(0, begin))
  const made = `${isSpaced ? '\n' : ''}${indented(form, indent)}`
  const head = text.slice(0, at)
  const joined = head.endsWith('\n') ? head : `${head}\n`
  const isWindows = /^[^\n]*\r\n/.test(text)
  return joined + (isWindows ? made.replaceAll('\n', '\r\n') : made) + text.slice(at)
}

/** The task alone stands two columns deep. */
function indented(form: TaskForm, indent: number): string {
  const lines = withTask(form).split('\n').slice(1)
  const shift = indent - 2
  return lines
    .map((line) => (line === '' ? '' : shift < 0 ? line.slice(-shift) : ' '.repeat(shift) + line))
    .join('\n')
}

/** For lists in brackets: the whole file is written again, with its comments. */
function rewritten(text: string, form: TaskForm): string | null {
  const file = editYaml(text)
  if (file === null) return null
  file.setList('tasks', [...file.list('tasks'), taskEntries(form)])
  return file.text()
}
