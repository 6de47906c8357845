/** The answer to a message that is too long to be read: an error, under the id of its request. */
import type { LeftOut } from './split-lines.ts'

/** Bytes, as the SDK counts them. */
export const LONGEST_MESSAGE = 10 * 1024 * 1024

/** A JSON-RPC message. */
export const refuseLongMessage = (line: LeftOut): object => ({
  jsonrpc: '2.0',
  id: idOf(line),
  error: {
    code: -32600,
    message: `this message is longer than ${LONGEST_MESSAGE / 1024 / 1024} MiB, so it was not read; keep a long plan in a file, and name the file`,
  },
})

/** Clients write the id of a request first or last; a deeper id belongs to something else. null: there is none. */
function idOf({ head, tail }: LeftOut): string | number | null {
  const id = FIRST.exec(head)?.[1] ?? LAST.exec(tail)?.[1]
  return id === undefined ? null : (JSON.parse(id) as string | number)
}

const FIRST = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(-?\d+|"[^"\\]*")\s*,/
const LAST = /[,{]\s*"id"\s*:\s*(-?\d+|"[^"\\]*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/
