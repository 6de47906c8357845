/** A template of a task: a Markdown file whose text is the prompt, with the other fields of a task above it between two lines of `---`. */
import { newYaml } from '../../yaml-file/editable-yaml.ts'
import { openYaml } from '../../yaml-file/read-yaml.ts'
import { taskEntries, type TaskForm } from './task-entries.ts'

export interface Template {
  /** For lists of templates. */
  readonly description: string | null
  /** In the form of the task file, without an id. */
  readonly task: TaskForm
}

const FRONT = /^\uFEFF?---[ \t]*\r?\n((?:[^]*?\r?\n)?)---[ \t]*(?:\r?\n|$)/

/** null: the part above the text is no mapping. */
export function parseTemplate(text: string): Template | null {
  const [whole = '', front = ''] = FRONT.exec(text) ?? []
  const prompt = text.slice(whole.length).replaceAll('\r\n', '\n').trim()
  const fields = front.trim() === '' ? {} : mappingIn(front)
  if (fields === null) return null
  const { description, id: _, ...task } = fields
  return {
    description: typeof description === 'string' ? description : null,
    task: prompt === '' ? task : { ...task, prompt },
  }
}

function mappingIn(text: string): Readonly<Record<string, unknown>> | null {
  const read = openYaml(text)
  const value = read.ok ? read.value : null
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null
}

export function templateText({ prompt, ...fields }: TaskForm): string {
  const file = newYaml()
  const entries = taskEntries({ ...fields, id: undefined })
  for (const entry of entries)
    file.root.set(
      entry,
      entries.map(({ key }) => key),
    )
  const front = entries.length === 0 ? '' : `---\n${file.text()}---\n`
  return `${front}${typeof prompt === 'string' ? `${prompt.trim()}\n` : ''}`
}

/** The fields that were given count before those of the template; words are added behind its text. */
export function withTemplate(template: TaskForm, given: TaskForm): TaskForm {
  const words = [template['prompt'], given['prompt']].filter((text) => typeof text === 'string')
  const prompt = words.map((text) => text.trim()).join('\n\n')
  return { ...template, ...given, ...(words.length === 0 ? {} : { prompt }) }
}
