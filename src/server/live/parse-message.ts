/** Parses a message from a browser on the live socket: any client can send anything. */
import * as z from 'zod'
import { saidAttemptId, type RunId } from '../../core/value/ids.ts'
import type { FromBrowser } from './messages.ts'

const attempt = z.string().max(200).transform(saidAttemptId)

const position = z.number().int().min(0)

const known = z.object({
  run: z
    .string()
    .max(20)
    .transform((run) => run as RunId),
  startedAt: z.number(),
  sequence: position,
})

const schema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('follow'), known: known.nullable() }),
  z.object({ type: z.literal('watch'), attempt, from: position }),
  z.object({ type: z.literal('unwatch'), attempt }),
  z.object({ type: z.literal('watch-batches') }),
  z.object({ type: z.literal('watch-projects') }),
  z.object({ type: z.literal('watch-tracker') }),
  z.object({ type: z.literal('unwatch-tracker') }),
  z.object({ type: z.literal('watch-actions') }),
  z.object({ type: z.literal('unwatch-actions') }),
])

/** null: not a message that we know. */
export function parseMessage(text: string): FromBrowser | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
