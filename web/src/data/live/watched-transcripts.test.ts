import { expect, it } from 'vitest'
import { saidAttemptId } from '../../../../src/core/value/ids.ts'
import type { FromBrowser, FromServer } from '../../../../src/server/live/messages.ts'
import { watchTranscripts } from './watched-transcripts.ts'

const attempt = saidAttemptId('1-a-1')

function place() {
  const sent: string[] = []
  const transcripts = watchTranscripts((message: FromBrowser) =>
    sent.push(message.type === 'watch' ? `watch ${message.from}` : message.type),
  )
  return {
    transcripts,
    sent: () => sent.splice(0),
    reader() {
      const read: string[] = []
      const end = transcripts.watch(attempt, (pieces) =>
        read.push(...pieces.map((piece) => ('out' in piece ? piece.out : '?'))),
      )
      return { read, end }
    },
  }
}

/** A message with `text` at byte `from`; each character is one byte. */
const part = (from: number, text: string): FromServer & { type: 'transcript' } => ({
  type: 'transcript',
  attempt,
  from,
  to: from + text.length,
  pieces: [{ at: 1, position: from, out: text }],
})

it('is watched once for all readers, until the last has left', () => {
  const { transcripts, sent, reader } = place()
  const first = reader()
  transcripts.heard(part(0, 'abc'))
  const second = reader()
  transcripts.heard(part(3, 'de'))
  expect([first.read, second.read]).toEqual([
    ['abc', 'de'],
    ['abc', 'de'],
  ])
  first.end()
  first.end()
  transcripts.heard(part(5, 'f'))
  expect(first.read).toEqual(['abc', 'de'])
  expect(second.read).toEqual(['abc', 'de', 'f'])
  expect(sent()).toEqual(['watch 0'])
  second.end()
  expect(sent()).toEqual(['unwatch'])
})

it('goes on from where it was when the line is there again', () => {
  const { transcripts, sent, reader } = place()
  const { read } = reader()
  transcripts.heard(part(0, 'abc'))
  sent()
  transcripts.resume()
  expect(sent()).toEqual(['watch 3'])
  transcripts.heard(part(3, 'd'))
  expect(read).toEqual(['abc', 'd'])
})

it('shows nothing twice and misses nothing when it is left and come back to at once', () => {
  const { transcripts, sent, reader } = place()
  reader().end()
  const { read } = reader()
  // The answer to the first request, then the answer to the second, when more had been printed.
  transcripts.heard(part(0, 'abc'))
  transcripts.heard(part(0, 'abcde'))
  transcripts.heard(part(5, 'f'))
  expect(sent()).toEqual(['watch 0', 'unwatch', 'watch 0', 'watch 3'])
  transcripts.heard(part(3, 'def'))
  transcripts.heard(part(6, 'g'))
  expect(read.join('')).toBe('abcdefg')
})

it('does not keep a transcript without readers', () => {
  const { transcripts, reader } = place()
  reader().end()
  transcripts.heard(part(0, 'abc'))
  const { read } = reader()
  expect(read).toEqual([])
})
