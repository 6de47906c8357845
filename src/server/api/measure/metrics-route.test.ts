import { describe, expect, it } from 'vitest'
import { OUTCOMES } from '../../../../test/played/play.ts'
import { readPrometheus, type Sample } from '../../../../test/prometheus-text.ts'
import { serveGame, type ServedGame } from '../../../../test/played/served-game.ts'
import { commitId, taskId } from '../../../core/value/ids.ts'

const [a, b] = [taskId('a'), taskId('b')]

async function figures(shop: ServedGame): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const text = await (await shop.request('/metrics')).text()
  return new Map([...readPrometheus(text)].map(([name, { samples }]) => [name, samples]))
}

async function figure(shop: ServedGame, name: string, labels = {}): Promise<number | undefined> {
  const samples = (await figures(shop)).get(name.replace(/_(?:sum|count)$/, '')) ?? []
  const wanted = JSON.stringify(labels)
  return [...samples, ...((await figures(shop)).get(name) ?? [])].find(
    (sample) => sample.name === name && JSON.stringify(sample.labels) === wanted,
  )?.value
}

describe('figures for Prometheus', () => {
  it('follow its format and its rules for names', async () => {
    using shop = await serveGame('a:\nb: a')
    const response = await shop.request('/metrics')
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const metrics = readPrometheus(await response.text())
    expect([...metrics.keys()].sort()).toEqual([
      'conductor_attempt_duration_seconds',
      'conductor_attempts_total',
      'conductor_check_duration_seconds',
      'conductor_cost_usd_total',
      'conductor_event_lag_seconds',
      'conductor_interactions_total',
      'conductor_landings_total',
      'conductor_live_sockets',
      'conductor_queue_depth',
      'conductor_run_info',
      'conductor_suggestion_cost_usd_total',
      'conductor_suggestion_display_seconds',
      'conductor_suggestion_duration_seconds',
      'conductor_suggestion_feedback_total',
      'conductor_suggestion_uses_total',
      'conductor_suggestions_total',
      'conductor_tasks',
      'conductor_tokens_total',
    ])
    for (const { name, type, help } of metrics.values()) {
      expect({ name, help }).toEqual({ name, help: expect.stringMatching(/^[A-Z].*\.$/) })
      expect({ name, isCounter: type === 'counter' }).toEqual({
        name,
        isCounter: name.endsWith('_total'),
      })
    }
  })

  it('show the run as it stands', async () => {
    using shop = await serveGame('a:\nb:\nc: a', { agents: 1 })
    expect(await figure(shop, 'conductor_tasks', { state: 'working' })).toBe(1)
    expect(await figure(shop, 'conductor_tasks', { state: 'waiting' })).toBe(2)
    expect(await figure(shop, 'conductor_queue_depth')).toBe(1)
    expect(await figure(shop, 'conductor_live_sockets')).toBe(3)
    expect(await figure(shop, 'conductor_run_info', { run: '1', status: 'running' })).toBe(1)
    shop.game().ask({ ask: 'pause' })
    const info = (await figures(shop)).get('conductor_run_info')
    expect(info?.map(({ labels }) => labels)).toEqual([{ run: '1', status: 'paused' }])
  })

  it('count attempts, landings, checks, tokens and costs as they happen', async () => {
    using shop = await serveGame('a:\nb:', { isolation: 'worktree' })
    const game = shop.game()
    game.spend(a, 0.5, { inputTokens: 10 })
    game.spend(a, 0.75, { inputTokens: 30 })
    game.end(a, OUTCOMES.succeeded)
    game.end(b, OUTCOMES.missing)
    game.record([
      {
        type: 'check-ended',
        tasks: [a],
        commit: commitId('1'.repeat(40)),
        check: 'npm test',
        passed: true,
        again: false,
        seconds: 12,
        log: 'x',
      },
    ])
    game.land(a, 'conflict', false)
    shop.live.look()
    expect(await figure(shop, 'conductor_attempts_total', { outcome: 'succeeded' })).toBe(1)
    expect(await figure(shop, 'conductor_attempts_total', { outcome: 'failed' })).toBe(1)
    expect(await figure(shop, 'conductor_attempt_duration_seconds_count')).toBe(2)
    expect(await figure(shop, 'conductor_landings_total', { result: 'conflict' })).toBe(1)
    expect(await figure(shop, 'conductor_check_duration_seconds_sum', { result: 'passed' })).toBe(
      12,
    )
    expect(await figure(shop, 'conductor_tokens_total', { kind: 'input' })).toBe(30)
    expect(await figure(shop, 'conductor_tokens_total', { kind: 'output' })).toBe(1000)
    expect(await figure(shop, 'conductor_cost_usd_total')).toBe(0.75)
  })

  it('count what people do, by the view they do it in', async () => {
    using shop = await serveGame('a:')
    const inView = (view: string) => ({ 'x-conductor-view': view })
    await shop.api.post('/api/runs/1/pause', undefined, inView('board'))
    await shop.api.post('/api/runs/1/resume', undefined, inView('board'))
    await shop.api.post('/api/runs/1/pause', undefined, inView('made-up'))
    await shop.api.post('/api/runs/1/pause')
    await shop.api.get('/api/runs', inView('board'))
    await shop.api.post('/api/runs/9/pause', undefined, inView('board'))
    await shop.request('/api/session', { method: 'HEAD' })
    expect(await figure(shop, 'conductor_interactions_total', { view: 'board' })).toBe(2)
    expect(await figure(shop, 'conductor_interactions_total', { view: 'other' })).toBe(1)
    expect(await figure(shop, 'conductor_interactions_total', { view: 'api' })).toBe(1)
    const { interactions } = (await shop.api.get('/api/session')).json as { interactions: object }
    expect(interactions).toEqual({ board: 2, other: 1, api: 1 })
  })

  it('are there before the first run', async () => {
    using shop = await serveGame('a:', { isWaiting: true })
    expect((await figures(shop)).get('conductor_run_info')).toEqual([])
    expect(await figure(shop, 'conductor_queue_depth')).toBe(0)
  })
})
