import { describe, expect, it } from 'vitest'
import { OUTCOMES } from '../../../../test/played/play.ts'
import { serveGame } from '../../../../test/played/served-game.ts'

describe('batches', () => {
  it('stand in words that other programs know', async () => {
    using shop = await serveGame('a:\nb:\nc: a b', { agents: 2 })
    const words = async () =>
      (await shop.api.get('/api/batches')).json.batches.map(
        ({ status }: { status: string }) => status,
      )
    expect(await words()).toEqual(['running', 'pending'])
    await shop.api.post('/api/batches/2/pause')
    expect(await words()).toEqual(['running', 'paused'])
    await shop.api.post('/api/batches/2/resume')
    for (const task of shop.game().working()) shop.game().end(task, OUTCOMES.succeeded)
    expect(await words()).toEqual(['completed', 'pending'])
    shop.game().startAll()
    shop.game().end(shop.game().working()[0]!, OUTCOMES.missing)
    expect(await words()).toEqual(['completed', 'failed'])
  })

  it('can be paused and gone on with twice, and only if there is one', async () => {
    using shop = await serveGame('a:\nb: a')
    for (const action of ['pause', 'pause', 'resume', 'resume', 'start'])
      expect((await shop.api.post(`/api/batches/2/${action}`)).status).toBe(200)
    expect((await shop.api.post('/api/batches/3/pause')).status).toBe(404)
    expect((await shop.api.get('/api/batches/3/status')).status).toBe(404)
    for (const bad of ['0', 'x', '1.5', '-1'])
      expect((await shop.api.get(`/api/batches/${bad}/status`)).status).toBe(422)
  })

  it('of a plan that nobody has started are pending; starting one holds the others', async () => {
    using shop = await serveGame('a:\nb: a\nc: b', { isWaiting: true })
    expect((await shop.api.get('/api/batches')).json).toMatchObject({
      run: null,
      batches: [{ status: 'pending' }, { status: 'pending' }, { status: 'pending' }],
    })
    expect((await shop.api.post('/api/batches/9/start')).status).toBe(404)
    expect(shop.started).toEqual([])
    expect((await shop.api.post('/projects/shop/batches/1/start')).status).toBe(200)
    expect(shop.started).toMatchObject([{ hold: true }])
    expect(shop.game().working()).toEqual(['a'])
    expect(shop.game().run.pausedBatches).toEqual(new Set([1, 2]))
  })

  it('of a run that was stopped go on with it', async () => {
    using shop = await serveGame('a:\nb: a')
    shop.game().ask({ ask: 'pause-batch', batch: 1 })
    shop.letGo()
    expect((await shop.api.post('/api/batches/2/pause')).json.error).toBe('not_conducted')
    expect((await shop.api.post('/api/batches/2/start')).status).toBe(200)
    expect(shop.game().run.pausedBatches.size).toBe(0)
  })
})
