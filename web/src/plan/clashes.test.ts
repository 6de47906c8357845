import { describe, expect, it } from 'vitest'
import { planFrom } from '../../../test/play.ts'
import { planGraph } from '../../../src/core/graph.ts'
import { clashesIn, clashesOf } from './clashes.ts'
import { sayBatchSize, sayParallel } from './say-batch.ts'

const plan = planFrom('a:\nb:\nc: a\nd:', {
  a: { files: ['src/api.ts'] },
  b: { files: ['src/api.ts', 'docs/api.md'] },
  c: { files: ['src/api.ts'] },
  d: { files: ['src/cart.ts'] },
})
const clashes = clashesIn(plan, planGraph(plan))

describe("tasks that may get in each other's way", () => {
  it('predict the same file or folder, and no order keeps them apart', () => {
    expect(clashes.map(({ tasks, over, files }) => [tasks, over, files])).toEqual([
      [[0, 1], 'file', ['src/api.ts']],
      [[0, 3], 'folder', ['src/api.ts']],
      [[1, 2], 'file', ['src/api.ts']],
      [[1, 3], 'folder', ['src/api.ts']],
      [[2, 3], 'folder', ['src/api.ts']],
    ])
    expect(clashesOf(clashes, 2)).toHaveLength(2)
  })
})

describe('a batch', () => {
  it('says whether it can go on at once', () => {
    expect(sayParallel(plan, [0, 1, 3], clashes, 3)).toBe('in parallel, but a, b take turns')
    expect(sayParallel(plan, [0, 1], clashes, 3)).toBe('take turns: src/api.ts')
    expect(sayParallel(plan, [0, 3], clashes, 3)).toBe('can run in parallel')
    expect(sayParallel(plan, [0, 3], clashes, 1)).toBe('one after another, with one agent')
    expect(sayParallel(plan, [2], clashes, 3)).toBe('one task')
  })

  it('says how much is in it', () => {
    expect(sayBatchSize(plan, [0, 1, 3])).toBe('3 tasks, 3m of work')
  })
})
