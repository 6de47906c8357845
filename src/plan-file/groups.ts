/** `groups`: a list of {name, tasks, description}, or a mapping from name to task ids. */
import { z } from 'zod'
import { taskId } from '../core/value/ids.ts'
import type { Group } from '../core/plan/plan.ts'
import { checkValue } from '../yaml-file/check-value.ts'
import { text } from '../yaml-file/fields.ts'
import { complain, type Complaint, type Path } from '../yaml-file/problem.ts'
import { mentionsIn, repeated, type NamedTasks } from './named-tasks.ts'

const groupList = z.array(
  z.strictObject({ name: text(), tasks: z.array(text()), description: text().optional() }),
)

const groupMapping = z.record(z.string(), z.array(text()))

interface Groups {
  readonly groups: readonly Group[]
  readonly complaints: readonly Complaint[]
}

interface FoundGroup extends Group {
  readonly path: Path
  readonly tasksPath: Path
}

export function readGroups(value: unknown, tasks: NamedTasks): Groups {
  if (value === undefined) return { groups: [], complaints: [] }
  const checked = Array.isArray(value) ? fromList(value) : fromMapping(value)
  if (!checked.ok) return { groups: [], complaints: checked.complaints }
  const complaints = [
    ...sameName(checked.value),
    ...checked.value.flatMap((group) => checkMembers(group, tasks)),
  ]
  return { groups: checked.value.map(toGroup), complaints }
}

function fromList(list: readonly unknown[]) {
  const checked = checkValue(groupList, list, ['groups'])
  if (!checked.ok) return checked
  const value = checked.value.map(({ name, tasks, description }, i): FoundGroup => ({
    name,
    tasks: tasks.map(taskId),
    description: description ?? null,
    path: ['groups', i, 'name'],
    tasksPath: ['groups', i, 'tasks'],
  }))
  return { ok: true as const, value }
}

function fromMapping(mapping: unknown) {
  const checked = checkValue(groupMapping, mapping, ['groups'])
  if (!checked.ok) return checked
  const value = Object.entries(checked.value).map(([name, tasks]): FoundGroup => ({
    name,
    tasks: tasks.map(taskId),
    description: null,
    path: ['groups', name],
    tasksPath: ['groups', name],
  }))
  return { ok: true as const, value }
}

const sameName = (groups: readonly FoundGroup[]): readonly Complaint[] =>
  repeated(groups.map(({ name, path }) => ({ id: name, path }))).map(({ id, path }) =>
    complain(path, `there are two groups called "${id}"`),
  )

function checkMembers({ name, tasks, tasksPath }: FoundGroup, planTasks: NamedTasks) {
  if (tasks.length === 0) return [complain(tasksPath, `the group "${name}" has no tasks`)]
  const members = mentionsIn(tasks, tasksPath)
  const unknown = members.filter(({ id }) => !planTasks.has(id))
  return [
    ...unknown.map((m) =>
      planTasks.unknown(m, `the group "${name}" names "${m.id}", which is not a task`),
    ),
    ...repeated(members).map(({ id, path }) =>
      complain(path, `the group "${name}" names "${id}" twice`),
    ),
  ]
}

const toGroup = ({ name, tasks, description }: FoundGroup): Group => ({ name, tasks, description })
