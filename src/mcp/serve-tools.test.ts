import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { serveTools, type Offer } from './serve-tools.ts'

const offer: Offer = {
  version: '1',
  instructions: 'be nice',
  tools: [
    {
      description: { name: 'echo', inputSchema: { type: 'object' } },
      async call({ say, wait }) {
        await sleep(Number(wait ?? 0))
        return { content: [{ type: 'text', text: String(say) }] }
      },
    },
  ],
}

/** The server's answers to these lines, in the order in which it gives them. */
async function answers(...lines: readonly (string | object)[]): Promise<readonly object[]> {
  const input = new PassThrough()
  const output = new PassThrough()
  input.end(lines.map((line) => `${typeof line === 'string' ? line : request(line)}\n`).join(''))
  await serveTools(offer, input, output)
  output.end()
  return (await text(output))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as object)
}

const request = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message })
const call = (id: number, input: object) => ({
  id,
  method: 'tools/call',
  params: { name: 'echo', arguments: input },
})

describe('a server of a few tools', () => {
  it.each([
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
  ])('asked for version %s speaks %s', async (protocolVersion, spoken) => {
    const [answer] = await answers({ id: 1, method: 'initialize', params: { protocolVersion } })
    expect(answer).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      result: { protocolVersion: spoken, capabilities: { tools: {} }, instructions: 'be nice' },
    })
  })

  it('lists and calls its tools', async () => {
    const replies = await answers({ id: 'a', method: 'tools/list' }, call(2, { say: 'hi' }))
    expect(replies).toMatchObject([
      { id: 'a', result: { tools: [{ name: 'echo' }] } },
      { id: 2, result: { content: [{ text: 'hi' }] } },
    ])
  })

  it('answers a quick call before a slow one, and both before it ends', async () => {
    const replies = await answers(call(1, { wait: 100 }), call(2, {}))
    expect(replies).toMatchObject([{ id: 2 }, { id: 1 }])
  })

  it('is silent to notifications, answers and empty lines', async () => {
    const silent = [{ method: 'notifications/initialized' }, { id: 9, result: {} }, '', '  ']
    expect(await answers(...silent, { id: 1, method: 'ping' })).toMatchObject([
      { id: 1, result: {} },
    ])
  })

  it.each([
    ['what is not JSON', '{"id":', -32700],
    ['a list', '[1]', -32700],
    ['null', 'null', -32700],
    ['a method nobody knows', { id: 1, method: 'resources/list' }, -32601],
    ['a tool nobody knows', { id: 1, method: 'tools/call', params: { name: 'x' } }, -32602],
  ])('tells what is wrong with %s, and goes on', async (_, line, code) => {
    const replies = await answers(line, call(2, { say: 'still here' }))
    expect(replies).toHaveLength(2)
    expect(replies).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ code }) }),
    )
  })
})
