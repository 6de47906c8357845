/** `execution_order`: the tasks of each entry come after all tasks of the entry before. */
import { z } from 'zod'
import { checkValue } from '../yaml-file/check-value.ts'
import { text } from '../yaml-file/fields.ts'
import { complain, type Complaint, type Path } from '../yaml-file/problem.ts'
import { mentionsIn, repeated, type Mention, type NamedTasks } from './named-tasks.ts'

/** The tasks that must land before a task because of the order. */
interface OrderedAfter {
  readonly path: Path
  readonly ids: readonly string[]
}

export interface ExecutionOrder {
  readonly after: ReadonlyMap<string, OrderedAfter>
  readonly mentioned: ReadonlySet<string>
  readonly complaints: readonly Complaint[]
}

export const NO_ORDER: ExecutionOrder = { after: new Map(), mentioned: new Set(), complaints: [] }

const ROOT = 'execution_order'

export function readExecutionOrder(list: readonly unknown[], tasks: NamedTasks): ExecutionOrder {
  if (list.length === 0) return { ...NO_ORDER, complaints: [complain([ROOT], NOTHING_ORDERED)] }
  const entries = list.map((entry, i) => readEntry(entry, [ROOT, i]))
  const mentions = entries.flatMap((entry) => entry.mentions)
  return {
    after: whatComesAfterWhat(entries.map((entry) => entry.mentions)),
    mentioned: new Set(mentions.map(({ id }) => id)),
    complaints: [
      ...entries.flatMap((entry) => entry.complaints),
      ...mentions.filter(({ id }) => !tasks.has(id)).map((m) => unknownTask(m, tasks)),
      ...repeated(mentions).map(saidTwice),
      ...tooManyDependencies(entries.map((entry) => entry.mentions.length)),
    ],
  }
}

const NOTHING_ORDERED = '"execution_order" lists no tasks'

interface Entry {
  readonly mentions: readonly Mention[]
  readonly complaints: readonly Complaint[]
}

const parallelEntry = z.strictObject({ parallel: z.array(text()) })

function readEntry(entry: unknown, path: Path): Entry {
  if (typeof entry === 'string') return { mentions: [{ id: entry, path }], complaints: [] }
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return noEntry(path)
  const checked = checkValue(parallelEntry, entry, path)
  if (!checked.ok) return { ...noEntry(path), complaints: checked.complaints }
  const mentions = mentionsIn(checked.value.parallel, [...path, 'parallel'])
  const complaints = mentions.length > 0 ? [] : [complain(path, '"parallel" lists no tasks')]
  return { mentions, complaints }
}

const noEntry = (path: Path): Entry => ({
  mentions: [],
  complaints: [complain(path, 'an entry of the order is a task id, or "parallel: [ids]"')],
})

function whatComesAfterWhat(
  entries: readonly (readonly Mention[])[],
): ReadonlyMap<string, OrderedAfter> {
  const after = new Map<string, OrderedAfter>()
  entries.forEach((entry, i) => {
    const ids = (entries[i - 1] ?? []).map(({ id }) => id)
    for (const { id, path } of entry) after.set(id, { path, ids })
  })
  return after
}

const unknownTask = (mention: Mention, tasks: NamedTasks): Complaint =>
  tasks.unknown(mention, `the order names "${mention.id}", which is not a task`)

const saidTwice = ({ id, path }: Mention): Complaint =>
  complain(path, `the order names "${id}" twice`, 'a task runs once: keep one of the two')

const MOST_DEPENDENCIES = 1_000_000

/** Two neighbouring entries of a thousand tasks each make a million dependencies. */
function tooManyDependencies(sizes: readonly number[]): readonly Complaint[] {
  const count = sizes.reduce((sum, size, i) => sum + size * (sizes[i - 1] ?? 0), 0)
  if (count <= MOST_DEPENDENCIES) return []
  const hint = 'put a single task between large groups'
  return [complain([ROOT], `the order makes ${count} dependencies; that is too many`, hint)]
}
