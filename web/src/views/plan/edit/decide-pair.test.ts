import { describe, expect, it } from 'vitest'
import { Game, planFrom } from '../../../../../test/played/play.ts'
import { tryChanges } from '../../../../../src/core/plan/plan-changes.ts'
import type { Run } from '../../../../../src/core/run/run.ts'
import { taskId } from '../../../../../src/core/value/ids.ts'
import { changesToDecide, decisionOf, type PairDecision } from './decide-pair.ts'

const [a, b, c] = [taskId('a'), taskId('b'), taskId('c')]

const { run } = new Game(planFrom('a:\nb:\nc:', { b: { apartFrom: [a, c] } }), {})

/** The run after the decisions, each with those before it as the draft. */
const decided = (pair: readonly [typeof a, typeof a], ...decisions: readonly PairDecision[]): Run =>
  decisions.reduce((drafted, decision) => {
    const tried = tryChanges(drafted, changesToDecide({ run, drafted }, pair, decision))
    if (!tried.ok) throw new Error('refused')
    return tried.run
  }, run)

describe('what a person decides about two tasks', () => {
  it('is said by either of them', () => {
    expect(decisionOf(run, [a, b])).toBe('apart')
    expect(decisionOf(run, [b, a])).toBe('apart')
    expect(decisionOf(run, [a, c])).toBe('predicted')
  })

  it('takes back what contradicts it first, and leaves other pairs alone', () => {
    expect(changesToDecide({ run, drafted: run }, [a, b], 'together')).toEqual([
      { task: b, change: { apartFrom: [c] } },
      { task: a, change: { togetherWith: [b] } },
    ])
  })

  it('is nothing new when it is what was there', () => {
    expect(changesToDecide({ run, drafted: run }, [a, b], 'apart')).toEqual([])
    expect(changesToDecide({ run, drafted: run }, [a, c], 'predicted')).toEqual([])
  })

  it.each(['together', 'apart', 'predicted'] as const)('ends as %s whatever was before', (last) => {
    for (const pair of [
      [a, b],
      [b, a],
      [a, c],
    ] as const)
      for (const first of ['together', 'apart', 'predicted'] as const)
        expect(decisionOf(decided(pair, first, last), pair)).toBe(last)
  })

  it('is as it was in the plan when it is decided back', () => {
    for (const way of ['together', 'predicted'] as const)
      expect(decided([a, b], way, 'apart').plan).toEqual(run.plan)
  })
})
