/** How each agent CLI is started so that it asks a scripted model, and reads no settings of the machine's user. */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { agentCli, type AgentCliName } from '../scripted/agent-clis.ts'
import { writeIn } from '../repository/git-in.ts'

export interface CliSettings {
  readonly path: string
  /** The arguments that it always needs; the prompt comes after them. */
  readonly args: readonly string[]
  /** Its whole environment, not an addition to ours. */
  readonly env: Readonly<Record<string, string>>
}

/** Writes the files that the CLI reads in its home. Throws when the CLI is not installed. */
export function settingsFor(cli: AgentCliName, modelUrl: string, home: string): CliSettings {
  for (const [file, text] of Object.entries(filesFor(cli, modelUrl))) writeIn(home, file, text)
  mkdirSync(join(home, 'tmp'), { recursive: true })
  return {
    path: pathOf(cli),
    args: ARGS[cli],
    env: { ...environmentIn(home), ...environmentFor(cli, modelUrl, home) },
  }
}

const KEY = 'sk-ant-scripted'
const CODEX_CONFIG = '.codex/config.toml'

const ARGS: Readonly<Record<AgentCliName, readonly string[]>> = {
  claude: [
    '-p',
    '--input-format=stream-json',
    '--output-format=stream-json',
    '--verbose',
    '--dangerously-skip-permissions',
  ],
  codex: ['exec', '--json'],
  gemini: ['--acp'],
  opencode: ['acp'],
  'claude-agent-acp': [],
  'codex-acp': [],
}

function filesFor(cli: AgentCliName, modelUrl: string): Readonly<Record<string, string>> {
  switch (cli) {
    case 'codex':
    case 'codex-acp':
      return { [CODEX_CONFIG]: codexConfig(modelUrl) }
    case 'gemini':
      return { '.gemini/settings.json': JSON.stringify(GEMINI_SETTINGS) }
    case 'opencode':
      return { ...OPENCODE_PLUGIN_THERE, [OPENCODE_MODELS]: '{}' }
    case 'claude':
    case 'claude-agent-acp':
      return {}
  }
}

/** The last four lines keep Codex from using the network. */
const codexConfig = (modelUrl: string): string => `
model = "gpt-5.5"
model_provider = "scripted"
sandbox_mode = "danger-full-access"
approval_policy = "never"
model_providers.scripted = { name = "scripted", base_url = "${modelUrl}/v1", wire_api = "responses", env_key = "CODEX_KEY" }
check_for_update_on_startup = false
analytics.enabled = false
features.plugins = false
features.apps = false
`

const GEMINI_SETTINGS = {
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  model: { name: 'gemini-2.5-flash' },
  privacy: { usageStatisticsEnabled: false },
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
}

/** opencode installs a package for plugins unless these files say that it is there; no setting turns that off. */
const OPENCODE_PLUGIN_THERE = {
  '.config/opencode/package-lock.json': JSON.stringify({
    packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } },
  }),
  '.config/opencode/node_modules/.package-lock.json': '{}',
}

/** opencode reads the models of all providers at each start, a quarter of what a test costs; ours needs none of them. */
const OPENCODE_MODELS = 'models.json'

function pathOf(cli: AgentCliName): string {
  const installed = agentCli(cli)
  if (installed === null) throw new Error(`${cli} is not installed: npm run test:agents`)
  return installed.path
}

/** CLIs that are scripts need a Node as new as ours. Codex refuses a home below its temporary folder. */
const environmentIn = (home: string): Readonly<Record<string, string>> => ({
  HOME: home,
  TMPDIR: join(home, 'tmp'),
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  LANG: 'C.UTF-8',
})

function environmentFor(
  cli: AgentCliName,
  modelUrl: string,
  home: string,
): Readonly<Record<string, string>> {
  switch (cli) {
    case 'claude':
      return claudeEnvironment(modelUrl)
    case 'claude-agent-acp':
      return { ...claudeEnvironment(modelUrl), CLAUDE_CODE_EXECUTABLE: pathOf('claude') }
    case 'codex':
      return { CODEX_KEY: KEY }
    case 'codex-acp':
      return {
        CODEX_KEY: KEY,
        CODEX_PATH: pathOf('codex'),
        // codex-acp ignores the sandbox of the configuration; without this mode .git is read-only.
        INITIAL_AGENT_MODE: 'agent-full-access',
      }
    case 'gemini':
      return {
        GEMINI_API_KEY: KEY,
        GOOGLE_GEMINI_BASE_URL: modelUrl,
        GEMINI_CLI_NO_RELAUNCH: 'true',
      }
    case 'opencode':
      return { ...opencodeEnvironment(modelUrl), OPENCODE_MODELS_PATH: join(home, OPENCODE_MODELS) }
  }
}

/** As root, Claude Code skips permissions only where IS_SANDBOX is set. */
const claudeEnvironment = (modelUrl: string): Readonly<Record<string, string>> => ({
  ANTHROPIC_API_KEY: KEY,
  ANTHROPIC_BASE_URL: modelUrl,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  IS_SANDBOX: '1',
})

const opencodeEnvironment = (modelUrl: string): Readonly<Record<string, string>> => ({
  OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(modelUrl)),
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
})

const opencodeConfig = (modelUrl: string) => ({
  model: 'scripted/scripted',
  small_model: 'scripted/scripted',
  permission: { bash: 'allow', edit: 'allow' },
  autoupdate: false,
  share: 'disabled',
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${modelUrl}/v1`, apiKey: KEY },
      models: { scripted: { name: 'scripted' } },
    },
  },
})
