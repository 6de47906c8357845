/** conductor suggest, as a user types it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findWorkspace } from '../../src/app/place/workspace.ts'
import { askServed } from '../../src/app/serve/repository/served-asks.ts'
import { taskId } from '../../src/core/value/ids.ts'
import { openEventLog } from '../../src/store/event-log.ts'
import { keptDrafts } from '../../src/store/kept-drafts.ts'
import { eventsIn, folder, repository } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { startAnsweringModel } from '../scripted/answering-model.ts'
import { treesFrom } from '../played/trees.ts'

const TREES = JSON.stringify(
  treesFrom({
    shop: 'auth #42\n  auth-ui\napi pass\nold merged',
    web: 'api\nlegal blocked:lawyers',
  }),
)

describe('conductor suggest', () => {
  it('shows orderings of the workspaces in a file, with phases, times, rebases, insights and what is left out', async () => {
    await using place = folder({ 'trees.json': TREES })
    const { code, stdout } = await place.conductor('suggest', '--offline', '--tree', 'trees.json')
    expect(code).toBe(0)
    expect(stdout).toContain(
      '6 workspaces in 2 repositories: 3 can be worked on now, 1 waits for others, 1 is held up from outside, 1 merged.',
    )
    expect(stdout).toContain('1. Maximum Parallelism (max_parallel): 2 phases, about 20m, ')
    expect(stdout).toContain('   1. auth #42, shop:api, web:api\n   2. auth-ui\n')
    expect(stdout).toContain('2. Depth-First (depth_first): 4 phases')
    expect(stdout).toContain('  - legal: blocked by: lawyers')
    expect(stdout).toContain(
      'Times are simulated, phase after phase, with 3 agents: 10m for each workspace',
    )
  })

  it('shows one ordering, with limited phases, as a document for programs', async () => {
    await using place = folder({ 'trees.json': TREES })
    const answer: { strategies: { strategy_id: string; phases: { workspace_ids: string[] }[] }[] } =
      await place.json(
        'suggest',
        '--offline',
        '--tree',
        'trees.json',
        '--strategy',
        'breadth_first',
        '--max-parallel',
        '1',
      )
    expect(answer.strategies.map(({ strategy_id }) => strategy_id)).toEqual(['max_parallel'])
    expect(answer.strategies[0]!.phases.map((phase) => phase.workspace_ids.length)).toEqual([
      1, 1, 1, 1,
    ])
  })

  it('takes the branches and worktrees of the repository as they are now', async () => {
    await using place = folder()
    gitIn(place.path, 'init', '-q', '-b', 'main')
    const commit = (file: string): void => {
      writeFileSync(join(place.path, file), file)
      gitIn(place.path, 'add', file)
      gitIn(
        place.path,
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@example.com',
        'commit',
        '-qm',
        file,
      )
    }
    commit('readme')
    gitIn(place.path, 'switch', '-qc', 'auth')
    commit('auth')
    gitIn(place.path, 'switch', '-qc', 'auth-ui')
    commit('auth-ui')
    gitIn(place.path, 'switch', '-q', 'main')
    const { stdout } = await place.conductor('suggest', '--offline', '--strategy', 'depth_first')
    expect(stdout).toContain('   1. auth\n   2. auth-ui\n')
    place.write('.conductor/config.yaml', 'workspaces: {max_branches: 1}\n')
    const cut = await place.conductor('suggest', '--offline')
    expect(cut.stderr).toMatch(/^note: .*: left out: 1 branch without a worktree/)
  })

  it.each([
    [['--strategy', 'fastest'], 2, 'there is no ordering "fastest"'],
    [['--count', '7'], 2, '7 orderings are too many'],
    [['--offline', '--yes'], 2, '--yes is for --queue'],
    [
      ['--offline', '--tree', 'trees.json', '--strategy', 'custom'],
      2,
      'there are no rules for the ordering "custom"',
    ],
    [['--max-parallel', '0'], 2, 'a whole number of at least 1 is needed'],
    [['--offline', '--claude'], 2, 'cannot be used with'],
    [['--tree', 'nowhere.json'], 2, 'does not exist'],
    [['--tree', 'bad.json'], 2, 'shop.children[0]: a node needs a branch'],
    [
      ['--tree', 'trees.json', '--claude'],
      3,
      'Claude cannot be asked here: ANTHROPIC_API_KEY is not set',
    ],
  ])('refuses %j with exit code %i and says why', async (words, exitCode, says) => {
    await using place = folder(
      { 'trees.json': TREES, 'bad.json': '{"shop": {"children": [{}]}}' },
      WITHOUT_CLAUDE,
    )
    const { code, stderr } = await place.conductor('suggest', ...words)
    expect({ code, stderr }).toEqual({ code: exitCode, stderr: expect.stringContaining(says) })
  })

  it('asks Claude with the key of the environment, and keeps the answer in a file if that is wanted', async () => {
    await using model = await startAnsweringModel({ answer: BY_CLAUDE })
    const environment = { ANTHROPIC_API_KEY: 'sk-ant-nobody', ANTHROPIC_BASE_URL: model.url }
    await using place = folder(
      { 'trees.json': TREES, '.conductor/config.yaml': 'parallelization_cache_file: true\n' },
      { environment },
    )
    const { stdout } = await place.conductor('suggest', '--tree', 'trees.json', '--count', '1')
    expect(stdout).toContain('1. Quiet (quiet by Claude): 4 phases')
    expect(stdout).toContain('Least to review at once.')
    expect(stdout).toMatch(/Claude cost \$/)
    const again: { is_cached: boolean } = await place.json(
      'suggest',
      '--tree',
      'trees.json',
      '--count',
      '1',
    )
    expect([again.is_cached, model.asked.length]).toEqual([true, 1])
    const kept = readFileSync(join(place.path, '.conductor/suggestions.json'), 'utf8')
    expect(kept).toContain('Least to review at once.')
    expect(kept).not.toContain('sk-ant-nobody')
  })

  it('says in one line why Claude was not asked', async () => {
    await using place = folder({ 'trees.json': TREES }, WITHOUT_CLAUDE)
    const { code, stdout, stderr } = await place.conductor('suggest', '--tree', 'trees.json')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('1. Maximum Parallelism'),
    })
    expect(stderr).toContain('Claude was not asked: ANTHROPIC_API_KEY is not set')
    expect(stderr).not.toContain('Asking Claude')
  })

  it('queues an ordering in a run: shown first, then done, and nothing is started by it', async () => {
    const held = 'until [ -e ../go ]; do sleep 0.05; done'
    await using place = repository({
      'tasks.yaml': `config: {parallel: 1}\ntasks:\n  - {id: first, priority: high, run: '${held}'}\n  - {id: second, run: 'true'}\n  - {id: third, run: 'true', dependencies: [second]}\n`,
    })
    const queue = (...words: readonly string[]) =>
      place.conductor('suggest', '--offline', '--strategy', 'unblock_most', '--queue', ...words)
    expect(await place.conductor('suggest', '--queue')).toMatchObject({ code: 2 })
    const run = place.begin('run', 'tasks.yaml', '--no-ui')
    await run.says('first')
    const shown = await queue()
    expect(shown.stdout).toContain(
      '  second: phase 1, priority 3 -> 1\n  third: phase 2, priority 3 -> 2\n',
    )
    expect(shown.stdout).toContain('skipped shop:task-first: first is working')
    expect(shown.stdout).toContain(
      'Nothing has changed yet. To do it: conductor suggest --strategy unblock_most --queue --yes --offline\n',
    )
    const done = await queue('--yes')
    expect({ code: done.code, out: done.stdout }).toMatchObject({
      code: 0,
      out: expect.stringContaining('Queued in run 1'),
    })
    expect((await queue('--yes')).stdout).toContain('Nothing has to be changed.')
    const explained: { priority: number } = await place.json('explain', 'second')
    expect(explained.priority).toBe(1)
    place.write('../go', '')
    expect((await run.done).code).toBe(0)
  })

  it('queues an ordering in a run that waits for a person, from the terminal and the page, and the run still waits', async () => {
    await using place = repository({
      'tasks.yaml': `tasks:\n  - {id: first, needs_human: true, run: 'true'}\n  - {id: second, needs_human: true, run: 'true'}\n  - {id: third, run: 'true', dependencies: [second]}\n`,
    })
    await place.conductor('run', 'tasks.yaml', '--no-ui')
    const typed = ['suggest', '--offline', '--strategy', 'unblock_most', '--queue', '--yes']
    const queued = await place.conductor(...typed)
    expect(queued).toMatchObject({ code: 0, stdout: expect.stringContaining('Queued in run 1') })
    const priorityOf = async (task: string): Promise<number> => {
      const { priority }: { priority: number } = await place.json('explain', task)
      return priority
    }
    expect(await Promise.all(['second', 'third'].map(priorityOf))).toEqual([1, 2])

    const workspace = findWorkspace(place.path)
    using log = openEventLog(workspace.database)
    const back = { ask: 'change', task: taskId('second'), change: { priority: 3 } } as const
    const reply = await askServed({ ask: 'together', asks: [back] }, workspace, log)
    expect(reply).toMatchObject({ accepted: true, affected: ['second'] })
    expect(await priorityOf('second')).toBe(3)
    const late = { ...back, task: taskId('nobody') }
    expect(await askServed({ ask: 'together', asks: [back, late] }, workspace, log)).toMatchObject({
      accepted: false,
      refusal: { is: 'unknown-task' },
    })

    const { stdout } = await place.conductor('approve', 'second')
    expect(stdout).toContain('third')
    expect(eventsIn(place.path).filter(({ type }) => type === 'attempt-started')).toHaveLength(2)
  })

  it('queues an ordering before the first run in the draft of the task file, with which the page starts the run', async () => {
    await using place = repository({
      'tasks.yaml': `tasks:\n  - {id: alpha, run: 'true', dependencies: [beta]}\n  - {id: beta, run: 'true'}\n`,
    })
    const queue = (...words: readonly string[]) =>
      place.conductor('suggest', '--offline', '--strategy', 'unblock_most', '--queue', ...words)
    const workspaces = await place.conductor('workspaces', '--here')
    expect(workspaces.stdout).toMatch(/task-beta +idle .*\n +\[ \] task-alpha +idle/)
    expect(workspaces.stdout).toContain('not started: it is in tasks.yaml')
    const shown = await queue()
    expect(shown.stdout).toContain(
      '  beta: phase 1, priority 3 -> 1\n  alpha: phase 2, priority 3 -> 2\n',
    )
    const drafts = keptDrafts(findWorkspace(place.path).database, basename(place.path))
    expect(drafts.get('tasks.yaml')).toEqual([])
    const done = await queue('--yes')
    expect(done.stdout).toContain('in the draft of tasks.yaml')
    expect(drafts.get('tasks.yaml')).toEqual([
      { task: 'beta', change: { priority: 1 } },
      { task: 'alpha', change: { priority: 2 } },
    ])
    expect((await queue('--yes')).stdout).toContain('Nothing has to be changed.')
    place.write('tasks.yaml', 'tasks: 5\n')
    expect(await queue()).toMatchObject({ code: 2, stderr: expect.stringContaining('tasks.yaml') })
  })

  it('has examples and remedies that work when they are typed where they are said', async () => {
    await using place = folder({ 'trees.json': TREES }, WITHOUT_CLAUDE)
    const { stdout: help } = await place.conductor('suggest', '--help')
    const refused = await place.conductor('suggest', '--claude', '--tree', 'trees.json')
    const hints = [
      ...`${help}\n${refused.stderr}`.matchAll(/ (suggest(?: --\S+(?: \w+)?)*)(?= {2}|$)/gm),
    ]
    expect(hints).toHaveLength(5)
    for (const [, words] of hints)
      expect([words, (await place.conductor(...words!.split(' '))).code]).toEqual([
        words,
        words!.includes('--queue') ? 2 : 0,
      ])
  })

  it('says that it is switched off', async () => {
    await using place = folder({ '.conductor/config.yaml': 'parallelization_enabled: false\n' })
    const { code, stderr } = await place.conductor('suggest')
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('set parallelization_enabled: true'),
    })
  })
})

const BY_CLAUDE = {
  strategies: [
    {
      strategy_id: 'quiet',
      name: 'Quiet',
      description: 'Least to review at once.',
      phases: ['ws-auth', 'ws-auth-ui', 'ws-api', 'web:api'].map((id, i) => ({
        phase_number: i + 1,
        workspace_ids: [id],
        description: '',
      })),
    },
  ],
  analysis_summary: 'Few branches.',
  dependency_insights: [],
}

const WITHOUT_CLAUDE = { environment: { ANTHROPIC_API_KEY: '', PATH: '/usr/bin:/bin' } }
