/** conductor suggest --queue: puts tasks that wait into the order of an ordering. */
import { queueOrder, type QueuedChange, type QueuedOrder } from '../../core/ordering/queue-order.ts'
import { tasksOfWorkspaces } from '../../core/ordering/task-of-workspace.ts'
import type { ParallelizationResponse } from '../../core/ordering/suggestion.ts'
import { workspaceGraph } from '../../core/ordering/workspace-graph.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import type { OpenSuggestions } from './open-suggestions.ts'
import { queuePlace, type QueuePlace } from './queue-place.ts'

interface QueueWords {
  /** preview: nothing is changed. */
  readonly queue: 'now' | 'preview' | null
  /** The other options that were typed. */
  readonly typed: readonly string[]
}

export async function queueHere(
  { strategies, notice_text }: ParallelizationResponse,
  { queue, typed }: QueueWords,
  here: OpenSuggestions,
  console: Console,
): Promise<number> {
  const place = await queuePlace(here.newestRun(), here.workspace)
  const [strategy] = strategies
  if (strategy === undefined) throw new Complaint(notice_text ?? 'there is nothing to order')
  const { trees } = await here.read()
  const tasks = tasksOfWorkspaces(place.run, trees, here.project)
  const queued = queueOrder(place.run, {
    phases: strategy.phases.map(({ workspace_ids }) => workspace_ids),
    graph: workspaceGraph(trees),
    taskOf: (id) => tasks.get(id) ?? null,
  })
  const { asks, ...document } = queued
  const confirmed = queue === 'now' && asks.length > 0
  if (confirmed) await place.change(queued)
  const { strategy_id: id } = strategy
  const text = sayQueued(queued, place, { confirmed, id, typed })
  const run = place.into === 'run' ? place.run.id : null
  console.answer(text, {
    confirmed,
    into: place.into,
    run,
    file: place.file,
    strategy,
    ...document,
  })
  return 0
}

interface SaidOrder {
  readonly confirmed: boolean
  readonly id: string
  readonly typed: readonly string[]
}

function sayQueued(
  { changes, skipped }: QueuedOrder,
  { name, next }: QueuePlace,
  { confirmed, id, typed }: SaidOrder,
): string {
  const named = shellWord(id)
  const todo = `To do it: conductor suggest --strategy ${named} --queue --yes`
  const end = confirmed
    ? `Queued in ${name}. ${next}`
    : ['Nothing has changed yet.', todo, ...typed].join(' ')
  return [
    `${id} in ${name} changes ${sayCount(changes.length, 'task')}:`,
    ...changes.map(sayChange),
    ...skipped.map(({ workspace_id, reason }) => `  skipped ${workspace_id}: ${reason}`),
    '',
    changes.length === 0 ? 'Nothing has to be changed.' : end,
  ].join('\n')
}

const sayChange = ({ task, phase, priority, priority_before, after }: QueuedChange): string =>
  [
    `  ${task}: phase ${phase}, priority ${priority_before} -> ${priority}`,
    ...(after.length === 0 ? [] : [`after ${after.join(', ')}`]),
  ].join(', ')
