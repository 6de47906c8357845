import { describe, expect, it } from 'vitest'
import { FileTable, movesOf } from './file-table.ts'
import type { FileChange } from './past-commit.ts'

const added = (path: string, after = path): FileChange => ({ kind: 'A', path, before: '', after })
const removed = (path: string, before = path): FileChange => ({
  kind: 'D',
  path,
  before,
  after: '',
})
const changed = (path: string): FileChange => ({ kind: 'M', path, before: '1', after: '2' })

describe('a rename', () => {
  it('is the same content, else the same path but for its ending, else the same name', () => {
    const moves = movesOf([
      removed('old/a.ts', 'content'),
      added('new/z.ts', 'content'),
      removed('src/b.js'),
      added('src/b.ts'),
      removed('src/c.ts'),
      added('lib/c.ts'),
    ])
    expect([...moves]).toEqual([
      ['old/a.ts', 'new/z.ts'],
      ['src/b.js', 'src/b.ts'],
      ['src/c.ts', 'lib/c.ts'],
    ])
  })

  it('is not guessed when two files fit', () => {
    expect(movesOf([removed('a/x.ts'), added('b/x.ts'), added('c/x.ts')]).size).toBe(0)
  })

  it('keeps the number of the file', () => {
    const table = new FileTable()
    const [file] = table.follow([added('src/router.js')])
    const [same] = table.follow([removed('src/router.js'), added('src/router.ts')])
    expect(same).toBe(file)
    expect(table.pathOfFile(file!)).toBe('src/router.ts')
    expect(table.living).toBe(1)
  })

  it('on one branch does not bring the old name back when another branch still changes it', () => {
    const table = new FileTable()
    const [file] = table.follow([added('src/router.js')])
    table.follow([removed('src/router.js'), added('src/router.ts')])
    expect(table.follow([changed('src/router.js')])).toEqual([file])
    expect(table.livingFile('src/router.js')).toBe(-1)
    expect(table.living).toBe(1)
  })
})

it('a file that was removed lives again under the same number', () => {
  const table = new FileTable()
  const [file] = table.follow([added('a.ts')])
  table.follow([removed('a.ts')])
  expect([table.living, table.livingFile('a.ts')]).toEqual([0, -1])
  expect(table.follow([added('a.ts')])).toEqual([file])
  expect(new FileTable(table.save()).livingFile('a.ts')).toBe(file)
})
