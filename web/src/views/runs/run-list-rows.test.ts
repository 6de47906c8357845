import { describe, expect, it } from 'vitest'
import { playGame, type Script } from '../../../../test/played/play.ts'
import { NOT_MEASURED, summarise } from '../../../../src/core/report/summary.ts'
import type { RunRow } from './run-documents.ts'
import {
  choose,
  filterRuns,
  sayRunCost,
  sayTakenOf,
  sharesOf,
  totalFigures,
  type ShownStatus,
} from './run-list-rows.ts'

const PROMPT = { work: { is: 'prompt', text: 'do it' }, agent: 'claude' } as const

function rowOf(run: string, agents: readonly string[], script: Script = {}): RunRow {
  const { results: _, ...summary } = summarise(playGame('a:\nb:', script).run, NOT_MEASURED)
  const name = run === '3' ? 'A blog' : 'A shop'
  return { ...summary, run, name, file: null, agents, started_at: '2026-03-04T05:06:07.000Z' }
}

const ROWS = [
  rowOf('3', [], { outcomes: { b: ['failed'] } }),
  rowOf('2', ['claude'], { tasks: { a: PROMPT }, costs: { a: [0.5] } }),
  rowOf('1', ['codex'], { tasks: { a: PROMPT } }),
]

const found = (words: string, status: ShownStatus = 'all') =>
  filterRuns(ROWS, { words, status }).map(({ run }) => run)

describe('the list of runs', () => {
  it('is searched by number, plan, agent, status and day, and filtered by status', () => {
    expect(found('')).toEqual(['3', '2', '1'])
    expect(found('shop')).toEqual(['2', '1'])
    expect(found('CLAUDE shop')).toEqual(['2'])
    expect(found('run 1')).toEqual(['1'])
    expect(found('2026-03-04')).toHaveLength(3)
    expect(found('nothing like that')).toEqual([])
    expect(found('', 'landed')).toEqual(['2', '1'])
    expect(found('', 'not landed')).toEqual(['3'])
    expect(found('', 'open')).toEqual([])
    expect(found('blog', 'landed')).toEqual([])
  })

  it('says what a run has cost, and never zero for what is not known', () => {
    expect(ROWS.map(sayRunCost)).toEqual(['', '$0.50', 'not known'])
  })

  it('draws what landed and what will not', () => {
    expect(sharesOf(ROWS[0]!)).toEqual({ landed: 0.5, lost: 0.5 })
    expect(sharesOf(ROWS[1]!)).toEqual({ landed: 1, lost: 0 })
  })

  it('has two runs chosen at most, the last ones', () => {
    const chosen = ['1', '2', '3'].reduce(choose, [] as readonly string[])
    expect(chosen).toEqual(['2', '3'])
    expect(choose(chosen, '2')).toEqual(['3'])
  })
})

describe('all runs together', () => {
  const said = (rows: readonly RunRow[]): string =>
    totalFigures(rows)
      .map((figure) => figure.join(' '))
      .join(', ')
  const row = (more: Partial<RunRow>): RunRow => ({
    ...ROWS[1]!,
    wall_s: 60,
    sequential_s: 90,
    ...more,
  })

  it('are counted with what landed and the time that was saved', () => {
    expect(said([row({}), row({ landing: { ...LANDED, conflicts: 1 } })])).toBe(
      '2 runs, 4 landed, 1 conflict, 2m instead of 3m',
    )
    expect(said([row({}), row({ status: 'running' })])).toMatch(/^1 finished run, 2 landed, /)
    expect(said([row({ landing: null })])).toBe('1 run, 2 landed, 1m instead of 1m 30s')
  })

  it('are not counted while they go on, and are nothing where nothing landed', () => {
    expect(said([row({ landing: null }), row({ status: 'running' })])).toMatch(
      /^1 finished run, 2 landed/,
    )
    expect(said([row({ status: 'running' })])).toBe('')
    expect(said([])).toBe('')
  })
})

it('says of each run that is over whether its result was taken', () => {
  const row = rowOf('2', [], { isolation: 'worktree' })
  const landing = row.landing!
  const taken = { how: 'by-hand', into: 'main', commit: null, at: '' } as const
  const says = (is_all: boolean): string | null =>
    sayTakenOf({ ...row, landing: { ...landing, taken: { ...taken, is_all } } })
  expect(sayTakenOf(row)).toBe('not taken')
  expect([true, false].map(says)).toEqual(['taken', 'taken in part'])
  expect(sayTakenOf({ ...row, status: 'running' })).toBe(null)
  expect(sayTakenOf(rowOf('1', []))).toBe(null)
})

const LANDED = { conflicts: 0 } as NonNullable<RunRow['landing']>
