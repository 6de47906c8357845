/** Attacks on the web server of a repository, by a foreign page, a foreign host name or a hostile program. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { BIN } from '../conductor.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { until } from '../until.ts'
import { visit, type Visitor } from '../browser/web-visit.ts'

const place = tempFolder()
const home = join(place.path, '.conductor')
let serving: ChildProcess
let link: string
let port: number
let token: string
let visitor: Visitor

beforeAll(async () => {
  // With a task file the folder is served as a project, and not as the list of all projects.
  writeFileSync(join(place.path, 'tasks.yaml'), 'tasks: [{id: a, run: "true"}]\n')
  serving = spawn(process.execPath, [BIN, 'serve', '--port', '0'], {
    cwd: place.path,
    env: { ...process.env, HOME: place.path, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  serving.stdout!.on('data', (piece: Buffer) => (printed += piece.toString()))
  link = await until('the link is printed', () => /http:\S+token=[\w-]+/.exec(printed)?.[0], 50)
  port = Number(new URL(link).port)
  token = new URL(link).searchParams.get('token')!
  visitor = await visit(link)
})

afterAll(async () => {
  serving.kill('SIGTERM')
  await once(serving, 'close')
  place[Symbol.dispose]()
})

/** Sends these bytes over a connection of their own; returns all that comes back until it is closed. */
function raw(...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => pieces.forEach((piece) => socket.write(piece)))
    let heard = ''
    socket.on('data', (piece) => (heard += piece.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
  })
}

const lines = (...headers: readonly string[]): string => `${headers.join('\r\n')}\r\n\r\n`

const ours = (): string => `Host: 127.0.0.1:${port}`

const bearer = (): string => `Authorization: Bearer ${token}`

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

const last = 'Connection: close'

const get = (path: string, ...headers: readonly string[]): Promise<string> =>
  raw(lines(`GET ${path} HTTP/1.1`, ...headers, last))

/** The error word of a refusal; checks that the refusal has the form that all have. */
function wordOf(answer: string): string {
  const body = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)) as object
  expect(body).toEqual({
    error: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/\w/),
    hint: expect.toSatisfy((hint) => hint === null || typeof hint === 'string'),
  })
  return (body as { error: string }).error
}

describe('a foreign name that points to this machine', () => {
  it.each([
    ['in the host', ['GET /api/session HTTP/1.1', 'Host: evil.example:4700']],
    ['in the request line', ['GET http://evil.example:4700/api/session HTTP/1.1', 'OURS']],
    ['in the request line and ours in the host', ['GET http://evil.example/ HTTP/1.1', 'OURS']],
    ['which ends like ours', ['GET /api/session HTTP/1.1', 'Host: evil.127.0.0.1']],
    [
      'behind a proxy that nobody has set up',
      ['GET / HTTP/1.1', 'Host: evil.example', 'FORWARDED'],
    ],
  ])('%s is not answered to, not even with the token', async (_, request) => {
    const headers = request.map((line) =>
      line.replace('OURS', ours()).replace('FORWARDED', 'X-Forwarded-Host: 127.0.0.1'),
    )
    const answer = await raw(lines(...headers, bearer(), last))
    expect([statusOf(answer), wordOf(answer)]).toEqual([403, 'foreign_host'])
  })

  it.each([
    ['no host', ['GET /api/health HTTP/1.1']],
    ['no host in an old version', ['GET /api/health HTTP/1.0']],
    ['a host with a user', ['GET /api/health HTTP/1.1', 'Host: 127.0.0.1@evil.example']],
    ['a host with a path', ['GET /api/health HTTP/1.1', 'Host: 127.0.0.1/x']],
  ])('%s is no request', async (_, request) => {
    expect([400, 403]).toContain(statusOf(await raw(lines(...request, last))))
  })

  it('is refused when ours is in a second Host header', async () => {
    const answer = await get('/api/health', 'Host: evil.example', ours())
    expect([400, 403]).toContain(statusOf(answer))
  })
})

describe('a foreign page', () => {
  const ask = '{"ask":"pause"}'
  const posted = (...headers: readonly string[]): Promise<string> =>
    raw(
      lines(
        'POST /api/asks HTTP/1.1',
        ours(),
        `Cookie: ${visitor.cookie}`,
        `Content-Length: ${ask.length}`,
        ...headers,
        last,
      ) + ask,
    )

  it.each([
    ['of another site', ['Origin: https://evil.example', 'Content-Type: text/plain']],
    ['that hides where it is from', ['Origin: null', 'Content-Type: application/json']],
    ['on another port of this machine', ['Origin: http://127.0.0.1:5173']],
    ['that says nothing but the site', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate']],
  ])('%s asks nothing of a run, though the browser brings the cookie', async (_, headers) => {
    const answer = await posted(...headers)
    expect([statusOf(answer), wordOf(answer)]).toEqual([403, 'foreign_origin'])
  })

  it('gets no CORS permission, and can read nothing', async () => {
    const answer = await raw(
      lines(
        'OPTIONS /api/asks HTTP/1.1',
        ours(),
        'Origin: https://evil.example',
        'Access-Control-Request-Method: POST',
        last,
      ),
    )
    expect(statusOf(answer)).toBe(403)
    const health = await get('/api/health', ours(), 'Origin: https://evil.example')
    for (const heard of [answer, health]) expect(heard).not.toMatch(/access-control/i)
  })

  it('sends forms and plain text, which are not JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      expect(wordOf(await posted(`Content-Type: ${type}`))).toBe('unsupported_media_type')
    expect(statusOf(await posted('Content-Type: text/plain'))).toBe(415)
    expect(statusOf(await posted())).toBe(415)
    expect(wordOf(await posted('Content-Type: application/json'))).toBe('no_run')
  })
})

describe('a foreign socket', () => {
  const upgraded = (path: string, ...headers: readonly string[]): Promise<number> => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      lines(
        `GET ${path} HTTP/1.1`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      ),
    )
    return once(socket, 'data').then(([piece]) => {
      socket.destroy()
      return statusOf(String(piece))
    })
  }

  const live = '/api/live'
  const cookie = (): string => `Cookie: ${visitor.cookie}`

  it('without the token is not opened', async () => {
    expect(await upgraded(live, ours())).toBe(401)
    expect(await upgraded(`${live}?token=${token}`, ours())).toBe(401)
  })

  it.each([
    ['of another site', 'Origin: https://evil.example'],
    ['that hides where it is from', 'Origin: null'],
    ['of another port', 'Origin: http://127.0.0.1:9'],
    ['that says nothing but the site', 'Sec-Fetch-Site: cross-site'],
  ])('%s is not opened, though the browser brings the cookie', async (_, header) => {
    expect(await upgraded(live, ours(), cookie(), header)).toBe(403)
  })

  it('under a foreign name is not opened', async () => {
    expect(await upgraded(live, 'Host: evil.example', cookie())).toBe(403)
    const origin = 'Origin: http://evil.example'
    expect(await upgraded(live, 'Host: evil.example', cookie(), origin)).toBe(403)
    expect(await upgraded('http://evil.example/api/live', ours(), cookie())).toBe(403)
  })

  it('is one of our page, or of a program with the token', async () => {
    const origin = `Origin: http://127.0.0.1:${port}`
    expect(await upgraded(live, ours(), cookie(), origin)).toBe(101)
    expect(await upgraded(live, ours(), bearer())).toBe(101)
  })

  it('of another protocol is answered like any request, and not left open', async () => {
    const answer = await get('/api/health', ours(), 'Connection: Upgrade', 'Upgrade: h2c')
    expect(statusOf(answer)).toBe(200)
  })

  it.each([
    ['a message without end', () => `{"type":"unwatch","attempt":"${'x'.repeat(70_000)}"}`, 1009],
    ['bytes', () => Buffer.from([1, 2, 3]), 1008],
    ['nonsense', () => '<script>alert(1)</script>', 1008],
  ])('that sends %s is closed', async (_, message, code) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`, {
      headers: { cookie: visitor.cookie },
    })
    await once(socket, 'open')
    socket.send(message())
    const [closed] = (await once(socket, 'close')) as [number]
    expect(closed).toBe(code)
  })

  it('that never stops talking is closed', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`, {
      headers: { cookie: visitor.cookie },
    })
    await once(socket, 'open')
    for (let i = 0; i < 500; i++) socket.send('{"type":"follow","known":null}')
    const [closed] = (await once(socket, 'close')) as [number]
    expect(closed).toBe(1008)
  })
})

describe('a client without the token', () => {
  it('sees nothing but whether the server is there', async () => {
    for (const path of [
      '/',
      '/board',
      '/icon.svg',
      '/assets/x.js',
      '/metrics',
      '/api/session',
      '/api/runs',
      '/api/openapi.json',
      '/api/docs',
      '/api/nothing',
      '/projects/current/worktrees',
    ])
      expect([path, statusOf(await get(path, ours()))]).toEqual([path, 401])
    expect(statusOf(await get('/api/health', ours()))).toBe(200)
  })

  it('reads in a browser what to type, and a program reads JSON', async () => {
    const page = await get('/tasks/a', ours(), 'Accept: text/html')
    expect(page).toMatch(/content-type: text\/html/i)
    expect(page).toContain('conductor open')
    expect(wordOf(await get('/', ours()))).toBe('no_access')
  })

  it('does not get in by a token that is too long for any header', async () => {
    const answer = await get('/', ours(), `Authorization: Bearer ${'x'.repeat(100_000)}`)
    expect(statusOf(answer)).toBe(431)
  })

  it('cannot put the token of the link into anything but the page', async () => {
    expect(statusOf(await get(`/api/session?token=${token}`, ours()))).toBe(401)
    expect(statusOf(await raw(lines(`POST /?token=${token} HTTP/1.1`, ours(), last)))).toBe(401)
  })
})

describe('a path that leads elsewhere', () => {
  it.each([
    '/assets/..%2f..%2fpackage.json',
    '/assets/%252e%252e%252fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/index.html%00.js',
    '/assets/%00',
    '/assets//etc/passwd',
    '/assets/.',
    '/assets/',
  ])('%s is no file of ours', async (path) => {
    const answer = await get(path, ours(), bearer())
    expect([statusOf(answer), wordOf(answer)]).toEqual([404, 'not_found'])
  })

  it.each([
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '//etc/passwd',
    '/%2fetc%2fpasswd',
    '/../../../../etc/passwd',
    '/.conductor/access-token',
    '/file:///etc/passwd',
  ])('%s is our page, which has views under every path', async (path) => {
    const answer = await get(path, ours(), bearer())
    expect(answer).toContain('<title>Conductor</title>')
    expect(answer).not.toMatch(/root:|"devDependencies"/)
    expect(answer).not.toContain(token)
  })

  it('with a backslash is no path', async () => {
    const answer = await get('/assets/..\\..\\package.json', ours(), bearer())
    expect(statusOf(answer)).toBe(400)
  })

  it('below the API is never the page', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/../api/x', '/api/%2e'])
      for (const method of ['GET', 'POST', 'DELETE', 'PUT']) {
        const answer = await raw(lines(`${method} ${path} HTTP/1.1`, ours(), bearer(), last))
        expect([path, statusOf(answer), wordOf(answer)]).toEqual([path, 404, 'not_found'])
      }
    const live = await get('/api/live', ours(), bearer())
    expect([statusOf(live), wordOf(live)]).toEqual([426, 'upgrade_required'])
  })
})

describe('a request that is not as it should be', () => {
  const posted = (body: string, ...headers: readonly string[]): Promise<string> =>
    raw(
      lines(
        'POST /api/asks HTTP/1.1',
        ours(),
        bearer(),
        'Content-Type: application/json',
        ...headers,
        last,
      ) + body,
    )

  it('is refused when it is too large, whether or not it says so', async () => {
    const large = `{"ask":"pause","x":"${'x'.repeat(2 * 2 ** 20)}"}`
    const withLength = await posted(large, `Content-Length: ${large.length}`)
    expect([statusOf(withLength), wordOf(withLength)]).toEqual([413, 'too_large'])
    const chunk = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`
    const chunked = await posted(chunk, 'Transfer-Encoding: chunked')
    expect([statusOf(chunked), wordOf(chunked)]).toEqual([413, 'too_large'])
  })

  it('reads why it was refused, and so does the next on a connection that is kept', async () => {
    const body = 'x'.repeat(3 * 2 ** 20)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const send = (more: object): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/api/asks`, { method: 'POST', body, headers, ...more })
    for (let i = 0; i < 5; i++) {
      const answer = await send({})
      expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close'])
      expect(await answer.json()).toMatchObject({ error: 'too_large' })
    }
    expect((await send({ headers: {} })).status).toBe(401)
    expect((await send({ body: '{}' })).headers.get('connection')).toBe('keep-alive')
  })

  it.each([
    ['half of it', '{"ask":'],
    ['nothing but a word', 'pause'],
    ['bytes that are no text', '\u0000\u0001'],
  ])('is refused when its JSON is %s', async (_, body) => {
    const answer = await posted(body, `Content-Length: ${Buffer.byteLength(body)}`)
    expect([statusOf(answer), wordOf(answer)]).toEqual([400, 'malformed'])
  })

  it('is refused when it says two things of its length', async () => {
    const answer = await posted('{}', 'Content-Length: 2', 'Transfer-Encoding: chunked')
    expect(statusOf(answer)).toBe(400)
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS', 'PROPFIND'])(
    'is refused for its method %s',
    async (method) => {
      for (const path of ['/', '/board', '/api/health', '/icon.svg']) {
        const answer = await raw(lines(`${method} ${path} HTTP/1.1`, ours(), bearer(), last))
        expect([404, 405]).toContain(statusOf(answer))
        // TRACE would echo the cookie, which a script must not see.
        expect(answer).not.toContain(token)
      }
    },
  )

  it('is no way to another server', async () => {
    expect(await raw(lines('CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443'))).toBe('')
  })

  it.each([
    ['a path', () => `/tasks/a%0d%0aX-Evil:%201?token=${token}`],
    ['a query', () => `/?x=%0d%0aX-Evil:%201&token=${token}`],
    ['a token', () => '/?token=x%0d%0aX-Evil:%201'],
    ['the name of a task', () => '/api/runs/current/tasks/a%0d%0aX-Evil:%201'],
    ['the name of an attempt', () => '/api/attempts/1-a%0d%0aX-Evil:1-1/transcript'],
  ])('puts no header of its own into the answer, by %s', async (_, path) => {
    const answer = await get(path(), ours(), bearer())
    expect(answer.slice(0, answer.indexOf('\r\n\r\n'))).not.toMatch(/^x-evil/im)
  })

  it('leads to no other site, whatever is in its path', async () => {
    for (const path of ['//evil.example/', '///evil.example', '/%5cevil.example']) {
      const answer = await get(`${path}?token=${token}`, ours())
      const [, location] = /^location: (.*)$/im.exec(answer) ?? []
      expect(new URL(location!.trim(), 'http://here').host).toBe('here')
    }
  })
})

describe('a client that sends slowly', () => {
  it('is not waited for', async () => {
    const began = Date.now()
    const headers = raw(`GET /api/health HTTP/1.1\r\n${ours()}\r\nX-Slow: `)
    const nothing = raw('')
    expect(statusOf(await headers)).toBe(408)
    await nothing
    expect(Date.now() - began).toBeLessThan(60_000)
    expect(statusOf(await get('/api/health', ours()))).toBe(200)
  }, 70_000)
})

describe('every answer', () => {
  it('keeps a page from running, loading or showing anything that is not ours', async () => {
    const answers = await Promise.all([
      get('/', ours(), bearer()),
      get('/', ours(), 'Accept: text/html'),
      get('/', 'Host: evil.example'),
      get('/api/health', ours()),
      get('/api/nothing', ours(), bearer()),
      get('/api/docs', ours(), bearer()),
      get('/assets/none.js', ours(), bearer()),
      get(`/?token=${token}`, ours()),
    ])
    for (const answer of answers) {
      const head = answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase()
      const [, policy] = /^content-security-policy: (.*)$/m.exec(head)!
      expect(policy).toMatch(/default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/)
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(head).toContain('\r\nx-content-type-options: nosniff')
      expect(head).toContain('\r\nreferrer-policy: no-referrer')
      expect(head).toContain('\r\ncross-origin-resource-policy: same-origin')
      expect(head).not.toMatch(/access-control|x-powered-by|\r\nserver:/)
    }
  })

  it('with a page has nothing inline', async () => {
    for (const path of ['/', '/api/docs']) {
      const answer = await get(path, ours(), bearer())
      expect(answer).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=|javascript:/i)
    }
  })

  it('about a store that is damaged says so, and all is well again when it is gone', async () => {
    const store = join(home, 'conductor.db')
    writeFileSync(store, 'not a store '.repeat(500))
    const answer = await get('/api/runs', ours(), bearer())
    rmSync(store)
    expect([statusOf(answer), wordOf(answer)]).toEqual([409, 'project_broken'])
    await until('all is well again', async () =>
      (await get('/api/runs', ours(), bearer())).startsWith('HTTP/1.1 200'),
    )
  })
})
