/** conductor suggest, as a user types it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
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
  })

  it.each([
    [['--strategy', 'fastest'], 2, 'there is no ordering "fastest"'],
    [['--count', '7'], 2, '7 orderings are too many'],
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

  it('has examples and remedies that work when they are typed where they are said', async () => {
    await using place = folder({ 'trees.json': TREES }, WITHOUT_CLAUDE)
    const { stdout: help } = await place.conductor('suggest', '--help')
    const refused = await place.conductor('suggest', '--claude', '--tree', 'trees.json')
    const hints = [
      ...`${help}\n${refused.stderr}`.matchAll(/ (suggest(?: --\S+(?: \w+)?)*)(?= {2}|$)/gm),
    ]
    expect(hints).toHaveLength(4)
    for (const [, words] of hints)
      expect(await place.conductor(...words!.split(' '))).toMatchObject({ code: 0 })
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

const WITHOUT_CLAUDE = { environment: { ANTHROPIC_API_KEY: '', PATH: '/usr/bin:/bin' } }
