/** Orderings by Claude, through our API and the real SDK, against a model on this machine. */
import { describe, expect, it } from 'vitest'
import { priceOf } from '../../src/agents/known/prices.ts'
import { anthropicApi } from '../../src/planning/anthropic-api.ts'
import { DEFAULT_API_MODEL } from '../../src/planning/default-model.ts'
import { SUGGESTION_MODEL } from '../../src/suggest/default-model.ts'
import type { SuggesterSettings } from '../../src/suggest/suggester.ts'
import { serveGame, type ServedGame } from '../played/served-game.ts'
import { trackerOfTrees, treesFrom } from '../played/trees.ts'
import {
  startAnsweringModel,
  type AnsweringModel,
  type Reply,
} from '../scripted/answering-model.ts'

const PATH = '/api/suggest-parallelization'
const KEY = 'sk-ant-api03-a-key-of-nobody'
const TREES = treesFrom({ shop: 'auth #42 pass\n  auth-ui fail\napi' })

const ANSWER = {
  strategies: [
    strategy('max_parallel', [['ws-auth', 'ws-api'], ['ws-auth-ui']]),
    strategy('least_risk', [['ws-api'], ['ws-auth'], ['ws-auth-ui']]),
  ],
  analysis_summary: 'One stack and one single branch.',
  dependency_insights: ['auth-ui cannot be merged before PR #42'],
}

function strategy(strategy_id: string, phases: readonly (readonly string[])[]) {
  return {
    strategy_id,
    name: `Name of ${strategy_id}`,
    description: `Why ${strategy_id}.`,
    phases: phases.map((workspace_ids, i) => ({
      phase_number: i + 1,
      workspace_ids,
      description: `step ${i + 1}`,
      can_start_immediately: i === 0,
    })),
    estimated_total_phases: phases.length,
    bottleneck_branches: ['auth'],
  }
}

interface Asking extends AsyncDisposable {
  readonly shop: ServedGame
  readonly server: AnsweringModel
  post(body?: object): ReturnType<ServedGame['api']['post']>
}

async function asking(
  replies: readonly Reply[],
  settings: Partial<SuggesterSettings> = {},
  trees = TREES,
): Promise<Asking> {
  const server = await startAnsweringModel(...replies)
  const environment = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url }
  const modelCalled = (model: string) => anthropicApi({ environment, model, priceOf })
  const shop = await serveGame('a:', {
    isWaiting: true,
    tracker: trackerOfTrees(trees),
    suggesting: {
      claude: {
        modelName: SUGGESTION_MODEL,
        open: async () => ({
          model: modelCalled(SUGGESTION_MODEL),
          instead: modelCalled(DEFAULT_API_MODEL),
        }),
      },
      ...settings,
    },
  })
  return {
    shop,
    server,
    post: (body = {}) => shop.api.post(PATH, body),
    async [Symbol.asyncDispose]() {
      shop[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

describe('orderings by Claude', () => {
  it('are asked for with role, task, rules, the exact form, the graph and 4096 tokens', async () => {
    await using claude = await asking([{ answer: ANSWER }])
    await claude.post({ max_parallel: 2, api_key: 'a key of the client' })
    const { body, key } = claude.server.asked[0]!
    expect(key).toBe(KEY)
    expect(body).toMatchObject({ model: 'claude-sonnet-4-20250514', max_tokens: 4096 })
    expect(body.tools).toBeUndefined()
    const system = String(body.system)
    expect(system).toMatch(/^You are an experienced lead .*in which order branches/)
    for (const rule of ['1. A workspace', '2. Workspaces', '3. The default branch', '4. Stacked'])
      expect(system).toContain(rule)
    for (const field of [
      'strategy_id',
      'phase_number',
      'can_start_immediately',
      'analysis_summary',
    ])
      expect(system).toContain(`"${field}"`)
    const prompt = String(body.messages[0]!.content)
    expect(prompt).toContain('"id": "ws-auth-ui"')
    expect(prompt).toContain('"parent_branch": "auth"')
    expect(prompt).toContain('Suggest 3 different strategies')
    for (const id of ['"max_parallel"', '"depth_first"', '"ci_optimized"'])
      expect(prompt).toContain(id)
    expect(prompt).toContain(
      'group the workspaces into phases: everything in a phase can be worked',
    )
    expect(prompt).toContain('at most 2 workspaces')
  })

  it('come first, are completed by ours, and say what they cost', async () => {
    await using claude = await asking([{ answer: ANSWER }])
    const { status, json } = await claude.post()
    expect(status).toBe(200)
    expect(json).toMatchObject({
      source: 'claude',
      notice: null,
      is_cached: false,
      analysis_summary: 'One stack and one single branch.',
      strategies: [
        { strategy_id: 'max_parallel', source: 'claude', description: 'Why max_parallel.' },
        { strategy_id: 'least_risk', source: 'claude', estimated_total_phases: 3 },
        { strategy_id: 'depth_first', source: 'offline' },
      ],
    })
    expect(json.dependency_insights).toContain('auth-ui cannot be merged before PR #42')
    expect(json.cost_usd).toBeGreaterThan(0)
    const figures = (await claude.shop.api.get(PATH)).json
    expect(figures).toMatchObject({
      can_ask_claude: true,
      model: SUGGESTION_MODEL,
      use: { asked: { claude: 1 } },
    })
    expect(figures.cost_per_request_usd).toBe(json.cost_usd)
  })

  it.each([
    ['bare', JSON.stringify(ANSWER)],
    ['in a block of JSON', `Here:\n\`\`\`json\n${JSON.stringify(ANSWER, null, 2)}\n\`\`\`\nDone.`],
    ['in a plain block', `\`\`\`\n${JSON.stringify(ANSWER)}\n\`\`\``],
  ])('are read when their JSON is %s', async (_where, say) => {
    await using claude = await asking([{ say }])
    expect((await claude.post()).json.source).toBe('claude')
  })

  it('are kept while the graph stays the same, and asked for again when it changes', async () => {
    await using claude = await asking([{ answer: ANSWER }])
    const first = await claude.post()
    const again = await claude.post({ trees: TREES })
    expect(again.json).toEqual({ ...first.json, is_cached: true })
    await claude.post({ count: 4 })
    await claude.post({ trees: treesFrom({ shop: 'auth #42 fail\n  auth-ui fail\napi' }) })
    expect(claude.server.asked).toHaveLength(3)
    expect((await claude.shop.api.get(PATH)).json.use.asked).toMatchObject({ claude: 3, cache: 1 })
  })

  it('cost one answer when two ask the same at once', async () => {
    await using claude = await asking([{ answer: ANSWER }])
    const both = await Promise.all([claude.post(), claude.post()])
    expect(both.map(({ json }) => json.source)).toEqual(['claude', 'claude'])
    expect(claude.server.asked).toHaveLength(1)
  })

  it('are repaired where they break our rules', async () => {
    const wrong = strategy('max_parallel', [['ws-auth-ui', 'ws-x'], ['ws-auth']])
    await using claude = await asking([{ answer: { ...ANSWER, strategies: [wrong] } }])
    const { json } = await claude.post({ count: 1 })
    const ids = json.strategies[0].phases.map(
      (phase: { workspace_ids: string[] }) => phase.workspace_ids,
    )
    expect(ids).toEqual([['ws-api'], ['ws-auth'], ['ws-auth-ui']])
  })

  it('are asked of the model that plans when the usual one is not known any more', async () => {
    await using claude = await asking([
      { status: 404, message: 'model: not found' },
      { answer: ANSWER },
    ])
    expect((await claude.post()).json.source).toBe('claude')
    expect(claude.server.asked.map(({ body }) => body.model)).toEqual([
      SUGGESTION_MODEL,
      DEFAULT_API_MODEL,
    ])
  })

  it('see of 5,000 workspaces the 50 that matter most, in a prompt of limited size', async () => {
    const lines = Array.from({ length: 1000 }, (_, i) => [
      `s${i}`,
      ...Array.from({ length: 4 }, (__, k) => `${' '.repeat(k + 1)}s${i}-${k}`),
    ])
    const placed = Array.from({ length: 50 }, (_, i) => `w${i + 1}`)
    await using claude = await asking(
      [{ answer: { ...ANSWER, strategies: [strategy('big', [placed])] } }],
      {},
      treesFrom({ shop: lines.flat().join('\n') }),
    )
    const { json } = await claude.post({ count: 1 })
    const prompt = String(claude.server.asked[0]!.body.messages[0]!.content)
    expect(prompt).toContain('w1 | shop | s0 | - | unknown | - | 4')
    expect(prompt).toContain('4950 more workspaces are not listed')
    expect(prompt.length).toBeLessThan(20_000)
    const all = json.strategies[0].phases.flatMap(
      (phase: { workspace_ids: string[] }) => phase.workspace_ids,
    )
    expect([json.source, new Set(all).size]).toEqual(['claude', 5000])
  })
})

describe('a failure of Claude', () => {
  it.each<readonly [string, readonly Reply[], number, string, string]>([
    [
      'no answer in time',
      [{ hang: true }],
      504,
      'claude_timeout',
      'Suggestion service unavailable, try again',
    ],
    [
      'too many requests',
      [{ status: 429 }],
      429,
      'rate_limited',
      'Too many requests, please wait 60s',
    ],
    ['a broken connection', [{ cut: true }], 503, 'offline', 'Check internet connection'],
    [
      'an answer without JSON',
      [{ say: 'No.' }],
      502,
      'malformed_response',
      'The answer of Claude could not be read, try again',
    ],
    [
      'an answer that is too long',
      [{ say: '{"stra', stop: 'max_tokens' }],
      502,
      'malformed_response',
      'The answer of Claude could not be read, try again',
    ],
    [
      'orderings of nothing',
      [{ answer: { strategies: [strategy('x', [['y']])] } }],
      502,
      'malformed_response',
      'The answer of Claude could not be read, try again',
    ],
    [
      'an error of the API',
      [{ status: 500, message: 'the words of the server' }],
      502,
      'claude_api_error',
      'Claude could not answer: the Anthropic API answers 500: the words of the server',
    ],
    [
      'an overloaded API',
      [{ status: 529 }],
      502,
      'claude_api_error',
      'Claude could not answer: the Anthropic API answers 529: the words of the server about 529',
    ],
    [
      'a wrong key',
      [{ status: 401 }],
      502,
      'claude_api_error',
      'Claude could not answer: the Anthropic API answers 401: the words of the server about 401',
    ],
    [
      'a refusal',
      [{ say: '', stop: 'refusal' }],
      502,
      'claude_api_error',
      expect.stringContaining('refused to answer'),
    ],
  ])(
    '%s leaves the offline answer, and is an error if only Claude is wanted',
    async (...[, replies, status, error, message]) => {
      await using claude = await asking(replies, {
        timeoutSeconds: 'hang' in replies[0]! ? 0.2 : 30,
      })
      const alone = await claude.post({ engine: 'claude' })
      expect({ status: alone.status, ...alone.json }).toMatchObject({ status, error, message })
      expect(claude.shop.faults).toHaveLength(1)
      const { json } = await claude.post({ engine: 'auto' })
      expect(json).toMatchObject({ source: 'offline', notice: error })
      expect(json.notice_text).toEqual(message)
      expect(json.strategies).toHaveLength(3)
    },
  )

  it('tells when to try again', async () => {
    await using claude = await asking([{ status: 429 }, { status: 429, retryAfter: '17' }])
    const retryAfter = async () =>
      (await claude.post({ engine: 'claude' })).headers.get('retry-after')
    expect([await retryAfter(), await retryAfter()]).toEqual(['60', '17'])
  })

  it('is an answer without JSON only after one more question, which says what was wrong', async () => {
    await using claude = await asking([{ say: 'Sorry.' }, { answer: ANSWER }])
    expect((await claude.post({ engine: 'claude' })).json.source).toBe('claude')
    const [, second] = claude.server.asked
    expect(claude.server.asked).toHaveLength(2)
    expect(String(second!.body.messages[0]!.content)).toContain(
      'The answer was not the JSON object that was asked for.',
    )
  })

  it('is an answer that cannot be read twice, and then no third question', async () => {
    await using claude = await asking([{ say: 'No.' }])
    const { status } = await claude.post({ engine: 'claude' })
    expect([status, claude.server.asked.length]).toEqual([502, 2])
  })

  it('is not kept: the next request asks again', async () => {
    await using claude = await asking([{ status: 500 }, { answer: ANSWER }])
    expect((await claude.post()).json.notice).toBe('claude_api_error')
    expect((await claude.post()).json.source).toBe('claude')
  })

  it('shows the key to nobody', async () => {
    await using claude = await asking([{ status: 401, message: `your key ${KEY} is wrong` }])
    const { json } = await claude.post({ engine: 'claude' })
    expect(JSON.stringify([json, claude.shop.faults])).not.toContain(KEY)
    expect(JSON.stringify((await claude.shop.api.get(PATH)).json)).not.toContain(KEY)
  })
})
