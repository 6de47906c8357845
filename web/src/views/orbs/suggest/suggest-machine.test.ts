import { describe, expect, it } from 'vitest'
import type {
  ParallelizationResponse,
  ParallelizationStrategy,
} from '../../../../../src/core/ordering/suggestion.ts'
import {
  IDLE,
  isOpen,
  nextSuggesting,
  selectedOrdering,
  type SuggestEvent,
  type Suggesting,
} from './suggest-machine.ts'

/** `a b / c`: two phases. */
function strategy(
  strategy_id: string,
  phases: string,
  change: Partial<ParallelizationStrategy> = {},
): ParallelizationStrategy {
  const groups = phases.split(' / ').map((group) => group.split(' '))
  return {
    strategy_id,
    name: strategy_id,
    description: `about ${strategy_id}`,
    phases: groups.map((workspace_ids, i) => ({
      phase_number: i + 1,
      workspace_ids,
      description: '',
      can_start_immediately: i === 0,
    })),
    estimated_total_phases: groups.length,
    bottleneck_branches: [],
    predicted_seconds: 60 * groups.length,
    expected_rebases: 0,
    source: 'offline',
    ...change,
  }
}

const response = (
  strategies: readonly ParallelizationStrategy[],
  change: Partial<ParallelizationResponse> = {},
): ParallelizationResponse => ({
  strategies,
  analysis_summary: 'three workspaces',
  dependency_insights: [],
  tree_hash: 'h',
  left_out: [],
  prediction_basis: '',
  times: { agents: 2, usual_seconds: 60, is_measured: false, known: {} },
  source: 'offline',
  notice: null,
  notice_text: null,
  created_at: '2026-01-01T00:00:00.000Z',
  is_cached: false,
  cost_usd: null,
  ...change,
})

const OURS = response([strategy('max_parallel', 'a b / c'), strategy('depth_first', 'a / c / b')])
const ERROR = { message: 'Check internet connection', hint: null }

const RECEIVED = { type: 'received', response: OURS } as const
const SECOND = { type: 'select', key: 'offline 2' } as const

const after = (...events: readonly (SuggestEvent | SuggestEvent['type'])[]): Suggesting =>
  events.reduce<Suggesting>(
    (state, event) =>
      nextSuggesting(state, typeof event === 'string' ? ({ type: event } as SuggestEvent) : event),
    IDLE,
  )

describe('Suggest Order', () => {
  it('goes from Idle to Loading on a click, and to the suggestions when they come', () => {
    expect(IDLE.state).toBe('Idle')
    expect(after('suggest').state).toBe('Loading')
    expect(after('suggest', RECEIVED).state).toBe('DisplayingSuggestions')
  })

  it('goes to Error when the request fails; then retry loads again and dismissing leads to Idle', () => {
    const failed = after('suggest', { type: 'failed', error: ERROR })
    expect(failed).toMatchObject({ state: 'Error', error: ERROR })
    expect(nextSuggesting(failed, { type: 'retry' })).toMatchObject({
      state: 'Loading',
      error: null,
    })
    expect(nextSuggesting(failed, { type: 'close' })).toEqual(IDLE)
  })

  it('selects the first ordering by itself, and another when the user chooses it', () => {
    expect(after('suggest', RECEIVED).selectedStrategy).toBe('offline 1')
    const chosen = after('suggest', RECEIVED, SECOND)
    expect(chosen.state).toBe('StrategySelected')
    expect(selectedOrdering(chosen)?.strategy.strategy_id).toBe('depth_first')
  })

  it('closes to Idle from the suggestions', () => {
    expect(after('suggest', RECEIVED, 'close')).toEqual(IDLE)
    expect(after('suggest', RECEIVED, SECOND, 'close')).toEqual(IDLE)
    expect(after('suggest', 'close')).toEqual(IDLE)
  })

  it('highlights on Apply, which closes the dialog and keeps the highlights', () => {
    const applied = after('suggest', RECEIVED, SECOND, 'apply')
    expect(applied.state).toBe('Highlighting')
    expect(isOpen(applied)).toBe(false)
    expect(applied.applied?.key).toBe('offline 2')
    expect(nextSuggesting(applied, { type: 'close' })).toBe(applied)
    expect(nextSuggesting(applied, { type: 'clear' })).toEqual(IDLE)
  })

  it('another strategy can be selected while one is highlighted; highlights stay until Apply or Clear', () => {
    const applied = after('suggest', RECEIVED, 'apply')
    const other = nextSuggesting(applied, SECOND)
    expect(other).toMatchObject({ state: 'StrategySelected', applied: { key: 'offline 1' } })
    expect(nextSuggesting(other, { type: 'close' })).toMatchObject({
      state: 'Highlighting',
      applied: { key: 'offline 1' },
    })
    expect(nextSuggesting(other, { type: 'apply' }).applied?.key).toBe('offline 2')
    expect(nextSuggesting(applied, { type: 'reopen' }).state).toBe('StrategySelected')
  })

  it('a new request keeps the highlights, also when it fails and is dismissed', () => {
    const events = [
      'suggest',
      RECEIVED,
      'apply',
      'suggest',
      { type: 'failed', error: ERROR },
    ] as const
    expect(after(...events)).toMatchObject({ state: 'Error', applied: { key: 'offline 1' } })
    expect(after(...events, 'close')).toMatchObject({
      state: 'Highlighting',
      applied: { key: 'offline 1' },
    })
  })

  it('Clear in the open dialog takes the highlights away and leaves the dialog open', () => {
    const cleared = after('suggest', RECEIVED, 'apply', SECOND, 'clear')
    expect(cleared).toMatchObject({ state: 'StrategySelected', applied: null })
  })

  it('ignores an answer that comes too late, and events that a state does not know', () => {
    expect(after('suggest', 'close', RECEIVED)).toEqual(IDLE)
    expect(after(RECEIVED, SECOND, 'apply', 'retry', 'reopen', 'clear')).toEqual(IDLE)
    expect(after('suggest', RECEIVED, { type: 'select', key: 'x' }).selectedStrategy).toBe(
      'offline 1',
    )
  })

  it('applies nothing when there is no ordering', () => {
    const empty = after('suggest', { type: 'received', response: response([]) })
    expect(empty).toMatchObject({ state: 'DisplayingSuggestions', selectedStrategy: null })
    expect(nextSuggesting(empty, { type: 'apply' })).toBe(empty)
  })
})

describe("Claude's answer", () => {
  const claude = (phases: string, description: string): ParallelizationResponse =>
    response([strategy('max_parallel', phases, { description, source: 'claude' })], {
      source: 'claude',
      analysis_summary: 'Claude has looked',
      cost_usd: 0.02,
    })

  it('adds its orderings to ours and keeps the selection', () => {
    const answered = after('suggest', RECEIVED, SECOND, {
      type: 'claude-answered',
      response: claude('a / b c', 'other'),
    })
    expect(answered.suggestions?.orderings.map(({ key }) => key)).toEqual([
      'offline 1',
      'offline 2',
      'claude 1',
    ])
    expect(answered).toMatchObject({
      selectedStrategy: 'offline 2',
      claude: { is: 'answered', costUsd: 0.02 },
      suggestions: { response: { analysis_summary: 'Claude has looked', tree_hash: 'h' } },
    })
  })

  it('explains an ordering of ours that has the same phases', () => {
    const answered = after('suggest', RECEIVED, {
      type: 'claude-answered',
      response: claude('b a / c', 'because b is small'),
    })
    expect(answered.suggestions?.orderings.map(({ strategy }) => strategy.description)).toEqual([
      'because b is small',
      'about depth_first',
    ])
  })

  it('leaves ours as they are when it fails', () => {
    const failed = after('suggest', RECEIVED, {
      type: 'claude',
      claude: { is: 'failed', error: ERROR },
    })
    expect(failed).toMatchObject({ state: 'DisplayingSuggestions', claude: { is: 'failed' } })
    expect(failed.suggestions?.orderings).toHaveLength(2)
  })
})
