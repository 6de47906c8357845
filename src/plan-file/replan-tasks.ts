/** Puts the tasks of a new plan into a file whose tasks people may have changed, added and removed. */
import { breakCycles } from '../core/planning/check/break-cycles.ts'
import type { DraftTask, PlanDraft } from '../core/planning/plan-draft.ts'
import type { EditableMapping, EditableYaml, YamlEntry } from '../yaml-file/editable-yaml.ts'
import {
  changedKeys,
  entriesOf,
  PLANNED_KEYS,
  plannedDigests,
  type PlannedKey,
} from './planned-task.ts'

interface Replanned {
  /** What the new plan says about each task of the file, for the next time. */
  readonly digests: readonly (readonly [string, string])[]
  readonly diff: readonly string[]
  readonly kept: readonly string[]
}

/** A task of the file, with what happened to it since it was planned. */
interface FileTask {
  readonly id: string
  readonly name: string
  readonly mapping: EditableMapping
  /** null: no planner wrote it. */
  readonly digests: string | null
  readonly changed: ReadonlySet<PlannedKey>
  readonly isByHand: boolean
}

export function replanTasks(
  file: EditableYaml,
  draft: PlanDraft,
  planned: ReadonlyMap<string, string>,
): Replanned {
  const old = file.list('tasks').map((mapping) => fileTask(mapping, planned))
  const { tasks, partnerOf } = paired(old, draft.tasks)
  const fresh = withoutCircles(tasks, old, partnerOf)
  const updated = old.map((task) => update(task, partnerOf.get(task.id)))
  const gone = goneTasks(old, fresh, partnerOf, file)
  file.setList(
    'tasks',
    arranged(
      old.filter(({ id }) => !gone.has(id)),
      fresh,
      partnerOf,
    ),
  )
  dropFromGroups(file, gone)
  const added = fresh.filter(({ id }) => !old.some((task) => task.id === id))
  return {
    digests: [
      ...fresh.map((task) => [task.id, plannedDigests(entriesOf(task))] as const),
      ...old.flatMap(({ id, digests }) =>
        digests !== null && !gone.has(id) && !partnerOf.has(id) ? [[id, digests] as const] : [],
      ),
    ],
    diff: [
      ...added.map(({ id, name }) => `+ ${id}: ${name}`),
      ...old.filter(({ id }) => gone.has(id)).map(({ id, name }) => `- ${id}: ${name}`),
      ...updated.flatMap(({ line }) => line),
    ],
    kept: [
      ...updated.flatMap(({ kept }) => kept),
      ...old.filter((task) => !partnerOf.has(task.id) && !gone.has(task.id)).map(sayKept),
    ],
  }
}

function fileTask(mapping: EditableMapping, planned: ReadonlyMap<string, string>): FileTask {
  const id = textIn(mapping.get('id'))
  const digests = planned.get(id) ?? null
  const changed = new Set(digests === null ? [] : changedKeys(digests, (key) => mapping.get(key)))
  const hasMore = mapping.keys().some((key) => !(PLANNED_KEYS as readonly string[]).includes(key))
  const isByHand = digests === null || changed.size > 0 || hasMore
  return { id, name: textIn(mapping.get('name')) || id, mapping, digests, changed, isByHand }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

interface Pairing {
  /** The tasks of the draft, under the ids that they have in the file. */
  readonly tasks: readonly DraftTask[]
  readonly partnerOf: ReadonlyMap<string, DraftTask>
}

/** The same task has the same id, or else the same name. A task that a person added is matched with no planned task, and keeps its id. */
function paired(old: readonly FileTask[], drafted: readonly DraftTask[]): Pairing {
  const own = old.filter(({ digests }) => digests !== null)
  const byId = new Set(own.map(({ id }) => id))
  const draftIds = new Set(drafted.map(({ id }) => id))
  const taken = new Set(old.map(({ id }) => id))
  const ids = new Map(
    drafted.map((task) => {
      if (byId.has(task.id)) return [task.id, task.id]
      const same = own.find(
        ({ id, name }) => !draftIds.has(id) && name.toLowerCase() === task.name.toLowerCase(),
      )
      return [task.id, same?.id ?? freeId(task.id, taken)]
    }),
  )
  const tasks = drafted.map((task) => ({
    ...task,
    id: ids.get(task.id)!,
    dependencies: task.dependencies.map((id) => ids.get(id)!),
  }))
  return {
    tasks,
    partnerOf: new Map(tasks.filter(({ id }) => byId.has(id)).map((task) => [task.id, task])),
  }
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted
  for (let n = 2; taken.has(id); n++) id = `${wanted.slice(0, 45)}-${n}`
  taken.add(id)
  return id
}

/** What a person says about the order counts; a dependency of the plan that contradicts it is left out. */
function withoutCircles(
  tasks: readonly DraftTask[],
  old: readonly FileTask[],
  partnerOf: ReadonlyMap<string, DraftTask>,
): readonly DraftTask[] {
  const fixed = old.filter((task) => !partnerOf.has(task.id) || task.changed.has('dependencies'))
  const fixedIds = new Set(fixed.map(({ id }) => id))
  const free = tasks.filter(({ id }) => !fixedIds.has(id))
  const ids = [...fixed.map(({ id }) => id), ...free.map(({ id }) => id)]
  const placeOf = new Map(ids.map((id, at) => [id, at]))
  const links = [
    ...fixed.map(({ mapping }) => listIn(mapping.get('dependencies'))),
    ...free.map((task) => task.dependencies),
  ]
  const graph = links.map((list) => list.flatMap((id) => placeOf.get(id) ?? []))
  const { before } = breakCycles(graph, (from) => from >= fixed.length)
  const kept = new Map(ids.map((id, at) => [id, before[at]!.map((place) => ids[place]!)]))
  return tasks.map((task) =>
    fixedIds.has(task.id) ? task : { ...task, dependencies: kept.get(task.id)! },
  )
}

const listIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : []

interface Updated {
  readonly line: readonly string[]
  readonly kept: readonly string[]
}

function update({ id, mapping, changed }: FileTask, partner: DraftTask | undefined): Updated {
  if (partner === undefined) return { line: [], kept: [] }
  const entries = new Map<string, YamlEntry>(entriesOf(partner).map((entry) => [entry.key, entry]))
  const differs = (key: PlannedKey): boolean =>
    JSON.stringify(mapping.get(key) ?? null) !== JSON.stringify(entries.get(key)?.value ?? null)
  const different = PLANNED_KEYS.filter(differs)
  for (const key of different.filter((one) => !changed.has(one))) {
    const entry = entries.get(key)
    if (entry === undefined) mapping.remove(key)
    else mapping.set(entry, PLANNED_KEYS)
  }
  const renewed = different.filter((key) => !changed.has(key))
  const yours = different.filter((key) => changed.has(key))
  return {
    line: renewed.length === 0 ? [] : [`~ ${id}: ${renewed.join(', ')}`],
    kept: yours.length === 0 ? [] : [`"${id}" keeps your ${yours.join(', ')}.`],
  }
}

const sayKept = ({ id, digests }: FileTask): string =>
  digests === null
    ? `"${id}" stays: you have added it.`
    : `"${id}" stays although the new plan does not have it: you have changed it, or other tasks need it.`

/** Tasks that the plan no longer has, that no person has changed, and that no remaining task or order names. */
function goneTasks(
  old: readonly FileTask[],
  fresh: readonly DraftTask[],
  partnerOf: ReadonlyMap<string, DraftTask>,
  file: EditableYaml,
): ReadonlySet<string> {
  const gone = new Set(
    old.filter((task) => !partnerOf.has(task.id) && !task.isByHand).map(({ id }) => id),
  )
  const named = new Set(JSON.stringify(file.root.get('execution_order') ?? []).match(/[\w-]+/g))
  for (const id of named) gone.delete(id)
  const names = (task: FileTask): readonly string[] =>
    NAMING_KEYS.flatMap((key) => listIn(asList(task.mapping.get(key))))
  for (let before = -1; before !== gone.size;) {
    before = gone.size
    for (const task of old) if (!gone.has(task.id)) for (const id of names(task)) gone.delete(id)
    for (const task of fresh) for (const id of task.dependencies) gone.delete(id)
  }
  return gone
}

const NAMING_KEYS = ['dependencies', 'together_with', 'apart_from']

const asList = (value: unknown): unknown => (typeof value === 'string' ? [value] : value)

/** What was in the file stays in its order; a new task stands behind the one that comes before it in the plan. */
function arranged(
  staying: readonly FileTask[],
  fresh: readonly DraftTask[],
  partnerOf: ReadonlyMap<string, DraftTask>,
): readonly (EditableMapping | readonly YamlEntry[])[] {
  const items: { id: string; item: EditableMapping | readonly YamlEntry[] }[] = staying.map(
    ({ id, mapping }) => ({ id, item: mapping }),
  )
  fresh.forEach((task, i) => {
    if (partnerOf.has(task.id)) return
    const before = fresh[i - 1]?.id
    const at = before === undefined ? items.length - 1 : items.findIndex(({ id }) => id === before)
    items.splice(at + 1, 0, { id: task.id, item: entriesOf(task) })
  })
  return items.map(({ item }) => item)
}

/** A group that a person made loses the tasks that are gone, and stays as long as it has any. */
function dropFromGroups(file: EditableYaml, gone: ReadonlySet<string>): void {
  const groups = file.root.get('groups')
  if (groups === undefined || gone.size === 0) return
  const left = Array.isArray(groups)
    ? groups
        .map((group: { tasks: string[] }) => ({
          ...group,
          tasks: group.tasks.filter((id) => !gone.has(id)),
        }))
        .filter(({ tasks }) => tasks.length > 0)
    : Object.fromEntries(
        Object.entries(groups as Record<string, string[]>)
          .map(([name, ids]) => [name, ids.filter((id) => !gone.has(id))] as const)
          .filter(([, ids]) => ids.length > 0),
      )
  const isSame = JSON.stringify(left) === JSON.stringify(groups)
  const isEmpty = Object.keys(left).length === 0
  if (isEmpty) file.root.remove('groups')
  else if (!isSame) file.root.set({ key: 'groups', value: left }, ['groups'])
}
