/** What may be asked of a coordinator, as it comes over the wire. A field that no ask has is a mistake, not a wish. */
import * as z from 'zod'
import { laneName, saidAttemptId, taskId } from '../../core/value/ids.ts'
import type { TaskChange } from '../../core/plan/plan.ts'

const task = z.string().transform(taskId)
const attempt = z.string().transform(saidAttemptId)
/** Longer texts belong into a file. */
const words = z.string().trim().min(1).max(100_000)
/** As in a task file: 30 days. */
const LONGEST_ESTIMATE = 30 * 86_400
const priority = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

const taskChange = z
  .strictObject({
    name: z.string().trim().min(1).max(100).optional(),
    priority: priority.optional(),
    dependencies: z.array(task).optional(),
    files: z.array(z.string().trim().min(1)).optional(),
    estimate: z
      .strictObject({
        seconds: z.number().min(0).max(LONGEST_ESTIMATE),
        from: z.enum(['file', 'history', 'default']),
      })
      .optional(),
    lane: z.string().transform(laneName).nullable().optional(),
  })
  // What JSON does not say is not there: it knows no undefined.
  .transform((said) => said as TaskChange)

const question = z.strictObject({
  decision: words,
  options: z.array(z.string()).default([]),
  context: z.string().default(''),
  area: z.string().nullable().default(null),
})

const ownWord = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('question'), question }),
  z.strictObject({
    is: z.literal('progress'),
    status: z.enum(['planning', 'working']),
    note: z.string().max(1000),
  }),
  z.strictObject({ is: z.literal('heartbeat') }),
])

/** Asks that can be made together. */
const askTogether = z.discriminatedUnion('ask', [
  z.strictObject({ ask: z.literal('agents'), agents: z.number() }),
  z.strictObject({ ask: z.literal('unpause-batch'), batch: z.number() }),
  z.strictObject({ ask: z.literal('change'), task, change: taskChange }),
  z.strictObject({
    ask: z.literal('budget'),
    task: task.nullable(),
    usd: z.number().min(0).nullable(),
  }),
])

/** `add` is not among them: it has a path of its own, because its tasks must be read first. */
export const askSchema = z.discriminatedUnion('ask', [
  z.strictObject({ ask: z.literal('pause') }),
  z.strictObject({ ask: z.literal('unpause') }),
  z.strictObject({ ask: z.literal('pause-batch'), batch: z.number() }),
  z.strictObject({ ask: z.literal('cancel-run') }),
  z.strictObject({ ask: z.literal('cancel'), task }),
  z.strictObject({ ask: z.literal('preempt'), task }),
  z.strictObject({ ask: z.literal('retry'), task }),
  z.strictObject({ ask: z.literal('skip'), task }),
  z.strictObject({ ask: z.literal('approve'), task }),
  z.strictObject({ ask: z.literal('reject'), task, why: z.string() }),
  z.strictObject({ ask: z.literal('land'), task }),
  z.strictObject({ ask: z.literal('land-all') }),
  z.strictObject({ ask: z.literal('accept-branch'), branch: z.string().min(1) }),
  z.strictObject({ ask: z.literal('prioritise'), task, priority }),
  z.strictObject({ ask: z.literal('guide'), task, text: words }),
  z.strictObject({
    ask: z.literal('decide'),
    task,
    request: z.string().nullable(),
    allow: z.boolean(),
    why: z.string().nullable(),
  }),
  z.strictObject({ ask: z.literal('hear'), attempt, sign: ownWord }),
  z.strictObject({ ask: z.literal('take-guidance'), attempt }),
  ...askTogether.options,
  z.strictObject({
    ask: z.literal('together'),
    asks: z.array(askTogether).min(1).max(20_000),
  }),
])
