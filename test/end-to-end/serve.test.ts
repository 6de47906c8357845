/** `conductor serve`: the web server of a repository. */
import { request } from 'node:http'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { eventsIn, folder, repository, type Folder } from '../conductor.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { until } from '../until.ts'
import { isConducted, isServed, linkOf, takenPort, visit, visitor } from '../browser/web-visit.ts'

vi.setConfig({ testTimeout: 60_000 })

const PLAN = 'tasks: [{id: a, run: "until [ -e go ]; do sleep 0.05; done"}]\n'

const serve = (place: Folder, ...args: readonly string[]) =>
  place.begin('serve', '--port', '0', ...args)

/** As a process of its own, where it matters what a signal does to it. */
const serveAlone = (place: Folder) => place.start('serve', '--port', '0')

describe('the link that serve prints', () => {
  it('lets a browser in, and nobody gets in without it', async () => {
    await using place = folder()
    const serving = serveAlone(place)
    const link = await linkOf(serving)
    const answer = await fetch(link, { redirect: 'manual' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/')
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/)
    const { get } = await visit(link)
    const page = await get('/')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('<title>')
    expect((await visitor(link, '').get('/')).status).toBe(401)
    expect((await fetch(link.replace(/.$/, '_'))).status).toBe(401)
    serving.signal('SIGTERM')
    expect((await serving.done).code).toBe(0)
    expect(await isServed(link)).toBe(false)
  })

  it('stays the same from one start to the next, until another is wanted', async () => {
    await using place = folder()
    const tokenNow = async (...args: readonly string[]) => {
      const serving = serve(place, ...args)
      const link = await linkOf(serving)
      await serving.end()
      return new URL(link).searchParams.get('token')
    }
    const first = await tokenNow()
    expect(await tokenNow()).toBe(first)
    const renewed = await tokenNow('--new-token')
    expect(renewed).not.toBe(first)
    expect(await tokenNow()).toBe(renewed)
    const file = join(place.path, '.conductor', 'access-token')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toBe(`${renewed}\n`)
  })

  it('is found again by open, and by a second serve, which leaves it at that; doctor shows it without the token', async () => {
    await using place = folder()
    const before = await place.conductor('open')
    expect(before.code).toBe(2)
    expect(before.stderr).toContain('conductor serve')
    const serving = serve(place)
    const link = await linkOf(serving)
    expect((await place.conductor('open', '--print')).stdout).toBe(`${link}\n`)
    expect(await place.json('open')).toEqual({ link, served_by: serving.child.pid })
    const second = await place.conductor('serve')
    expect(second).toMatchObject({ code: 0, stdout: `Served already: ${link}\n` })
    const renewing = await place.conductor('serve', '--new-token')
    expect(renewing.code).toBe(2)
    expect(renewing.stderr).toContain('end it first')
    const { stdout } = await place.conductor('doctor')
    expect(stdout).toMatch(/\[\+\] web app +built/)
    expect(stdout).toContain(`served on ${new URL(link).origin} by process`)
    expect(stdout).not.toContain('token')
    expect(await isServed(link)).toBe(true)
  })
})

it('the link is opened in the browser of the desktop if --open or `open` asks for it', async () => {
  using desktop = tempFolder()
  const opened = join(desktop.path, 'opened')
  const program = '#!/bin/sh\n[ "$1" = --version ] || echo "$#: $1" >> "$(dirname "$0")/opened"\n'
  writeFileSync(join(desktop.path, 'xdg-open'), program, { mode: 0o755 })
  const environment = { PATH: `${desktop.path}:${process.env['PATH']}`, DISPLAY: ':99' }
  await using place = folder({}, { environment })
  const link = await linkOf(serve(place, '--open'))
  await until('a browser is told to open it', () => existsSync(opened))
  expect((await place.conductor('open')).stdout).toContain('Opened in your browser.')
  await place.conductor('open', '--print')
  await place.json('open')
  await until('both have come', () => readFileSync(opened, 'utf8').split('\n').length === 3)
  const openedLinks = readFileSync(opened, 'utf8').trim().split('\n')
  for (const line of openedLinks) {
    expect(line).toMatch(/^1: http:/)
    expect(line).not.toContain(new URL(link).searchParams.get('token'))
    const ticket = line.slice('1: '.length)
    await visit(ticket)
    // A ticket works once: other users may have read it in the list of processes.
    expect((await fetch(ticket, { redirect: 'manual' })).status).toBe(401)
  }
})

describe('the port', () => {
  it('is the next one that is free if it is taken, and that is said', async () => {
    using taken = await takenPort()
    const environment = { CONDUCTOR_SERVER_PORT: String(taken.port) }
    await using place = folder({}, { environment })
    const serving = place.begin('serve')
    const link = await linkOf(serving)
    expect(Number(new URL(link).port)).not.toBe(taken.port)
    await visit(link)
    expect(serving.said()).toContain(`port ${taken.port} is taken; port ${new URL(link).port}`)
    await serving.end()
    expect((await place.conductor('doctor')).stdout).toContain(`port ${taken.port} is taken`)
  })

  it('is exactly the one that was typed, or nothing is served', async () => {
    using taken = await takenPort()
    await using place = folder()
    const { code, stderr } = await place.conductor('serve', '--port', String(taken.port))
    expect(code).toBe(2)
    expect(stderr).toContain(`port ${taken.port} is taken`)
    expect(stderr).toContain('--port')
    expect((await place.conductor('serve', '--port', '70000')).code).toBe(2)
  })

  it('and the cookie are other ones for each repository', async () => {
    await using here = folder()
    await using there = folder()
    const [ours, theirs] = await Promise.all([here, there].map((place) => linkOf(serve(place))))
    expect(new URL(ours!).port).not.toBe(new URL(theirs!).port)
    const { cookie } = await visit(ours!)
    expect((await visitor(theirs!, cookie).get('/')).status).toBe(401)
    const both = `${cookie}; ${(await visit(theirs!)).cookie}`
    expect((await visitor(ours!, both).get('/')).status).toBe(200)
    expect((await visitor(theirs!, both).get('/')).status).toBe(200)
  })
})

describe('other machines', () => {
  it('are let in only by somebody who says so', async () => {
    await using place = folder()
    const { code, stderr } = await place.conductor('serve', '--host', '0.0.0.0')
    expect(code).toBe(2)
    expect(stderr).toContain('--allow-remote')
  })

  it('still need the link, and must use a name of ours', async () => {
    await using place = folder()
    const serving = serve(
      place,
      '--host',
      '0.0.0.0',
      '--allow-remote',
      '--allow-host',
      'Board.test',
    )
    const link = await linkOf(serving)
    expect(new URL(link).hostname).toBe('127.0.0.1')
    expect(serving.said()).toMatch(/From elsewhere: http:\/\/board\.test:\d+\/\?token=/)
    expect(await statusUnder('board.test', link)).toBe(303)
    expect(await statusUnder('evil.test', link)).toBe(403)
    expect((await visitor(link, '').get('/')).status).toBe(401)
  })

  it('may sit behind a proxy whose origin is allowed', async () => {
    const config = 'server: {allowed_origins: https://board.example.com}\n'
    await using place = folder({ '.conductor/config.yaml': config })
    const link = await linkOf(serve(place))
    const { get } = await visit(link)
    expect((await get('/', { origin: 'https://board.example.com' })).status).toBe(200)
    expect((await get('/', { origin: 'https://evil.example.com' })).status).toBe(403)
    expect(await statusUnder('board.example.com', link)).toBe(303)
  })
})

describe('a server that stays', () => {
  it('shows the runs of other processes as they come and go, and they need none of their own', async () => {
    await using place = folder({ 'tasks.yaml': PLAN })
    const link = await linkOf(serve(place))
    expect(await isConducted(link)).toBe(false)
    for (const round of [1, 2]) {
      const run = place.begin('run', 'tasks.yaml')
      await run.says(link)
      await until(`run ${round} is seen`, () => isConducted(link), 30)
      place.write('go', '')
      expect((await run.done).code).toBe(0)
      await until(`run ${round} is over`, async () => !(await isConducted(link)), 30)
      rmSync(join(place.path, 'go'))
    }
    expect((await place.conductor('runs')).stdout.trim().split('\n')).toHaveLength(2)
  })

  it('goes on with a run that nobody conducts when somebody in a browser decides', async () => {
    const tasks = '[{id: a, run: "echo hi > a.txt"}, {id: h, run: "true", needs_human: true}]'
    const reviewed = `config: {land: {review: true}}\ntasks: ${tasks}\n`
    await using shop = repository({ 'tasks.yaml': reviewed })
    expect((await shop.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(1)
    const { post } = await visit(await linkOf(serve(shop)))
    const skipped = await post('/api/runs/current/tasks/h/skip', {})
    expect({ status: skipped.status, body: await skipped.json() }).toEqual({
      status: 200,
      body: { accepted: true, affected: ['h'] },
    })
    expect((await post('/api/asks', { ask: 'approve', task: 'b' })).status).toBe(404)
    const done = await post('/api/asks', { ask: 'approve', task: 'a' })
    expect({ status: done.status, body: await done.json() }).toEqual({
      status: 200,
      body: { accepted: true, affected: ['a'] },
    })
    await until('it has landed', () => shop.landed('a.txt'))
    await until('the run is over, without what was left out', async () =>
      (await shop.conductor('runs')).stdout.includes('completed'),
    )
  })

  it('takes as long a text from a browser as it does while somebody conducts', async () => {
    const reviewed = 'config: {land: {review: true}}\ntasks: [{id: a, run: "echo hi >> a.txt"}]\n'
    await using shop = repository({ 'tasks.yaml': reviewed })
    expect((await shop.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(1)
    const { post, get } = await visit(await linkOf(serve(shop)))
    const why = 'é'.repeat(90_000)
    const sent = await post('/api/asks', { ask: 'reject', task: 'a', why })
    expect({ status: sent.status, body: await sent.json() }).toMatchObject({ status: 200 })
    const events = await (await get('/api/runs/1/events')).text()
    expect(events).toContain(why)
    const ends = () => eventsIn(shop.path).filter(({ type }) => type === 'attempt-ended')
    await until('it was tried again', () => ends().length === 2)
    expect(ends()[1]).toMatchObject({ outcome: { is: 'succeeded' } })
  })

  it('asks through a command that is for programs only, and takes nothing that is no ask', async () => {
    await using place = folder()
    expect((await place.conductor('--help')).stdout).not.toContain('ask <json>')
    for (const json of ['', '{"ask": "all"}', '{"ask": "retry"}']) {
      const { code, stderr } = await place.conductor('ask', json)
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('is no ask') })
    }
  })

  it('leaves nothing that confuses the next one when it is killed', async () => {
    await using place = folder({ 'tasks.yaml': 'tasks: [{id: a, run: "true"}]\n' })
    const killed = serveAlone(place)
    const link = await linkOf(killed)
    killed.signal('SIGKILL')
    await killed.done
    expect((await place.conductor('open')).code).toBe(2)
    const run = await place.conductor('run', 'tasks.yaml', '--port', '0')
    expect(run.code).toBe(0)
    expect(run.stdout).toContain('Watch it in the browser: http://127.0.0.1:')
    const next = await linkOf(serve(place))
    expect(new URL(next).search).toBe(new URL(link).search)
    await visit(next)
  })

  it('does not wait for a browser that does not answer', async () => {
    await using place = folder()
    const serving = serveAlone(place)
    const link = await linkOf(serving)
    const { cookie } = await visit(link)
    const socket = new WebSocket(new URL('/api/live', link.replace('http', 'ws')), {
      headers: { cookie },
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.pause()
    serving.signal('SIGTERM')
    expect((await serving.done).code).toBe(0)
    socket.terminate()
  })
})

/** The status that the link answers a request with this Host header. */
const statusUnder = (host: string, link: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(link, { headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
      .on('error', reject)
      .end()
  })
