import { describe, expect, it } from 'vitest'
import { trackerOfTrees, treesFrom } from '../../../test/played/trees.ts'
import { needsOthers, onlyRepository } from './only-repository.ts'
import { phasesBy } from './orderings.ts'
import { workspaceGraph } from './workspace-graph.ts'

describe('the workspaces of one repository', async () => {
  const short = treesFrom({
    shop: 'search after:lib:two\nnav',
    lib: 'one\n  two after:base:core\nother',
    base: 'core\nrest',
    done: 'x',
  })
  const { trees } = await trackerOfTrees(short).read()

  it('come after what they wait for in other repositories, which is in no phase itself', () => {
    const only = onlyRepository(trees, 'shop')
    const graph = workspaceGraph(only)
    expect(graph.items.map(({ place, isGhost }) => [place, isGhost])).toEqual([
      ['shop:search', false],
      ['shop:nav', false],
      ['lib:one', true],
      ['lib:two', true],
      ['base:core', true],
    ])
    expect(graph.problems).toEqual([])
    expect(phasesBy('max_parallel', graph, { maxParallel: null, agents: 3 })).toEqual([[1], [0]])
  })

  it('need others only if one of them depends on another repository', () => {
    expect(needsOthers({ shop: trees['shop']! }, 'shop')).toBe(true)
    expect(needsOthers({ done: trees['done']! }, 'done')).toBe(false)
  })
})
