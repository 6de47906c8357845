/** Orderings by Claude Code itself, for people who are logged in and have no key, against a scripted model. */
import { expect, it } from 'vitest'
import { rememberedClaude } from '../../src/app/suggest/claude-here.ts'
import { KNOWN_AGENTS } from '../../src/config/known-agents.ts'
import { usualConfig } from '../../src/config/resolve-config.ts'
import { suggestionCache } from '../../src/suggest/suggestion-cache.ts'
import { openSuggester } from '../../src/suggest/suggester.ts'
import { processesWith } from '../contracts/planning-model.ts'
import { treesFrom } from '../played/trees.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { agentCli } from '../scripted/agent-clis.ts'
import { startAnsweringModel, type Reply } from '../scripted/answering-model.ts'
import { settingsFor } from './cli-settings.ts'

/** Whole, because Claude Code checks it against our schema. */
const ANSWER = {
  strategies: [
    {
      strategy_id: 'least_risk',
      name: 'Least risk',
      description: 'Small branches first.',
      phases: [['ws-api', 'ws-auth'], ['ws-auth-ui']].map((workspace_ids, i) => ({
        phase_number: i + 1,
        workspace_ids,
        description: '',
        can_start_immediately: i === 0,
      })),
      estimated_total_phases: 2,
      bottleneck_branches: ['auth'],
    },
  ],
  analysis_summary: 'One stack and one single branch.',
  dependency_insights: ['auth-ui waits for PR #42'],
}

async function suggestBy(...replies: readonly Reply[]) {
  using home = tempFolder()
  await using server = await startAnsweringModel(...replies)
  const { path, env } = settingsFor('claude', server.url, home.path)
  const config = usualConfig()
  const claudeOf = rememberedClaude({ ...process.env, ...env })
  const claude = claudeOf({
    ...config,
    planning: { ...config.planning, backend: 'cli' },
    agents: { claude: { ...KNOWN_AGENTS['claude']!, command: [path] } },
  })
  await using suggester = openSuggester({ cache: suggestionCache(Date.now), now: Date.now })
  const suggested = await suggester.suggest(
    {
      trees: treesFrom({ shop: 'auth #42 pass\n  auth-ui fail\napi' }),
      preference: null,
      maxParallel: null,
      count: 3,
      engine: 'auto',
      known: new Map(),
    },
    {
      agents: 3,
      usual: { usualSeconds: 600, isMeasured: false },
      rules: {},
      ttlSeconds: 300,
      timeoutSeconds: 60,
      claude,
    },
  )
  expect(processesWith(home.path)).toEqual([])
  if (!suggested.ok) throw new Error(suggested.says)
  return { response: suggested.response, asked: server.asked }
}

it.skipIf(agentCli('claude') === null)(
  'are what its model answers, checked, completed by ours, and with their cost',
  { timeout: 90_000 },
  async () => {
    const { response, asked } = await suggestBy({ answer: ANSWER })
    expect(response).toMatchObject({
      source: 'claude',
      notice: null,
      analysis_summary: 'One stack and one single branch.',
      strategies: [
        { strategy_id: 'least_risk', source: 'claude', estimated_total_phases: 2 },
        { strategy_id: 'max_parallel', source: 'offline' },
        { strategy_id: 'depth_first', source: 'offline' },
      ],
    })
    expect(response.cost_usd).toBeGreaterThan(0)
    const sent = JSON.stringify(asked[0]!.body)
    expect(sent).toContain('experienced lead')
    expect(sent).toContain('ws-auth-ui')
  },
)
