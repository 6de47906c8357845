import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sayWorkers, workersFor } from './analysis.ts'
import { checkAnalysis } from './check/check-analysis.ts'
import { complexityOf } from './plan-draft.ts'

describe('the number of tasks and of agents', () => {
  it('the class is a label of the number of tasks', () => {
    expect([1, 3, 4, 8, 9, 15, 16, 200].map(complexityOf)).toEqual([
      'simple',
      'simple',
      'moderate',
      'moderate',
      'complex',
      'complex',
      'enterprise',
      'enterprise',
    ])
  })

  it('never needs more agents than tasks, and never caps the tasks', () => {
    expect([workersFor(1, 5), workersFor(6, 3), workersFor(20, 10), workersFor(0, 0)]).toEqual([
      1, 3, 10, 1,
    ])
    expect(sayWorkers(6, 3)).toBe('6 tasks for 3 agents: some tasks wait until an agent is free.')
    expect(sayWorkers(1, 5)).toBe('1 task for 1 agent, so more agents would have nothing to do.')
    expect(sayWorkers(3, 3)).toBe('3 tasks for 3 agents.')
  })
})

describe('the analysis of a model', () => {
  it('is read in our words and in older ones', () => {
    expect(checkAnalysis({ task_count: 6, reasons: ['One.', 'Two.'], features: 'login' })).toEqual({
      ok: true,
      analysis: {
        taskCount: 6,
        complexity: 'moderate',
        reasons: 'One. Two.',
        features: ['login'],
        components: [],
        unknowns: [],
      },
      repaired: [],
    })
    const older = {
      num_tasks: '12',
      reasoning: 'It is large.',
      key_features_detected: ['a', 'a', 7],
      technical_components: ['db'],
    }
    expect(checkAnalysis({ analysis: older })).toMatchObject({
      ok: true,
      analysis: { taskCount: 12, complexity: 'complex', features: ['a', '7'], components: ['db'] },
    })
  })

  it('may have the wrong label, which is told', () => {
    const checked = checkAnalysis({ task_count: 20, complexity: 'Simple' })
    expect(checked).toMatchObject({
      repaired: ['The analysis calls 20 tasks "simple"; that many are "enterprise".'],
    })
  })

  it('without a number of tasks, or with an absurd one, is asked for again', () => {
    for (const wrong of [
      null,
      'six',
      [],
      {},
      { task_count: 0 },
      { task_count: -3 },
      { task_count: 1e6 },
    ])
      expect(checkAnalysis(wrong).ok).toBe(false)
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (answer) => typeof checkAnalysis(answer).ok === 'boolean'))
  })
})
