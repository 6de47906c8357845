import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { guards, LOOPBACK_HOSTS, type Access } from './access.ts'
import { makeTicket } from './ticket.ts'

const TOKEN = 'a-token-that-nobody-guesses-0123456789'

const ACCESS: Access = {
  token: TOKEN,
  cookie: 'conductor-1a2b3c4d',
  hosts: new Set([...LOOPBACK_HOSTS, 'box.example']),
  origins: new Set(['https://board.example']),
}

const HOST = { host: '127.0.0.1:4700' }
const BEARER = { authorization: `Bearer ${TOKEN}` }
const COOKIE = { cookie: `${ACCESS.cookie}=${TOKEN}` }
/** A request by our own page, not a user who opens it. */
const SAME = { 'sec-fetch-site': 'same-origin' }
const VISIT = {
  accept: 'text/html',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

type Headers = Readonly<Record<string, string>>

/** The status of the answer, and the `error` of a refusal. */
async function ask(path: string, headers: Headers, init: RequestInit = {}, access = ACCESS) {
  const app = new Hono()
  app.use(...guards(access))
  app.all('*', (context) => context.text('inside'))
  const url = path.startsWith('http') ? path : `http://127.0.0.1:4700${path}`
  const response = await app.request(url, { ...init, headers: { ...HOST, ...headers } })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const { error } = isJson ? ((await response.clone().json()) as { error: string }) : { error: '' }
  return { response, said: `${response.status} ${error}`.trim() }
}

describe('the host that is spoken to', () => {
  it.each([
    '127.0.0.1:4700',
    '127.0.0.1',
    'localhost:4700',
    'LOCALHOST:9',
    '[::1]:4700',
    'box.example',
  ])('%s is ours', async (host) => {
    expect((await ask('/api/runs', { host, ...BEARER })).said).toBe('200')
  })

  it.each([
    'evil.example:4700',
    '127.0.0.1.evil.example',
    'evil.example#127.0.0.1',
    '127.0.0.1:4700.evil.example',
    'localhost.',
    '0.0.0.0:4700',
    '127.0.0.2:4700',
    '2130706433',
    'sub.box.example',
    '',
  ])('%s is not, whoever asks and whatever for', async (host) => {
    for (const path of ['/api/runs', '/', '/api/health', `/?token=${TOKEN}`])
      expect((await ask(path, { host, ...BEARER })).said).toBe('403 foreign_host')
  })

  it('counts also when the request line names one', async () => {
    expect((await ask('http://evil.example/api/runs', BEARER)).said).toBe('403 foreign_host')
  })

  it('is not taken from what a proxy, or anybody, says it was', async () => {
    const forwarded = { 'x-forwarded-host': '127.0.0.1:4700', forwarded: 'host=127.0.0.1' }
    const { said } = await ask('/', { host: 'evil.example', ...forwarded, ...BEARER })
    expect(said).toBe('403 foreign_host')
  })
})

describe('the page that a request comes from', () => {
  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page that hides where it is from', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:5173' }],
    ['another name of this machine', { origin: 'http://localhost:4700' }],
    ['the same host by https, which we do not speak', { origin: 'https://127.0.0.1:4700' }],
    ['a site that begins like ours', { origin: 'http://127.0.0.1:4700.evil.example' }],
    ['one that only looks like an allowed one', { origin: 'https://board.example.evil.example' }],
    [
      'another site, in an old form',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ],
    ['another port, as an image', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' }],
    [
      'another site, as a socket',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'websocket' },
    ],
    [
      'a frame of another site',
      { ...VISIT, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
    ],
  ])('%s is refused, though it brings the cookie', async (_, headers) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { response, said } = await ask('/api/asks', { ...COOKIE, ...headers }, { method })
      expect(said).toBe('403 foreign_origin')
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('of our own is welcome', async () => {
    const origin = { origin: 'http://127.0.0.1:4700', 'sec-fetch-site': 'same-origin' }
    expect((await ask('/api/asks', { ...COOKIE, ...origin }, { method: 'POST' })).said).toBe('200')
    expect((await ask('/api/runs', { ...COOKIE, 'sec-fetch-site': 'same-origin' })).said).toBe(
      '200',
    )
  })

  it('of another site may link to ours, and no more', async () => {
    const link = { ...VISIT, 'sec-fetch-site': 'cross-site' }
    expect((await ask('/tasks/a', { ...COOKIE, ...link })).said).toBe('200')
    const { said } = await ask('/api/asks', { ...COOKIE, ...link }, { method: 'POST' })
    expect(said).toBe('403 foreign_origin')
  })

  it('behind a proxy with https is known only if it was allowed', async () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }
    const headers = { host: 'box.example', origin: 'https://box.example', ...forwarded, ...BEARER }
    expect((await ask('/api/runs', headers)).said).toBe('403 foreign_origin')
    const access = { ...ACCESS, origins: new Set(['https://box.example']) }
    expect((await ask('/api/runs', headers, {}, access)).said).toBe('200')
  })
})

describe('an origin that was allowed', () => {
  const origin = { origin: 'https://board.example' }
  const preflight = { ...origin, 'access-control-request-method': 'POST' }

  it('may ask with the token, and read the answer', async () => {
    const { response, said } = await ask('/api/runs', { ...origin, ...BEARER })
    expect(said).toBe('200')
    expect(response.headers.get('access-control-allow-origin')).toBe('https://board.example')
    expect(response.headers.get('vary')).toBe('origin')
    expect(response.headers.get('access-control-allow-methods')).toMatch(/GET, POST.* OPTIONS/)
    expect(response.headers.get('access-control-allow-headers')).toContain('content-type')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('needs the token as well', async () => {
    expect((await ask('/api/runs', origin)).said).toBe('401 no_access')
  })

  it('is told in advance what it may send, and nothing that is not needed', async () => {
    const { response } = await ask('/api/asks', preflight, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': 'https://board.example',
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-max-age': '600',
      vary: 'origin',
    })
  })

  it('is the only one that is', async () => {
    for (const other of ['https://evil.example', 'http://board.example', 'null']) {
      const { response } = await ask(
        '/api/asks',
        { ...preflight, origin: other },
        { method: 'OPTIONS' },
      )
      expect(response.status).toBe(403)
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([])
    }
  })

  it('is none unless somebody says so', async () => {
    const access = { ...ACCESS, origins: new Set<string>() }
    expect((await ask('/api/runs', { ...origin, ...BEARER }, {}, access)).said).toBe(
      '403 foreign_origin',
    )
  })
})

describe('the token', () => {
  it.each([
    ['none', {}],
    ['an empty one', { authorization: 'Bearer ' }],
    ['a wrong one', { authorization: 'Bearer a-token-that-nobody-guesses-0123456788' }],
    ['half of it', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['more than it', { authorization: `Bearer ${TOKEN}x` }],
    ['a very long one', { authorization: `Bearer ${'x'.repeat(10_000)}` }],
    ['by another scheme', { authorization: `Basic ${TOKEN}` }],
    ['without a scheme', { authorization: TOKEN }],
    ['in the cookie of another repository', { cookie: `conductor-ffffffff=${TOKEN}` }],
    ['a wrong one in our cookie', { cookie: `${ACCESS.cookie}=x` }],
    ['an empty one in our cookie', { cookie: `${ACCESS.cookie}=` }],
    ['another one as a bearer beside a right cookie', { ...COOKIE, authorization: 'Bearer x' }],
  ])('%s opens nothing', async (_, headers) => {
    for (const path of ['/', '/api/runs', '/api/live', '/metrics', '/api/healthy', '/assets/x.js'])
      expect((await ask(path, headers)).said).toBe('401 no_access')
  })

  it('opens everything as a bearer or as a cookie', async () => {
    for (const headers of [BEARER, { authorization: `bearer ${TOKEN}` }, COOKIE])
      expect((await ask('/api/runs', headers)).said).toBe('200')
  })

  it('is not needed to ask whether the server is there', async () => {
    expect((await ask('/api/health', {})).said).toBe('200')
  })

  it('that is short or empty makes no server', () => {
    expect(() => guards({ ...ACCESS, token: '' })).toThrow('guessed')
    expect(() => guards({ ...ACCESS, token: 'short' })).toThrow('guessed')
  })
})

describe('the link with a ticket', () => {
  it('becomes a cookie once, and leaves the address', async () => {
    const app = new Hono()
    app.use(...guards(ACCESS))
    app.all('*', (context) => context.text('inside'))
    const path = `/board?ticket=${makeTicket(TOKEN)}&q=1`
    const open = (): Response | Promise<Response> =>
      app.request(`http://127.0.0.1:4700${path}`, { headers: { ...HOST, ...VISIT } })
    const answer = await open()
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/board?q=1')
    expect(answer.headers.get('set-cookie')).toContain(`${ACCESS.cookie}=${TOKEN}`)
    expect((await open()).status).toBe(401)
  })

  it('opens neither the API nor a socket', async () => {
    for (const [path, headers] of [
      ['/api/runs', {}],
      ['/api/live', { upgrade: 'websocket' }],
    ] as const)
      expect((await ask(`${path}?ticket=${makeTicket(TOKEN)}`, headers)).said).toBe('401 no_access')
  })

  it('that is no good is cleaned away for whoever is in already', async () => {
    const { response } = await ask('/board?ticket=old', { ...VISIT, ...COOKIE })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/board'])
  })
})

describe('the link with the token', () => {
  it('becomes a cookie that scripts cannot read and other sites do not send, and an address without it', async () => {
    const { response } = await ask(`/tasks/a?x=1&token=${TOKEN}&y=2`, VISIT)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/tasks/a?x=1&y=2')
    const [cookie, ...marks] = response.headers.get('set-cookie')!.split('; ')
    expect(cookie).toBe(`${ACCESS.cookie}=${TOKEN}`)
    expect(marks.toSorted()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Strict'])
  })

  it('works for programs, which do not say where they come from', async () => {
    for (const headers of [{}, { 'sec-fetch-mode': 'cors' }])
      expect((await ask(`/?token=${TOKEN}`, headers)).response.status).toBe(303)
  })

  it.each([
    ['a wrong token', '/?token=x', {}, {}],
    ['an empty token', '/?token=', {}, {}],
    ['a POST', `/?token=${TOKEN}`, {}, { method: 'POST' }],
    ['the API', `/api/runs?token=${TOKEN}`, {}, {}],
    ['a socket', `/api/live?token=${TOKEN}`, { upgrade: 'websocket' }, {}],
    ['a script', `/?token=${TOKEN}`, { ...SAME, 'sec-fetch-mode': 'cors' }, {}],
    ['an image', `/?token=${TOKEN}`, { ...SAME, 'sec-fetch-mode': 'no-cors' }, {}],
  ])('opens nothing for %s', async (_, path, headers, init) => {
    const { response, said } = await ask(path, headers, init)
    expect(said).toBe('401 no_access')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('of another time is cleaned from the address of whoever is in', async () => {
    const { response } = await ask('/board?token=old', { ...VISIT, ...COOKIE })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/board'])
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it.each(['//evil.example/', '///evil.example', '/%2f%2fevil.example', '//evil.example\\x'])(
    'leads to no other host: %s',
    async (path) => {
      for (const token of [TOKEN, 'old']) {
        const { response } = await ask(`${path}?token=${token}`, { ...VISIT, ...COOKIE })
        const target = new URL(response.headers.get('location')!, 'http://127.0.0.1:4700')
        expect(target.host).toBe('127.0.0.1:4700')
      }
    },
  )

  it('carries no line ends into a header', async () => {
    const { response } = await ask(`/a%0d%0aset-cookie:x=1?token=${TOKEN}&b=%0d%0ax:y`, VISIT)
    expect(response.headers.get('location')).toBe('/a%0d%0aset-cookie:x=1?b=%0D%0Ax%3Ay')
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })
})

describe('whoever stays outside', () => {
  it('reads in a browser what to do, on a page that needs nothing', async () => {
    const { response } = await ask('/tasks/a?token=wrong', VISIT)
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toContain('text/html')
    const page = await response.text()
    expect(page).toContain('conductor open')
    expect(page).not.toMatch(/<script|<style|style=|<link|<img|\bon\w+=|wrong/i)
  })

  it.each([
    ['the API', '/api/runs', VISIT],
    ['a program', '/', { accept: '*/*' }],
    ['a script of a page', '/', { accept: 'text/html', ...SAME }],
  ])('gets JSON for %s', async (_, path, headers) => {
    const { response } = await ask(path, headers)
    expect(await response.json()).toEqual({
      error: 'no_access',
      message: expect.stringContaining('link'),
      hint: expect.stringContaining('conductor open'),
    })
  })
})
