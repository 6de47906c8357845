/** A run serves the web app while it goes on; trouble with the server does not stop the run. */
import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { BIN, folder, repository } from '../conductor.ts'
import { hasPty, inTerminal } from '../in-terminal.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { until } from '../until.ts'
import { freePort, isServed, linkOf, takenPort, visit } from '../browser/web-visit.ts'

vi.setConfig({ testTimeout: 60_000 })

const WAITING = 'tasks: [{id: a, run: "touch up; until [ -e go ]; do sleep 0.05; done"}]\n'
const REVIEWED = 'config: {land: {review: true}}\ntasks: [{id: a, run: "echo hi > a.txt"}]\n'
const QUICK = 'tasks: [{id: a, run: "true"}]\n'

it('prints its link, serves while it goes on, and stops serving when it is over', async () => {
  await using place = folder({ 'tasks.yaml': WAITING })
  const run = place.begin('run', 'tasks.yaml', '--port', '0')
  const link = await linkOf(run)
  expect(run.said()).toContain(`Watch it in the browser: ${link}\n`)
  const { get } = await visit(link)
  expect((await get('/board')).status).toBe(200)
  // It serves the other repositories of this user, too.
  await using other = folder({ 'tasks.yaml': QUICK })
  await place.conductor('projects', 'add', other.path)
  expect((await get(`/api/projects/${basename(other.path)}/plan`)).status).toBe(200)
  expect((await place.conductor('serve')).stdout).toBe(`Served already: ${link}\n`)
  place.write('go', '')
  expect((await run.done).code).toBe(0)
  expect(await isServed(link)).toBe(false)
  expect((await place.conductor('open')).code).toBe(2)
})

it('is served also when a retry goes on with it', async () => {
  await using place = folder({ 'tasks.yaml': 'tasks: [{id: a, run: "test -e go"}]\n' })
  expect((await place.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(1)
  place.write('go', '')
  const { code, stdout } = await place.conductor('retry', 'a', '--port', '0')
  expect(code).toBe(0)
  expect(stdout).toContain('Watch it in the browser: ')
})

it('goes on with a note on another port when the usual one is taken', async () => {
  using taken = await takenPort()
  const environment = { CONDUCTOR_SERVER_PORT: String(taken.port) }
  await using place = folder({ 'tasks.yaml': QUICK }, { environment })
  const { code, stdout, stderr } = await place.conductor('run', 'tasks.yaml')
  expect(code).toBe(0)
  expect(stderr).toContain(`note: port ${taken.port} is taken`)
  expect(stdout).toContain('Watch it in the browser: ')
})

it('runs without a web page, with a note, when the server cannot start', async () => {
  await using place = folder({ 'tasks.yaml': QUICK })
  mkdirSync(join(place.path, '.conductor', 'access-token'), { recursive: true })
  const { code, stdout, stderr } = await place.conductor('run', 'tasks.yaml')
  expect({ code, hasLink: stdout.includes('browser') }).toEqual({ code: 0, hasLink: false })
  expect(stderr).toContain('note: there is no web page: ')
})

it('does not start when the port that was typed is taken', async () => {
  using taken = await takenPort()
  await using place = folder({ 'tasks.yaml': QUICK })
  const { code, stderr } = await place.conductor('run', 'tasks.yaml', '--port', `${taken.port}`)
  expect(code).toBe(2)
  expect(stderr).toContain(`port ${taken.port} is taken`)
  expect((await place.conductor('runs')).stdout).not.toContain('run 1')
})

it.each([
  ['--no-ui', {}],
  ['--no-web', {}],
  ['--json', {}],
  ['-p1', { CONDUCTOR_SERVER_WEB: 'false' }],
])('opens no port with %s %o', async (flag, more) => {
  const port = await freePort()
  const environment = { CONDUCTOR_SERVER_PORT: String(port), ...more }
  await using place = folder({ 'tasks.yaml': WAITING }, { environment })
  const run = place.begin('run', 'tasks.yaml', flag)
  await until('it works', () => existsSync(join(place.path, 'up')))
  expect(await isServed(`http://127.0.0.1:${port}`)).toBe(false)
  place.write('go', '')
  expect((await run.done).code).toBe(0)
  expect(run.hasSaid('http://')).toBe(false)
})

it('refuses --port together with --no-ui or --no-web', async () => {
  await using place = folder({ 'tasks.yaml': QUICK })
  for (const flag of ['--no-ui', '--no-web']) {
    const { code, stderr } = await place.conductor('run', 'tasks.yaml', '--port', '0', flag)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('cannot be used') })
  }
})

it('ends when only a person can go on, even while it is served', async () => {
  await using shop = repository({ 'tasks.yaml': REVIEWED })
  const { code, stdout } = await shop.conductor('run', 'tasks.yaml', '--port', '0')
  expect(code).toBe(1)
  expect(stdout).toContain('conductor approve a')
})

describe.skipIf(!hasPty)('on a terminal', () => {
  it('shows the address in the live view, and the whole link with its keys', async () => {
    await using shop = repository({ 'tasks.yaml': WAITING })
    const port = await freePort()
    await using terminal = typed(shop.path, `run tasks.yaml --port ${port}`)
    await terminal.sees('1 of 1 working')
    terminal.press('\x0c')
    await terminal.sees('run 1 running')
    await terminal.sees(`127.0.0.1:${port}`)
    terminal.press('?')
    await terminal.sees(`http://127.0.0.1:${port}/?token=`)
    terminal.press(' o')
    await terminal.sees(`open http://127.0.0.1:${port}/?token=`)
    terminal.press('qy')
    await terminal.ended()
    expect(await isServed(`http://127.0.0.1:${port}`)).toBe(false)
  })

  it('ends serve with q, and leaves the terminal as it was', async () => {
    await using place = folder()
    await using terminal = typed(place.path, 'serve --port 0', 'stty -a')
    await terminal.sees('Open http://127.0.0.1:')
    await terminal.sees('q ends it')
    terminal.press('q')
    await terminal.ended()
    expect(terminal.output()).toMatch(/(?<!-)icanon\b/)
    expect(terminal.output()).toMatch(/(?<!-)echo\b/)
  })

  it('keeps serving what the demo has built until q', async () => {
    using place = tempFolder()
    await using terminal = typed(place.path, 'demo --port 0', 'echo "code $?"')
    await terminal.sees('Watch it in the browser: ')
    await terminal.sees('over: everything landed', 60)
    await terminal.sees('Still in the browser: ')
    const link = /http:\/\/\S+token=[\w-]+/.exec(terminal.output())![0]
    expect((await (await visit(link)).get('/')).status).toBe(200)
    terminal.press('q')
    await terminal.sees('code 0')
    await terminal.ended()
    expect(await isServed(link)).toBe(false)
  }, 90_000)
})

/** Types a command in a terminal, in this folder, which also gets its temporary files. */
const typed = (path: string, line: string, after = 'true') =>
  inTerminal(`cd '${path}'; "${process.execPath}" "${BIN}" ${line}; ${after}`, {
    HOME: path,
    TMPDIR: path,
    NO_COLOR: '1',
  })
