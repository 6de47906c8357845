import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTrees, treesFrom } from '../../../test/played/trees.ts'
import { checkAnswer, repairPhases } from './check-answer.ts'
import { phaseProblems } from './phase-problems.ts'
import { ASSUMED_TIMES } from './predict-time.ts'
import type { SuggestionWish } from './suggest-offline.ts'
import { workspaceGraph } from './workspace-graph.ts'

const WISH: SuggestionWish = {
  maxParallel: null,
  agents: 3,
  preference: null,
  count: 3,
  times: ASSUMED_TIMES,
  rules: {},
}

const graph = workspaceGraph(treesFrom({ shop: 'a #1\n  b\nc\nd merged' }))
const ids = new Map(graph.items.map(({ id }, i) => [id, i]))

const strategy = (phases: readonly (readonly string[])[], more: object = {}) => ({
  strategy_id: 'risk_first',
  name: 'Risk first',
  description: 'What may break comes first.',
  phases: phases.map((workspace_ids, i) => ({
    phase_number: i + 1,
    workspace_ids,
    description: `step ${i + 1}`,
    can_start_immediately: true,
  })),
  estimated_total_phases: 1,
  bottleneck_branches: [],
  ...more,
})

const checked = (value: unknown, wish: Partial<SuggestionWish> = {}) =>
  checkAnswer(value, graph, { ...WISH, ...wish }, ids)

const phasesIn = (value: unknown, wish: Partial<SuggestionWish> = {}) =>
  checked(value, wish).strategies[0]?.phases.map((phase) => phase.workspace_ids.join(' '))

describe('an answer of a model', () => {
  it('that keeps the rules stays as it is, with our time, rebases and numbers', () => {
    const { strategies, summary, insights, problems } = checked({
      strategies: [strategy([['ws-c'], ['ws-a'], ['ws-b']])],
      analysis_summary: 'Two stacks.',
      dependency_insights: ['PR #1 is blocking 1 downstream PR'],
    })
    expect({ summary, insights, problems }).toEqual({
      summary: 'Two stacks.',
      insights: ['PR #1 is blocking 1 downstream PR'],
      problems: [],
    })
    expect(strategies[0]).toMatchObject({
      strategy_id: 'risk_first',
      name: 'Risk first',
      source: 'claude',
      estimated_total_phases: 3,
      predicted_seconds: 1800,
      expected_rebases: 1,
      phases: [
        {
          phase_number: 1,
          workspace_ids: ['ws-c'],
          description: 'step 1',
          can_start_immediately: true,
        },
        {
          phase_number: 2,
          workspace_ids: ['ws-a'],
          description: 'step 2',
          can_start_immediately: true,
        },
        {
          phase_number: 3,
          workspace_ids: ['ws-b'],
          description: 'step 3',
          can_start_immediately: false,
        },
      ],
    })
  })

  it.each([
    [
      'puts a workspace before what it waits for',
      [['ws-b'], ['ws-a', 'ws-c']],
      ['ws-a ws-c', 'ws-b'],
    ],
    ['puts both into one phase', [['ws-a', 'ws-b', 'ws-c']], ['ws-a ws-c', 'ws-b']],
    ['forgets a workspace', [['ws-a'], ['ws-b']], ['ws-a ws-c', 'ws-b']],
    [
      'names a workspace twice',
      [
        ['ws-a', 'ws-a'],
        ['ws-b', 'ws-a', 'ws-c'],
      ],
      ['ws-a', 'ws-b ws-c'],
    ],
    [
      'names what does not exist',
      [
        ['ws-a', 'ws-x'],
        ['ws-b', 'ws-c'],
      ],
      ['ws-a', 'ws-b ws-c'],
    ],
    [
      'names what is merged',
      [
        ['ws-d', 'ws-a'],
        ['ws-b', 'ws-c'],
      ],
      ['ws-a', 'ws-b ws-c'],
    ],
  ])('that %s is repaired', (_what, phases, expected) => {
    expect(phasesIn({ strategies: [strategy(phases)] })).toEqual(expected)
  })

  it('whose phases are too large is divided', () => {
    const answer = { strategies: [strategy([['ws-c', 'ws-a'], ['ws-b']])] }
    expect(phasesIn(answer, { maxParallel: 1 })).toEqual(['ws-a', 'ws-c', 'ws-b'])
  })

  it.each([
    ['nothing', null],
    ['no strategies', { strategies: [] }],
    ['a strategy without phases', { strategies: [strategy([])] }],
    ['only invented workspaces', { strategies: [strategy([['x', 'y'], ['z']])] }],
    ['a list', []],
    ['phases that are texts', { strategies: [{ ...strategy([]), phases: 'none' }] }],
    ['ids that are objects', { strategies: [strategy([[{} as string]])] }],
  ])('with %s has no usable strategy, and says why', (_what, answer) => {
    const { strategies, problems } = checked(answer)
    expect(strategies).toEqual([])
    expect(problems.length).toBeGreaterThan(0)
  })

  it('may leave out everything but the ids: the rest is worked out', () => {
    const phases = [{ workspace_ids: ['ws-a', 'ws-c'] }, { workspace_ids: ['ws-b'] }]
    const { strategies } = checked({ strategies: [{ strategy_id: 'x', name: 'X', phases }] })
    expect(strategies[0]).toMatchObject({
      estimated_total_phases: 2,
      bottleneck_branches: [],
      phases: [
        { phase_number: 1, can_start_immediately: true },
        { phase_number: 2, can_start_immediately: false },
      ],
    })
  })

  it('calls maximum parallelism breadth_first, which is the same', () => {
    const answer = {
      strategies: [strategy([['ws-a', 'ws-c'], ['ws-b']], { strategy_id: 'breadth_first' })],
    }
    expect(checked(answer).strategies[0]!.strategy_id).toBe('max_parallel')
  })

  it('is data: without control characters, in one line, and not longer than we show', () => {
    const hostile = `\u001b[31m<img src=x onerror=alert(1)>\n\n${'x'.repeat(5000)}`
    const answer = {
      strategies: [
        strategy([['ws-a', 'ws-c'], ['ws-b']], {
          name: hostile,
          description: hostile,
          bottleneck_branches: ['a', 'invented'],
        }),
      ],
      analysis_summary: hostile,
      dependency_insights: Array.from({ length: 50 }, (_, i) => `${hostile} ${i}`),
    }
    const { strategies, summary, insights } = checked(answer)
    const texts = [strategies[0]!.name, strategies[0]!.description, summary, ...insights]
    expect(texts.every((text) => text.length <= 600 && !/[\u0000-\u001f]/.test(text))).toBe(true)
    expect(insights.length).toBeLessThanOrEqual(8)
    expect(strategies[0]!.bottleneck_branches).toEqual(['a'])
  })
})

it('any wish for phases becomes valid phases', () => {
  fc.assert(
    fc.property(
      anyTrees(),
      fc.array(fc.nat(8), { maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      (trees, wanted, limit) => {
        const any = workspaceGraph(trees)
        const wishes = new Map(wanted.map((phase, i) => [i, phase]))
        expect(phaseProblems(any, repairPhases(any, wishes, limit), limit)).toEqual([])
      },
    ),
  )
})
