/** The agent CLIs that the tests drive: which release of each, and whether it is on this machine. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export type AgentCliName = keyof typeof AGENT_CLIS

export interface AgentCli {
  readonly path: string
  readonly version: string
}

interface Release {
  readonly package: string
  readonly version: string
  readonly program: string
  /** An adapter depends on a copy of its agent, which is large; the agent installed here is used instead. */
  readonly without?: 'optional'
}

/** The releases that the tests and the documents are about. */
export const AGENT_CLIS = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.325', program: 'claude' },
  codex: { package: '@openai/codex', version: '0.166.0', program: 'codex' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', program: 'gemini' },
  opencode: { package: 'opencode-ai', version: '1.18.33', program: 'opencode' },
  'claude-agent-acp': {
    package: '@agentclientprotocol/claude-agent-acp',
    version: '0.99.1',
    program: 'claude-agent-acp',
    without: 'optional',
  },
  'codex-acp': {
    package: '@agentclientprotocol/codex-acp',
    version: '2.6.0',
    program: 'codex-acp',
    without: 'optional',
  },
} as const satisfies Readonly<Record<string, Release>>

export const agentCliNames = Object.keys(AGENT_CLIS) as readonly AgentCliName[]

/** null: this release is not installed. */
export function agentCli(name: AgentCliName): AgentCli | null {
  const path = join(folderOf(name), 'node_modules', '.bin', AGENT_CLIS[name].program)
  return existsSync(path) ? { path, version: AGENT_CLIS[name].version } : null
}

/** Outside of node_modules, so that `npm ci` does not delete a gigabyte. */
export const agentCache = (): string =>
  process.env['CONDUCTOR_AGENT_CACHE'] ?? join(homedir(), '.cache', 'conductor', 'agents')

/** The folder exists only when its installation is complete. */
export function folderOf(name: AgentCliName): string {
  const release = AGENT_CLIS[name]
  return join(agentCache(), `${release.package.replace('/', '-')}-${release.version}`)
}
