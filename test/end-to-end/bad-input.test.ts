/** Bad input is refused at once, with its place, and nothing is started. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { typedIn } from '../combined/typed.ts'
import { folder, type Folder } from '../conductor.ts'

const jsonIn = async (place: Folder, ...words: readonly string[]): Promise<unknown> =>
  JSON.parse((await typedIn(place.path, ...words, '--json')).stdout)

const hasStarted = (place: Folder): boolean =>
  existsSync(join(place.path, '.conductor', 'conductor.db'))

describe('a task file that is not right', () => {
  it.each([
    [
      'has a cycle',
      'tasks:\n  - {id: a, run: x, dependencies: [b]}\n  - {id: b, run: x, dependencies: [a]}\n',
      /tasks\.yaml:\d+:\d+ .*a -> b -> a|b -> a -> b/,
    ],
    ['depends on itself', 'tasks:\n  - {id: a, run: x, dependencies: [a]}\n', /tasks\.yaml:2:\d+/],
    [
      'depends on nothing known',
      'tasks:\n  - {id: api, run: x}\n  - {id: b, run: x, dependencies: [apj]}\n',
      /tasks\.yaml:3:\d+ [^]*did you mean "api"/,
    ],
    [
      'has an unknown key',
      'tasks:\n  - {id: a, run: x, dependancies: []}\n',
      /tasks\.yaml:2:\d+ [^]*dependencies/,
    ],
    [
      'names a task twice',
      'tasks:\n  - {id: a, run: x}\n  - {id: a, run: y}\n',
      /tasks\.yaml:3:\d+/,
    ],
    ['has no tasks', 'tasks: []\n', /tasks\.yaml:1:\d+ .*no tasks/],
    ['is empty', '', /^tasks\.yaml is empty$/m],
    ['is not YAML', 'tasks: [\n', /tasks\.yaml:\d+:\d+/],
    ['has a bad duration', 'tasks:\n  - {id: a, run: x, timeout: soon}\n', /tasks\.yaml:2:\d+/],
    ['is of the wrong type', 'tasks: 7\n', /tasks\.yaml:1:\d+/],
    ['has nothing to do', 'tasks:\n  - {id: a}\n', /tasks\.yaml:2:\d+/],
    [
      'has an agent that is no program',
      'config: {agent: x, agents: {x: {driver: acp}}}\ntasks:\n  - {id: a, prompt: hello}\n',
      /agent "x" has no command/,
    ],
    [
      'names someone unknown to resolve conflicts',
      'config: {land: {resolver: cluade}}\ntasks:\n  - {id: a, run: x}\n',
      /tasks\.yaml:1 {2}"cluade" is to resolve conflicts, but there is no such agent/,
    ],
  ])('and %s: exit 2, its place, and nothing started', async (_, text, says) => {
    await using place = folder({ 'tasks.yaml': text })
    for (const command of ['run', 'validate', 'simulate']) {
      const { code, stdout, stderr } = await typedIn(place.path, command, 'tasks.yaml')
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(says)
      expect(stderr.includes('nothing was started')).toBe(command === 'run')
      expect(stderr).not.toMatch(/^\s+at /m)
    }
    expect(hasStarted(place)).toBe(false)
  })

  it('names every problem at once', async () => {
    await using place = folder({
      'tasks.yaml':
        'tasks:\n  - {id: a, run: x, timeout: soon}\n  - {id: "b c", run: x}\n  - {id: d, run: 7}\n',
    })
    const { stderr } = await typedIn(place.path, 'validate', 'tasks.yaml')
    expect(stderr).toMatch(/:2:\d+[^]*:3:\d+[^]*:4:\d+[^]*3 problems found/)
  })

  it('with --json is one document with every problem', async () => {
    await using place = folder({ 'tasks.yaml': 'tasks:\n  - {id: a, run: x, timeout: soon}\n' })
    for (const command of ['run', 'validate', 'simulate']) {
      const { code, stdout, stderr } = await typedIn(place.path, command, 'tasks.yaml', '--json')
      expect([code, stderr]).toEqual([2, ''])
      expect(JSON.parse(stdout)).toMatchObject({
        error: 'refused',
        message: '1 problem',
        problems: [{ place: expect.stringMatching(/^tasks\.yaml:2:\d+$/) }],
      })
    }
  })

  it.each([
    ['missing', () => {}],
    ['a folder', (path: string) => mkdirSync(path)],
    ['binary', (path: string) => writeFileSync(path, Buffer.from([0x7f, 0x45, 0, 1, 2, 0, 0xff]))],
    [
      'not UTF-8',
      (path: string) => writeFileSync(path, Buffer.from('tasks: [{id: \xfc}]', 'latin1')),
    ],
  ])('because it is %s: exit 2 and words for it', async (_, make) => {
    await using place = folder()
    make(join(place.path, 'tasks.yaml'))
    const { code, stdout, stderr } = await typedIn(place.path, 'run', 'tasks.yaml')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^tasks\.yaml(?::1:\d+ )? \w+/)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(hasStarted(place)).toBe(false)
  })
})

describe('a command that is not right', () => {
  it.each([
    [['rum', 'tasks.yaml'], /unknown command 'rum'[^]*Did you mean run/],
    [['run', '--paralel', '3', 'x'], /unknown option '--paralel'[^]*Did you mean --parallel/],
    [['run'], /tasks.yaml does not exist/],
    [['logs', 'a', '-n', '0'], /whole number/],
    [['run', 'x', '--isolation', 'moon'], /auto, worktree, none/],
    [['run', 'x', '--resume', '--new'], /cannot be used with/],
    [['plan', 'show', 'a', 'b'], /too many arguments[^]*plan show --help` shows how it is used/],
    [
      ['plan', 'show', 'nope.yaml'],
      /^nope\.yaml does not exist\n.*plan "what you want" --out nope/,
    ],
    [
      ['plan', 'nope.md'],
      /^nope\.md does not exist\n.*type what you want: .*\n\n1 problem found$/m,
    ],
  ])('%j: exit 2 with a suggestion', async (args, says) => {
    await using place = folder()
    const { code, stdout, stderr } = await typedIn(place.path, ...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(says)
  })

  it('shows help and version with exit 0', async () => {
    await using place = folder()
    const help = await typedIn(place.path, '--help')
    expect([help.code, help.stderr]).toEqual([0, ''])
    expect(help.stdout).toContain('Exit codes')
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    ) as { version: string }
    expect((await typedIn(place.path, '--version')).stdout).toBe(`${version}\n`)
  })

  it.each([
    ['status'],
    ['report'],
    ['logs', 'a'],
    ['explain', 'a'],
    ['watch'],
    ['runs'],
    ['resume'],
    ['retry', 'a'],
    ['skip', 'a'],
    ['cancel'],
  ])('%s where nothing has been run says how to begin', async (...args) => {
    await using place = folder()
    const { code, stdout, stderr } = await typedIn(place.path, ...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('no run has been started here yet')
    expect(stderr).toContain('conductor run')
    expect(stderr).toContain('conductor init')
    expect(existsSync(join(place.path, '.conductor'))).toBe(false)
    expect(await jsonIn(place, ...args)).toMatchObject({ error: 'refused' })
  })

  it.each([['status'], ['attention'], ['take'], ['pr']])(
    '%s before the first run of a task file says how to start it, not how to write another',
    async (command) => {
      await using place = folder({ 'tasks.yaml': 'tasks: [{id: a, run: "true"}]\n' })
      mkdirSync(join(place.path, '.git'))
      writeFileSync(join(place.path, '.git', 'HEAD'), 'ref: refs/heads/main\n')
      mkdirSync(join(place.path, 'below'))
      const here = await typedIn(place.path, command)
      expect([here.code, here.stderr]).toEqual([
        2,
        expect.stringContaining('start the first run: `conductor run tasks.yaml`'),
      ])
      expect(here.stderr).not.toContain('conductor init')
      const below = await typedIn(join(place.path, 'below'), command)
      expect(below.stderr).toContain('`conductor run ../tasks.yaml`')
    },
  )

  it.each([
    ['pause'],
    ['preempt', 'a'],
    ['prioritise', 'a', 'high'],
    ['pause', '--batch', '1'],
    ['agents', '2'],
    ['change', 'a', '--priority', '1'],
  ])('%s where nobody conducts says so', async (...args) => {
    await using place = folder()
    const { code, stderr } = await typedIn(place.path, ...args)
    expect(code).toBe(2)
    expect(stderr).toContain('no run is being conducted here')
  })

  it.each([
    ['approve', 'a'],
    ['reject', 'a', 'no'],
    ['merge', 'a'],
    ['diff', 'a'],
  ])('%s where nothing has been run says so', async (...args) => {
    await using place = folder()
    const { code, stderr } = await typedIn(place.path, ...args)
    expect(code).toBe(2)
    expect(stderr).toContain('no run has been started here yet')
  })

  it('a task, run or attempt nobody knows is refused with the nearest', async () => {
    await using place = folder({ 'tasks.yaml': 'tasks: [{id: frontend, run: "true"}]\n' })
    await typedIn(place.path, 'run', 'tasks.yaml', '--no-ui')
    for (const command of ['logs', 'explain', 'retry']) {
      const { code, stderr } = await typedIn(place.path, command, 'fronted')
      expect(code).toBe(2)
      expect(stderr).toContain('did you mean "frontend"?')
    }
    expect((await typedIn(place.path, 'report', '7')).stderr).toContain('there is no run 7 here')
    expect((await typedIn(place.path, 'logs', 'frontend', '--attempt', '4')).stderr).toContain(
      'has no attempt 4',
    )
    const retried = await typedIn(place.path, 'retry', 'frontend')
    expect(retried.code).toBe(2)
    expect(retried.stderr).toContain('"frontend" has landed; there is nothing more to do')
    for (const command of [['pause'], ['agents', '2'], ['cancel']]) {
      const { code, stderr } = await typedIn(place.path, ...command)
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('start a new') })
      expect(stderr).not.toMatch(/conductor (resume|retry)/)
    }
    const approved = await typedIn(place.path, 'approve', 'frontend')
    expect([approved.code, approved.stderr]).toEqual([2, expect.stringContaining('has landed')])
    expect(approved.stderr).not.toContain('retry')
    expect((await typedIn(place.path, 'resume')).stderr).toMatch(/ run tasks.yaml`\n$/)
    expect((await typedIn(place.path, 'reject', 'frontend', ' ')).stderr).toContain(
      'the message is empty',
    )
    expect(((await jsonIn(place, 'report')) as { status: string }).status).toBe('completed')
  })
})

describe('a place that is not right', () => {
  it('is explained when .conductor is a file', async () => {
    await using place = folder({
      'tasks.yaml': 'tasks: [{id: a, run: "true"}]\n',
      '.conductor': 'x',
    })
    const { code, stderr } = await typedIn(place.path, 'run', 'tasks.yaml')
    expect(code).toBe(2)
    expect(stderr).toContain('.conductor')
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  it('is explained when a setting is wrong, with its line', async () => {
    await using place = folder({
      'tasks.yaml': 'tasks: [{id: a, run: "true"}]\n',
      '.conductor/config.yaml': 'parallel: 2\nparalel: 3\n',
    })
    const { code, stderr } = await typedIn(place.path, 'run', 'tasks.yaml')
    expect(code).toBe(2)
    expect(stderr).toMatch(/config\.yaml:2/)
    expect(hasStarted(place)).toBe(false)
  })
})

it.each([
  [['budget', 'lots'], '"lots" is not a limit'],
  [['budget', 'a', '0'], '"0" is not a limit'],
  [['budget', 'a'], '"a" is not a limit'],
  [['budget', '1e9'], '"1e9" is not a limit'],
  [['run', 'tasks.yaml', '--budget', 'lots'], 'must be a number greater than 0'],
  [['run', 'tasks.yaml', '--budget', '0'], 'must be a number greater than 0'],
])('refuses a limit that is none: %j', async (args, words) => {
  await using place = folder({ 'tasks.yaml': 'tasks:\n  - {id: a, run: "true"}\n' })
  const { code, stderr } = await typedIn(place.path, ...args)
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
  expect(hasStarted(place)).toBe(false)
})

it('takes the limit of agents from the task file too', async () => {
  const tasks = 'tasks: [{id: a, run: "true"}]\n'
  await using place = folder({
    'more.yaml': `config: {max_agents: 30, parallel: 20}\n${tasks}`,
    'usual.yaml': `config: {parallel: 20}\n${tasks}`,
  })
  expect((await typedIn(place.path, 'simulate', 'more.yaml')).code).toBe(0)
  const { code, stderr } = await typedIn(place.path, 'simulate', 'usual.yaml')
  expect(code).toBe(2)
  expect(stderr).toContain('max_agents')
})

it('an agent that is not known is named, with the one that may be meant', async () => {
  await using place = folder({ 'tasks.yaml': 'tasks: [{id: a, prompt: hello}]\n' })
  const { code, stdout, stderr } = await typedIn(
    place.path,
    'run',
    'tasks.yaml',
    '--agent',
    'clade',
  )
  expect(stdout + stderr).toContain('there is no agent called "clade"')
  expect(stdout + stderr).toContain('did you mean "claude"?')
  expect(code).toBe(2)
  place.write('tasks.yaml', 'tasks: [{id: a, run: "true"}]\n')
  const plain = await typedIn(place.path, 'run', 'tasks.yaml', '--agent', 'clude')
  expect([plain.code, plain.stderr]).toEqual([2, expect.stringContaining('"clude"')])
  expect(hasStarted(place)).toBe(false)
})

it('a store that another program has locked is named, with what helps also when the run is over', async () => {
  await using place = folder({ 'tasks.yaml': 'tasks: [{id: a, run: "true"}]\n' })
  await place.conductor('run', 'tasks.yaml', '--no-ui')
  const other = new DatabaseSync(join(place.path, '.conductor', 'conductor.db'))
  other.exec('pragma locking_mode = exclusive; begin exclusive')
  const refused = await place.conductor('status')
  other.close()
  expect([refused.code, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toMatch(
    /conductor\.db is locked by another process\nwait for .*; then try again; `conductor resume` continues an interrupted run/,
  )
  expect((await place.conductor('status')).code).toBe(0)
}, 60_000)
