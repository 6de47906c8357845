/** Checks who may work at the same time as whom: every name must exist, and no pair may be both. */
import { complain, type Complaint } from '../yaml-file/problem.ts'
import type { TaskSketch } from './dependencies.ts'
import type { Mention, NamedTasks } from './named-tasks.ts'

export function checkPairs(
  sketches: readonly TaskSketch[],
  tasks: NamedTasks,
): readonly Complaint[] {
  if (sketches.every(({ together, apart }) => together.length + apart.length === 0)) return []
  const together = new Set(
    sketches.flatMap(({ id, together }) => together.map((other) => pair(id, other.id))),
  )
  return sketches.flatMap((task) => [
    ...checkNames(task, task.together, 'together_with', tasks),
    ...checkNames(task, task.apart, 'apart_from', tasks),
    ...task.apart
      .filter((other) => together.has(pair(task.id, other.id)))
      .map((other) => contradiction(task, other)),
  ])
}

function checkNames(
  { id }: TaskSketch,
  mentions: readonly Mention[],
  key: string,
  tasks: NamedTasks,
): readonly Complaint[] {
  return mentions.flatMap((mention) => {
    if (mention.id === id)
      return [complain(mention.path, `task "${id}" names itself in ${key}`, 'remove it here')]
    const message = `task "${id}" names "${mention.id}" in ${key}, which is not a task`
    return tasks.has(mention.id) ? [] : [tasks.unknown(mention, message)]
  })
}

const contradiction = ({ id }: TaskSketch, other: Mention): Complaint =>
  complain(
    other.path,
    `"${id}" and "${other.id}" are to work at the same time and never at the same time`,
    'keep one of together_with and apart_from for these two',
  )

const pair = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`)
