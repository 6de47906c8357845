import { describe, expect, it } from 'vitest'
import { planFrom, SETTINGS } from '../../../../test/played/play.ts'
import { taskId } from '../../../../src/core/value/ids.ts'
import { planGraph } from '../../../../src/core/plan/graph.ts'
import { collisionsIn, collisionsOf } from './predicted-collisions.ts'
import { batchMembers } from './plan-cells.ts'
import { parallelOf, sayBatchSize, sayParallel } from './say-batch.ts'

const plan = planFrom('a:\nb:\nc: a\nd:', {
  a: { files: ['src/api.ts'] },
  b: { files: ['src/api.ts', 'docs/api.md'] },
  c: { files: ['src/api.ts'] },
  d: { files: ['src/cart.ts'] },
})
const collisions = collisionsIn(plan, planGraph(plan, SETTINGS))

describe("tasks that may get in each other's way", () => {
  it('predict the same file or folder, and no order keeps them apart', () => {
    expect(collisions.map(({ tasks, over, files }) => [tasks, over, files])).toEqual([
      [[0, 1], 'file', ['src/api.ts']],
      [[1, 2], 'file', ['src/api.ts']],
      [[0, 3], 'folder', ['src/api.ts']],
      [[1, 3], 'folder', ['src/api.ts']],
      [[2, 3], 'folder', ['src/api.ts']],
    ])
    expect(collisionsOf(collisions, 2)).toHaveLength(2)
  })
})

describe('a batch', () => {
  const inWords = (files: Readonly<Record<string, string>>, agents = 3): string => {
    const tasks = Object.entries(files).map(([id, file]) => [id, { files: [file] }])
    const plan = planFrom(`${Object.keys(files).join(':\n')}:`, Object.fromEntries(tasks))
    const graph = planGraph(plan, SETTINGS)
    const shown = {
      plan,
      graph,
      batches: batchMembers(graph),
      collisions: collisionsIn(plan, graph),
    }
    return sayParallel(parallelOf(shown, 0, agents))
  }

  it('says whether it can go on at once', () => {
    expect(inWords({ a: 'x', b: 'y' })).toBe('can run in parallel')
    expect(inWords({ a: 'x', b: 'x' })).toBe('one task')
    expect(inWords({ a: 'x', b: 'x', c: 'y' })).toBe('can run in parallel')
    const turns = { taking: [taskId('a'), taskId('b')], files: ['x'] }
    expect(sayParallel({ is: 'none', ...turns })).toBe('take turns: x')
    expect(sayParallel({ is: 'some', ...turns })).toBe(
      'can run in parallel, but a, b take turns: x',
    )
    expect(inWords({ a: 'x', b: 'y' }, 1)).toBe('one after another')
    expect(inWords({ a: 'x' })).toBe('one task')
  })

  it('says how much is in it', () => {
    expect(sayBatchSize(plan, [0, 1, 3])).toBe('3 tasks, 3m of work')
  })
})
