import { expect, it } from 'vitest'
import type { Comparison } from '../../src/core/costs/compare-runs.ts'
import type { Costs } from '../../src/core/costs/costs.ts'
import { folder } from '../conductor.ts'
import { playGame } from '../played/play.ts'
import { storeRuns } from '../played/stored-runs.ts'

const CLAUDE = { work: { is: 'prompt', text: 'do it' }, agent: 'claude', model: 'opus' } as const
const CODEX = { ...CLAUDE, agent: 'codex', model: null }

/** Run 1: $0.50 and $0.25. Run 2, a day later: `api` has cost less, `pages` is by an agent that tells no cost. */
function shop() {
  const place = folder({})
  const first = playGame('api:\npages:', {
    tasks: { api: CLAUDE, pages: CLAUDE },
    costs: { api: [0.5], pages: [0.25] },
  })
  const second = playGame('api:\npages:', {
    tasks: { api: CLAUDE, pages: CODEX },
    costs: { api: [0.1, 0.1] },
    outcomes: { api: ['try again'] },
  })
  storeRuns(place.path, [
    { game: first, at: '2026-03-01T12:00:00' },
    { game: second, at: '2026-03-02T12:00:00' },
  ])
  return place
}

it('the costs of runs are told by task, agent, model and day, in words and as JSON', async () => {
  await using place = shop()
  const costs = (...args: readonly string[]) => place.conductor('costs', ...args)
  expect((await costs('--run', '1')).stdout).toBe(`Costs of run 1, by task

  task    cost  tokens  time  attempts
  api    $0.50    1.0k    1s         1  ████████████████████
  pages  $0.25    1.0k    1s         1  ██████████
  total  $0.75    2.0k    2s         2
`)
  const newest = (await costs('--by', 'agent')).stdout
  expect(newest).toMatch(/^Costs of run 2, by agent\n/)
  expect(newest).toMatch(/ codex +not known +0 /)
  expect(newest).toMatch(/ total +at least \$0\.20 /)
  expect(newest).toContain('The cost is higher: some agents do not report theirs.')
  const all = JSON.parse((await costs('--all', '--by', 'day', '--json')).stdout) as Costs
  expect(all).toMatchObject({
    run: null,
    by: 'day',
    runs: 2,
    total: { cost_usd: 0.95, cost_is_partial: true, attempts: 5 },
    rows: [
      { is: 'day', name: '2026-03-01', cost_usd: 0.75 },
      { is: 'day', name: '2026-03-02', cost_usd: 0.2 },
    ],
  })
  for (const [args, says] of [
    [['--by', 'colour'], /task, agent, model, day/],
    [['--run', '7'], /there is no run 7 here/],
    [['--run', '1', '--all'], /cannot be used with/],
  ] as const) {
    const bad = await costs(...args)
    expect(bad.code).toBe(2)
    expect(bad.stderr).toMatch(says)
  }
})

it('two runs are compared, in all and task by task', async () => {
  await using place = shop()
  const { stdout } = await place.conductor('compare', '1', '2')
  expect(stdout).toMatch(/^Run 1 \(completed\) and run 2 \(completed\)\n/)
  expect(stdout).toMatch(/ Cost +\$0\.75 +\$0\.20 +−\$0\.55 \(−73 %\)\n/)
  expect(stdout).toMatch(/ Quality +not known +not known\n/)
  expect(stdout).toMatch(/ api +landed +−\$0\.30 \(−60 %\) +\+1\.0k \(\+100 %\) /)
  expect(stdout).toContain('The cost of run 2 is higher: some agents do not report theirs.')
  const comparison = JSON.parse(
    (await place.conductor('compare', '2', '1', '--json')).stdout,
  ) as Comparison
  expect(comparison.total.cost_usd).toEqual({ first: 0.2, second: 0.75, difference: 0.55 })
  const refused = async (...runs: readonly string[]) => {
    const { code, stderr } = await place.conductor('compare', ...runs)
    expect(code).toBe(2)
    return stderr
  }
  expect(await refused('1', '1')).toContain('run 1 cannot be compared with itself')
  expect((await place.conductor('runs')).code).toBe(0)
  expect(await refused('1', '9')).toContain('there is no run 9 here')
  expect(await refused('1')).toContain('missing required argument')
})

it('a repository without runs is told how to begin', async () => {
  await using place = folder({})
  const { code, stderr } = await place.conductor('costs')
  expect([code, stderr]).toEqual([2, expect.stringContaining('no run has been started here yet')])
})
