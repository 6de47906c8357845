import { expect, it } from 'vitest'
import type {
  ConflictDocument,
  ConflictFileDocument,
} from '../../core/conflict/conflict-document.ts'
import { decisionsFrom, type TypedDecisions } from './typed-decisions.ts'

const file = (path: string, hunks: number): ConflictFileDocument => ({
  path,
  kind: hunks > 0 ? 'text' : 'binary',
  says: 'It is no text.',
  choices: ['landed', 'task'],
  writable: hunks > 0,
  hunks,
  base: null,
  landed: null,
  task: null,
  pieces: null,
})

const CONFLICT = {
  files: [file('list.txt', 2), file('logo.bin', 0), file('odd#1', 1)],
} as unknown as ConflictDocument

const decided = (sides: TypedDecisions['sides'], texts: TypedDecisions['texts'] = {}): unknown => {
  try {
    return decisionsFrom(CONFLICT, { sides, texts })
  } catch (error) {
    return (error as Error).message
  }
}

it('files, hunks, texts and everything else are decided as typed', () => {
  expect(decided({ landed: true })).toEqual({
    'list.txt': { keep: 'landed' },
    'logo.bin': { keep: 'landed' },
    'odd#1': { keep: 'landed' },
  })
  expect(decided({ landed: ['list.txt#2', 'odd#1'], task: true })).toEqual({
    'list.txt': { hunks: ['task', 'landed'] },
    'odd#1': { keep: 'landed' },
    'logo.bin': { keep: 'task' },
  })
  expect(decided({ both: ['odd#1#1'] }, { 'list.txt': 'mine' })).toEqual({
    'list.txt': { text: 'mine' },
    'odd#1': { hunks: ['both'] },
  })
})

it.each([
  [{ landed: ['other.txt'] }, '"other.txt" is not in conflict'],
  [{ landed: ['../list.txt'] }, '"../list.txt" is not in conflict'],
  [{ landed: ['list.txt#3'] }, '"list.txt" has no hunk 3'],
  [{ landed: ['list.txt#0'] }, '"list.txt" has no hunk 0'],
  [{ landed: ['logo.bin#1'] }, '"logo.bin" has no hunk 1'],
  [{ landed: ['list.txt#1'] }, 'hunk 2 of "list.txt" is not decided yet'],
  [
    { landed: true, task: true },
    'only one of --ours, --theirs and --both can be for everything else',
  ],
  [{ landed: ['list.txt'], both: ['list.txt#1'] }, '"list.txt" is decided twice'],
  [{ landed: ['list.txt#1'], both: ['list.txt#1'] }, '"list.txt#1" is decided twice'],
] as const)('%j is refused', (sides, why) => {
  expect(decided(sides)).toBe(why)
})
