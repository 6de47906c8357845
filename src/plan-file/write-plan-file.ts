/** Writes a plan draft as a task file for people to read and edit, and puts a new draft into a file that people have edited. */
import { digestOf } from '../core/planning/digest.ts'
import type { PlanDraft } from '../core/planning/plan-draft.ts'
import { editYaml, newYaml, type YamlEntry } from '../yaml-file/editable-yaml.ts'
import { withLinesOf } from '../yaml-file/keep-lines.ts'
import type { Problem } from '../yaml-file/problem.ts'
import { quickMapping, quickWords } from '../yaml-file/quick-list.ts'
import { parsePlanFile } from './parse-plan-file.ts'
import { headerOf, sayBackend } from './plan-header.ts'
import { entriesOf, plannedDigests } from './planned-task.ts'
import { readPlanned } from './planned-metadata.ts'
import { replanTasks } from './replan-tasks.ts'

export interface PlanFileOptions {
  /** null: the setting decides. */
  readonly parallel: number | null
  readonly check: string | null
}

/** A planned file, and what a reader finds in it. */
export interface PlannedFile {
  readonly text: string
  readonly value: unknown
}

export function newPlanFile(draft: PlanDraft, options: PlanFileOptions): PlannedFile {
  const parts = partsOf(draft, options)
  return { text: quickText(parts) ?? carefulText(parts, parts), value: valueOf(parts) }
}

export const planFileText = (draft: PlanDraft, options: PlanFileOptions): string =>
  newPlanFile(draft, options).text

/** What stands in the file, from its top to its end. */
interface Parts {
  readonly header: readonly string[]
  readonly config: Readonly<Record<string, unknown>>
  readonly tasks: readonly (readonly YamlEntry[])[]
  readonly metadata: ReturnType<typeof metadataEntry>
}

function partsOf(draft: PlanDraft, { parallel, check }: PlanFileOptions): Parts {
  const header = headerOf(draft)
  const tasks = draft.tasks.map(entriesOf)
  const digests = draft.tasks.map(({ id }, at) => [id, plannedDigests(tasks[at]!)] as const)
  const config = {
    ...(parallel === null ? {} : { parallel }),
    ...(check === null || check.trim() === '' ? {} : { check }),
  }
  return { header, config, tasks, metadata: metadataEntry(draft, header, digests) }
}

const valueOf = ({ config, tasks, metadata }: Parts) => ({
  ...(Object.keys(config).length > 0 ? { config } : {}),
  tasks: tasks.map((entries) => Object.fromEntries(entries.map(({ key, value }) => [key, value]))),
  metadata: metadata.value,
})

type Lists = Pick<Parts, 'tasks' | 'metadata'>

function carefulText({ header, config }: Parts, { tasks, metadata }: Lists): string {
  const file = newYaml()
  file.setCommentBefore(header)
  if (Object.keys(config).length > 0) file.root.set({ key: 'config', value: config }, TOP_KEYS)
  file.setList('tasks', tasks)
  file.root.set(metadata, TOP_KEYS)
  return file.text()
}

/** The careful writer writes the frame of the file around one task and one digest, in whose places the long lists go. */
function quickText(parts: Parts): string | null {
  const { metadata } = parts
  const { planned } = metadata.value
  const digests = quickWords(planned.tasks, '      ')
  if (parts.tasks.length === 0 || digests === null) return null
  const frame = carefulText(parts, {
    tasks: [[{ key: 'id', value: PLACE }]],
    metadata: {
      ...metadata,
      value: { ...metadata.value, planned: { ...planned, tasks: [PLACE] } },
    },
  })
  const [before, between, after, ...others] = frame.split(LIST_IN_FRAME)
  if (after === undefined || others.length > 0) return null
  const tasks = parts.tasks.map((entries) => quickMapping(entries, '  ') ?? carefulItem(entries))
  return `${before}\n${tasks.join('\n')}${between}\n${digests}${after}`
}

const PLACE = 'the-place-of-a-long-list'
const LIST_IN_FRAME = new RegExp(`\\n +- (?:id: )?${PLACE}\\n`)

/** Without the key of the list. */
function carefulItem(entries: readonly YamlEntry[]): string {
  const file = newYaml()
  file.setList('tasks', [entries])
  return file.text().slice('tasks:\n'.length)
}

const TOP_KEYS = ['config', 'tasks', 'metadata']

const METADATA_COMMENT =
  'Leave `planned` as it is: with it, planning again tells your changes from its own, and keeps them.'

const metadataEntry = (
  draft: PlanDraft,
  header: readonly string[],
  digests: readonly (readonly [string, string])[],
) => ({
  key: 'metadata',
  value: {
    name: draft.name,
    planned_by: sayBackend(draft),
    complexity: draft.analysis.complexity,
    planned: plannedValue(draft, header, digests),
  },
  comment: METADATA_COMMENT,
})

const plannedValue = (
  draft: PlanDraft,
  header: readonly string[],
  digests: readonly (readonly [string, string])[],
) => ({
  name: digestOf(draft.name),
  comment: header.map((part) => digestOf(part)).join('.'),
  tasks: digests.map((entry) => entry.join(' ')),
})

export type ReplannedFile =
  | {
      readonly ok: true
      readonly text: string
      /** What changes in the file, one line each: `+ id: name`, `- id: name`, `~ id: keys`. */
      readonly diff: readonly string[]
      /** What a person has changed and the new plan would have otherwise, in sentences. */
      readonly kept: readonly string[]
    }
  /** The file cannot be read, or the changes of a person do not go together with the new plan. Nothing is lost. */
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** The file with the new plan in it, and with everything in it that people have changed or added. */
export function replannedFile(oldText: string, draft: PlanDraft): ReplannedFile {
  const before = parsePlanFile(oldText)
  const file = editYaml(oldText)
  if (!before.ok || file === null) return { ok: false, problems: before.ok ? [] : before.problems }
  const planned = readPlanned(file)
  const { digests, diff, kept } = replanTasks(file, draft, planned.tasks)
  const header = headerOf(draft)
  file.setCommentBefore(headerInPlace(file.commentBefore(), planned.comment, header))
  const metadata = file.mapping('metadata')
  const isNamedByHand = digestOf(metadata.get('name') ?? null) !== planned.name
  if (!isNamedByHand) metadata.set({ key: 'name', value: draft.name }, ['name'])
  metadata.set({ key: 'planned_by', value: sayBackend(draft) }, METADATA_KEYS)
  metadata.set({ key: 'complexity', value: draft.analysis.complexity }, METADATA_KEYS)
  metadata.set({ key: 'planned', value: plannedValue(draft, header, digests) }, METADATA_KEYS)
  const text = withEndingsOf(oldText, withLinesOf(oldText, file.text(), 'tasks'))
  const after = parsePlanFile(text)
  return after.ok ? { ok: true, text, diff, kept } : { ok: false, problems: after.problems }
}

/** A file whose lines end as on Windows keeps these endings. */
const withEndingsOf = (before: string, text: string): string =>
  /^[^\n]*\r\n/.test(before) ? text.replaceAll(/\r?\n/g, '\r\n') : text

const METADATA_KEYS = ['name', 'planned_by', 'complexity', 'planned']

/** The new header stands where the old one stood; paragraphs that people wrote or changed stay. */
function headerInPlace(
  found: readonly string[],
  written: ReadonlySet<string>,
  header: readonly string[],
): readonly string[] {
  const first = found.findIndex((part) => written.has(digestOf(part)))
  const own = found.filter((part) => !written.has(digestOf(part)))
  const at =
    first === -1 ? own.length : found.slice(0, first).filter((part) => own.includes(part)).length
  return [...own.slice(0, at), ...header, ...own.slice(at)]
}
