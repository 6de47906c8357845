import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyForest, anyTrees, treesFrom } from '../../../test/played/trees.ts'
import { bottlenecks, insightsOf } from './bottlenecks.ts'
import type { Phases } from './make-phases.ts'
import { ORDERING_IDS, phasesBy, type OrderingId } from './orderings.ts'
import { phaseProblems } from './phase-problems.ts'
import { ASSUMED_TIMES, predictSeconds } from './predict-time.ts'
import { expectedRebases } from './rebases.ts'
import { sayPhases } from './say-phases.ts'
import { workspaceGraph, type WorkspaceGraph } from './workspace-graph.ts'

/** The picture of the seed. */
const SHOP = `
auth #42 pending
  auth-tests #43 fail
    auth-ui #44 fail
api #45 pass
  api-docs #46 pass
nav #47 pass
`

const graphOf = (text: string, others: Readonly<Record<string, string>> = {}): WorkspaceGraph =>
  workspaceGraph(treesFrom({ shop: text, ...others }))

const NO_LIMIT = { maxParallel: null, agents: 3 }

const ordered = (id: OrderingId, graph: WorkspaceGraph, maxParallel: number | null = null) =>
  said(graph, phasesBy(id, graph, { ...NO_LIMIT, maxParallel }))

const said = ({ items }: WorkspaceGraph, phases: Phases): readonly string[] =>
  phases.map((phase) => phase.map((i) => items[i]!.branch).join(', '))

describe('the orderings of a stack and two single branches', () => {
  const shop = graphOf(SHOP)

  it('count what is shown: neither a checkout of the main branch nor a repository without workspaces', () => {
    const { shop, blog } = treesFrom({ shop: SHOP, blog: '' })
    const graph = workspaceGraph({ shop: { ...shop!, workspace_id: 'main' }, blog: blog! })
    expect([graph.workspaceCount, graph.repositoryCount]).toEqual([6, 1])
  })

  it('by maximum parallelism start everything that waits for nothing together', () => {
    expect(ordered('max_parallel', shop)).toEqual([
      'auth, api, nav',
      'auth-tests, api-docs',
      'auth-ui',
    ])
  })

  it('depth first finish one branch before the next', () => {
    expect(ordered('depth_first', shop)).toEqual([
      'auth',
      'auth-tests',
      'auth-ui',
      'api',
      'api-docs',
      'nav',
    ])
  })

  it('by CI take passing branches first and failing ones last', () => {
    expect(ordered('ci_optimized', shop)).toEqual([
      'api, nav',
      'api-docs',
      'auth',
      'auth-tests',
      'auth-ui',
    ])
  })

  it('by least rebasing merge each stack from below, one branch of a repository at a time', () => {
    const two = graphOf('a\n  b\nc', { web: 'd\n  e' })
    expect(ordered('least_rebasing', two)).toEqual(['a, d', 'b, e', 'c'])
  })

  it('by what unblocks most take what most others wait for', () => {
    expect(
      ordered('unblock_most', graphOf('leaf\none\n  two\n    three\nbase\n  x\n  y\n  z'), 2),
    ).toEqual(['base, one', 'two, leaf', 'three, x', 'y, z'])
  })
})

describe('phases', () => {
  it('hold at most as many workspaces as are allowed, the longest chain first', () => {
    expect(ordered('max_parallel', graphOf(SHOP), 2)).toEqual([
      'auth, api',
      'auth-tests, api-docs',
      'auth-ui, nav',
    ])
  })

  it('leave out what is merged, which counts as complete', () => {
    expect(ordered('max_parallel', graphOf('a merged\n  b\n    c'))).toEqual(['b', 'c'])
  })

  it('leave out what is blocked from outside and everything that waits for it, and say why', () => {
    const graph = graphOf('a blocked:design-review\n  b\n    c\nd')
    expect(ordered('max_parallel', graph)).toEqual(['d'])
    expect([...graph.leftOut.values()].map(({ reason }) => reason)).toEqual([
      'blocked by: design-review',
      'waits for a, which is blocked by: design-review',
      'waits for a, which is blocked by: design-review',
    ])
  })

  it('let a workspace wait for a pull request that has no workspace, and do not list that one', () => {
    const graph = graphOf('base ghost #7\n  a\nb')
    expect(ordered('max_parallel', graph)).toEqual(['b', 'a'])
    expect(insightsOf(graph)).toContain(
      'PR #7 has no workspace here, and 1 other cannot be merged before it',
    )
  })

  it('follow dependencies that are declared between repositories', () => {
    const graph = graphOf('a after:web:api', { web: 'api\n  ui' })
    expect(ordered('max_parallel', graph)).toEqual(['api', 'a, ui'])
  })
})

describe('trees from outside', () => {
  it('have cycles that are reported and never followed', () => {
    const graph = graphOf('a after:web:b', { web: 'b after:shop:a' })
    expect(ordered('max_parallel', graph).join(', ').split(', ').toSorted()).toEqual(['a', 'b'])
    expect(graph.problems).toEqual([
      expect.stringMatching(
        /is declared to depend on .*, which already waits for it: this cycle is not followed/,
      ),
    ])
  })

  it('may contain a branch below itself', () => {
    const graph = graphOf('a\n  b\n    a\n      c')
    expect(ordered('depth_first', graph)).toEqual(['a', 'b', 'c'])
    expect(graph.problems).toEqual([
      'shop:a occurs more than once in the trees; only the first place counts',
    ])
  })

  it('may name dependencies that nobody knows', () => {
    expect(graphOf('a after:web:gone').problems).toEqual([
      'shop:a depends on web:gone, which is not in the trees',
    ])
  })

  it('may be deeper than any call stack', () => {
    const text = Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}b${i}`).join('\n')
    const graph = graphOf(text)
    for (const id of ORDERING_IDS) expect(ordered(id, graph)).toHaveLength(3000)
  })
})

describe('what the graph tells', () => {
  it('names the branches that hold up most, and the pull request that blocks others', () => {
    const graph = graphOf(SHOP)
    expect(bottlenecks(graph).map((i) => graph.items[i]!.branch)).toEqual(['auth'])
    expect(insightsOf(graph)).toContain('PR #42 is blocking 2 downstream PRs')
    expect(insightsOf(graph)).toContain(
      'The checks of PR #43 fail, and 1 other cannot be merged before it',
    )
  })

  it('says workspaces where not all have a pull request', () => {
    expect(insightsOf(graphOf('a\n  b\n  c'))).toContain('a is blocking 2 downstream workspaces')
  })

  it('names blockers from outside and how many they hold up', () => {
    expect(insightsOf(graphOf('a #1 blocked:legal\n  b'))).toContain(
      'PR #1 is blocked by: legal, and holds up 1 other',
    )
  })
})

describe('the predicted time of an ordering', () => {
  const secondsOf = (id: OrderingId, text: string, agents: number): number => {
    const graph = graphOf(text)
    return predictSeconds(
      graph,
      phasesBy(id, graph, { maxParallel: null, agents }),
      agents,
      ASSUMED_TIMES,
    )
  }

  it('is that of its phases, one after another, with so many agents', () => {
    expect(secondsOf('max_parallel', 'a\nb\nc', 3)).toBe(600)
    expect(secondsOf('max_parallel', 'a\nb\nc', 2)).toBe(1200)
    expect(secondsOf('depth_first', 'a\nb\nc', 3)).toBe(1800)
    expect(secondsOf('max_parallel', 'a\n  b\nc', 3)).toBe(1200)
  })

  it('is a quarter where checks pass, and half while they run', () => {
    expect(secondsOf('max_parallel', 'a pass', 1)).toBe(150)
    expect(secondsOf('max_parallel', 'a pending', 1)).toBe(300)
    expect(secondsOf('max_parallel', 'a fail', 1)).toBe(600)
  })

  it('is the estimate of a task where a workspace belongs to one', () => {
    const graph = graphOf('a\nb')
    const times = { ...ASSUMED_TIMES, known: new Map([['shop:a', 60]]) }
    expect(predictSeconds(graph, [[0], [1]], 1, times)).toBe(660)
  })
})

describe('the rebases of an ordering', () => {
  const rebases = (id: OrderingId, text: string): number => {
    const graph = graphOf(text)
    return expectedRebases(graph, phasesBy(id, graph, NO_LIMIT))
  }

  it('are none when each branch directly follows its parent', () => {
    expect(rebases('least_rebasing', 'a\n  b\n    c')).toBe(0)
    expect(rebases('depth_first', 'a\n  b\n    c')).toBe(0)
  })

  it('are one for each branch that is merged after another than its parent', () => {
    expect(rebases('depth_first', 'a\nb\nc')).toBe(2)
    expect(rebases('least_rebasing', SHOP)).toBe(2)
    expect(rebases('max_parallel', SHOP)).toBeGreaterThan(2)
  })
})

describe('for any trees', () => {
  const limits = fc.record({
    maxParallel: fc.option(fc.integer({ min: 1, max: 5 })),
    agents: fc.integer({ min: 1, max: 4 }),
  })

  it('every ordering places each workspace once, after what it waits for, in phases that are not too large', () => {
    fc.assert(
      fc.property(anyTrees(), limits, (trees, limit) => {
        const graph = workspaceGraph(trees)
        for (const id of ORDERING_IDS) {
          const phases = phasesBy(id, graph, limit)
          expect(phaseProblems(graph, phases, limit.maxParallel ?? Infinity)).toEqual([])
          expect(phases.every(({ length }) => length > 0)).toBe(true)
        }
      }),
    )
  })

  it('no ordering of a forest needs fewer phases than maximum parallelism, or fewer rebases than least rebasing', () => {
    fc.assert(
      fc.property(anyForest(), limits, (trees, limit) => {
        const graph = workspaceGraph(trees)
        const all = ORDERING_IDS.map((id) => phasesBy(id, graph, limit))
        const byId = Object.fromEntries(ORDERING_IDS.map((id, i) => [id, all[i]!]))
        const fewest = Math.min(...all.map(({ length }) => length))
        expect(byId['max_parallel']!.length).toBe(fewest)
        const least = Math.min(...all.map((phases) => expectedRebases(graph, phases)))
        expect(expectedRebases(graph, byId['least_rebasing']!)).toBe(least)
      }),
    )
  })

  it('what is left out is blocked, or waits for something that is', () => {
    fc.assert(
      fc.property(anyTrees(), (trees) => {
        const { items, before, leftOut } = workspaceGraph(trees)
        items.forEach(({ blockers }, i) =>
          expect(leftOut.has(i)).toBe(
            blockers.length > 0 || before[i]!.some((one) => leftOut.has(one)),
          ),
        )
      }),
    )
  })
})

it('says of each phase what it waits for, and of none but the first that it waits for nothing', () => {
  const graph = graphOf('auth\n  auth-ui\nnav')
  const phases = sayPhases(graph, phasesBy('depth_first', graph, NO_LIMIT))
  expect(phases.map(({ description }) => description)).toEqual([
    'Waits for nothing',
    'After auth',
    'Waits for no other branch, and follows phase 2',
  ])
})
