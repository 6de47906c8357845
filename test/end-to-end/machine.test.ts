/** A full disk, a killed git or a deleted folder is no failure of a task. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { eventsIn, repository, type RepositoryFolder } from '../conductor.ts'
import { canMount, useSmallDisk } from '../repository/small-disk.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { until } from '../until.ts'

/** Fills the disk, but only once. */
const FILL = 'test -e ../filled || { : > ../filled; cat /dev/zero > ../ballast 2>/dev/null; }'

const PLAN = `
config: {parallel: 2}
tasks:
  - {id: a, run: "echo kept > kept.txt; ${FILL}"}
  - {id: b, run: "until test -e ../filled; do sleep 0.1; done; sleep 0.5; echo also > also.txt"}
  - {id: c, dependencies: [b], run: "echo c > c.txt"}
`

const makeRoom = ({ path }: RepositoryFolder): void => rmSync(join(dirname(path), 'ballast'))

const landed = (shop: RepositoryFolder): readonly (string | null)[] =>
  ['kept.txt', 'also.txt', 'c.txt'].map((file) => shop.landed(file))

const ALL = ['kept', 'also', 'c']

const failures = (shop: RepositoryFolder): readonly string[] =>
  eventsIn(shop.path).flatMap(({ type }) => (type === 'task-failed' ? [type] : []))

const LET_GO = { kind: 'hindered', ways: [{ command: 'conductor resume' }, {}] }

/** The status in each session file. */
const sessionsOf = ({ path }: RepositoryFolder): readonly string[] => {
  const folder = join(path, '.conductor/sessions')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).status)
}

/** A line of a stack trace, as Node prints it. */
const STACK = /^\s+at .*:\d+:\d+\)?$/m

it.skipIf(!canMount)(
  'waits while the disk is full, says so to everybody, and goes on by itself',
  { timeout: 60_000 },
  async () => {
    useSmallDisk('12m')
    await using shop = repository({ 'tasks.yaml': PLAN })
    const running = shop.begin('run', 'tasks.yaml')
    await running.says('the disk is full, so events cannot be written')
    expect((await shop.conductor('status')).stdout).toContain('blocked, the disk is full')
    expect(await shop.json('attention')).toMatchObject({
      attention: [{ kind: 'hindered', task: null }],
    })
    makeRoom(shop)
    const { code, stderr } = await running.done
    expect([code, landed(shop), failures(shop)]).toEqual([0, ALL, []])
    expect(stderr).toContain('events can be written again')
    expect(running.said()).not.toMatch(STACK)
  },
)

it.skipIf(!canMount)(
  'lets go of a run that the machine holds up for too long, and resume lands all of it',
  { timeout: 60_000 },
  async () => {
    useSmallDisk('12m')
    const environment = { CONDUCTOR_SUPERVISION_HINDERED_FOR: '1s' }
    await using shop = repository({ 'tasks.yaml': PLAN }, { environment })
    const run = await shop.conductor('run', 'tasks.yaml')
    expect(run.code).toBe(3)
    expect(run.stdout).toContain('stopped: the disk is full')
    expect(run.stdout).toContain('Then continue with: conductor resume')
    expect(run.stdout + run.stderr).not.toMatch(STACK)
    // Commands that only look need no disk space, and a command that cannot start says why.
    expect((await shop.conductor('status')).stdout).toContain('Run 1 - stopped, the disk is full')
    expect(await shop.json('attention')).toMatchObject({ attention: [LET_GO] })
    expect(sessionsOf(shop)).not.toContain('working')
    const again = await shop.conductor('resume')
    expect([again.code, again.stderr]).toEqual([3, expect.not.stringMatching(STACK)])
    expect(existsSync(`${shop.path}-task-a/kept.txt`)).toBe(true)
    makeRoom(shop)
    expect((await shop.conductor('resume')).code).toBe(0)
    expect([landed(shop), failures(shop)]).toEqual([ALL, []])
  },
)

it.skipIf(!canMount)(
  'tells what kept a run from going on until it is resumed, and no session says that it works',
  { timeout: 60_000 },
  async () => {
    const environment = { CONDUCTOR_SUPERVISION_HINDERED_FOR: '1s' }
    const untilThere = (file: string) => `until test -e ../${file}; do sleep 0.05; done; echo x > x`
    const plan = `tasks: [{id: a, run: "${untilThere('a-go')}"}, {id: b, run: "${untilThere('b-go')}"}]\n`
    await using shop = repository({ 'tasks.yaml': plan }, { environment })
    const running = shop.start('run', 'tasks.yaml')
    await until('both work', () => String(sessionsOf(shop)) === 'working,working')
    const git = join(shop.path, '.git')
    execFileSync('mount', ['--bind', '-o', 'ro', git, git])
    try {
      shop.write('../a-go', '')
      expect((await running.done).code).toBe(3)
      const { stdout } = await shop.conductor('status')
      expect(stdout).toMatch(/^Run 1 - stopped, a required folder is not writable - /)
      expect(await shop.json('attention')).toMatchObject({ attention: [LET_GO] })
      expect(sessionsOf(shop)).toEqual(['paused', 'paused'])
    } finally {
      execFileSync('umount', [git])
    }
    expect(await shop.json('attention')).toMatchObject({ attention: [LET_GO] })
    shop.write('../b-go', '')
    expect((await shop.conductor('resume')).code).toBe(0)
    expect(await shop.json('attention')).toMatchObject({ attention: [] })
  },
)

it.skipIf(!canMount)(
  'says that the disk is full, with an exit code of its own, whatever was typed',
  async () => {
    useSmallDisk('12m')
    await using shop = repository({ 'a.txt': 'a\n' })
    const ballast = join(dirname(shop.path), 'ballast')
    execFileSync('sh', ['-c', 'cat /dev/zero > "$0" || true', ballast], { stdio: 'ignore' })
    for (const words of [['init'], ['worktrees', 'add', 'mine'], ['serve', '--port', '0']]) {
      const { code, stderr } = await shop.conductor(...words)
      expect([words[0], code, stderr]).toEqual([
        words[0],
        3,
        expect.stringMatching(/the disk is full[^]*make room/),
      ])
    }
    makeRoom(shop)
    expect((await shop.conductor('init')).code).toBe(0)
  },
)

/** Each of these git commands is killed the first time it is called. */
const KILLED = ['worktree', 'rev-parse', 'write-tree', 'commit-tree', 'merge-tree', 'update-ref']

const gitThatIsKilled = (git: string): string => `#!/bin/sh
for word in "$@"; do
  case $word in
    ${KILLED.join('|')}) mkdir "$KILLED/$word" 2>/dev/null && kill -9 $$ ;;
  esac
done
exec ${git} "$@"
`

/** A command that kills its own shell the first time. */
const diesOnce = (name: string): string => `mkdir ../${name} 2>/dev/null && kill -9 $$; true`

it('tries again what was killed: git, setup and check; no task has failed, and nothing is red', async () => {
  using tools = tempFolder()
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  writeFileSync(join(tools.path, 'git'), gitThatIsKilled(git), { mode: 0o755 })
  const PATH = `${tools.path}:${process.env['PATH']}`
  await using shop = repository(
    {
      'tasks.yaml': `
config: {setup: "${diesOnce('setup')}", check: "${diesOnce('check')}"}
tasks: [{id: a, run: "echo a > a.txt"}]
`,
    },
    { environment: { PATH, KILLED: tools.path } },
  )
  const { code, stdout, stderr } = await shop.conductor('run', 'tasks.yaml')
  expect([code, shop.landed('a.txt')]).toEqual([0, 'a'])
  expect(readdirSync(tools.path).toSorted()).toEqual(['git', ...KILLED].toSorted())
  const types = eventsIn(shop.path).map(({ type }) => type)
  expect(types.filter((type) => type === 'attempt-started')).toHaveLength(1)
  expect(stdout).toContain('was killed (SIGKILL)')
  expect(stdout).toContain('1 passed, 0 failed')
  expect(stdout + stderr).not.toContain('Command failed')
})

it('tries again when git is killed while changes of a person are secured, and the task has not failed', async () => {
  using tools = tempFolder()
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  writeFileSync(join(tools.path, 'git'), gitThatIsKilled(git), { mode: 0o755 })
  for (const word of KILLED) mkdirSync(join(tools.path, word))
  const PATH = `${tools.path}:${process.env['PATH']}`
  await using shop = repository(
    { 'tasks.yaml': 'tasks: [{id: a, run: "test -e ../fixed && echo a > a.txt"}]' },
    { environment: { PATH, KILLED: tools.path } },
  )
  expect((await shop.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(1)
  writeFileSync(`${shop.path}-task-a/note.txt`, 'by a person\n')
  writeFileSync(join(shop.path, '../fixed'), '')
  rmdirSync(join(tools.path, 'update-ref'))
  const { code, stdout } = await shop.conductor('retry', 'a', '--no-ui')
  expect([code, shop.landed('a.txt')]).toEqual([0, 'a'])
  expect(stdout).toContain('was killed (SIGKILL)')
})

it('writes everything again when somebody deletes the store, the socket or the whole folder', async () => {
  const waits = (name: string): string => `until test -e ../${name}; do sleep 0.1; done`
  await using shop = repository({
    'tasks.yaml': `
tasks:
  - {id: a, run: "${waits('one')}; echo a > a.txt"}
  - {id: b, dependencies: [a], run: "${waits('two')}; echo b > b.txt"}
  - {id: c, needs_human: true, dependencies: [b], run: "echo c > c.txt"}
`,
  })
  const home = join(shop.path, '.conductor')
  const running = shop.begin('run', 'tasks.yaml')
  await running.says('a  started')
  for (const name of ['conductor.db', 'control.sock']) rmSync(join(home, name))
  await running.says('conductor.db was deleted; everything it held has been written again')
  await running.says('the run can be controlled again')
  // Asks reach the coordinator again.
  expect((await shop.conductor('approve', 'c')).code).toBe(0)
  writeFileSync(`${shop.path}/../one`, '')
  await running.says('b  started')
  rmSync(home, { recursive: true, maxRetries: 5 })
  await until('all is there again', () =>
    ['conductor.db', 'control.sock', 'server.json'].every((name) => existsSync(join(home, name))),
  )
  writeFileSync(`${shop.path}/../two`, '')
  const { code } = await running.done
  expect([code, shop.landed('b.txt'), shop.landed('c.txt')]).toEqual([0, 'b', 'c'])
  const events = eventsIn(shop.path)
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1))
  expect([events[0]?.type, events.at(-1)?.type]).toEqual(['run-started', 'run-ended'])
})
