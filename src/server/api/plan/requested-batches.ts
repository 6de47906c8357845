/** Which batch tasks are to be in, as a request says it: whether that is possible, and which changes achieve it. */
import { z } from '@hono/zod-openapi'
import type { TaskId } from '../../../core/value/ids.ts'
import { changeToBatch, tryChanges, type PlanChange } from '../../../core/plan/plan-changes.ts'
import { batchOf, taskOf, type Run } from '../../../core/run/run.ts'
import { Refused, refusedAsk } from '../../http/api-error.ts'

export const batchNumber = z.int().min(1).max(100_000)

/** Fields that follow from the tasks are accepted, so that the batches of a plan can be sent back as they were read. */
const saidBatch = z.strictObject({
  batch_id: batchNumber.openapi({ description: '1 is the first.' }),
  task_ids: z
    .array(z.string().max(50))
    .max(10_000)
    .openapi({ description: 'What is to be in it.' }),
  can_parallel: z
    .boolean()
    .optional()
    .openapi({ description: 'It follows; false is refused for several tasks.' }),
  depends_on: z
    .array(z.int())
    .optional()
    .openapi({ description: 'Batches before it; more is not read, since it follows.' }),
  estimated_duration: z.number().optional().openapi({ description: 'Not read: it follows.' }),
})

type SaidBatch = z.output<typeof saidBatch>

export const requestedBatches = z
  .array(saidBatch)
  .max(10_000)
  .superRefine((batches, context) => {
    for (const { path, message } of contradictionsIn(batches))
      context.addIssue({ code: 'custom', path: [...path], message })
  })
  .default([])
  .openapi({
    description:
      'The same in the form in which a plan tells its batches: tasks that are in another one now are moved.',
  })

interface Contradiction {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Batches run in the order of their numbers, so a batch that depends on a later one would be a circle. */
function contradictionsIn(batches: readonly SaidBatch[]): readonly Contradiction[] {
  const seenBatches = new Set<number>()
  const batchOfTask = new Map<string, number>()
  return batches.flatMap(({ batch_id, task_ids, can_parallel, depends_on = [] }, i) => {
    const twice = seenBatches.has(batch_id) ? [batchTwice(batch_id, i)] : []
    seenBatches.add(batch_id)
    const tasksTwice = task_ids.flatMap((task, k) => {
      const other = batchOfTask.get(task)
      batchOfTask.set(task, batch_id)
      return other === undefined ? [] : [taskTwice(task, other, [i, 'task_ids', k])]
    })
    const circles = depends_on.flatMap((other, k) =>
      other >= 1 && other < batch_id ? [] : [notBefore(batch_id, other, [i, 'depends_on', k])],
    )
    const isInTurn = can_parallel === false && task_ids.length > 1
    const inTurn = isInTurn ? [notInTurn(batch_id, [i, 'can_parallel'])] : []
    return [...twice, ...tasksTwice, ...circles, ...inTurn]
  })
}

const batchTwice = (batch: number, i: number): Contradiction => ({
  path: [i, 'batch_id'],
  message: `batch ${batch} is there twice; say it once, with all of its tasks`,
})

const taskTwice = (task: string, batch: number, path: Contradiction['path']): Contradiction => ({
  path,
  message: `"${task}" is in batch ${batch} already; a task is in one batch, once`,
})

const notInTurn = (batch: number, path: Contradiction['path']): Contradiction => ({
  path,
  message: `the tasks of batch ${batch} may run at once; put them into batches of their own if they must not`,
})

const notBefore = (batch: number, other: number, path: Contradiction['path']): Contradiction => ({
  path,
  message:
    batch === 1
      ? `batch 1 is the first, so it depends on none, not on ${other}`
      : `batch ${batch} can depend on the batches 1 to ${batch - 1}, which come before it, not on ${other}`,
})

/** The batch of each task, counted from 0. */
type Wanted = ReadonlyMap<TaskId, number>

/** Joins the batches that were given task by task with those given batch by batch. */
export function wantedBatches(
  run: Run,
  overrides: readonly (readonly [string, number])[],
  batches: readonly SaidBatch[],
): Wanted {
  const wanted = new Map<TaskId, number>()
  const fromBatches = batches.flatMap(({ batch_id, task_ids }) =>
    task_ids.map((task) => [task, batch_id] as const),
  )
  for (const [name, batch] of [...overrides, ...fromBatches]) {
    const task = mustKnow(run, name)
    const other = wanted.get(task) ?? batch - 1
    if (other !== batch - 1) throw saidTwice(task, other + 1, batch)
    wanted.set(task, batch - 1)
  }
  return wanted
}

/** The wanted batch of every task counts for all others, too. Tasks that are already in their batch are left alone. */
export function toBatches(run: Run, wanted: Wanted): readonly PlanChange[] {
  const changes = [...wanted].map(([task, batch]) => {
    const change = changeToBatch(run, task, batch, wanted)
    if (change === null) throw cannotBeIn(run, task, batch)
    return { task, change }
  })
  const moves = changes.filter(({ change }) => Object.keys(change).length > 0)
  mustArrive(run, moves, wanted)
  return moves
}

/** A task that is moved takes its dependents along. The caller reports changes that are refused by themselves. */
function mustArrive(run: Run, moves: readonly PlanChange[], wanted: Wanted): void {
  const tried = tryChanges(run, moves)
  if (!tried.ok) return
  const astray = [...wanted].find(([task, batch]) => batchOf(tried.run, task) !== batch)
  if (astray !== undefined) throw cannotBeIn(tried.run, ...astray)
}

function cannotBeIn(run: Run, task: TaskId, batch: number): Refused {
  const { dependencies } = taskOf(run, task)
  const tooLate = dependencies.filter((id) => batchOf(run, id) >= batch)
  if (tooLate.length === 0)
    return noSuchBatch(
      `"${task}" cannot be in batch ${batch + 1}: batch ${batch} has nothing that it could come after`,
      `move something into batch ${batch} along with it, or choose an earlier one`,
    )
  const left = dependencies.filter((id) => !tooLate.includes(id))
  const remedy = JSON.stringify({ tasks: [{ task, dependencies: left }] })
  return noSuchBatch(
    `"${task}" cannot be in batch ${batch + 1}: it comes after ${tooLate.map((id) => `"${id}"`).join(', ')}`,
    `PATCH /api/plan with ${remedy} first; POST /api/plan drops all that was drafted for a task file`,
  )
}

const saidTwice = (task: TaskId, one: number, other: number): Refused =>
  noSuchBatch(`"${task}" cannot be in batch ${one} and in batch ${other}`, 'say one of them')

const noSuchBatch = (message: string, hint: string): Refused =>
  new Refused(422, { error: 'no_such_batch', message, hint })

export function mustKnow(run: Run, name: string): TaskId {
  if (run.graph.indexOf.has(name as TaskId)) return name as TaskId
  throw refusedAsk({ is: 'unknown-task', task: name })
}
