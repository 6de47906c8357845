import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sayConflict, sayDecisionProblem } from '../say/landing/say-conflict.ts'
import { conflictDocument } from './conflict-document.ts'
import { choicesFor, kindOf, type ConflictFile, type Version } from './conflict.ts'
import { markerSize, piecesIn, type Piece } from './merge-pieces.ts'
import { applyDecisions, joined, type Decisions } from './resolution.ts'

const MERGED = `one
<<<<<<< landed
landed 2
||||||| base
two
=======
task 2
>>>>>>> task
three
<<<<<<< landed
||||||| base
four
=======
task 4
>>>>>>> task
`

const VERSIONS = {
  base: 'one\ntwo\nthree\nfour\n',
  landed: 'one\nlanded 2\nthree\n',
  task: 'one\ntask 2\nthree\ntask 4\n',
}

const PIECES: readonly Piece[] = [
  { is: 'merged', text: 'one\n' },
  { is: 'hunk', base: 'two\n', landed: 'landed 2\n', task: 'task 2\n' },
  { is: 'merged', text: 'three\n' },
  { is: 'hunk', base: 'four\n', landed: '', task: 'task 4\n' },
]

const version = (text: string | null, more: Partial<Version> = {}): Version => ({
  path: 'list.txt',
  mode: '100644',
  blob: 'b'.repeat(40),
  text,
  ...more,
})

const TEXT: ConflictFile = {
  path: 'list.txt',
  kind: 'text',
  base: version(VERSIONS.base),
  landed: version(VERSIONS.landed),
  task: version(VERSIONS.task),
  pieces: PIECES,
  listed: ['list.txt'],
}

function fileOf(
  versions: Partial<Pick<ConflictFile, 'base' | 'landed' | 'task' | 'pieces' | 'path'>>,
  isFolder = false,
): ConflictFile {
  const { base = null, landed = null, task = null, pieces = null, path = 'x' } = versions
  const kind = kindOf({ base, landed, task }, pieces, { isFolder, isLarge: false })
  return { path, kind, base, landed, task, pieces, listed: [path] }
}

const resolve = (files: readonly ConflictFile[], decisions: Decisions) =>
  applyDecisions({ token: 't', files }, decisions)

const textOf = (decisions: Decisions): unknown => {
  const applied = resolve([TEXT], decisions)
  return applied.ok ? applied.resolved.files[0] : applied.problem
}

describe('a merged text', () => {
  it('is cut into what git could merge and the hunks, with all three versions', () => {
    expect(piecesIn(MERGED, 7, VERSIONS)).toEqual(PIECES)
  })

  it('keeps the end of a file that has no last line break', () => {
    const merged = '<<<<<<< landed\na\n||||||| base\nb\n=======\nc\n>>>>>>> task\n'
    expect(piecesIn(merged, 7, { base: 'b\n', landed: 'a', task: 'c' })).toEqual([
      { is: 'hunk', base: 'b\n', landed: 'a', task: 'c' },
    ])
  })

  it('may contain markers of its own: git is asked for longer ones', () => {
    const text = '<<<<<<<<< not ours\n=======\n'
    expect(markerSize(['plain', text])).toBe(10)
    const merged = `${text}<<<<<<<<<< landed\n<<<<<<< a\n|||||||||| base\n==========\nb\n>>>>>>>>>> task\n`
    expect(piecesIn(merged, 10, { base: '', landed: '<<<<<<< a\n', task: 'b\n' })).toEqual([
      { is: 'merged', text },
      { is: 'hunk', base: '', landed: '<<<<<<< a\n', task: 'b\n' },
    ])
  })
})

describe('the decisions about hunks', () => {
  it.each([
    [{ keep: 'landed' }, VERSIONS.landed],
    [{ keep: 'task' }, VERSIONS.task],
    [{ keep: 'both' }, 'one\nlanded 2\ntask 2\nthree\ntask 4\n'],
    [{ hunks: ['task', 'landed'] }, 'one\ntask 2\nthree\n'],
    [{ hunks: [{ text: 'mine' }, { text: 'end' }] }, 'one\nmine\nthree\nend'],
    [{ text: 'all new\n' }, 'all new\n'],
  ] as const)('%j make the text of the file', (decision, text) => {
    expect(textOf({ 'list.txt': decision })).toEqual({ path: 'list.txt', mode: '100644', text })
  })

  it('of one side give the text of that side, whatever the pieces are', () => {
    const line = fc.constantFrom('a\n', 'b\n', '=======\n', '<<<<<<< landed\n', '')
    const piece = fc.oneof(
      fc.record({ is: fc.constant('merged' as const), text: line }),
      fc.record({ is: fc.constant('hunk' as const), base: line, landed: line, task: line }),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const hunks = pieces.filter(({ is }) => is === 'hunk')
        const own = pieces.map((one) => (one.is === 'hunk' ? one.task : one.text)).join('')
        expect(
          joined(
            pieces,
            hunks.map(() => 'task' as const),
          ),
        ).toBe(own)
      }),
    )
  })

  it('keep the line endings of the file', () => {
    const pieces: readonly Piece[] = [
      { is: 'hunk', base: 'a\r\n', landed: 'b\r\n', task: 'c\r\n' },
      { is: 'merged', text: 'd\r\n' },
    ]
    expect(joined(pieces, [{ text: 'x\ny' }])).toBe('x\r\ny\r\nd\r\n')
    const noEnd = { is: 'hunk', base: '', landed: 'a', task: 'b' } as const
    expect(joined([noEnd], ['both'])).toBe('a\nb')
  })

  it.each([
    [{}, 'not decided yet: list.txt'],
    [
      { 'other.txt': { keep: 'task' } },
      '"other.txt" is not in conflict; these files are: list.txt',
    ],
    [
      { '../list.txt': { keep: 'task' } },
      '"../list.txt" is not in conflict; these files are: list.txt',
    ],
    [{ 'list.txt': { hunks: ['task'] } }, '"list.txt" has 2 hunks, and 1 decision was given'],
    [
      { 'list.txt': { hunks: ['task', 'task', 'task'] } },
      '"list.txt" has 2 hunks, and 3 decisions were given',
    ],
    [
      { 'list.txt': { text: 'a\n<<<<<<< HEAD\nb\n' } },
      'there is still a conflict marker in "list.txt": <<<<<<< HEAD',
    ],
    [
      { 'list.txt': { hunks: ['task', { text: '>>>>>>> mine' }] } },
      'there is still a conflict marker in "list.txt": >>>>>>> mine',
    ],
  ] as const)('%j are refused', (decisions, says) => {
    const applied = resolve([TEXT], decisions)
    expect(applied.ok ? null : sayDecisionProblem(applied.problem)).toBe(says)
  })

  it('may contain a marker that one of the versions has, and a line of equals signs', () => {
    const file = { ...TEXT, task: version('one\n<<<<<<< in a test\n') }
    expect(
      resolve([file], { 'list.txt': { text: 'Heading\n=======\n<<<<<<< in a test\n' } }).ok,
    ).toBe(true)
  })
})

describe('a conflict of whole files', () => {
  const link = version('to', { mode: '120000' })
  const submodule = (blob: string): Version =>
    version(null, { mode: '160000', blob: blob.repeat(40) })

  it.each([
    [
      'deleted',
      fileOf({ base: version('a'), task: version('b') }),
      'What landed deleted this file, and this task changed it.',
    ],
    [
      'deleted',
      fileOf({ base: version('a'), landed: version('b') }),
      'This task deleted this file, and what landed changed it.',
    ],
    [
      'moved',
      fileOf({ task: version('b') }),
      'This task added the file to a folder that was renamed by what landed; git suggests this place.',
    ],
    [
      'moved',
      fileOf({ landed: version('b') }),
      'What landed added the file to a folder that was renamed by this task; git suggests this place.',
    ],
    [
      'binary',
      fileOf({ base: version(null), landed: version(null), task: version(null) }),
      'Both sides changed this file, and it is no text in UTF-8.',
    ],
    [
      'link',
      fileOf({ base: link, landed: link, task: version('x') }),
      'Both sides changed it, and it is a symbolic link on at least one side.',
    ],
    [
      'submodule',
      fileOf({ base: submodule('1'), landed: submodule('2'), task: null }),
      'Both sides moved this submodule: at 222222222 in what landed, gone in this task.',
    ],
    [
      'folder',
      fileOf({ task: version('x') }, true),
      'This is a folder in what landed, and a file in this task.',
    ],
    [
      'folder',
      fileOf({ landed: version('x') }, true),
      'This is a file in what landed, and a folder in this task.',
    ],
    [
      'mode',
      fileOf({
        landed: version('x'),
        task: version('x', { mode: '100755' }),
        pieces: [{ is: 'merged', text: 'x' }],
      }),
      'Both sides set another file mode: what landed 100644, this task 100755.',
    ],
  ] as const)('is told as %s, and one side of it is chosen', (kind, file, says) => {
    expect([file.kind, sayConflict(file)]).toEqual([kind, says])
    expect(choicesFor(file)).toEqual(['landed', 'task'])
    for (const side of ['landed', 'task'] as const) {
      const applied = resolve([file], { x: { keep: side } })
      const chosen = file[side]
      expect(applied.ok && applied.resolved).toMatchObject({
        gone: ['x'],
        files: chosen === null ? [] : [{ path: 'list.txt', mode: chosen.mode }],
      })
    }
    expect(resolve([file], { x: { keep: 'both' } })).toMatchObject({
      ok: false,
      problem: { is: 'not-both' },
    })
    expect(resolve([file], { x: { hunks: [] } })).toMatchObject({
      ok: false,
      problem: { is: 'not-text' },
    })
  })

  it('keeps one name or both of a file that both sides renamed, with what git could merge', () => {
    const file = fileOf({
      base: version('a'),
      landed: version('a', { path: 'a.txt' }),
      task: version('b', { path: 'b.txt' }),
      pieces: [
        { is: 'merged', text: 'b' },
        { is: 'hunk', base: '', landed: '1', task: '2' },
      ],
    })
    expect(sayConflict(file)).toBe(
      'Both sides renamed this file: what landed to a.txt, this task to b.txt.',
    )
    const applied = resolve([file], { x: { keep: 'both' } })
    expect(applied.ok && applied.resolved.files).toEqual([
      { path: 'a.txt', mode: '100644', text: 'b1' },
      { path: 'b.txt', mode: '100644', text: 'b2' },
    ])
  })

  it('of a deleted text can be written anew, a binary cannot', () => {
    const file = fileOf({ base: version('a'), task: version('b') })
    expect(resolve([file], { x: { text: 'c' } })).toMatchObject({ ok: true })
    const binary = fileOf({ landed: version(null), task: version(null) })
    expect(resolve([binary], { x: { text: 'c' } })).toMatchObject({ problem: { is: 'not-text' } })
  })
})

it('the document of a conflict has each text once', () => {
  const about = { run: '1', task: 'b', target: 't', onto: 'o', delivery: 'd' } as never
  const { files } = conflictDocument({ token: 't', files: [TEXT] }, about)
  expect(files[0]).toMatchObject({
    says: 'Both sides changed the same lines: 2 hunks to decide.',
    hunks: 2,
    choices: ['landed', 'task', 'both'],
    writable: true,
    landed: { text: null },
    pieces: PIECES,
  })
})
