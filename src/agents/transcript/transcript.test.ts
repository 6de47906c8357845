import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { until } from '../../../test/until.ts'
import { isFolded, textOf } from '../../core/transcript/text.ts'
import { readTranscript, transcriptTail } from './read-transcript.ts'
import { openTranscript, type TranscriptWriter } from './transcript.ts'
import { followTranscript, transcriptFile } from './transcript-file.ts'

const KEY = `sk-ant-api03-${'aB3dE6gH9'.repeat(5)}`

function give(writer: TranscriptWriter, text: string): void {
  const result = writer.result('c-1')
  result.take(text)
  result.end()
}

function open(maxBytes = 1_000_000) {
  const folder = tempFolder()
  const writer = openTranscript(folder.path, maxBytes)
  onTestFinished(() => {
    writer.close()
    folder[Symbol.dispose]()
  })
  return {
    path: folder.path,
    writer,
    out: (text: string | Buffer) => writer.write('out', Buffer.from(text)),
    text: () => readTranscript(folder.path).map(textOf).join(''),
  }
}

describe('the transcript', () => {
  it('makes no file before there is something to write', () => {
    const { path, writer } = open()
    writer.close()
    expect(readdirSync(path)).toEqual([])
    expect(readTranscript(path)).toEqual([])
    expect(transcriptTail(path, 5)).toEqual([])
    expect(followTranscript(path)()).toEqual([])
  })

  it('keeps who said what, and when', () => {
    const { path, writer } = open()
    writer.write('out', Buffer.from('hello\n'))
    writer.write('err', Buffer.from('oh\n'))
    writer.note('it is over')
    const entries = readTranscript(path)
    expect(entries).toEqual([
      { at: expect.any(Number), out: 'hello\n' },
      { at: expect.any(Number), err: 'oh\n' },
      { at: expect.any(Number), note: 'it is over' },
    ])
    expect(Math.abs(entries[0]!.at - Date.now())).toBeLessThan(5000)
  })

  it('keeps megabytes of a tool in small entries, and shows none of it as last lines', () => {
    const { path, writer } = open(40_000_000)
    writer.write('out', Buffer.from('> Bash npm test\n'))
    const text = `${'x'.repeat(99)}\n`.repeat(100_000)
    give(writer, text)
    const read = transcriptFile(path).read
    let whole = 0
    for (let at = 0, part = read(0); part.to > at; part = read(at)) {
      at = part.to
      expect(part.to - part.from).toBeLessThanOrEqual(2 ** 20)
      whole += part.pieces.filter(isFolded).reduce((sum, entry) => sum + textOf(entry).length, 0)
    }
    expect(whole).toBe(text.length)
    expect(writer.lastLines(5)).toEqual(['> Bash npm test'])
  })

  it('finds the last lines behind what tools gave', () => {
    const { path, writer } = open(1_000_000)
    writer.write('out', Buffer.from('one\ntwo\n'))
    give(writer, 'x\n'.repeat(100_000))
    expect(transcriptTail(path, 2)).toEqual(['one', 'two'])
  })

  it('goes on whatever the agent does to its files', () => {
    const { path, out, text } = open(1000)
    for (const name of ['transcript.jsonl', 'transcript.1.jsonl']) mkdirSync(join(path, name))
    for (let i = 0; i < 10; i++) out(`${'x'.repeat(100)}\n`)
    rmSync(path, { recursive: true })
    for (let i = 0; i < 20; i++) out(`${'y'.repeat(100)}\n`)
    expect(text()).toMatch(/y{100}\n$/)
  })

  it('can be read by nobody else', () => {
    const { path, out } = open()
    out('x\n')
    expect(statSync(join(path, 'transcript.jsonl')).mode & 0o077).toBe(0)
  })

  it('writes a line that does not end after a while, and at the close', async () => {
    const { out, text, writer } = open()
    out('Password? ')
    expect(text()).toBe('')
    await until('the line is written', () => text() === 'Password? ', 2)
    out('never ended')
    writer.close()
    expect(text()).toBe('Password? never ended')
  })

  it('is not cut where a character is', () => {
    const { out, text, writer } = open()
    const bytes = Buffer.from('für ✓ 日本 \u{1f600}\n')
    for (const byte of bytes) out(Buffer.from([byte]))
    expect(text()).toBe('für ✓ 日本 \u{1f600}\n')
    out(bytes.subarray(0, 2))
    writer.close()
    expect(text()).toBe('für ✓ 日本 \u{1f600}\nf\ufffd')
  })
})

describe('keys in a transcript', () => {
  it('are masked wherever the output is cut', () => {
    for (let cut = 1; cut < KEY.length; cut += 3) {
      const { out, text, writer } = open()
      out(`the key is ${KEY.slice(0, cut)}`)
      out(`${KEY.slice(cut)} and more\n`)
      expect(text()).toBe('the key is ******** and more\n')
      expect(writer.lastLines(1)).toEqual(['the key is ******** and more'])
    }
  })

  it('are masked in lines that are too long to be kept back', () => {
    const { out, text, writer } = open()
    const long = 'some words '.repeat(900)
    for (let cut = 1; cut < KEY.length; cut += 7) {
      out(`${long}${KEY.slice(0, cut)}`)
      out(`${KEY.slice(cut)} `)
    }
    writer.close()
    expect(text()).not.toMatch(/sk-ant|aB3dE6gH9a/)
  })

  it('are masked when they come slowly, piece by piece', async () => {
    const { out, text, writer } = open()
    out(`echo ${KEY.slice(0, 20)}`)
    await until('the beginning is written', () => text().startsWith('echo'), 2)
    out(`${KEY.slice(20)}\n`)
    writer.close()
    expect(text()).toBe('echo ********\n')
  })

  it('are masked as private keys that come line by line', () => {
    const { out, text, writer } = open()
    const body = Array.from({ length: 5 }, (_, i) => `${i}${'MIIEow'.repeat(10)}`)
    const lines = ['before', '-----BEGIN OPENSSH PRIVATE KEY-----', ...body]
    for (const line of [...lines, '-----END OPENSSH PRIVATE KEY-----', 'after']) out(`${line}\n`)
    writer.close()
    expect(text()).not.toContain('MIIE')
    expect(text()).toContain('before\n')
    expect(text()).toContain('after\n')
    expect(writer.lastLines(20).join()).not.toContain('MIIE')
  })
})

it('is written in few pieces when that is asked for, and whole at its close', async () => {
  const { path: folder } = open()
  const transcript = openTranscript(folder, 10_000, 50)
  for (let i = 0; i < 100; i++) transcript.write('out', Buffer.from(`line ${i}\n`))
  expect(readTranscript(folder)).toEqual([])
  await until('it is written', () => readTranscript(folder).length > 0)
  transcript.write('out', Buffer.from('the last\n'))
  transcript.close()
  expect(readTranscript(folder).map(textOf).join('').split('\n').slice(-3)).toEqual([
    'line 99',
    'the last',
    '',
  ])
})

describe('a long transcript', () => {
  const CAP = 40_000

  it('stays below its cap and keeps the newest', () => {
    const { out, path, text } = open(CAP)
    for (let i = 0; i < 5000; i++) out(`line ${i}\n`)
    const bytes = readdirSync(path).map((name) => statSync(join(path, name)).size)
    expect(bytes).toHaveLength(2)
    expect(bytes[0]! + bytes[1]!).toBeLessThanOrEqual(CAP)
    const [dropped, ...kept] = text().trimEnd().split('\n')
    expect(dropped).toMatch(
      /^\[conductor\] \d+(\.\d)? KB of what was printed before this was dropped$/,
    )
    expect(kept.at(-1)).toBe('line 4999')
    expect(kept.length).toBeGreaterThan(CAP / 2 / 45)
    const first = Number(kept[0]!.split(' ')[1])
    expect(kept).toEqual(Array.from({ length: 5000 - first }, (_, i) => `line ${first + i}`))
  })

  it('stays below its cap also when single pieces are large', () => {
    const { out, path } = open(CAP)
    for (let i = 0; i < 10; i++) out(`${'\x01'.repeat(60_000)}\n`)
    const total = readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0)
    expect(total).toBeLessThanOrEqual(CAP)
  })

  it('is followed over its rotation', () => {
    const { out, path } = open(CAP)
    const more = followTranscript(path)
    const seen: string[] = []
    for (let i = 0; i < 2000; i++) {
      out(`line ${i}\n`)
      if (i % 10 === 9) seen.push(...more().map(textOf))
    }
    seen.push(...more().map(textOf))
    expect(seen).toEqual(Array.from({ length: 2000 }, (_, i) => `line ${i}\n`))
  })

  it('shows its last lines from the end of the file', () => {
    const { out, path, writer } = open()
    for (let i = 0; i < 3000; i++) out(`\x1b[32mline ${i}\x1b[0m\n\n`)
    out('10 %\r99 %')
    writer.close()
    expect(transcriptTail(path, 3)).toEqual(['line 2998', 'line 2999', '99 %'])
    expect(writer.lastLines(2)).toEqual(['line 2999', '99 %'])
  })
})

describe('a transcript that was cut off', () => {
  it('is read but for its torn last line', () => {
    const { out, path, text } = open()
    out('whole\n')
    appendFileSync(join(path, 'transcript.jsonl'), '{"at":1,"out":"to')
    expect(text()).toBe('whole\n')
    expect(transcriptTail(path, 5)).toEqual(['whole'])
  })

  it('is followed until the torn line is whole', () => {
    const { path } = open()
    const file = join(path, 'transcript.jsonl')
    const more = followTranscript(path)
    writeFileSync(file, '{"at":1,"out":"ü one\\n"}\n{"at":1,"out":"ü t')
    expect(more().map(textOf)).toEqual(['ü one\n'])
    expect(more()).toEqual([])
    appendFileSync(file, 'wo\\n"}\n')
    expect(more().map(textOf)).toEqual(['ü two\n'])
    expect(existsSync(file)).toBe(true)
  })
})
