import { expect, it } from 'vitest'
import type {
  ConflictDocument,
  ConflictFileDocument,
} from '../../../../src/core/conflict/conflict-document.ts'
import { decisionsIn, hunkDraft, progressOf, withFile, withHunk, type Drafts } from './decided.ts'

const version = (blob: string) => ({ path: 'x', mode: '100644', blob, text: null })

const text: ConflictFileDocument = {
  path: 'list.txt',
  kind: 'text',
  says: '',
  choices: ['landed', 'task', 'both'],
  writable: true,
  hunks: 2,
  base: version('1'),
  landed: version('2'),
  task: version('3'),
  pieces: [],
}

const binary: ConflictFileDocument = { ...text, path: 'logo.bin', kind: 'binary', hunks: 0 }

const conflict = { files: [text, binary] } as unknown as ConflictDocument

it('a conflict is decided hunk by hunk, and sent when nothing is open', () => {
  let drafts: Drafts = withHunk(new Map(), text, 1, { text: 'mine\n' })
  expect(progressOf(drafts, conflict.files)).toEqual({ decided: 1, all: 3 })
  drafts = withFile(drafts, binary, { keep: 'task' })
  expect(decisionsIn(drafts, conflict)).toBeNull()
  drafts = withHunk(drafts, text, 0, 'landed')
  expect(decisionsIn(drafts, conflict)).toEqual({
    'list.txt': { hunks: ['landed', { text: 'mine\n' }] },
    'logo.bin': { keep: 'task' },
  })
})

it('a side for the whole file is a side for each hunk, until one is decided otherwise', () => {
  const drafts = withFile(new Map(), text, { keep: 'task' })
  expect([0, 1].map((hunk) => hunkDraft(drafts, text, hunk))).toEqual(['task', 'task'])
  const other = withHunk(drafts, text, 0, 'both')
  expect([0, 1].map((hunk) => hunkDraft(other, text, hunk))).toEqual(['both', 'task'])
  expect(progressOf(withHunk(other, text, 1, null), [text])).toEqual({ decided: 1, all: 2 })
})

it('a file that changes is open again, the others stay decided', () => {
  const drafts = withFile(withFile(new Map(), text, { keep: 'task' }), binary, { keep: 'landed' })
  const changed = { ...conflict, files: [{ ...text, landed: version('9') }, binary] }
  expect(progressOf(drafts, changed.files)).toEqual({ decided: 1, all: 3 })
})
