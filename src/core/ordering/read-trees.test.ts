import { describe, expect, it } from 'vitest'
import { treesFrom } from '../../../test/played/trees.ts'
import { extractGraph, graphText, meaningfulText } from './extract-graph.ts'
import { readTrees } from './read-trees.ts'
import { workspaceGraph, type Trees } from './workspace-graph.ts'

const mustRead = (value: unknown): Trees => {
  const read = readTrees(value)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.trees
}

const problemsIn = (value: unknown): readonly string[] => {
  const read = readTrees(value)
  return read.ok ? [] : read.problems
}

describe('trees in a request', () => {
  it('need only a branch for each node; the default branch is main when nothing is known', () => {
    const trees = mustRead({
      shop: { children: [{ branch: 'a', workspace_id: 'ws-1', last_seen: 'ignored' }] },
    })
    expect(trees['shop']).toMatchObject({
      branch: 'main',
      children: [{ branch: 'a', ci_status: '', status: 'idle' }],
    })
  })

  it('may say passing, failing and unknown, as other programs do', () => {
    const ciOf = (ci_status: string) =>
      mustRead({ shop: { children: [{ branch: 'a', ci_status }] } })['shop']!.children![0]!
        .ci_status
    expect(['pass', 'passing', 'pending', 'fail', 'failing', 'unknown', ''].map(ciOf)).toEqual([
      'pass',
      'pass',
      'pending',
      'fail',
      'fail',
      '',
      '',
    ])
  })

  it.each([
    ['no object', [], 'trees: an object with a tree for each repository is needed'],
    ['a tree that is a text', { shop: 'main' }, 'shop: a node is an object'],
    [
      'a node without a branch',
      { shop: { children: [{}] } },
      'shop.children[0]: a node needs a branch',
    ],
    ['children that are no list', { shop: { children: {} } }, 'shop.children: a list is needed'],
    [
      'a branch that is a number',
      { shop: { branch: 1 } },
      'shop.branch: a text of at most 500 characters is needed',
    ],
    [
      'a pull request that is a text',
      { shop: { pr_number: 'x' } },
      'shop.pr_number: a whole number above 0 is needed',
    ],
    [
      'blockers that are no list',
      { shop: { blockers: 'x' } },
      'shop.blockers: a list of texts is needed',
    ],
  ])('with %s are refused, with the place', (_what, value, problem) => {
    expect(problemsIn(value)).toContain(problem)
  })

  it('may be deeper than any call stack, but not larger than anyone can use', () => {
    let node: object = { branch: 'top' }
    for (let i = 0; i < 20_000; i++) node = { branch: `b${i}`, children: [node] }
    expect(problemsIn({ shop: node })).toEqual([])
    const children = Array.from({ length: 60_000 }, (_, i) => ({ branch: `b${i}` }))
    expect(problemsIn({ shop: { children } })).toEqual(['trees: more than 50000 nodes'])
  })
})

describe('the graph that a model is shown', () => {
  it('has repositories with their default branch, and workspaces with id, name, branch, parent, pull request and CI', () => {
    const trees = treesFrom({
      shop: 'a #1 pass\n  b\nbase ghost\n  c\nold merged',
      web: 'x after:shop:b',
    })
    const graph = extractGraph(trees, workspaceGraph(trees))
    expect(graph).toEqual({
      repos: [
        {
          name: 'shop',
          default_branch: 'main',
          workspaces: [
            {
              id: 'ws-a',
              name: 'a',
              branch: 'a',
              parent_branch: 'main',
              pr_number: 1,
              ci_status: 'pass',
            },
            {
              id: 'ws-b',
              name: 'b',
              branch: 'b',
              parent_branch: 'a',
              pr_number: null,
              ci_status: 'unknown',
            },
            {
              id: 'ws-c',
              name: 'c',
              branch: 'c',
              parent_branch: 'base',
              pr_number: null,
              ci_status: 'unknown',
            },
          ],
        },
        {
          name: 'web',
          default_branch: 'main',
          workspaces: [
            {
              id: 'ws-x',
              name: 'x',
              branch: 'x',
              parent_branch: 'main',
              pr_number: null,
              ci_status: 'unknown',
              depends_on: ['ws-b'],
            },
          ],
        },
      ],
    })
  })
})

describe('what tells trees apart', () => {
  const ASKED = { preference: null, maxParallel: null, count: 3, model: 'm' }
  const textOf = (value: unknown): string => graphText(workspaceGraph(mustRead(value)))
  const node = (more: object = {}) => ({
    shop: { branch: 'main', children: [{ branch: 'a', workspace_id: 'w', ...more }] },
  })

  it('is what orderings depend on, and not the time or the session', () => {
    expect(
      textOf(node({ last_active_at: 5, session_status: { status: 'working' }, status: 'working' })),
    ).toBe(textOf(node()))
    for (const more of [
      { ci_status: 'fail' },
      { pr_number: 3 },
      { blockers: ['x'] },
      { status: 'merged' },
      { workspace_id: 'v' },
    ])
      expect(textOf(node(more))).not.toBe(textOf(node()))
  })

  it('is also what was asked for, with its keys in order', () => {
    const graph = workspaceGraph(mustRead(node()))
    const before = meaningfulText(graph, ASKED)
    for (const more of [
      { preference: 'depth_first' },
      { maxParallel: 2 },
      { count: 4 },
      { model: 'n' },
    ])
      expect(meaningfulText(graph, { ...ASKED, ...more })).not.toBe(before)
    const whole = JSON.parse(before) as { workspaces: readonly object[] }
    for (const one of [whole, ...whole.workspaces])
      expect(Object.keys(one)).toEqual(Object.keys(one).toSorted())
  })

  it('does not depend on the order in which a source lists branches', () => {
    const shop = (children: readonly string[]) =>
      textOf({ shop: { children: children.map((branch) => ({ branch, workspace_id: branch })) } })
    expect(shop(['a', 'b'])).toBe(shop(['b', 'a']))
  })
})
