/** The web server of a run has a process of its own: whatever happens to it, the run goes on, and the process ends. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { identityOf, isAlive } from '../../src/processes/process-table.ts'
import { makeTicket } from '../../src/server/http/ticket.ts'
import { isServed, linkOf, visit, type Visitor } from '../browser/web-visit.ts'
import { folder, killNow, type Folder, type Running } from '../conductor.ts'
import { until } from '../until.ts'

vi.setConfig({ testTimeout: 60_000 })

/** `second` begins when `first` has landed. */
const PLAN = `
tasks:
  - {id: first, run: "until [ -e go ]; do sleep 0.05; done"}
  - {id: second, run: "until [ -e end ]; do sleep 0.05; done", dependencies: [first]}
`

const GIVEN_UP = 'note: there is no web page any more: its process has ended 5 times'

interface Served {
  readonly run: Running
  readonly link: string
  readonly browser: Visitor
  readonly server: number
}

async function begun(
  place: Folder,
  ...words: readonly string[]
): Promise<Pick<Served, 'run' | 'link'>> {
  const typed = words.length === 0 ? ['run', 'tasks.yaml'] : words
  const run = place.start(...typed, '--port', '0')
  const link = await linkOf(run)
  await run.says('first  started')
  return { run, link }
}

async function served(place: Folder, ...words: readonly string[]): Promise<Served> {
  const { run, link } = await begun(place, ...words)
  const browser = await visit(link)
  return { run, link, browser, server: serverOf(run)! }
}

/** The pid of the process that serves the run; undefined: there is none. */
function serverOf({ child }: Running): number | undefined {
  const processes = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args=']).toString().split('\n')
  const row = processes.find((line) => line.includes(' serve-run ') && parseInt(line) === child.pid)
  return row === undefined ? undefined : Number(row.trim().split(/\s+/)[1])
}

/** A socket like that of an open page. */
async function connected(link: string, { cookie }: Visitor): Promise<WebSocket> {
  const { host, origin } = new URL(link)
  const socket = new WebSocket(`ws://${host}/api/live`, { headers: { cookie, origin } })
  onTestFinished(() => socket.terminate())
  await once(socket, 'message')
  return socket
}

async function landsEverything(place: Folder, { run }: Pick<Served, 'run'>): Promise<void> {
  place.write('go', '')
  await run.says('second  started')
  place.write('end', '')
  const { code, stdout } = await run.done
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('2 of 2 tasks') })
}

it('is started once, by the first request; comes again when it is killed; is given up when it ends again and again; and the run lands everything', async () => {
  await using place = folder({ 'tasks.yaml': PLAN })
  const { run, link } = await begun(place)
  expect(serverOf(run)).toBeUndefined()
  const { origin, searchParams } = new URL(link)
  // A ticket that was made before there was a server is accepted, once.
  const opened = `${origin}/?ticket=${makeTicket(searchParams.get('token')!)}`
  const again = async (): Promise<number> => (await fetch(opened, { redirect: 'manual' })).status
  const links = [opened, ...Array.from({ length: 4 }, () => link)]
  const visitors = await Promise.all(links.map(visit))
  const server = serverOf(run)!
  expect(server).toBeGreaterThan(0)
  for (const visitor of visitors)
    expect((await visitor.get('/api/runs/current')).headers.get('content-type')).toContain('json')
  expect(serverOf(run)).toBe(server)
  expect(await again()).toBe(401)

  const [browser] = visitors
  const cut = once(await connected(link, browser!), 'close')
  killNow(server)
  await cut
  await until('it is served again on the same port', () => isServed(link))
  expect(serverOf(run)).not.toBe(server)
  const socket = await connected(link, browser!)
  socket.send(JSON.stringify({ type: 'follow', known: null }))
  const [snapshot] = (await once(socket, 'message')) as [Buffer]
  expect(snapshot.toString()).toContain('"snapshot"')
  expect(await again()).toBe(401)
  expect(run.hasSaid('note:')).toBe(false)

  let kills = 1
  for (; !run.hasSaid(GIVEN_UP); kills++) {
    await until('it is served, or given up', async () => run.hasSaid(GIVEN_UP) || isServed(link))
    const living = serverOf(run)
    if (living !== undefined) killNow(living)
  }
  expect(kills).toBeGreaterThanOrEqual(5)
  expect(await isServed(link)).toBe(false)
  expect((await place.conductor('open', '--print')).stderr).toContain('is not being served')
  await landsEverything(place, { run })
})

it('tells browsers that it ends, and is gone when the run is over', async () => {
  await using place = folder({ 'tasks.yaml': PLAN })
  const { run, link, browser, server } = await served(place)
  const closed = once(await connected(link, browser), 'close')
  const process = identityOf(server)!
  await landsEverything(place, { run })
  expect(await closed).toEqual([1001, expect.anything()])
  expect(isAlive(process)).toBe(false)
  expect(await isServed(link)).toBe(false)
})

it('delays no landing, and does not outlive the run, when it is frozen', async () => {
  await using place = folder({ 'tasks.yaml': PLAN })
  const { run, link, browser, server } = await served(place)
  await connected(link, browser)
  const frozen = identityOf(server)!
  process.kill(server, 'SIGSTOP')
  onTestFinished(() => killNow(server))
  void browser.get('/api/runs/current').catch(() => {})
  expect((await place.conductor('guide', 'second', 'hello')).code).toBe(0)
  await landsEverything(place, { run })
  expect(isAlive(frozen)).toBe(false)
})

it('ends with a coordinator that was killed, and is ended by whoever takes the run up when it was stopped', async () => {
  await using place = folder({ 'tasks.yaml': PLAN })
  const first = await served(place, 'run', 'tasks.yaml')
  const closed = once(await connected(first.link, first.browser), 'close')
  const ended = identityOf(first.server)!
  killNow(first.run.child.pid!)
  await until('it is gone', () => !isAlive(ended), 5)
  await closed
  expect(await isServed(first.link)).toBe(false)

  const { run, server } = await served(place, 'resume')
  const left = identityOf(server)!
  process.kill(server, 'SIGSTOP')
  run.signal('SIGKILL')
  await run.done
  expect(isAlive(left)).toBe(true)
  place.write('go', '')
  place.write('end', '')
  expect((await place.conductor('resume', '--no-ui')).code).toBe(0)
  expect(isAlive(left)).toBe(false)
})
