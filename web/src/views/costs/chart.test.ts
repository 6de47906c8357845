import { describe, expect, it } from 'vitest'
import type { CostRow } from '../../../../src/core/costs/costs.ts'
import { barsOf, columnsOf, whyEmpty } from './chart.ts'

const row = (name: string, cost_usd: number | null, more: Partial<CostRow> = {}): CostRow => ({
  is: 'task',
  run: null,
  name,
  cost_usd,
  cost_is_partial: cost_usd === null,
  estimated_usd: 0,
  imputed_usd: 0,
  tokens: 1000,
  duration_s: 60,
  attempts: 1,
  ...more,
})

describe('the charts of costs', () => {
  it('draw bars as shares of the largest, and say what is not known', () => {
    const bars = barsOf([row('a', 0.5), row('b', 2, { estimated_usd: 1 }), row('c', null)], 'cost')
    expect(bars.map(({ name, says, share }) => [name, says, share])).toEqual([
      ['b', '~$2.00', 1],
      ['a', '$0.50', 0.25],
      ['c', 'not known', null],
    ])
    expect(bars[0]!.estimated).toBe(0.5)
    expect(barsOf([row('a', 0)], 'cost')[0]).toMatchObject({ share: 0, says: '$0.00' })
  })

  it('draw tokens and time of the same rows', () => {
    const rows = [row('a', null, { tokens: 500 }), row('b', null)]
    expect(barsOf(rows, 'tokens').map(({ says, share }) => [says, share])).toEqual([
      ['1.0k', 1],
      ['500', 0.5],
    ])
    expect(barsOf(rows, 'time')[0]).toMatchObject({ says: '1m', share: 1, estimated: 0 })
  })

  it('have room for the most expensive twenty, and for names of a line', () => {
    const many = Array.from({ length: 30 }, (_, i) => row(`task-${i}`, i))
    expect(barsOf(many, 'cost')).toHaveLength(20)
    expect(barsOf(many, 'cost')[0]!.name).toBe('task-29')
    expect(barsOf([row('x'.repeat(50), 1)], 'cost')[0]!.label).toBe(`${'x'.repeat(31)}…`)
  })

  it('have a column for each day, also for those without work', () => {
    const days = [row('2026-03-01', 1, { is: 'day' }), row('2026-03-04', 2, { is: 'day' })]
    const columns = columnsOf(days, 'cost')
    expect(columns.map(({ name, share }) => [name.slice(-2), share])).toEqual([
      ['01', 0.5],
      ['02', 0],
      ['03', 0],
      ['04', 1],
    ])
    expect(columnsOf([], 'cost')).toEqual([])
    const far = [row('2020-01-01', 1, { is: 'day' }), row('2026-03-04', 2, { is: 'day' })]
    expect(columnsOf(far, 'cost')).toHaveLength(60)
  })

  it('say why they are empty, without calling an unknown cost zero', () => {
    expect(whyEmpty(row('', null), 'cost', 'this run')).toBe(
      'No costs yet: the agents of this run reported none.',
    )
    expect(whyEmpty(row('', 0, { tokens: 0 }), 'cost', 'this run')).toBe(
      'Nothing was spent in this run: only commands have worked.',
    )
    expect(whyEmpty(row('', 0, { tokens: 0 }), 'tokens', 'this run')).toMatch(/^No tokens yet/)
    expect(whyEmpty(row('', 0, { tokens: 0, attempts: 0 }), 'time', 'this run')).toMatch(
      /^No agent has worked/,
    )
    expect(whyEmpty(row('', 1), 'cost', 'this run')).toBeNull()
    expect(whyEmpty(row('', null), 'time', 'this run')).toBeNull()
  })
})
