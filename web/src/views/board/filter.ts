/** The filter of the board: by words that the user types, and by an epic or a group. */
import { laneOf } from '../../../../src/core/plan/lanes.ts'
import type { Plan, Task } from '../../../../src/core/plan/plan.ts'
import { wordFor } from '../../../../src/core/report/task-standing.ts'
import { stateAt, taskAt, type Run } from '../../../../src/core/run/run.ts'
import type { Attentions } from './explain.ts'

export interface Filter {
  readonly words: string
  /** "epic: <name>" or "group: <name>" as in `partsOf`; empty: everything. */
  readonly part: string
}

/** Returns whether a card is shown; null: all are. */
export function shownBy(
  filter: Filter,
  run: Run,
  attention: Attentions,
): ((card: number) => boolean) | null {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean)
  const isPart = partOf(run.plan, filter.part)
  if (words.length === 0 && isPart === null) return null
  return (card) => {
    const task = taskAt(run, card)
    if (isPart !== null && !isPart(task)) return false
    const text = `${textOf(task)} ${movingTextOf(run, card)}`
    const needsYou = attention.has(task.id) ? 'needs you' : ''
    return words.every((word) => text.includes(word) || needsYou.includes(word))
  }
}

/** The epics and groups of a plan, to choose from. */
export const partsOf = ({ tasks, groups }: Plan): readonly string[] => [
  ...new Set(tasks.flatMap(({ epic }) => (epic === null ? [] : [`epic: ${epic}`]))),
  ...groups.map(({ name }) => `group: ${name}`),
]

/** null: the plan has no such part, or no longer has it. */
function partOf(plan: Plan, part: string): ((task: Task) => boolean) | null {
  const group = plan.groups.find(({ name }) => `group: ${name}` === part)
  const members = new Set(group?.tasks)
  const isIn = ({ id, epic }: Task): boolean =>
    group === undefined ? epic !== null && `epic: ${epic}` === part : members.has(id)
  return plan.tasks.some(isIn) ? isIn : null
}

const texts = new WeakMap<Task, string>()

/** Cached, because it never changes, and ten thousand of them are read for each letter that is typed. */
function textOf(task: Task): string {
  const cached = texts.get(task)
  if (cached !== undefined) return cached
  const { id, name, epic, issue, agent, model, files } = task
  const number = issue === null ? null : `#${issue}`
  const text = [id, name, epic, number, agent, model, laneOf(task), ...files]
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase()
  texts.set(task, text)
  return text
}

function movingTextOf(run: Run, card: number): string {
  const newest = run.attemptsOf.get(taskAt(run, card).id)?.at(-1)
  const conversation = newest === undefined ? null : run.attempts.get(newest)!.conversation
  const agent = conversation === null ? '' : `${conversation.agent} ${conversation.model ?? ''}`
  const state = stateAt(run, card)
  return `${state.is} ${wordFor(state, true)} ${agent.toLowerCase()}`
}
