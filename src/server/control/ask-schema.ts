/** The schema of every ask that a client can send. A field that the ask does not have is refused, not ignored. */
import * as z from 'zod'
import { estimateOf, type SaidEstimate } from '../../core/durations/estimate.ts'
import { LONGEST_DURATION } from '../../core/value/duration.ts'
import { commitId, laneName, saidAttemptId, taskId } from '../../core/value/ids.ts'
import type { FieldKind, Fields, FieldTypes } from '../../core/ask/ask-kind.ts'
import { ASKS, ASKS_TOGETHER, type Ask } from '../../core/ask/ask.ts'
import type { TaskChange } from '../../core/plan/plan.ts'

const task = z.string().transform(taskId)
/** Longer texts belong in a file. */
export const words = z.string().trim().min(1).max(100_000)
const priority = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

const taskChange = z
  .strictObject({
    name: z.string().trim().min(1).max(100).optional(),
    priority: priority.optional(),
    dependencies: z.array(task).optional(),
    files: z.array(z.string().trim().min(1)).optional(),
    estimate: z
      .strictObject({
        seconds: z.number().min(0).max(LONGEST_DURATION),
        low: z.number().min(0).optional(),
        high: z.number().min(0).optional(),
        from: z.enum(['file', 'model', 'history', 'default']),
        given: z.number().min(0).nullable().optional(),
      })
      .transform((said) => estimateOf(said as SaidEstimate))
      .optional(),
    togetherWith: z.array(task).optional(),
    apartFrom: z.array(task).optional(),
    lane: z.string().transform(laneName).nullable().optional(),
  })
  // JSON has no undefined, so an optional field is either there or absent, as TaskChange requires.
  .transform((change) => change as TaskChange)

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

/** `tasks` have their own path, because they must be parsed as a task file first. */
const FIELDS: { readonly [Kind in Exclude<FieldKind, 'tasks'>]: z.ZodType<FieldTypes[Kind]> } = {
  task,
  'task-or-null': task.nullable(),
  attempt: z.string().transform(saidAttemptId),
  batch: z.number(),
  agents: z.number(),
  branch: z.string().min(1),
  commit: z
    .string()
    .regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/)
    .transform(commitId),
  priority,
  usd: z.number().min(0).nullable(),
  flag: z.boolean(),
  words,
  'text-or-null': z.string().nullable(),
  change: taskChange,
  sign: ownWord,
}

interface Described {
  readonly ask: string
  readonly fields: Fields
}

type Option = z.ZodObject<{ ask: z.ZodLiteral<string> }>

const optionOf = ({ ask, fields }: Described): Option =>
  z.strictObject({
    ask: z.literal(ask),
    ...Object.fromEntries(
      Object.entries(fields).map(([name, kind]) => [name, FIELDS[kind as keyof typeof FIELDS]]),
    ),
  })

const oneOf = (options: readonly Option[]) =>
  z.discriminatedUnion('ask', options as [Option, ...Option[]])

const isSpoken = ({ fields }: Described): boolean => !Object.values(fields).includes('tasks')

export const askSchema = oneOf([
  ...ASKS.filter(isSpoken).map(optionOf),
  z.strictObject({
    ask: z.literal('together'),
    asks: z
      .array(oneOf(ASKS_TOGETHER.map(optionOf)))
      .min(1)
      .max(20_000),
  }),
]) as unknown as z.ZodType<Ask>
