/** A terminal in the worktree of a task, inside the page: who may open it, what it can do, and what it leaves. */
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { barriersOn } from '../browser/axe.ts'
import { openPage } from '../browser/browser.ts'
import { linkOf } from '../browser/web-visit.ts'
import { repository, type RepositoryFolder, type Running } from '../conductor.ts'
import { until } from '../until.ts'

/** It fails, so that its worktree stays. */
const PLAN = 'tasks:\n  - {id: a, run: "exit 3"}\n'

interface Served {
  readonly place: RepositoryFolder
  readonly serving: Running
  readonly link: URL
  readonly token: string
}

/** The home of the user is the folder, so its configuration is their own. */
async function serve(): Promise<Served> {
  const environment = { SHELL: '/bin/sh', PS1: '$ ', SECRET_OF_USER: 'kept' }
  const place = repository({ 'tasks.yaml': PLAN }, { below: 'top/shop', environment })
  place.write('.conductor/config.yaml', 'terminal: true\n')
  await place.conductor('run', 'tasks.yaml', '--no-ui')
  const serving = place.start('serve', '--port', '0')
  const link = new URL(await linkOf(serving))
  return { place, serving, link, token: link.searchParams.get('token')! }
}

type Headers = Readonly<Record<string, string>>

const socketTo = ({ link }: Served, headers: Headers, query = 'task=a'): WebSocket =>
  new WebSocket(`ws://${link.host}/api/terminal?${query}`, { headers })

/** The status with which the socket is refused. */
async function refusedWith(served: Served, headers: Headers, query?: string): Promise<number> {
  const socket = socketTo(served, headers, query)
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { readonly statusCode: number },
  ]
  socket.terminate()
  return response.statusCode
}

async function onlyTheOperator(served: Served): Promise<void> {
  const { place, token, link } = served
  const bearer = { authorization: `Bearer ${token}` }
  const own = { ...bearer, origin: link.origin }
  expect(await refusedWith(served, { origin: link.origin })).toBe(401)
  expect(await refusedWith(served, { ...bearer, origin: 'https://evil.example' })).toBe(403)
  expect(await refusedWith(served, own, 'task=nobody')).toBe(404)
  expect(await refusedWith(served, own, 'task=a&columns=0')).toBe(422)
  place.write('.conductor/config.yaml', 'terminal: false\n')
  expect(await refusedWith(served, own)).toBe(403)
  place.write('.conductor/config.yaml', 'terminal: true\n')
}

async function worksInThePage({ link, place }: Served): Promise<void> {
  const page = await openPage(link.href)
  await page.goto(`${link.origin}/tasks/a`)
  await page.getByRole('button', { name: 'Terminal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Terminal: a' })
  const rows = dialog.locator('.xterm-rows')
  await rows.getByText('$').first().waitFor()
  await page.keyboard.type(
    'printf "\\033[38;2;200;99;1min <b>the</b> page %s\\033[0m\\n" $((40 + 2)); touch made',
  )
  await page.keyboard.press('Enter')
  await rows.getByText('in <b>the</b> page 42').waitFor()
  expect(existsSync(join(place.path, '../shop-task-a/made'))).toBe(true)
  expect(await barriersOn(page)).toEqual([])
  // A page that is loaded again has the same shell.
  await page.keyboard.type('mine=yes')
  await page.keyboard.press('Enter')
  await page.reload()
  await page.getByRole('button', { name: 'Terminal' }).click()
  await rows.getByText('in <b>the</b> page 42').waitFor()
  await page.keyboard.type('echo still=$mine')
  await page.keyboard.press('Enter')
  await rows.getByText('still=yes', { exact: true }).waitFor()
  await page.keyboard.press('F6')
  await dialog.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor()
  await dialog.locator('.xterm-screen').click()
  await page.keyboard.type('exit 3')
  await page.keyboard.press('Enter')
  await dialog.getByText('The shell has ended with exit code 3.').waitFor()
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Whatever the shell has started, also in a session of its own. */
async function leftAfterKill(served: Served): Promise<readonly boolean[]> {
  const { place, token, link, serving } = served
  const socket = socketTo(served, { authorization: `Bearer ${token}`, origin: link.origin })
  let shown = ''
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) shown += data.toString()
  })
  await once(socket, 'open')
  const type = (data: string): void => socket.send(JSON.stringify({ type: 'input', data }))
  // The second one is in a session of its own, and says itself who it is.
  type('env > env.txt; setsid -f sh -c "echo \\$\\$ > other.txt; exec sleep 31338"\r')
  type('sleep 31339 & echo $! > pid.txt; echo done=$?\r')
  await until('it has answered', () => /done=0\r/.test(shown), 30)
  const worktree = join(place.path, '../shop-task-a')
  const environment = readFileSync(join(worktree, 'env.txt'), 'utf8')
  expect(environment).toMatch(/^SECRET_OF_USER=kept$/m)
  expect(environment).toMatch(/^CONDUCTOR_WORKTREE=.*shop-task-a$/m)
  expect(environment).not.toContain(token)
  const pidIn = (file: string): number => Number(readFileSync(join(worktree, file), 'utf8'))
  await until('the other is there', () => existsSync(join(worktree, 'other.txt')))
  const [pid, inOwnSession] = [pidIn('pid.txt'), pidIn('other.txt')]
  expect([isThere(pid), isThere(inOwnSession)]).toEqual([true, true])
  serving.signal('SIGKILL')
  await until('both are gone', () => !isThere(pid) && !isThere(inOwnSession), 30)
  socket.terminate()
  return [isThere(pid), isThere(inOwnSession)]
}

it(
  'is for the operator only, works in the page, and leaves nothing when the server is killed',
  {
    timeout: 120_000,
  },
  async () => {
    const served = await serve()
    await using _ = served.place
    await onlyTheOperator(served)
    await worksInThePage(served)
    expect(await leftAfterKill(served)).toEqual([false, false])
  },
)
