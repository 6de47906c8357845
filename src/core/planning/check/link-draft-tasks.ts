/** Gives the tasks of a model's answer their ids and dependencies; every reference follows a repaired id. */
import { isTaskId } from '../../value/ids.ts'
import { isAnswer, lineIn, listIn } from './answer-fields.ts'
import { breakCycles } from './break-cycles.ts'
import type { SaidTask } from './check-draft-task.ts'
import type { DraftTask } from '../plan-draft.ts'
import { idGiver, slug } from '../task-ids.ts'

export type LinkedTasks =
  | {
      readonly ok: true
      readonly tasks: readonly DraftTask[]
      readonly repaired: readonly string[]
    }
  | { readonly ok: false; readonly problems: readonly string[] }

/** dependencies: the answer's own mapping from ids to lists of ids, if it has one beside its tasks. */
export function linkDraftTasks(said: readonly SaidTask[], dependencies: unknown): LinkedTasks {
  const { ids, repaired: renamed } = giveIds(said)
  const find = finder(said, ids)
  const named = new Map(isAnswer(dependencies) ? Object.entries(dependencies) : [])
  const links = said.map((task, i) =>
    readLinks([...task.dependencies, ...listIn(named.get(task.saidId))], i, ids, find),
  )
  const { before, cut } = breakCycles(links.map((link) => link.before))
  const edges = links.reduce((sum, link) => sum + link.before.length, 0)
  if (cut.length > Math.max(2, edges / 5)) return { ok: false, problems: [sayMess(cut, ids)] }
  return {
    ok: true,
    tasks: said.map(({ task }, i) => ({
      id: ids[i]!,
      ...task,
      dependencies: before[i]!.map((at) => ids[at]!),
    })),
    repaired: [
      ...renamed,
      ...links.flatMap((link) => link.repaired),
      ...cut.map(
        ([from, to]) =>
          `Tasks waited for each other in a circle, so "${ids[from]}" no longer waits for "${ids[to]}".`,
      ),
    ],
  }
}

function sayMess(cut: readonly (readonly [number, number])[], ids: readonly string[]): string {
  const some = cut.slice(0, 3).map(([from, to]) => `"${ids[from]}" and "${ids[to]}"`)
  return `The dependencies go in circles at ${cut.length} places, for example between ${some.join(', ')}.`
}

interface GivenIds {
  readonly ids: readonly string[]
  readonly repaired: readonly string[]
}

function giveIds(said: readonly SaidTask[]): GivenIds {
  const give = idGiver()
  const repaired: string[] = []
  const ids = said.map(({ saidId, task }) => {
    const isFine = isTaskId(saidId) && !saidId.startsWith('-')
    const id = give(isFine ? saidId : slug(saidId) || slug(task.name))
    if (saidId === '') repaired.push(`The task "${task.name}" had no id; it is called "${id}".`)
    else if (id !== saidId)
      repaired.push(
        `The task "${saidId}" is called "${id}" (${isFine ? 'its id was taken' : 'its id has characters that ids may not have'}).`,
      )
    return id
  })
  return { ids, repaired }
}

type Find = (reference: unknown) => number | undefined

/** Finds a task by the id it was given in the answer, else by our id, by its name, or by its number in the list. */
function finder(said: readonly SaidTask[], ids: readonly string[]): Find {
  const places = new Map<string, number>()
  const learn = (words: readonly string[]): void =>
    words.forEach((word, i) => word !== '' && !places.has(word) && places.set(word, i))
  learn(said.map(({ saidId }) => saidId))
  learn(ids)
  learn(said.map(({ saidId }) => plain(saidId)))
  learn(said.map(({ task }) => plain(task.name)))
  const hasIds = said.some(({ saidId }) => saidId !== '')
  return (reference) => {
    const word = lineIn(
      isAnswer(reference) ? (reference['id'] ?? reference['task_id']) : reference,
      200,
    )
    const place = places.get(word) ?? places.get(plain(word))
    if (place !== undefined || hasIds) return place
    return /^\d+$/.test(word) && said[Number(word) - 1] ? Number(word) - 1 : undefined
  }
}

const plain = (word: string): string => slug(word).replaceAll('_', '-')

interface Links {
  readonly before: readonly number[]
  readonly repaired: readonly string[]
}

function readLinks(
  said: readonly unknown[],
  at: number,
  ids: readonly string[],
  find: Find,
): Links {
  const before = new Set<number>()
  const repaired: string[] = []
  for (const reference of said) {
    const place = find(reference)
    if (place === undefined) {
      const word = lineIn(reference, 60) || 'something without a name'
      repaired.push(`"${ids[at]}" waited for "${word}", which is no task; that is left out.`)
    } else if (place === at) repaired.push(`"${ids[at]}" waited for itself; that is left out.`)
    else before.add(place)
  }
  return { before: [...before], repaired }
}
