import { Validator } from '@seriousme/openapi-schema-validator'
import { hc } from 'hono/client'
import { describe, expect, it } from 'vitest'
import { serveGame } from '../../../test/played/served-game.ts'
import { ALIASES } from './aliases.ts'
import type { Api } from './api.ts'

describe('the document of the API', () => {
  it('is valid OpenAPI 3.1, and says how to be let in', async () => {
    using shop = await serveGame('a:')
    const text = await (await shop.request('/api/openapi.json')).text()
    const verdict = await new Validator().validate(JSON.parse(text))
    expect(verdict.errors).toBeUndefined()
    expect(JSON.parse(text)).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Conductor', version: '1.2.3' },
      security: [{ bearer: [] }, { cookie: [] }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'conductor-test' },
        },
      },
    })
  })

  it('has a name, a summary and a group for every operation', async () => {
    using shop = await serveGame('a:')
    const operations = Object.values(shop.api.document.paths).flatMap((item) => Object.values(item))
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(operations.length)
    for (const operation of operations)
      expect(operation).toMatchObject({
        summary: expect.stringMatching(/\w+/),
        tags: [expect.stringMatching(/\w+/)],
      })
  })

  it('knows the other names of paths', async () => {
    using shop = await serveGame('a:')
    for (const { method, path } of ALIASES)
      expect(shop.api.document.paths[path]).toHaveProperty(method)
  })
})

describe('a refusal', () => {
  it('is known to the typed client', async () => {
    using shop = await serveGame('a:')
    const fetch = (address: unknown, request?: RequestInit) =>
      shop.request(new URL(String(address)).pathname, request)
    const response = await hc<Api>('http://shop', { fetch }).api.runs[':run'].$get({
      param: { run: '7' },
    })
    // This compiles only as long as the client knows which answers the route can give.
    if (response.status !== 404) throw new Error(`${response.status}`)
    expect((await response.json()).error).toBe('unknown_run')
  })

  it('has one form, whatever is wrong', async () => {
    using shop = await serveGame('a:')
    const { api } = shop
    const bad = [
      [await api.get('/api/nothing-here'), 404, 'not_found'],
      [await api.get('/api/runs/99'), 404, 'unknown_run'],
      [await api.get('/api/runs/current/tasks/b'), 404, 'unknown_task'],
      [await api.post('/api/asks', '{'), 400, 'malformed'],
      [
        await api.post('/api/asks', 'x', { 'content-type': 'text/plain' }),
        415,
        'unsupported_media_type',
      ],
      [await api.post('/api/asks', { ask: 'explode' }), 422, 'invalid'],
      // An unknown field is refused instead of ignored: without `batch`, this ask would pause the whole run.
      [await api.post('/api/asks', { ask: 'pause', batch: 1 }), 422, 'invalid'],
      [
        await api.post('/api/asks', { ask: 'change', task: 'a', change: { prompt: 'x' } }),
        422,
        'invalid',
      ],
      [await api.get('/api/plan?run=1&file=tasks.yaml'), 422, 'invalid'],
      [await api.post('/api/plan/simulate', { run: '1', file: 'tasks.yaml' }), 422, 'invalid'],
      [await api.post('/api/asks', { ask: 'reject', task: 'a', why: 'no' }), 409, 'wrong_state'],
      // As at the path of its own, a rejection needs a reason.
      [await api.post('/api/asks', { ask: 'reject', task: 'a', why: '' }), 422, 'invalid'],
    ] as const
    for (const [answer, status, error] of bad) {
      expect(answer).toMatchObject({ status, json: { error } })
      expect(answer.json.message).toMatch(/\w+/)
      expect(answer.json).toHaveProperty('hint')
    }
  })

  it('says that a path is there, and what it takes', async () => {
    using shop = await serveGame('a:')
    for (const [method, path, allow] of [
      ['PUT', '/api/runs', 'GET, POST'],
      ['DELETE', '/api/runs/1', 'GET, PATCH'],
      ['GET', '/api/runs/1/tasks/a/retry', 'POST'],
    ] as const) {
      const response = await shop.request(path, { method })
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, allow])
      expect(await response.json()).toMatchObject({ error: 'method_not_allowed' })
    }
    expect((await shop.request('/api/run', { method: 'PUT' })).status).toBe(404)
  })

  it('of a body that is not JSON has one wording', async () => {
    using shop = await serveGame('a:')
    const { document } = shop.api
    const described = document.paths['/api/asks']!['post']!.responses['415'] as {
      description: string
    }
    const { json } = await shop.api.post('/api/asks', 'x', { 'content-type': 'text/plain' })
    expect(described.description.toLowerCase()).toBe(`${json.message}.`.toLowerCase())
  })

  it('of a run that is over says so, whatever is asked', async () => {
    using shop = await serveGame('a:')
    shop.game().ask({ ask: 'cancel-run' })
    for (const answer of [
      await shop.api.post('/api/runs/1/pause'),
      await shop.api.patch('/api/runs/1', { agents: 2, budget_usd: 3 }),
      await shop.api.post('/api/batches/1/pause'),
      await shop.api.post('/api/runs/1/tasks', { tasks: [{ id: 'b', run: 'true' }] }),
    ])
      expect(answer).toMatchObject({ status: 409, json: { error: 'run_is_over' } })
  })

  it('suggests the task that may have been meant', async () => {
    using shop = await serveGame('schema:')
    const { json } = await shop.api.get('/api/runs/current/tasks/shema')
    expect(json.hint).toBe('did you mean "schema"?')
  })

  it('does not tell what went wrong inside; that is kept for whoever mends it', async () => {
    using shop = await serveGame('a:')
    shop.served.measured = () => {
      throw new Error('secret place')
    }
    shop.game().ask({ ask: 'cancel-run' })
    const response = await shop.request('/api/runs/1')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(shop.faults).toEqual([new Error('secret place')])
  })

  it('is 503 when the coordinator goes away in that very moment', async () => {
    using shop = await serveGame('a:')
    shop.served.ask = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
    const answer = await shop.api.post('/api/runs/current/pause')
    expect(answer).toMatchObject({ status: 503, json: { error: 'coordinator_gone' } })
  })
})

describe('other names of paths', () => {
  it('lead to the same, below /api too', async () => {
    using shop = await serveGame('a:\nb: a')
    for (const start of ['/projects/shop', '/projects/current', '/api/projects/current']) {
      const { status, json } = await shop.api.get(`${start}/batches/2/status`)
      expect({ status, json }).toMatchObject({
        status: 200,
        json: { batch_id: 2, task_ids: ['b'] },
      })
    }
    const { json } = await shop.api.get('/projects/shop/execution-plan')
    expect(json).toMatchObject({ project_id: 'shop', run: '1' })
    await shop.api.post('/projects/shop/batches/2/pause')
    expect(shop.game().run.pausedBatches).toEqual(new Set([1]))
    await shop.api.post('/projects/shop/batches/2/resume')
    expect(shop.game().run.pausedBatches).toEqual(new Set())
  })

  it('do not lead to another repository', async () => {
    using shop = await serveGame('a:')
    for (const name of ['other', '..', '%2e%2e', 'Shop', '%zz']) {
      const response = await shop.request(`/projects/${name}/execution-plan`)
      expect({ name, status: response.status }).toEqual({ name, status: 404 })
    }
  })

  it('are refused like the paths they stand for', async () => {
    using shop = await serveGame('a:')
    expect((await shop.api.delete('/worktrees/x')).json.error).toBe('no_repository')
    expect((await shop.api.post('/projects/shop/not-there')).status).toBe(404)
  })
})
