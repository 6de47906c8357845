import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parsePlanFile } from '../plan-file/parse-plan-file.ts'
import { describeConfig } from './describe-config.ts'
import { readConfigFiles } from './read-config-files.ts'
import { resolveConfig, type ConfigSources } from './resolve-config.ts'
import { flagsFrom } from './spoken-settings.ts'

function resolved(sources: ConfigSources) {
  const outcome = resolveConfig(sources)
  if (!outcome.ok) throw new Error(outcome.problems.map((p) => p.message).join('\n'))
  return outcome
}

function problems(sources: ConfigSources): readonly string[] {
  const outcome = resolveConfig(sources)
  return outcome.ok
    ? []
    : outcome.problems.map((p) => `${p.origin} ${p.message}${p.hint ? ` (${p.hint})` : ''}`)
}

const user = (text: string) => ({ path: '/home/me/.conductor/config.yaml', text })
const project = (text: string) => ({ path: '/repo/.conductor/config.yaml', text })

function plan(text: string) {
  const file = parsePlanFile(`${text}\ntasks: [{id: a, run: make}]`)
  if (!file.ok) throw new Error('the plan of this test is wrong')
  return { path: 'tasks.yaml', settings: file.settings }
}

describe('settings nobody has said', () => {
  it('have defaults', () => {
    const { config, origin } = resolved({})
    expect(config).toMatchObject({
      agent: null,
      parallel: 3,
      maxAgents: 10,
      maxWorktrees: 4,
      isolation: 'auto',
      timeoutSeconds: null,
      retry: null,
      resources: { cpu: null, memoryBytes: null },
      worktrees: {
        root: '..',
        branchPrefix: '',
        maxDiskBytes: null,
        ports: 20_000,
        portsEach: 10,
      },
      land: {
        into: null,
        review: false,
        resolver: null,
        train: 8,
        parallelChecks: 2,
        checkTimeoutSeconds: null,
      },
      scheduling: {
        strictBatches: false,
        allowCollisions: false,
        stacked: false,
        agingSeconds: 1800,
      },
      transcript: { maxSizeBytes: 20_000_000 },
      ui: { theme: 'default', refreshRate: 10 },
      server: { web: true, port: 4700, host: '127.0.0.1', allowedOrigins: [] },
    })
    expect(origin('parallel')).toBe('default')
  })
})

describe('the stronger source wins', () => {
  const sources: ConfigSources = {
    flags: [{ flag: '--parallel', key: 'parallel', value: '9' }],
    environment: { CONDUCTOR_PARALLEL: '8' },
    plan: plan('config: {parallel: 7}'),
    project: project('# ours\nparallel: 6'),
    user: user('parallel: 5'),
  }

  it.each([
    [sources, 9, '--parallel'],
    [{ ...sources, flags: [] }, 8, 'CONDUCTOR_PARALLEL'],
    [{ ...sources, flags: [], environment: {} }, 7, 'tasks.yaml:1'],
    [{ project: sources.project!, user: sources.user! }, 6, '/repo/.conductor/config.yaml:2'],
    [{ user: sources.user! }, 5, '/home/me/.conductor/config.yaml:1'],
  ])('and every value knows where it came from (%#)', (said, parallel, from) => {
    const { config, origin } = resolved(said)
    expect(config.parallel).toBe(parallel)
    expect(origin('parallel')).toBe(from)
  })

  it('key by key within a section', () => {
    const { config, origin } = resolved({
      environment: {
        CONDUCTOR_RETRY_MAX_ATTEMPTS: '5',
        CONDUCTOR_SCHEDULING_STRICT_BATCHES: 'yes',
      },
      project: project('retry:\n  jitter: 0.1\nagents:\n  ours: {command: ./ours, env: {A: 1}}'),
      user: user('retry: {jitter: 0.5, max_delay: 60}\nagents: {mine: {command: mine}}'),
    })
    expect(config.retry).toMatchObject({ maxAttempts: 5, jitter: 0.1, maxDelaySeconds: 60 })
    expect(config.scheduling.strictBatches).toBe(true)
    expect(config.agents).toMatchObject({
      claude: { driver: 'claude' },
      mine: { driver: 'command', command: ['mine'], environment: {} },
      ours: { driver: 'command', command: ['./ours'], environment: { A: '1' } },
    })
    expect(origin('retry.jitter')).toBe('/repo/.conductor/config.yaml:2')
    expect(origin('retry.backoff_factor')).toBe('default')
    expect(origin('agents.mine')).toBe('/home/me/.conductor/config.yaml:2')
  })

  it('even when it says "none"', () => {
    const sources = { project: project('timeout: null'), user: user('timeout: 5m') }
    expect(resolved(sources).config.timeoutSeconds).toBeNull()
  })
})

describe('settings of the older programs', () => {
  it.each([
    ['execution: {max_parallel_tasks: 4, parallel_mode: true}', 4],
    ['execution: {parallel_mode: false}', 1],
    ['execution: {parallel_mode: false, max_parallel_tasks: 4}', 1],
    ['execution: {parallel_mode: false}\nparallel: 5', 5],
  ])('%s', (text, parallel) => {
    expect(resolved({ user: user(text) }).config.parallel).toBe(parallel)
  })

  it('count at the level where they are said', () => {
    const sources = {
      project: project('execution: {parallel_mode: false}'),
      user: user('parallel: 5'),
    }
    expect(resolved(sources)).toMatchObject({ config: { parallel: 1 } })
    expect(resolved(sources).origin('parallel')).toBe('/repo/.conductor/config.yaml:1')
  })
})

describe('the settings for suggested orderings', () => {
  it('have the names of the older tracker, and its defaults', () => {
    expect(resolved({}).config).toMatchObject({
      parallelizationEnabled: true,
      parallelizationCacheTtlSeconds: 300,
      parallelizationModel: null,
      parallelizationRules: {},
    })
    const text = `
parallelization_enabled: false
parallelization_cache_ttl_seconds: 60
parallelization_model: claude-x
parallelization_rules: {"hotfix/*": first}
`
    expect(resolved({ user: user(text) }).config).toMatchObject({
      parallelizationEnabled: false,
      parallelizationCacheTtlSeconds: 60,
      parallelizationModel: 'claude-x',
      parallelizationRules: { 'hotfix/*': 'first' },
      planning: { model: null },
    })
  })
})

describe('the number of agents', () => {
  it('stays within max_agents', () => {
    expect(problems({ project: project('parallel: 12') })).toEqual([
      '/repo/.conductor/config.yaml:1 12 agents are more than max_agents (10, default) allows (raise max_agents if this machine can take it; the most is 100)',
    ])
    expect(resolved({ project: project('parallel: 12\nmax_agents: 12') }).config.parallel).toBe(12)
  })

  it('is what was typed, also beyond a limit that was not', () => {
    const typed = (parallel: string, limit?: string) => [
      { flag: '--parallel', key: 'parallel', value: parallel },
      { flag: '--max-agents', key: 'max_agents', value: limit },
    ]
    const { config, origin } = resolved({ flags: typed('16'), project: project('max_agents: 4') })
    expect([config.parallel, config.maxAgents, config.maxWorktrees]).toEqual([16, 16, 16])
    expect(origin('max_agents')).toBe('raised by --parallel')
    expect(resolved({ flags: typed('2') }).config.maxAgents).toBe(10)
    expect(problems({ flags: typed('16', '12') })).toEqual([
      '--parallel 16 agents are more than max_agents (12, --max-agents) allows (raise max_agents if this machine can take it; the most is 100)',
    ])
    expect(problems({ flags: typed('101') })).toEqual([
      '--parallel 101 agents are more than max_agents (100, raised by --parallel) allows (the most is 100)',
    ])
  })

  it('gives way to a lower max_agents when nobody chose it', () => {
    expect(resolved({ project: project('max_agents: 2') }).config.parallel).toBe(2)
  })
})

describe('the number of worktrees', () => {
  const rooms = (text: string) => {
    const { config, origin } = resolved({ project: project(text) })
    return [config.maxWorktrees, origin('max_worktrees')]
  }

  it('grows with a number of agents that somebody chose', () => {
    expect(rooms('parallel: 6')).toEqual([
      6,
      'as many as parallel (/repo/.conductor/config.yaml:1)',
    ])
    expect(rooms('parallel: 2')).toEqual([4, 'default'])
  })

  it('stays as somebody chose it', () => {
    expect(rooms('parallel: 6\nmax_worktrees: 2')).toEqual([2, '/repo/.conductor/config.yaml:2'])
    expect(resolved({ plan: plan('config: {max_worktrees: 9}') }).config.maxWorktrees).toBe(9)
  })
})

describe('the beginning of branch names', () => {
  const prefix = (text: string) =>
    resolveConfig({ flags: [{ flag: '-', key: 'worktrees.branch_prefix', value: text }] }).ok

  it.each(['', 'agents/', 'me/conductor-', 'ü_', '@'])('may be "%s"', (text) => {
    expect(prefix(text)).toBe(true)
  })

  it.each(['-a', '/a', '.a', 'a..b', 'a//', 'a/.b', 'a.lock/', 'a b', 'a~', 'a:', 'a\\', 'x@{'])(
    'may not be "%s"',
    (text) => {
      expect(prefix(text)).toBe(false)
    },
  )
})

describe('the server', () => {
  it('is set up by files and by variables', () => {
    const { config } = resolved({
      project: project('server: {allowed_origins: https://board.example.com}'),
      environment: { CONDUCTOR_SERVER_PORT: '5000', CONDUCTOR_SERVER_WEB: 'no' },
    })
    expect(config.server).toEqual({
      web: false,
      port: 5000,
      host: '127.0.0.1',
      allowedOrigins: ['https://board.example.com'],
    })
  })

  it.each([
    'https://a.example/page',
    'example.com',
    'ftp://a.example',
    'https://me@a.example',
    '*',
  ])('is spoken to by origins, and %s is none', (origin) => {
    expect(problems({ project: project(`server: {allowed_origins: ["${origin}"]}`) })).toEqual([
      expect.stringContaining('must be an origin without a path'),
    ])
  })
})

it('takes flags by the names under which the command line keeps them', () => {
  const typed = { strictBatches: true, budget: '5', json: true }
  const { config, origin } = resolved({ flags: flagsFrom(typed) })
  expect([config.scheduling.strictBatches, config.budgetUsd]).toEqual([true, 5])
  expect(origin('budget_usd')).toBe('--budget')
})

describe('bad values', () => {
  it('are all told at once, with the place of each', () => {
    expect(
      problems({
        flags: [{ flag: '--timeout', key: 'timeout', value: 'soon' }],
        environment: { CONDUCTOR_PARALLEL: 'many', CONDUCTOR_UI_REFRESH_RATE: '99' },
        project: project('paralel: 3\nui:\n  theme: dark'),
        user: user('retry: {initial_delay: 0.5, max_delay: 5}'),
      }),
    ).toEqual([
      '--timeout "timeout" must be a duration such as 45m, 1h30m or 90s, not "soon"',
      'CONDUCTOR_PARALLEL "parallel" must be a whole number of at least 1, not "many"',
      'CONDUCTOR_UI_REFRESH_RATE "ui.refresh_rate" must be a whole number from 1 to 60, not 99',
      '/repo/.conductor/config.yaml:1:1 "paralel" is not a key here (did you mean "parallel"?)',
      '/repo/.conductor/config.yaml:3:10 "theme" must be one of default, cyberpunk, minimal, solarized-dark, dracula, not "dark"',
      '/home/me/.conductor/config.yaml:1:24 "initial_delay" must be 1 seconds at least, not 0.5',
      '/home/me/.conductor/config.yaml:1:40 "max_delay" must be 10 seconds at least, not 5',
    ])
  })
})

describe('environment variables', () => {
  it('take text as it stands where text is wanted', () => {
    const environment = { CONDUCTOR_CHECK: 'true', CONDUCTOR_TIMEOUT: '90', CONDUCTOR_AGENT: '' }
    expect(resolved({ environment }).config).toMatchObject({
      check: 'true',
      timeoutSeconds: 90,
      agent: null,
    })
  })

  it('warn of a near miss and of nothing else', () => {
    const environment = { CONDUCTOR_PARALEL: '3', CONDUCTOR_PORT: '1', CONDUCTOR_QUITE_OTHER: 'x' }
    expect(resolved({ environment }).warnings).toEqual([
      {
        origin: 'CONDUCTOR_PARALEL',
        message: 'CONDUCTOR_PARALEL is not a setting',
        hint: 'did you mean "CONDUCTOR_PARALLEL"?',
      },
    ])
  })
})

it('describes every setting with its value and origin', () => {
  const rows = describeConfig(
    resolved({ user: user('scheduling: {aging: 90m}\nretry: {max_delay: 20}') }),
  )
  expect(rows).toContainEqual({
    key: 'scheduling.aging',
    value: '1h 30m',
    origin: '/home/me/.conductor/config.yaml:1',
    note: null,
  })
  expect(rows).toContainEqual({
    key: 'retry.max_delay',
    value: '20s',
    origin: '/home/me/.conductor/config.yaml:2',
    note: 'takes effect when any of its keys is set',
  })
  expect(rows).toContainEqual(
    expect.objectContaining({ key: 'resources.cpu', value: 'all', origin: 'default' }),
  )
})

it('reads the two files, of which either may be missing or empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'config-'))
  const [repository, home] = [join(folder, 'repo'), join(folder, 'home')]
  await mkdir(join(home, '.conductor'), { recursive: true })
  await writeFile(join(home, '.conductor', 'config.yaml'), 'parallel: 2\n')
  const files = await readConfigFiles(repository, home)
  await mkdir(join(repository, '.conductor', 'config.yaml'), { recursive: true })
  const broken = await readConfigFiles(repository, home)
  await rm(folder, { recursive: true })

  expect(files).toMatchObject({ ok: true, project: null, user: { text: 'parallel: 2\n' } })
  expect(broken).toMatchObject({ ok: false, problems: [{ hint: 'name a YAML file' }] })
})

it('takes a file of comments for one that says nothing', () => {
  expect(resolved({ user: user('# parallel: 4\n') }).config.parallel).toBe(3)
})

describe('prices', () => {
  it('are heard from both files, each pattern as a whole from the stronger one', () => {
    const { config, origin } = resolved({
      user: user(
        'prices:\n  "house-*": {input: 1, output: 2, cache_read: 0.1}\n  gpt-5.5: {input: 3, output: 4}',
      ),
      project: project('prices:\n  "house-*": {input: 5, output: 6}'),
    })
    expect(config.prices).toEqual({
      'house-*': { input: 5, output: 6, cacheRead: 5, cacheWrite: 5 },
      'gpt-5.5': { input: 3, output: 4, cacheRead: 3, cacheWrite: 3 },
    })
    expect(origin('prices.house-*')).toBe('/repo/.conductor/config.yaml:2')
  })

  it('are more than nothing, and complete', () => {
    expect(problems({ user: user('prices: {a: {input: 0, output: 1}, b: {input: 1}}') })).toEqual([
      expect.stringContaining('must be a number greater than 0'),
      expect.stringContaining('output'),
    ])
  })
})

it('adds sensitive areas to the usual ones, replaces them, and turns them off', () => {
  const { config } = resolved({
    user: user('sensitive_areas: {billing: [], auth: login}'),
    project: project('sensitive_areas: {pricing: [price, "src/price/**"]}'),
  })
  const { billing, auth, pricing, secrets } = config.sensitiveAreas
  expect(billing).toEqual({ words: [], files: [] })
  expect(auth).toEqual({ words: ['login'], files: [] })
  expect(pricing).toEqual({ words: ['price'], files: ['src/price/**'] })
  expect(secrets!.words).toContain('credential')
})

it('shows no address by which a stranger could send something', () => {
  const hook = '{type: webhook, url: "https://hooks.example.org/services/T0/B1/secret"}'
  const rows = describeConfig(resolved({ user: user(`notifications: {on_failure: [${hook}]}`) }))
  const shown = rows.find(({ key }) => key === 'notifications.on_failure')!
  expect(shown.value).toContain('https://hooks.example.org/…')
  expect(shown.value).not.toContain('secret')
})
