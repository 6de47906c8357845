import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindsOf } from './alike-tasks.ts'
import { sharedFiles } from './glob-overlap.ts'
import { NO_RESOURCES } from '../plan/plan.ts'

const PATHS =
  'a src src/ ./src/a.ts src/*.ts src/** src/lib/b.ts **/b.ts . src/[!b].ts x/y/z x x/*/z src/lib'
const anyPath = fc.constantFrom(...PATHS.split(' '))
const anyTask = fc.record({
  files: fc.array(anyPath, { maxLength: 3 }),
  resources: fc.constantFrom(NO_RESOURCES, { cpu: 1, memoryBytes: 0 }),
})

describe('kinds of tasks', () => {
  it('[S5] collide exactly when the files of their tasks do', () => {
    fc.assert(
      fc.property(fc.array(anyTask, { minLength: 1, maxLength: 8 }), (tasks) => {
        const kinds = kindsOf(tasks)
        const kind = (i: number) => kinds.list[kinds.of[i]!]!
        tasks.forEach((a, i) =>
          tasks.forEach((b, j) => {
            const met = kind(i).touches.some((path) => kind(j).paths.includes(path))
            expect(met).toBe(sharedFiles(a.files, b.files).length > 0)
          }),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('hold together tasks with the same files and the same needs, and no others', () => {
    const tasks = [
      { files: ['a', 'b'], resources: NO_RESOURCES },
      { files: ['./b', 'a', 'a'], resources: NO_RESOURCES },
      { files: ['a', 'b'], resources: { cpu: 1, memoryBytes: 0 } },
      { files: [], resources: NO_RESOURCES },
    ]
    expect([...kindsOf(tasks).of]).toEqual([0, 0, 1, 2])
  })

  it('know who names each path', () => {
    const tasks = [['a', 'b'], ['b'], ['c']].map((files) => ({ files, resources: NO_RESOURCES }))
    expect(kindsOf(tasks).naming).toEqual([[0], [0, 1], [2]])
  })

  it('grow with the tasks on a file, not with the pairs of them', () => {
    const tasks = Array.from({ length: 5000 }, (_, i) => ({
      files: [`own/${i}`, 'package.json'],
      resources: NO_RESOURCES,
    }))
    const { list } = kindsOf(tasks)
    expect(list.length).toBe(5000)
    expect(list.every((kind) => kind.touches.length === 2)).toBe(true)
  })
})
