import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readJsonLines } from './json-lines.ts'

/** Returns the values read from these pieces, and the lines that were not JSON. */
async function read(pieces: readonly (string | Buffer)[]) {
  const stream = new PassThrough()
  const values: unknown[] = []
  const noise: string[] = []
  readJsonLines(stream, {
    onValue: (value) => values.push(value),
    onNoise: (text) => noise.push(text),
  })
  for (const piece of pieces) {
    stream.write(piece)
    await turn()
  }
  stream.end()
  await turn()
  return { values, noise }
}

describe('lines of JSON', () => {
  it('are read wherever they are cut, also within a character', async () => {
    const bytes = Buffer.from('{"a":"ü"}\n{"b":2}\n')
    const pieces = [...bytes].map((byte) => Buffer.from([byte]))
    expect(await read(pieces)).toEqual({ values: [{ a: 'ü' }, { b: 2 }], noise: [] })
  })

  it('are read when many come at once, and when the last does not end', async () => {
    expect(await read(['1\n2\n\n3'])).toEqual({ values: [1, 2, 3], noise: [] })
  })

  it('are told from what is none, which is shortened', async () => {
    const { values, noise } = await read([`oh no\n${'x'.repeat(1000)}\n{"a":1}\n`])
    expect(values).toEqual([{ a: 1 }])
    expect(noise.map((text) => text.length)).toEqual([5, 200])
  })
})
