/** How Claude Code is started: its command line, its environment, and the tools it gets from us. */
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
  /** Of the attempt. */
  readonly folder: string
  /** The conversation to go on with. */
  readonly resume: string | null
}

/** What the user and the task say comes last: of two contrary flags the later one counts. Nothing secret is in it. */
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
/** It would leave its worktree, or end its turn to be woken by a clock when it is long gone. */
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
  // As root it refuses this, unless IS_SANDBOX=1 is in the environment of the user.
  all: ['--dangerously-skip-permissions'],
}

/** A file that tells it about our MCP server; returns its path. */
function writeTools(options: SpokenAgentOptions, { assignment, folder }: ClaudeStart): string {
  const { command, arguments: args } = options.tools!
  const ours = Object.entries(attemptEnvironment(options.home, assignment)).filter(([name]) =>
    // What a task puts into its environment may be secret, and the server has no use for it.
    name.startsWith('CONDUCTOR_'),
  )
  const conductor = {
    command,
    args: [...args, '--attempt', assignment.attempt],
    env: Object.fromEntries(ours),
  }
  const file = inAttempt(folder, 'tools')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify({ mcpServers: { conductor } }), { mode: 0o600 })
  return file
}

/**
 * By itself it calls a model that answers 401 or 529 ten times more, for minutes, and waits ten minutes
 * for one that does not answer. We try again too, and people should see why sooner: three times more
 * takes about five seconds; one that is silent for two minutes will not answer.
 */
const DEFAULTS: Readonly<Record<string, string>> = {
  CLAUDE_CODE_MAX_RETRIES: '3',
  API_TIMEOUT_MS: '120000',
  // No updates, no telemetry: thirty of them at once would be a burden.
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
}

export function claudeEnvironment(
  { environment }: SpokenAgentOptions,
  settings: AgentSettings,
): Readonly<Record<string, string>> {
  const passed = cleanEnvironment(environment, [...settings.pass, ...Object.keys(DEFAULTS)])
  return { ...DEFAULTS, ...passed, ...settings.environment }
}

/** Then nobody gave it a key, and still each word is paid for. */
export const hasOtherAccess = (environment: Readonly<Record<string, string>>): boolean =>
  ['ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX'].some(
    (name) => environment[name] !== undefined,
  )
