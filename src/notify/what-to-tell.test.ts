import { expect, it } from 'vitest'
import { taskId } from '../core/value/ids.ts'
import type { Note } from './note.ts'
import { NOTHING_TOLD, whatToTell } from './what-to-tell.ts'

const MINUTE = 60_000

const note = (task: string, text: string, kind: Note['kind'] = 'question'): Note => ({
  kind,
  run: '7',
  task: taskId(task),
  name: task,
  text,
})

/** Returns the notes told at each minute, given the needs that stand at that minute. */
function toldBy(minutes: Readonly<Record<number, readonly Note[]>>): readonly string[] {
  let told = NOTHING_TOLD
  return Object.entries(minutes).flatMap(([minute, standing]) => {
    const found = whatToTell(standing, told, { now: Number(minute) * MINUTE, quietSeconds: 300 })
    told = found.told
    return found.tell.map(({ task, text }) => `${minute} ${task} ${text}`)
  })
}

it('tells everything once, however long it stands', () => {
  const standing = [note('a', 'which?'), note('b', 'how?'), note('a', 'clash', 'conflict')]
  expect(toldBy({ 0: standing, 1: standing, 60: standing })).toEqual([
    '0 a which?',
    '0 b how?',
    '0 a clash',
  ])
})

it('keeps quiet for five minutes about the same reason, and then tells what is new', () => {
  expect(
    toldBy({
      0: [note('a', 'which?')],
      1: [note('a', 'why?')],
      4: [note('a', 'why?')],
      5: [note('a', 'why?')],
      9: [note('a', 'why?')],
    }),
  ).toEqual(['0 a which?', '5 a why?'])
})

it('tells again what went away and came back, but not sooner', () => {
  const again = [note('a', 'which?')]
  expect(toldBy({ 0: again, 1: [], 2: again, 3: [], 4: [], 6: again })).toEqual([
    '0 a which?',
    '6 a which?',
  ])
})

it('says nothing of what has gone before the quiet was over', () => {
  expect(toldBy({ 0: [note('a', 'which?')], 1: [note('a', 'why?')], 5: [] })).toEqual([
    '0 a which?',
  ])
})
