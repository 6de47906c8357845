/** conductor suggest --queue: puts the tasks of the run that wait into the order of an ordering. */
import { queueOrder, type QueuedChange, type QueuedOrder } from '../../core/ordering/queue-order.ts'
import { tasksOfWorkspaces } from '../../core/ordering/task-of-workspace.ts'
import type { ParallelizationResponse } from '../../core/ordering/suggestion.ts'
import { workspaceGraph } from '../../core/ordering/workspace-graph.ts'
import type { Run } from '../../core/run/run.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { changeWaitingTasks } from '../ask/change-waiting-tasks.ts'
import { refused } from '../ask/reach-coordinator.ts'
import { answerOrComplaint, Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import type { OpenSuggestions } from './open-suggestions.ts'

export async function queueHere(
  { strategies, notice_text }: ParallelizationResponse,
  how: 'now' | 'preview',
  here: OpenSuggestions,
  console: Console,
): Promise<number> {
  const run = here.newestRun()
  if (run === null || run.ended !== null) throw NO_RUN
  const [strategy] = strategies
  if (strategy === undefined) throw new Complaint(notice_text ?? 'there is nothing to order')
  const { trees } = await here.read()
  const tasks = tasksOfWorkspaces(run, trees, here.project)
  const queued = queueOrder(run, {
    phases: strategy.phases.map(({ workspace_ids }) => workspace_ids),
    graph: workspaceGraph(trees),
    taskOf: (id) => tasks.get(id) ?? null,
  })
  const { asks, ...document } = queued
  const confirmed = how === 'now' && asks.length > 0
  if (confirmed) await ask(queued, run, here)
  const text = sayQueued(queued, run, { confirmed, strategy: strategy.strategy_id })
  console.answer(text, { confirmed, run: run.id, strategy, ...document })
  return 0
}

const NO_RUN = new Complaint(
  'there is no run whose tasks could be put into this order',
  'start one with `conductor run tasks.yaml`, or queue the order in the web app for the next run',
)

async function ask(
  { asks }: QueuedOrder,
  { id }: Run,
  { workspace }: OpenSuggestions,
): Promise<void> {
  const reply = await answerOrComplaint(
    changeWaitingTasks({ ask: 'together', asks }, id, workspace),
  )
  if (!reply.accepted) throw refused(reply.refusal)
}

function sayQueued(
  { changes, skipped }: QueuedOrder,
  { id }: Run,
  { confirmed, strategy }: { readonly confirmed: boolean; readonly strategy: string },
): string {
  const next = `To do it: conductor suggest --strategy ${strategy} --queue --yes`
  const end = confirmed
    ? `Queued in run ${id}. Nothing was started by it.`
    : `Nothing has changed yet. ${next}`
  return [
    `${strategy} in run ${id} changes ${sayCount(changes.length, 'task')}:`,
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
