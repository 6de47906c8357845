import { describe, expect, it } from 'vitest'
import { serveGame } from '../../../test/played/served-game.ts'

const key = { 'idempotency-key': 'k1' }

describe('an Idempotency-Key', () => {
  it('gives the same answer again, without asking twice', async () => {
    using shop = await serveGame('a:')
    const guide = { text: 'like this' }
    const first = await shop.api.post('/api/runs/1/tasks/a/guide', guide, key)
    const second = await shop.api.post('/api/runs/1/tasks/a/guide', guide, key)
    expect(second).toMatchObject({ status: first.status, json: first.json })
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(shop.asked).toHaveLength(1)
  })

  it('makes whoever repeats a request wait for the first answer', async () => {
    using shop = await serveGame('a:')
    const add = { tasks: [{ id: 'x', run: 'true' }] }
    const both = await Promise.all([
      shop.api.post('/api/runs/1/tasks', add, key),
      shop.api.post('/api/runs/1/tasks', add, key),
    ])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(shop.asked).toHaveLength(1)
  })

  it('belongs to one request', async () => {
    using shop = await serveGame('a:')
    await shop.api.post('/api/runs/1/tasks/a/guide', { text: 'one' }, key)
    const other = await shop.api.post('/api/runs/1/tasks/a/guide', { text: 'two' }, key)
    expect(other).toMatchObject({ status: 422, json: { error: 'idempotency_key_reused' } })
    const elsewhere = await shop.api.post('/api/runs/1/pause', undefined, key)
    expect(elsewhere.status).toBe(422)
    expect(shop.asked).toHaveLength(1)
  })

  it('of no or too many characters is refused', async () => {
    using shop = await serveGame('a:')
    const long = { 'idempotency-key': 'k'.repeat(201) }
    expect((await shop.api.post('/api/runs/1/pause', undefined, long)).status).toBe(422)
  })

  it('remembers refusals, but nothing that failed in the server', async () => {
    using shop = await serveGame('a:')
    const refused = await shop.api.post('/api/runs/1/tasks/a/allow', undefined, key)
    expect(refused.status).toBe(409)
    const again = await shop.api.post('/api/runs/1/tasks/a/allow', undefined, key)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const { ask } = shop.served
    shop.served.ask = () => Promise.reject(Object.assign(new Error('gone'), { code: 'EPIPE' }))
    const other = { 'idempotency-key': 'k2' }
    expect((await shop.api.post('/api/runs/1/pause', undefined, other)).status).toBe(503)
    shop.served.ask = ask
    expect((await shop.api.post('/api/runs/1/pause', undefined, other)).status).toBe(200)
  })

  it('is forgotten after many others', async () => {
    using shop = await serveGame('a:')
    const guide = (key: string) =>
      shop.request('/api/runs/1/tasks/a/guide', {
        method: 'POST',
        body: '{"text":"once"}',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
    for (let i = 0; i <= 1000; i++) await guide(`k${i}`)
    expect((await guide('k1000')).headers.get('idempotent-replayed')).toBe('true')
    expect((await guide('k0')).headers.get('idempotent-replayed')).toBeNull()
  })

  it('means nothing for requests that only look', async () => {
    using shop = await serveGame('a:')
    const first = await shop.api.get('/api/runs/1/tasks/a', key)
    shop.game().ask({ ask: 'cancel-run' })
    const second = await shop.api.get('/api/runs/1/tasks/a', key)
    expect([first.json.state.is, second.json.state.is]).toEqual(['working', 'cancelled'])
  })
})
