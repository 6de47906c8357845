/** What a browser says to a terminal. What the program prints goes the other way, as bytes. */
import { z } from 'zod'

const size = z.int().min(1).max(1000)

const message = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input'), data: z.string().max(32_768) }),
  z.strictObject({ type: z.literal('resize'), columns: size, rows: size }),
  /** Bytes that were shown; the program waits when too many are not. */
  z.strictObject({ type: z.literal('read'), bytes: z.int().min(1) }),
  z.strictObject({ type: z.literal('end') }),
])

export type ToTerminal = z.output<typeof message>

/** null: it is none. */
export function parseTerminalMessage(text: string): ToTerminal | null {
  try {
    const read = message.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
