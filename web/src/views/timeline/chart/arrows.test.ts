import { describe, expect, it } from 'vitest'
import { planFrom, SETTINGS } from '../../../../../test/played/play.ts'
import { planGraph } from '../../../../../src/core/plan/graph.ts'
import { arrowPath, batchLinks, taskLinks } from './arrows.ts'

const diamond = planGraph(planFrom('a:\nb: a\nc: a\nd: b c\nalone:'), SETTINGS)

describe('arrows', () => {
  it('are those of the task that is looked at, to both sides', () => {
    expect(taskLinks(diamond, 1)).toEqual([
      [0, 1],
      [1, 3],
    ])
    expect(taskLinks(diamond, 4)).toEqual([])
  })

  it('are all there are when these are few, and none when they are many', () => {
    expect(taskLinks(diamond, null)).toHaveLength(4)
    const lines = Array.from({ length: 40 }, (_, i) => `t${i}: a`)
    expect(taskLinks(planGraph(planFrom(['a:', ...lines].join('\n')), SETTINGS), null)).toEqual([])
  })

  it('are told by the batches they lead from and to, also over others', () => {
    const graph = planGraph(planFrom('a:\nb: a\nc: a b\nd: b\ne: a'), SETTINGS)
    expect(batchLinks(graph)).toEqual([
      [
        [0, 1],
        [0, 4],
      ],
      [[0, 2]],
      [
        [1, 2],
        [1, 3],
      ],
    ])
  })

  const start = (x: number) => ({ x, y: 10, above: 0, below: 20 })

  it('run beside the lane they begin in and enter from the left, also when the one behind began earlier', () => {
    expect(arrowPath(start(0), { x: 100, y: 50 })).toBe(
      'M0 10L2.5 10Q5 10 5 14L5 16Q5 20 9 20L86 20Q90 20 90 24L90 46Q90 50 94 50L100 50',
    )
    expect(arrowPath(start(100), { x: 50, y: 50 })).toContain('L44 20Q40 20 40 24')
    expect(arrowPath(start(0), { x: 100, y: -50 })).toContain('Q5 0 9 0L86 0')
  })

  it('are straight along one lane', () => {
    expect(arrowPath(start(0), { x: 100, y: 10 })).toBe('M0 10L100 10')
  })
})
