/** A damaged store, doctor, config, init and demo. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { BIN, folder, type Folder } from '../conductor.ts'
import { withAgents as folderWithAgents } from '../scripted/with-agents.ts'

const ONE = { 'tasks.yaml': 'tasks: [{id: a, run: "true"}]\n' }
const databaseOf = (place: Folder): string => join(place.path, '.conductor', 'conductor.db')

describe('a store in trouble', () => {
  const troubles: readonly (readonly [string, RegExp, (file: string) => void])[] = [
    [
      'is damaged',
      /damaged or not a database[^]*restore it from a backup/,
      (file) => writeFileSync(file, 'x'.repeat(9000)),
    ],
    [
      'is of a newer version',
      /of version 99[^]*update Conductor/,
      (file) => {
        const db = new DatabaseSync(file)
        db.exec('pragma user_version = 99')
        db.close()
      },
    ],
    [
      'belongs to another program',
      /database of something else/,
      (file) => {
        rmSync(file)
        const db = new DatabaseSync(file)
        db.exec('create table users (name)')
        db.close()
      },
    ],
  ]

  it.each(troubles)('that %s is explained and never overwritten', async (_, says, spoil) => {
    await using place = folder(ONE)
    await place.conductor('run', 'tasks.yaml', '--no-ui')
    spoil(databaseOf(place))
    const before = readFileSync(databaseOf(place))
    for (const args of [
      ['run', 'tasks.yaml'],
      ['status'],
      ['report'],
      ['resume'],
      ['retry', 'a'],
      ['simulate', 'tasks.yaml'],
      ['doctor', '--rebuild'],
    ]) {
      const { code, stdout, stderr } = await place.conductor(...args)
      expect([args[0], code, stdout]).toEqual([args[0], 2, ''])
      expect(stderr).toMatch(says)
      expect(stderr).not.toMatch(/^\s+at /m)
    }
    const doctor = await place.conductor('doctor')
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toMatch(/\[x\] store/)
    expect(readFileSync(databaseOf(place)).equals(before)).toBe(true)
  })
})

const withAgents = (scripts: Readonly<Record<string, string>>, config = '', environment = {}) =>
  folderWithAgents(scripts, { files: { '.conductor/config.yaml': config }, environment })

describe('doctor', () => {
  it('finds all well, also where nothing has been run', async () => {
    await using place = folder()
    const { code, stdout } = await place.conductor('doctor')
    expect(code).toBe(0)
    expect(stdout).toMatch(/\[\+\] git/)
    expect(existsSync(join(place.path, '.conductor'))).toBe(false)
    expect(await place.json('doctor')).toMatchObject({ ok: true })
  })

  it('lists the agents that are there, and says in one line which are not', async () => {
    await using place = withAgents({
      claude: 'echo "2.1.325 (Claude Code)"',
      gemini: 'echo 0.1.0',
    })
    const { code, stdout } = await place.conductor('doctor')
    expect(code).toBe(0)
    expect(stdout).toMatch(/\[.\] claude +claude 2\.1\.325 \(.*\/claude\)/)
    expect(stdout).toMatch(/\[!\] gemini +gemini 0\.1\.0 is too old[^]*npm install -g @google/)
    expect(stdout).toMatch(/\[!\] other agents +not installed: claude-acp, codex, opencode/)
    expect(await place.json('doctor')).toMatchObject({
      ok: true,
      limits: { memory: expect.any(String) },
      agents: [
        { agent: 'claude', check: { is: 'found', program: 'claude', version: '2.1.325' } },
        { agent: 'claude-acp', check: { is: 'missing', program: 'claude-agent-acp' } },
        { agent: 'codex', check: { is: 'missing', program: 'codex-acp' } },
        { agent: 'gemini', check: { is: 'too-old', program: 'gemini' } },
        { agent: 'opencode', check: { is: 'missing', program: 'opencode' } },
      ],
    })
  })

  it('is alarmed when the agent that is to get the prompts is not there', async () => {
    const config =
      'agent: main\nagents: {main: {command: "claude -p"}, other: {command: ./no.sh}}\n'
    await using place = withAgents({}, config)
    const { code, stdout } = await place.conductor('doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(/\[x\] main +claude was not found\n +install it: npm install -g/)
    expect(stdout).toMatch(/\[!\] other +\.\/no\.sh was not found/)
  })

  it.each([
    ['claude', /\[x\] claude +claude was not found\n +install it: npm install -g @anthropic/],
    ['nobody', /\[x\] agent +there is no agent "nobody"; there are claude, /],
  ])('is alarmed when the agent for prompts is %s, which is not there', async (agent, says) => {
    await using place = withAgents({}, `agent: ${agent}\n`)
    const { code, stdout } = await place.conductor('doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(says)
  })

  it('takes what the configuration gives an agent into account', async () => {
    const config =
      'agent: main\nagents: {main: {command: claude -p, env: {ANTHROPIC_API_KEY: secret}}}\n'
    await using place = withAgents({ claude: 'echo "2.1.325 (Claude Code)"' }, config)
    const { code, stdout } = await place.conductor('doctor')
    expect(code).toBe(0)
    expect(stdout).toMatch(/\[\+\] main +claude 2\.1\.325 .*logged in by ANTHROPIC_API_KEY/)
    expect(stdout).not.toContain('secret')
  })

  it('counts a key only for agents that would be given it', async () => {
    const config = `agents: {mine: {driver: acp, command: [codex-acp]}}\n`
    const key = { OPENAI_API_KEY: 'secret' }
    await using place = withAgents({ 'codex-acp': 'echo 2.6.0' }, config, key)
    const { stdout } = await place.conductor('doctor')
    expect(stdout).toMatch(/\[\+\] codex .*logged in by OPENAI_API_KEY/)
    expect(stdout).toMatch(/\[!\] mine .*not logged in/)
  })

  it('--rebuild makes the tables again from the events', async () => {
    await using place = folder(ONE)
    await place.conductor('run', 'tasks.yaml', '--no-ui')
    const db = new DatabaseSync(databaseOf(place))
    const before = db.prepare('select * from tasks').all()
    db.exec('delete from tasks; delete from runs; delete from attempts')
    db.close()
    const { code, stdout } = await place.conductor('doctor', '--rebuild')
    expect(code).toBe(0)
    expect(stdout).toMatch(/rebuild +tables rebuilt from \d+ events/)
    expect((await place.conductor('runs')).stdout).toContain('run 1  completed')
    const again = new DatabaseSync(databaseOf(place))
    expect(again.prepare('select * from tasks').all()).toEqual(before)
    again.close()
  })
})

describe('config', () => {
  it('shows each value and where it comes from, the nearest winning', async () => {
    await using user = folder({
      '.conductor/config.yaml': 'parallel: 7\ntimeout: 5m\n\nui: {refresh_rate: 5}\n',
    })
    await using place = folder(
      { '.conductor/config.yaml': 'agents: {me: {command: cat}}\nparallel: 4\n' },
      { environment: { HOME: user.path, CONDUCTOR_AGENT: 'me' } },
    )
    const { code, stdout } = await place.conductor('config')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^parallel +4 +.*\.conductor\/config\.yaml:2/m)
    expect(stdout).toMatch(/^timeout +.*config\.yaml:2/m)
    expect(stdout).toMatch(/^agent +me +.*CONDUCTOR_AGENT/m)
    expect(stdout).toMatch(/^max_agents +10 +default/m)
    const rows = (await place.json('config')) as { key: string; value: unknown; origin: string }[]
    const origin = (key: string): string => rows.find((row) => row.key === key)!.origin
    expect(origin('parallel')).not.toContain(user.path)
    expect(origin('timeout')).toMatch(/config\.yaml:2$/)
    expect(origin('max_agents')).toBe('default')
  })

  it('and doctor read the task file here, and say what comes from it; a typo in a variable is told', async () => {
    await using place = folder(
      {
        'tasks.yaml':
          'config: {agent: toy, agents: {toy: {command: cat}}, check: "true"}\ntasks: [{id: a, run: "true"}]\n',
      },
      { environment: { CONDUCTOR_PARALEL: '3' } },
    )
    const { stdout, stderr } = await place.conductor('config')
    expect(stdout).toMatch(/^agent +toy +.*tasks\.yaml:1/m)
    expect(stdout).toMatch(/^check +true +.*tasks\.yaml:1/m)
    expect(stderr).toContain('CONDUCTOR_PARALEL is not a setting')
    expect((await place.conductor('doctor')).stdout).toMatch(
      /\[\+\] agent +prompts go to toy \(tasks\.yaml:1\)/,
    )
  })

  it('says what a number must be, in our words', async () => {
    await using place = folder()
    expect((await place.conductor('agents', '0')).stderr).toMatch(
      /^error: "0" is not a valid <n>: a whole number of at least 1 is needed\n/,
    )
  })
})

describe('init', () => {
  it('writes a plan that can be run, and never over another', async () => {
    await using place = folder()
    expect((await place.conductor('init')).code).toBe(0)
    expect((await place.conductor('validate', 'tasks.yaml')).code).toBe(0)
    expect((await place.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(0)
    place.write('tasks.yaml', '# mine\n')
    const { code, stderr } = await place.conductor('init')
    expect(code).toBe(2)
    expect(stderr).toContain('exists already; it was not touched')
    expect(readFileSync(join(place.path, 'tasks.yaml'), 'utf8')).toBe('# mine\n')
    expect((await place.conductor('init', 'other.yaml')).code).toBe(0)
    const nowhere = await place.conductor('init', 'foo/bar.yaml')
    expect([nowhere.code, nowhere.stderr]).toEqual([
      2,
      'error: foo/bar.yaml cannot be written: there is no folder foo\nmake it first: mkdir -p foo\n',
    ])
    const inFile = await place.conductor('init', 'other.yaml/bar.yaml')
    expect([inFile.code, inFile.stderr]).toEqual([2, expect.stringContaining('cannot be written')])
  })
})

describe('demo', () => {
  it('builds its sample project, and says what to try next', async () => {
    await using place = folder()
    const env = { ...process.env, HOME: place.path, TMPDIR: place.path, NO_COLOR: '1' }
    const stdout = execFileSync(process.execPath, [BIN, 'demo'], {
      env,
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/^Watch it in the browser: http:\/\/127\.0\.0\.1:\d+\/\?token=/m)
    expect(stdout).toContain('8 of 8 tasks landed')
    expect(stdout).toContain('What to try next')
    const [, made] = /^A sample project in (\S+):/.exec(stdout)!
    const landed = execFileSync('git', ['show', 'conductor/run-1:CHANGES.md'], {
      cwd: made!,
      encoding: 'utf8',
    })
    expect(landed).toContain('3 routes')
    // The hint works in the folder in which the demo was typed.
    const [, look] = /^Look at the result: (.+)$/m.exec(stdout)!
    expect(execFileSync('sh', ['-c', look!], { encoding: 'utf8' })).toContain('3 routes')
    expect(stdout).toMatch(/^Take it: {12}cd \S+ && \S*conductor\S* take$/m)
    expect(readdirSync(dirname(made!))).toEqual(['todo'])
    // Every command that it suggests works as printed, also where no shell finds `conductor`; serve would not end.
    const [, steps] = stdout.split('What to try next:')
    const hints = [...steps!.matchAll(/^ {2}(\S*conductor\S* .+?)(?: {2}.*)?$/gm)].map(
      ([, hint]) => hint!,
    )
    expect(hints.join('\n')).toContain('simulate tasks.yaml -p 1')
    for (const hint of hints.filter((each) => !/ (serve|init)$/.test(each)))
      execFileSync('sh', ['-c', hint], { env, cwd: made!, stdio: 'ignore' })
    expect(existsSync(join(place.path, '.conductor', 'conductor.db'))).toBe(false)
  }, 90_000)
})

it('explains a socket that cannot be opened, and leaves nothing running', async () => {
  await using place = folder({
    'tasks.yaml': 'tasks: [{id: a, run: "echo hi"}]\n',
    '.conductor/control.sock/in-the-way': '',
  })
  const { code, stderr } = await place.conductor('run', 'tasks.yaml', '--no-ui')
  expect(code).toBe(2)
  expect(stderr).toContain('control.sock cannot be used')
  rmSync(join(place.path, '.conductor/control.sock'), { recursive: true })
  expect((await place.conductor('resume', '--no-ui')).code).toBe(0)
})
