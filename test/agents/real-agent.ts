/** A real agent program behind its driver. */
import { acpAgent } from '../../src/agents/acp/acp-agent.ts'
import { claudeAgent } from '../../src/agents/claude/claude-agent.ts'
import type { SpokenAgentOptions } from '../../src/agents/spoken-agent-options.ts'
import { KNOWN_AGENTS } from '../../src/config/known-agents.ts'
import { runId } from '../../src/core/value/ids.ts'
import { agentCli, type AgentCliName } from '../scripted/agent-clis.ts'
import type { AgentKind } from '../contracts/spoken-agent.ts'
import { settingsFor } from './cli-settings.ts'

/** The agent as a user would have it, but with a scripted model. */
export function real(
  name: string,
  clis: readonly AgentCliName[],
  can: AgentKind['can'],
): AgentKind {
  const missing = clis.filter((cli) => agentCli(cli) === null)
  return {
    name,
    missing: missing.length > 0 ? `${missing.join(', ')} not installed` : null,
    can,
    make({ home, userHome }, modelUrl, permissions) {
      const preset = KNOWN_AGENTS[name]!
      const { path, env } = settingsFor(clis[0]!, modelUrl, userHome)
      const { INITIAL_AGENT_MODE: _, ...ours } = permissions === 'ask' ? letAsk(env) : env
      const options: SpokenAgentOptions = {
        home,
        run: runId(1),
        settingsOf: () => ({
          ...preset,
          command: [path, ...preset.command.slice(1)],
          environment: { ...preset.environment, ...COMPILED_ONCE },
          permissions,
        }),
        environment: { ...process.env, ...ours },
        transcriptBytes: 1_000_000,
        tools: null,
        priceOf: (_, { outputTokens }) => outputTokens / 1000,
      }
      return preset.driver === 'claude' ? claudeAgent(options) : acpAgent(options)
    },
  }
}

/** Several agents are scripts of many megabytes; test/run-vitest.mjs says where they are kept as compiled. */
const COMPILED_ONCE: Readonly<Record<string, string>> =
  process.env['NODE_COMPILE_CACHE'] === undefined
    ? {}
    : { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

/** opencode follows its own configuration, which allows everything; this makes it ask. */
function letAsk(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const config = env['OPENCODE_CONFIG_CONTENT']
  if (config === undefined) return env
  return { ...env, OPENCODE_CONFIG_CONTENT: config.replaceAll('"allow"', '"ask"') }
}

/** What most agents can do. */
export const ALL = {
  givesUp: true,
  asksLeave: true,
  mendsCut: true,
  resumesAtOnce: true,
  commits: true,
} as const
