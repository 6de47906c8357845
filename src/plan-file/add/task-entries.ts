/** A task as a person has described it, in the order and form in which people write it into a task file. */
import type { YamlEntry } from '../../yaml-file/editable-yaml.ts'

/** In the words of the task file; what is wrong with it shows when the file is read. */
export type TaskForm = Readonly<Record<string, unknown>>

/** What people look for stands first, long texts last; other keys stand between. */
const FIRST = ['id', 'name', 'dependencies', 'priority', 'estimate', 'files']
const LAST = ['check', 'run', 'prompt']

export function taskEntries(form: TaskForm): readonly YamlEntry[] {
  const keys = Object.keys(form).filter((key) => form[key] !== undefined)
  const rank = (key: string): number => {
    const last = LAST.indexOf(key)
    const first = FIRST.indexOf(key)
    return last >= 0 ? 100 + last : first >= 0 ? first : 50
  }
  return keys.toSorted((a, b) => rank(a) - rank(b)).map((key) => entryOf(key, form[key]))
}

function entryOf(key: string, value: unknown): YamlEntry {
  if (Array.isArray(value)) return { key, value, form: 'flow' }
  if (typeof value === 'string' && value.trimEnd().includes('\n'))
    return { key, value: `${value.trimEnd()}\n`, form: 'block' }
  return { key, value: typeof value === 'string' ? value.trim() : value }
}
