/** How Claude Code is started: its command line, its environment, and the tools that Conductor gives it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Assignment } from '../../conduct/ports.ts'
import type { AgentSettings } from '../../core/agent/agent-settings.ts'
import { inAttempt } from '../../core/value/home-paths.ts'
import { attemptEnvironment } from '../attempt-environment.ts'
import { cleanEnvironment } from '../clean-environment.ts'
import type { SpokenAgentOptions } from '../spoken-agent-options.ts'

export interface ClaudeStart {
  readonly assignment: Assignment
  readonly settings: AgentSettings
  /** The folder of the attempt. */
  readonly folder: string
  /** The conversation to go on with. */
  readonly resume: string | null
}

/**
 * The arguments of the user and of the task come last, because the later of two contrary flags counts. The
 * command line holds no secret.
 */
export function claudeCommand(options: SpokenAgentOptions, start: ClaudeStart): readonly string[] {
  const { assignment, settings, resume } = start
  const model = assignment.task.model ?? settings.model
  return [
    ...settings.command,
    '-p',
    '--input-format=stream-json',
    '--output-format=stream-json',
    '--verbose',
    ...PERMISSIONS[settings.permissions],
    `--disallowedTools=${OUT_OF_PLACE}`,
    ...(model === null ? [] : [`--model=${model}`]),
    ...(options.tools === null ? [] : [`--mcp-config=${writeTools(options, start)}`]),
    ...(resume === null ? [] : [`--resume=${resume}`]),
    ...settings.arguments,
    ...assignment.task.agentArguments,
  ]
}

const OUR_TOOLS = 'mcp__conductor'
/**
 * With these tools Claude Code would leave its worktree, or end its turn to be woken by a timer when its
 * process is long gone.
 */
const OUT_OF_PLACE = 'EnterWorktree,ExitWorktree,CronCreate,ScheduleWakeup'
const ASKS_US = '--permission-prompt-tool=stdio'

const PERMISSIONS: Readonly<Record<AgentSettings['permissions'], readonly string[]>> = {
  work: [
    '--permission-mode=acceptEdits',
    `--allowedTools=Bash,Edit,Write,MultiEdit,NotebookEdit,${OUR_TOOLS}`,
    ASKS_US,
  ],
  ask: [
    '--permission-mode=default',
    `--allowedTools=Read,Glob,Grep,LS,NotebookRead,${OUR_TOOLS}`,
    ASKS_US,
  ],
  // Claude Code refuses this flag as root, unless IS_SANDBOX=1 is in the user's environment.
  all: ['--dangerously-skip-permissions'],
}

/** Writes the file that tells Claude Code about our MCP server; returns its path. */
function writeTools(options: SpokenAgentOptions, { assignment, folder }: ClaudeStart): string {
  const { command, arguments: args } = options.tools!
  const ownVariables = Object.entries(attemptEnvironment(options.home, assignment)).filter(
    ([name]) =>
      // The environment of a task may hold secrets, and the server has no use for them.
      name.startsWith('CONDUCTOR_'),
  )
  const conductor = {
    command,
    args: [...args, '--attempt', assignment.attempt],
    env: Object.fromEntries(ownVariables),
  }
  const file = inAttempt(folder, 'tools')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify({ mcpServers: { conductor } }), { mode: 0o600 })
  return file
}

/**
 * By default, Claude Code retries ten times, for minutes, when a model answers 401 or 529, and waits ten
 * minutes for a model that does not answer. Conductor retries as well, and people should see the reason sooner:
 * three retries take about five seconds, and a model that is silent for two minutes will not answer.
 */
const DEFAULTS: Readonly<Record<string, string>> = {
  CLAUDE_CODE_MAX_RETRIES: '3',
  API_TIMEOUT_MS: '120000',
  // No updates and no telemetry: with thirty Claude Codes at once, they would be a burden.
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
}

export function claudeEnvironment(
  { environment }: SpokenAgentOptions,
  settings: AgentSettings,
): Readonly<Record<string, string>> {
  const passed = cleanEnvironment(environment, [...settings.pass, ...Object.keys(DEFAULTS)])
  return { ...DEFAULTS, ...passed, ...settings.environment }
}

/**
 * true: Claude Code uses a token, Bedrock or Vertex. It then reports no API key, and its tokens are paid for
 * all the same.
 */
export const hasOtherAccess = (environment: Readonly<Record<string, string>>): boolean =>
  ['ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX'].some(
    (name) => environment[name] !== undefined,
  )
