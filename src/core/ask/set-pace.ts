/** How much of a run goes on at once: how many agents, and which batches may start. */
import { accept, refuse, type Answer } from './answer.ts'
import type { Fact } from '../run/event.ts'
import { batchCount, type PlanGraph } from '../plan/graph.ts'
import type { TaskId } from '../value/ids.ts'
import type { Run } from '../run/run.ts'

/** Whoever began with more may go back to that. */
const MOST_AGENTS = 10

export function changeAgents(run: Run, agents: number): Answer {
  const most = Math.max(MOST_AGENTS, run.settings.agents)
  if (!Number.isInteger(agents) || agents < 1 || agents > most)
    return refuse({ is: 'agents-out-of-range', most })
  return accept(agents === run.agents ? [] : [{ type: 'agents-changed', agents }])
}

export function pauseBatch(run: Run, batch: number): Answer {
  const paused: readonly Fact[] = run.pausedBatches.has(batch)
    ? []
    : [{ type: 'batch-paused', batch }]
  return unknownBatch(run, batch) ?? accept(paused, waitingIn(run, batch))
}

/** To be started batch by batch. */
export const everyBatchPaused = (graph: PlanGraph): readonly Fact[] =>
  Array.from({ length: batchCount(graph) }, (_, batch) => ({ type: 'batch-paused', batch }))

/** Paused batches that something waits in. */
export const batchesOnHold = (run: Run): readonly number[] =>
  [...run.pausedBatches]
    .filter((batch) => waitingIn(run, batch).length > 0)
    .toSorted((a, b) => a - b)

/** Also one that is gone since the plan was changed: it may come back. */
export function unpauseBatch(run: Run, batch: number): Answer {
  if (run.pausedBatches.has(batch))
    return accept([{ type: 'batch-unpaused', batch }], waitingIn(run, batch))
  return unknownBatch(run, batch) ?? accept([])
}

function unknownBatch({ graph }: Run, batch: number): Answer | null {
  const batches = batchCount(graph)
  const isKnown = Number.isInteger(batch) && batch >= 0 && batch < batches
  return isKnown ? null : refuse({ is: 'unknown-batch', batch, batches })
}

const waitingIn = (run: Run, batch: number): readonly TaskId[] =>
  run.plan.tasks
    .filter((_, i) => run.graph.batch[i] === batch && run.states[i]!.is === 'waiting')
    .map(({ id }) => id)
