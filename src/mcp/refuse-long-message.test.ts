import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { splitLines } from './split-lines.ts'
import { refuseLongMessage } from './refuse-long-message.ts'

const long = 'x'.repeat(5000)
const params = { name: 'validate_plan', arguments: { yaml: long, id: 3 } }

/** Which messages are read and which are refused, when the input comes in pieces of this size. */
async function read(lines: readonly object[], piece: number) {
  const refused: object[] = []
  const input = new PassThrough()
  const through = text(
    input.pipe(splitLines(1000, (line) => refused.push(refuseLongMessage(line)))),
  )
  const all = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  for (let at = 0; at < all.length; at += piece) input.write(all.subarray(at, at + piece))
  input.end()
  return { through: await through, refused }
}

describe('a message that is too long', () => {
  it.each([7, 1000, 100_000])(
    'is refused in pieces of %i bytes, and the next is read',
    async (piece) => {
      const next = { jsonrpc: '2.0', id: 2, method: 'ping' }
      const { through, refused } = await read(
        [next, { jsonrpc: '2.0', id: 1, params }, next],
        piece,
      )
      expect(through).toBe(`${JSON.stringify(next)}\n`.repeat(2))
      expect(refused).toMatchObject([
        { id: 1, error: { message: expect.stringContaining('10 MiB') } },
      ])
    },
  )

  it.each([
    ['first', { jsonrpc: '2.0', id: 'é', params }, 'é'],
    ['last, as the SDK does', { method: 'tools/call', params, jsonrpc: '2.0', id: 7 }, 7],
    ['nowhere at the top', { jsonrpc: '2.0', method: 'tools/call', params }, null],
  ])('is answered under its id, which stands %s', async (_, message, id) => {
    expect((await read([message], 64)).refused).toMatchObject([{ id }])
  })
})
