import { spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  openSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import type { TranscriptEntry } from '../../core/transcript/entry.ts'
import { textOf } from '../../core/transcript/text.ts'
import { openTranscript } from './transcript.ts'
import { followTranscript, transcriptFile } from './transcript-file.ts'

function place() {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder.path
}

/** Writes numbered lines. */
function talker(folder: string, maxBytes: number) {
  const writer = openTranscript(folder, maxBytes)
  let count = 0
  return {
    say(lines: number): void {
      for (let i = 0; i < lines; i++) writer.write('out', Buffer.from(`line ${count++}\n`))
    },
    count: () => count,
    close: () => writer.close(),
  }
}

/** Reads all entries from a position on. */
function readOn(file: ReturnType<typeof transcriptFile>, from: number) {
  const texts: string[] = []
  for (let at = from; ;) {
    const part = file.read(at)
    expect(part.from).toBe(at)
    texts.push(...part.pieces.map(textOf))
    if (part.to === at) return { texts, at }
    at = part.to
  }
}

const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, i) => `line ${from + i}\n`)

const DROPPED = /^\[conductor\] .+ of what was printed before this was dropped\n$/

/** Reads numbered lines and records lines out of order; lines may be missing only where a note says so. */
function attentive(more: () => readonly TranscriptEntry[]) {
  let next = 0
  return () => {
    const faults: string[] = []
    let mayMiss = false
    for (const text of more().map(textOf)) {
      const isNote = DROPPED.test(text)
      const number = Number(text.split(' ')[1])
      const isRight = isNote || number === next || (mayMiss && number > next)
      if (!isRight) faults.push(`${text} instead of ${next}`)
      if (!isNote) next = number + 1
      mayMiss = isNote
    }
    return { next, faults }
  }
}

describe('a transcript that is read by position', () => {
  it('has nothing before anything was written', () => {
    expect(transcriptFile(place()).read(0)).toEqual({ pieces: [], from: 0, to: 0 })
  })

  it('goes on from where it was left, however often it has been rotated', () => {
    const folder = place()
    const talk = talker(folder, 4000)
    const file = transcriptFile(folder)
    const seen: string[] = []
    let at = 0
    for (let turn = 0; turn < 60; turn++) {
      talk.say(20)
      const more = readOn(file, at)
      expect(more.at).toBeGreaterThan(at)
      seen.push(...more.texts)
      at = more.at
    }
    expect(seen).toEqual(numbered(0, 1200))
    expect(at).toBeGreaterThan(4000 * 5)
  })

  it('means the same by a position to every reader, also to one that comes later', () => {
    const folder = place()
    const talk = talker(folder, 4000)
    talk.say(500)
    const { at } = readOn(transcriptFile(folder), 0)
    talk.say(3)
    expect(readOn(transcriptFile(folder), at).texts).toEqual(numbered(500, 503))
  })

  it('tells whoever is far behind that something was dropped, and how much', () => {
    const folder = place()
    const talk = talker(folder, 4000)
    talk.say(10)
    const file = transcriptFile(folder)
    const { at } = readOn(file, 0)
    talk.say(1000)
    const { texts, at: end } = readOn(file, at)
    expect(texts[0]).toMatch(DROPPED)
    const first = Number(texts[1]!.split(' ')[1])
    expect(first).toBeGreaterThan(10)
    expect(texts.slice(1)).toEqual(numbered(first, 1010))
    expect(readOn(file, end)).toEqual({ texts: [], at: end })
  })

  it('never shows anything twice or in another order, whatever is written and whoever is behind', () => {
    const step = fc.record({ lines: fc.nat(40), reader: fc.nat(2) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        using folder = tempFolder()
        const talk = talker(folder.path, 3000)
        const readers = [0, 1, 2].map(() => attentive(followTranscript(folder.path)))
        for (const { lines, reader } of steps) {
          talk.say(lines)
          expect(readers[reader]!()).toEqual({ next: talk.count(), faults: [] })
        }
        talk.close()
      }),
      { numRuns: 60 },
    )
  })

  it('is right while another process writes it as fast as it can', async () => {
    const folder = place()
    const program = fileURLToPath(new URL('../../../test/programs/talkative.ts', import.meta.url))
    const child = spawn(process.execPath, [program, folder, '20000', '60000'], { stdio: 'inherit' })
    const read = attentive(followTranscript(folder))
    while (child.exitCode === null) {
      expect(read().faults).toEqual([])
      await nextTurn()
    }
    expect(read()).toEqual({ next: 60_000, faults: [] })
  }, 60_000)
})

describe('a message worth of it', () => {
  it('is a megabyte at most, and the rest follows', () => {
    const folder = place()
    const talk = talker(folder, 40_000_000)
    talk.say(60_000)
    const file = transcriptFile(folder)
    const { to, pieces } = file.read(0)
    expect(to).toBeLessThanOrEqual(2 ** 20)
    expect(to).toBeGreaterThan(2 ** 19)
    const rest = readOn(file, to).texts
    expect([...pieces.map(textOf), ...rest]).toEqual(numbered(0, 60_000))
  })

  it('is never more, also of a line that goes on for longer than any of ours: of that a note tells', () => {
    const folder = place()
    writeFileSync(
      join(folder, 'transcript.jsonl'),
      `{"at":1,"out":"a"}\n{"at":1,"out":"${'ü'.repeat(3_000_000)}"}\n{"at":2,"out":"x"}\n`,
    )
    const file = transcriptFile(folder)
    const told = ['a', '[conductor] a line of more than 1 MB is not shown\n', 'x']
    expect(readOn(file, 0).texts).toEqual(told)
    expect(readBack(file, 2 ** 20)).toEqual(told)
  })

  it('tells the same of a long line that was torn before its end', () => {
    const folder = place()
    writeFileSync(join(folder, 'transcript.jsonl'), `{"at":1,"out":"${'x'.repeat(3_000_000)}`)
    const file = transcriptFile(folder)
    const told = ['[conductor] a line of more than 1 MB is not shown\n']
    expect(readOn(file, 0).texts).toEqual(told)
    expect(readBack(file, 2 ** 20)).toEqual(told)
  })
})

/** Reads all entries from the end back. */
function readBack(file: ReturnType<typeof transcriptFile>, most: number): readonly string[] {
  const { begins } = file.bounds()
  let texts: readonly string[] = []
  for (let before = Infinity; before > begins;) {
    const part = file.readBack(before, most)
    texts = [...part.pieces.map(textOf), ...texts]
    before = part.from
  }
  return texts
}

describe('a transcript that is read from its end', () => {
  it('has the same entries in parts of any size, over both of its files', () => {
    const folder = place()
    const talk = talker(folder, 4000)
    talk.say(300)
    const file = transcriptFile(folder)
    const all = readOn(file, 0).texts
    for (const most of [1, 60, 1000, 2 ** 20]) expect(readBack(file, most)).toEqual(all)
    expect(all.at(-1)).toBe('line 299\n')
    expect(all[0]).toMatch(DROPPED)
    expect(file.readBack(Infinity, 100).to).toBe(file.bounds().ends)
  })

  it('ends before a line that is being written', () => {
    const folder = place()
    writeFileSync(join(folder, 'transcript.jsonl'), '{"at":1,"out":"a"}\n{"at":2,"out":"b')
    const part = transcriptFile(folder).readBack(Infinity, 1000)
    expect(part).toEqual({ pieces: [{ at: 1, out: 'a', position: 0 }], from: 0, to: 19 })
  })

  it('skips what is no entry, whoever wrote it', () => {
    const folder = place()
    const lines = [
      'null',
      '[]',
      '{"at":"x"}',
      '{"at":1,"said":{}}',
      '{"at":1,"todos":[{"text":1}]}',
    ]
    const good = '{"at":1,"said":"<b>"}'
    writeFileSync(join(folder, 'transcript.jsonl'), [...lines, good, ''].join('\n'))
    expect(readBack(transcriptFile(folder), 1000)).toEqual(['<b>\n'])
  })
})

describe('what is cut', () => {
  it('waits for the rest of its line, whichever byte of a character is the last', () => {
    const folder = place()
    const line = Buffer.from('{"at":1,"out":"für ✓ 日本 \u{1f600}"}\n')
    const path = join(folder, 'transcript.jsonl')
    writeFileSync(path, '')
    const file = transcriptFile(folder)
    line.forEach((byte, i) => {
      appendFileSync(path, Buffer.from([byte]))
      const { pieces, to } = file.read(0)
      expect(to).toBe(i + 1 === line.length ? line.length : 0)
      expect(pieces).toHaveLength(i + 1 === line.length ? 1 : 0)
    })
  })

  it('is passed over from a position inside of a line, and the next is at its place', () => {
    const folder = place()
    const first = Buffer.from('{"at":1,"out":"日本日本"}\n')
    writeFileSync(
      join(folder, 'transcript.jsonl'),
      Buffer.concat([first, Buffer.from('{"at":2,"out":"next"}\n')]),
    )
    const { size } = statSync(join(folder, 'transcript.jsonl'))
    for (let from = 1; from < first.length; from++) {
      const { pieces, to } = transcriptFile(folder).read(from)
      expect(pieces).toEqual([{ at: 2, out: 'next', position: first.length }])
      expect(to).toBe(size)
    }
  })

  it('at the end of an older file keeps nobody from the newer one', () => {
    const folder = place()
    const talk = talker(folder, 3000)
    talk.say(60)
    truncateSync(
      join(folder, 'transcript.1.jsonl'),
      statSync(join(folder, 'transcript.1.jsonl')).size - 5,
    )
    const { texts } = readOn(transcriptFile(folder), 0)
    expect(texts.at(-1)).toBe('line 59\n')
    expect(texts.filter((text) => !DROPPED.test(text))).toHaveLength(59)
  })
})

it('a transcript of an earlier version, which does not say where its files begin, is read as before', () => {
  const folder = place()
  const entry = (i: number): string => `{"at":1,"out":"line ${i}\\n"}\n`
  writeFileSync(join(folder, 'transcript.1.jsonl'), [0, 1, 2].map(entry).join(''))
  writeFileSync(join(folder, 'transcript.jsonl'), [3, 4].map(entry).join(''))
  const file = transcriptFile(folder)
  const { texts, at } = readOn(file, 0)
  expect(texts).toEqual(numbered(0, 5))
  expect(at).toBe(5 * entry(0).length)
  expect(readOn(file, 3 * entry(0).length).texts).toEqual(numbered(3, 5))
})

it('a file that has just become the older one is still read to its end', () => {
  const folder = place()
  const talk = talker(folder, 1_000_000)
  talk.say(5)
  const file = transcriptFile(folder)
  const { to } = file.read(0)
  talk.say(5)
  renameSync(join(folder, 'transcript.jsonl'), join(folder, 'transcript.1.jsonl'))
  expect(readOn(file, to).texts).toEqual(numbered(5, 10))
})

it('a file that has not changed is not read again', () => {
  const folder = place()
  const path = join(folder, 'transcript.jsonl')
  const [then, later] = [new Date(1_000_000), new Date(2_000_000)]
  writeFileSync(path, '{"at":1,"out":"x"} ')
  utimesSync(path, then, then)
  const file = transcriptFile(folder)
  expect(file.read(0).pieces).toEqual([])
  // The file is changed in place, with its old times: only reading its bytes could show the change.
  const fd = openSync(path, 'r+')
  writeSync(fd, '{"at":1,"out":"x"}\n')
  closeSync(fd)
  utimesSync(path, then, then)
  expect(file.read(0).pieces).toEqual([])
  utimesSync(path, later, later)
  expect(file.read(0).pieces).toEqual([{ at: 1, out: 'x', position: 0 }])
})
