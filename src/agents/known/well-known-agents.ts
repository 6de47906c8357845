/** The agents that Conductor knows by name: what it needs of them, and how people get them ready. */
import { homedir } from 'node:os'
import { join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

export interface WellKnownAgent {
  readonly name: string
  /**
   * The oldest version that works: older ones lack options and events that the drivers use. null: any version
   * works.
   */
  readonly oldest: string | null
  /** When one of these variables is set, the agent is logged in. */
  readonly variables: readonly string[]
  /** The file that exists when a user has logged in. Conductor never reads it. */
  readonly credentials: (environment: Environment) => string
  /** Where else a login may be stored; null: nowhere. */
  readonly elsewhere: (environment: Environment) => string | null
  readonly install: string
  readonly logIn: string
}

/** opencode takes the keys of many providers from the environment; these are the keys that most people have. */
const PROVIDER_KEYS = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'OPENCODE_API_KEY',
  'OPENROUTER_API_KEY',
  'GROQ_API_KEY',
  'MISTRAL_API_KEY',
  'DEEPSEEK_API_KEY',
  'XAI_API_KEY',
]

const CLAUDE: WellKnownAgent = {
  name: 'claude',
  oldest: '2.1.0',
  variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  credentials: (environment) =>
    join(environment['CLAUDE_CONFIG_DIR'] || inHome(environment, '.claude'), '.credentials.json'),
  elsewhere: (environment) =>
    process.platform === 'darwin'
      ? 'the keychain of macOS'
      : firstSet(environment, [
          'CLAUDE_CODE_USE_BEDROCK',
          'CLAUDE_CODE_USE_VERTEX',
          'CLAUDE_CODE_USE_FOUNDRY',
        ]),
  install: 'npm install -g @anthropic-ai/claude-code',
  logIn: 'run `claude` and type /login, or set ANTHROPIC_API_KEY',
}

const CODEX: WellKnownAgent = {
  name: 'codex',
  oldest: '0.150.0',
  variables: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
  credentials: (environment) =>
    join(environment['CODEX_HOME'] || inHome(environment, '.codex'), 'auth.json'),
  elsewhere: () => null,
  install: 'npm install -g @openai/codex',
  logIn: 'run `codex login`, or set CODEX_API_KEY',
}

/** The last two are programs around Claude Code and Codex, which speak ACP for them. */
export const WELL_KNOWN_AGENTS: readonly WellKnownAgent[] = [
  CLAUDE,
  CODEX,
  {
    name: 'gemini',
    oldest: '0.50.0',
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    credentials: (environment) => inHome(environment, '.gemini', 'oauth_creds.json'),
    elsewhere: (environment) =>
      firstSet(environment, ['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA']),
    install: 'npm install -g @google/gemini-cli',
    logIn: 'run `gemini` and choose how to log in, or set GEMINI_API_KEY',
  },
  {
    name: 'opencode',
    oldest: '1.10.0',
    variables: PROVIDER_KEYS,
    credentials: (environment) =>
      join(
        environment['XDG_DATA_HOME'] || inHome(environment, '.local', 'share'),
        'opencode',
        'auth.json',
      ),
    elsewhere: () => 'its configuration, which may name a provider that asks for no key',
    install: 'npm install -g opencode-ai',
    logIn: 'run `opencode auth login`',
  },
  {
    ...CLAUDE,
    name: 'claude-agent-acp',
    oldest: null,
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
  },
  {
    ...CODEX,
    name: 'codex-acp',
    oldest: null,
    install: 'npm install -g @agentclientprotocol/codex-acp',
  },
]

const inHome = (environment: Environment, ...path: readonly string[]): string =>
  join(environment['HOME'] || homedir(), ...path)

export const firstSet = (environment: Environment, names: readonly string[]): string | null =>
  names.find((name) => environment[name]) ?? null
