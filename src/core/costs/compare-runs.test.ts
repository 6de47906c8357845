import { describe, expect, it } from 'vitest'
import { playGame, type Script } from '../../../test/played/play.ts'
import { NOT_MEASURED, summarise } from '../report/summary.ts'
import { compareRuns } from './compare-runs.ts'

const PROMPT = { work: { is: 'prompt', text: 'do it' }, agent: 'claude' } as const

const summaryOf = (notation: string, script: Script = {}) =>
  summarise(playGame(notation, { tasks: { a: PROMPT, b: PROMPT }, ...script }).run, NOT_MEASURED)

const costly = () => summaryOf('a:\nb:', { costs: { a: [0.5], b: [0.25] } })

describe('two runs side by side', () => {
  it('differ in all and for each task, as the second minus the first', () => {
    const cheap = summaryOf('a:\nb:', {
      costs: { a: [0.1, 0.1], b: [0.25] },
      outcomes: { a: ['try again'] },
    })
    expect(compareRuns(costly(), cheap)).toMatchObject({
      first: { run: '1', status: 'completed', cost_is_partial: false },
      total: {
        landed: { first: 2, second: 2, difference: 0 },
        cost_usd: { first: 0.75, second: 0.45, difference: -0.3 },
        tokens: { first: 2000, second: 3000, difference: 1000 },
        attempts: { first: 2, second: 3, difference: 1 },
        work_s: { first: 2, second: 3, difference: 1 },
        conflicts: { first: null, second: null, difference: null },
      },
      tasks: [
        { id: 'a', cost_usd: { first: 0.5, second: 0.2, difference: -0.3 } },
        { id: 'b', cost_usd: { difference: 0 }, attempts: { difference: 0 } },
      ],
    })
  })

  it('have no difference where one of them is not known', () => {
    const { total, second, tasks } = compareRuns(costly(), summaryOf('a:\nb:'))
    expect(total.cost_usd).toEqual({ first: 0.75, second: null, difference: null })
    expect(second.cost_is_partial).toBe(true)
    expect(tasks[0]!.cost_usd).toEqual({ first: 0.5, second: null, difference: null })
    expect(tasks[0]!.quality).toEqual({ first: null, second: null, difference: null })
  })

  it('list the tasks of the second, then those that only the first has', () => {
    const { tasks } = compareRuns(costly(), summaryOf('c:\nb:'))
    expect(
      tasks.map(({ id, status_first, status_second }) => [id, status_first, status_second]),
    ).toEqual([
      ['c', null, 'landed'],
      ['b', 'landed', 'landed'],
      ['a', 'landed', null],
    ])
    expect(tasks[2]).toMatchObject({ attempts: { first: 1, second: null, difference: null } })
  })

  it('that are the same do not differ', () => {
    const { total, tasks } = compareRuns(costly(), costly())
    for (const { difference } of Object.values(total)) expect([0, null]).toContain(difference)
    for (const { cost_usd } of tasks) expect(cost_usd.difference).toBe(0)
  })
})
