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

  it('enter from the left, also when the one behind began earlier', () => {
    expect(arrowPath({ x: 0, y: 0 }, { x: 100, y: 50 })).toBe('M0 0C40 0 60 50 100 50')
    expect(arrowPath({ x: 100, y: 0 }, { x: 50, y: 50 })).toBe('M100 0C114 0 36 50 50 50')
  })
})
