import { describe, expect, it } from 'vitest'
import {
  serveGame,
  type GameOptions,
  type ServedGame,
} from '../../../../test/played/served-game.ts'
import { trackerOfTrees, treesFrom } from '../../../../test/played/trees.ts'

const PATH = '/api/suggest-parallelization'

const SHOP = treesFrom({
  shop: `
auth #42 pending
  auth-tests #43 fail
    auth-ui #44 fail
api #45 pass
  api-docs #46 pass
nav #47 pass`,
})

const serve = (options: GameOptions = {}): Promise<ServedGame> =>
  serveGame('a:', { isWaiting: true, tracker: trackerOfTrees(SHOP), ...options })

interface Answered {
  readonly strategies: readonly {
    readonly strategy_id: string
    readonly phases: readonly { readonly workspace_ids: readonly string[] }[]
  }[]
}

const idsIn = (json: unknown): readonly string[] =>
  (json as Answered).strategies.map(({ strategy_id }) => strategy_id)

describe('POST /api/suggest-parallelization', () => {
  it('answers with strategies, a summary, insights, and phases with all their fields', async () => {
    using shop = await serve()
    const { status, json, headers } = await shop.api.post(PATH, { trees: SHOP, engine: 'offline' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(idsIn(json)).toEqual(['max_parallel', 'depth_first', 'ci_optimized'])
    expect(json).toMatchObject({
      analysis_summary: '6 workspaces in 1 repository: 3 can be worked on now, 3 wait for others.',
      dependency_insights: expect.arrayContaining(['PR #42 is blocking 2 downstream PRs']),
      tree_hash: expect.stringMatching(/^[\da-f]{16}$/),
      source: 'offline',
      notice: null,
      is_cached: false,
      cost_usd: null,
    })
    expect(json.strategies[0]).toEqual({
      strategy_id: 'max_parallel',
      name: 'Maximum Parallelism',
      description: expect.stringContaining('rebases to expect'),
      phases: [
        {
          phase_number: 1,
          workspace_ids: ['ws-auth', 'ws-api', 'ws-nav'],
          description: 'Waits for nothing',
          can_start_immediately: true,
        },
        {
          phase_number: 2,
          workspace_ids: ['ws-auth-tests', 'ws-api-docs'],
          description: 'After auth, api',
          can_start_immediately: false,
        },
        {
          phase_number: 3,
          workspace_ids: ['ws-auth-ui'],
          description: 'After auth-tests',
          can_start_immediately: false,
        },
      ],
      estimated_total_phases: 3,
      bottleneck_branches: ['auth'],
      predicted_seconds: 300 + 600 + 600,
      expected_rebases: expect.any(Number),
      source: 'offline',
    })
  })

  it.each([[undefined], [''], ['{}'], [{ trees: null }], [{ trees: {} }]])(
    'takes the current workspaces when the body is %j',
    async (body) => {
      using shop = await serve()
      const { status, json } = await shop.api.post(PATH, body)
      expect(status).toBe(200)
      expect(json.strategies[0].phases[0].workspace_ids).toEqual(['ws-auth', 'ws-api', 'ws-nav'])
    },
  )

  it('puts the preferred ordering first, gives as many as are wanted, and limits phases', async () => {
    using shop = await serve()
    const wish = { strategy_preference: 'unblock_most', count: 5, max_parallel: 2 }
    const { json } = await shop.api.post(PATH, wish)
    expect(idsIn(json)).toEqual([
      'unblock_most',
      'max_parallel',
      'depth_first',
      'ci_optimized',
      'least_rebasing',
    ])
    // Each explains itself: speed, less risk and less CI time are among the aims.
    expect((json.strategies as { description: string }[]).map((one) => one.description)).toEqual([
      expect.stringMatching(/^Begin with what most others wait for/),
      expect.stringMatching(/^Work on everything .*the fewest phases/),
      expect.stringMatching(/^Finish one stack to its top/),
      expect.stringMatching(/^Merge what passes its checks first .*little CI time is wasted/),
      expect.stringMatching(/^Merge each stack from below .*risks the fewest conflicts/),
    ])
    const sizes = (json as Answered).strategies.flatMap(({ phases }) =>
      phases.map(({ workspace_ids }) => workspace_ids.length),
    )
    expect(Math.max(...sizes)).toBe(2)
    const older = await shop.api.post(PATH, { strategy_preference: 'breadth_first', count: 1 })
    expect(idsIn(older.json)).toEqual(['max_parallel'])
  })

  it('adds an ordering by the rules of its user', async () => {
    using shop = await serve({ suggesting: { rules: { nav: 'first', 'au*': 'last' } } })
    const { json } = await shop.api.post(PATH, {})
    expect(idsIn(json)).toEqual(['custom', 'max_parallel', 'depth_first'])
    const phases = (json as Answered).strategies[0]!.phases.map((one) =>
      one.workspace_ids.join(' '),
    )
    expect(phases).toEqual([
      'ws-nav',
      'ws-api',
      'ws-api-docs',
      'ws-auth',
      'ws-auth-tests',
      'ws-auth-ui',
    ])
  })

  it.each([
    ['no workspaces', '', 'no_workspaces', 'Add workspaces to see parallelization suggestions'],
    ['one workspace', 'a', 'single_workspace', 'Only one workspace - no parallelization needed'],
    [
      'only ghosts',
      'a ghost\n  b ghost',
      'no_workspaces',
      'Add workspaces to see parallelization suggestions',
    ],
    [
      'merged workspaces only',
      'a merged\nb merged',
      'nothing_to_order',
      'Everything is merged - there is nothing left to order',
    ],
  ])('has nothing to order with %s', async (_what, tree, notice, notice_text) => {
    using shop = await serve({ tracker: trackerOfTrees(treesFrom({ shop: tree })) })
    const { status, json } = await shop.api.post(PATH)
    expect({ status, ...json }).toMatchObject({ status: 200, strategies: [], notice, notice_text })
  })

  it('names what is held up from outside and leaves it out of the phases', async () => {
    using shop = await serve({
      tracker: trackerOfTrees(treesFrom({ shop: 'a blocked:design-review\n  b\nc\nd' })),
    })
    const { json } = await shop.api.post(PATH)
    expect(json.left_out).toEqual([
      {
        workspace_id: 'ws-a',
        repository: 'shop',
        branch: 'a',
        reason: 'blocked by: design-review',
      },
      {
        workspace_id: 'ws-b',
        repository: 'shop',
        branch: 'b',
        reason: 'waits for a, which is blocked by: design-review',
      },
    ])
    expect(JSON.stringify(json.strategies)).not.toContain('ws-a')
  })

  it('refuses a body that is not JSON', async () => {
    using shop = await serve()
    expect(await shop.api.post(PATH, '{"trees":')).toMatchObject({
      status: 400,
      json: { error: 'invalid_json' },
    })
  })

  it('refuses a wrong tree in general words, with the details in the log', async () => {
    using shop = await serve()
    const trees = { 'secret-repository': { children: [{ name: 'no branch' }] } }
    const { status, json } = await shop.api.post(PATH, { trees })
    expect(status).toBe(400)
    expect(json).toEqual({
      error: 'invalid_tree',
      message: 'the trees of workspaces cannot be used',
      hint: 'the log of the server says why, under number 1',
    })
    expect(shop.faults).toEqual(['secret-repository.children[0]: a node needs a branch'])
  })

  it('refuses trees that would keep all other requests waiting', async () => {
    using shop = await serve()
    const children = Array.from({ length: 10_000 }, (_, i) => ({ branch: `b${i}` }))
    expect(await shop.api.post(PATH, { trees: { shop: { children } } })).toMatchObject({
      status: 413,
      json: { error: 'too_large', message: 'the trees have more than 10000 nodes' },
    })
  })

  it.each([
    { max_parallel: 0 },
    { max_parallel: 'many' },
    { count: 7 },
    { engine: 'magic' },
    { strategy_preference: '<script>' },
    [[]],
  ])('refuses %j', async (body) => {
    using shop = await serve()
    expect(await shop.api.post(PATH, body)).toMatchObject({
      status: 422,
      json: { error: 'invalid' },
    })
  })

  it('answers 403 with the reason when it is switched off', async () => {
    using shop = await serve({ suggesting: { isOff: true } })
    expect(await shop.api.post(PATH)).toMatchObject({
      status: 403,
      json: { error: 'disabled', hint: 'set parallelization_enabled: true in the settings' },
    })
    expect((await shop.api.get(PATH)).json).toMatchObject({ enabled: false })
  })

  it('answers 404 for other paths, and says what this one takes', async () => {
    using shop = await serve()
    expect((await shop.request('/api/suggest-orderings', { method: 'POST' })).status).toBe(404)
    const other = await shop.request(PATH, { method: 'DELETE' })
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST, GET'])
  })

  it('answers any other failure with 500 and the number of the entry in the log', async () => {
    using shop = await serve({
      suggesting: { claude: { modelName: null, open: () => Promise.reject(new Error('no luck')) } },
    })
    const { status, json } = await shop.api.post(PATH, { engine: 'claude' })
    expect({ status, error: json.error }).toEqual({ status: 500, error: 'internal_error' })
    expect(JSON.stringify(json)).not.toContain('no luck')
  })

  it('says that Claude cannot be asked, if only Claude is wanted', async () => {
    using shop = await serve()
    expect(await shop.api.post(PATH, { engine: 'claude' })).toMatchObject({
      status: 500,
      json: {
        error: 'configuration_error',
        message: 'Claude cannot be asked here: ANTHROPIC_API_KEY is not set',
      },
    })
  })
})

describe('the use of suggestions', () => {
  it('is counted, kept and shown: requests, times, clicks, selections and feedback', async () => {
    using shop = await serve()
    const { json: answer } = await shop.api.post(PATH, { engine: 'offline' })
    await shop.api.post(`${PATH}/use`, { event: 'clicked' })
    await shop.api.post(`${PATH}/use`, { event: 'shown', seconds: 0.12 })
    await shop.api.post(`${PATH}/use`, { event: 'selected' })
    const { tree_hash } = answer
    await shop.api.post(`${PATH}/feedback`, { tree_hash, strategy_id: 'depth_first', useful: true })
    const { json } = await shop.api.post(`${PATH}/feedback`, {
      tree_hash,
      strategy_id: 'depth_first',
      useful: false,
    })
    expect(json).toMatchObject({
      can_ask_claude: false,
      because: 'ANTHROPIC_API_KEY is not set',
      cost_per_request_usd: null,
      use: {
        asked: { offline: 1, claude: 0 },
        engaged: { clicked: 1, shown: 1, selected: 1, applied: 0 },
        feedback: { depth_first: { useful: 1, not_useful: 1 } },
        seconds: { display: { count: 1, total_s: 0.12, longest_s: 0.12 } },
        newest_feedback: [{ tree_hash, strategy_id: 'depth_first', useful: false }, {}],
      },
    })
    expect((await shop.api.get(PATH)).json).toEqual(json)
    const metrics = await (await shop.request('/metrics')).text()
    expect(metrics).toContain('conductor_suggestions_total{source="offline"} 1')
    expect(metrics).toContain('conductor_suggestion_uses_total{event="clicked"} 1')
    expect(metrics).toContain(
      'conductor_suggestion_feedback_total{strategy="depth_first",useful="yes"} 1',
    )
    expect(metrics).toContain('conductor_suggestion_display_seconds_count 1')
    expect(metrics).toContain('conductor_suggestion_duration_seconds_count{source="offline"} 1')
    expect(metrics).toContain('conductor_suggestion_cost_usd_total 0')
  })

  it.each([
    [`${PATH}/feedback`, { tree_hash: 'x', strategy_id: 'a', useful: true }],
    [`${PATH}/feedback`, { tree_hash: '0'.repeat(16), strategy_id: '<b>', useful: true }],
    [`${PATH}/use`, { event: 'hovered' }],
  ])('is refused when %s gets %j', async (path, body) => {
    using shop = await serve()
    expect(await shop.api.post(path, body)).toMatchObject({ status: 422 })
  })
})
