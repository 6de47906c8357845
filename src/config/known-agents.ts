/** The agents that need no configuration, because Conductor has a driver and settings for them. */
import type { AgentSettings } from '../core/agent/agent-settings.ts'
import { objectWithoutPrototype } from '../core/value/object-without-prototype.ts'

/** The defaults of an agent that is not configured further. */
export const PLAIN_AGENT: AgentSettings = {
  driver: 'command',
  command: [],
  model: null,
  arguments: [],
  environment: {},
  pass: [],
  permissions: 'work',
}

const OURS: Readonly<Record<string, AgentSettings>> = {
  claude: {
    ...PLAIN_AGENT,
    driver: 'claude',
    command: ['claude'],
    pass: ['ANTHROPIC_*', 'CLAUDE_*', 'API_TIMEOUT_MS', 'AWS_*', 'GOOGLE_*', 'CLOUD_ML_REGION'],
  },
  'claude-acp': {
    ...PLAIN_AGENT,
    driver: 'acp',
    command: ['claude-agent-acp'],
    environment: {
      // By default, claude-agent-acp retries ten times, for minutes; Conductor knows better when to retry.
      CLAUDE_CODE_MAX_RETRIES: '3',
      // Suggestions for a person who is not there cost tokens.
      CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: 'false',
    },
    pass: ['ANTHROPIC_*', 'CLAUDE_*', 'API_TIMEOUT_MS'],
  },
  codex: {
    ...PLAIN_AGENT,
    driver: 'acp',
    command: ['codex-acp'],
    pass: ['OPENAI_*', 'CODEX_*'],
  },
  gemini: {
    ...PLAIN_AGENT,
    driver: 'acp',
    command: ['gemini', '--acp'],
    pass: ['GEMINI_*', 'GOOGLE_*'],
  },
  opencode: {
    ...PLAIN_AGENT,
    driver: 'acp',
    command: ['opencode', 'acp'],
    pass: ['OPENCODE_*', 'ANTHROPIC_*', 'OPENAI_*', 'GEMINI_*', 'GOOGLE_*', 'OPENROUTER_*'],
  },
}

export const KNOWN_AGENTS = objectWithoutPrototype(Object.entries(OURS))
