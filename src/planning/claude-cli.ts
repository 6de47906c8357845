/** Planning by the user's own Claude Code, in print mode: it gets no tools, and asks for no permission. */
import { cleanEnvironment } from '../agents/clean-environment.ts'
import type { AgentSettings } from '../core/agent/agent-settings.ts'
import { lastLinesOf } from '../core/text/plain-text.ts'
import { findProgram } from '../processes/find-program.ts'
import { askProgram, type ProgramEnd } from './ask-program.ts'
import { answerOfClaude } from './claude-result.ts'
import { foreignWords, modelFailure, stoppedBy } from './model-failure.ts'
import type { ModelAnswer, ModelFailure, PlanningModel, Question } from './planning-model.ts'
import { withSchema } from './with-schema.ts'

export interface ClaudeCliOptions {
  readonly settings: Pick<AgentSettings, 'command' | 'model' | 'environment' | 'pass'>
  /** The environment of Conductor itself. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

const NAME = 'claude'

export const claudeCli = (options: ClaudeCliOptions): PlanningModel => ({
  backend: 'cli',
  name: NAME,
  ask: (question, signal) => ask(options, question, signal),
})

async function ask(
  { settings, environment: ours }: ClaudeCliOptions,
  question: Question,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const environment = environmentFor(settings, ours, question)
  const [program = NAME] = settings.command
  if (findProgram(program, environment['PATH']) === null) return missing(program)
  const run = (without: readonly string[]): Promise<ProgramEnd> => {
    const { flags, input } = wordsFor(question, settings.model, without)
    return askProgram({ command: [...settings.command, ...flags], environment, input }, signal)
  }
  const end = await runWithKnownFlags(run)
  if (end.is === 'stopped') return stoppedBy(signal, NAME)
  if (end.is === 'cannot-start') return cannotStart(end.reason)
  const isPaid = PAID_BY.some((name) => environment[name])
  return answerOfClaude(end.output, isPaid) ?? withoutResult(end)
}

/** Older versions lack some of our flags, and say so at once. */
async function runWithKnownFlags(
  run: (without: readonly string[]) => Promise<ProgramEnd>,
): Promise<ProgramEnd> {
  const without: string[] = []
  for (;;) {
    const end = await run(without)
    const unknown = end.is === 'ended' && end.code !== 0 ? UNKNOWN.exec(end.errors)?.[1] : undefined
    if (unknown === undefined || !SPARED.has(unknown) || without.includes(unknown)) return end
    without.push(unknown)
  }
}

const UNKNOWN = /unknown option '(--[a-z-]+)/

/** Flags that Claude Code can do without. That it has no tools is not among them. */
const SPARED: ReadonlySet<string> = new Set([
  '--json-schema',
  '--no-session-persistence',
  '--setting-sources',
  '--disable-slash-commands',
  '--strict-mcp-config',
  '--settings',
  '--safe-mode',
])

/** A model that calls tools it has not got, or never satisfies the schema, would go on for ever, and be paid for it. */
const MOST_TURNS = 6

function wordsFor(
  { system, prompt, schema }: Question,
  model: string | null,
  without: readonly string[],
): { readonly flags: readonly string[]; readonly input: string } {
  const flags = [
    '-p',
    '--output-format=json',
    '--tools=',
    // As root, Claude Code refuses to start if the settings of its user skip permissions.
    '--permission-mode=default',
    `--max-turns=${MOST_TURNS}`,
    `--system-prompt=${system}`,
    ...(model === null ? [] : [`--model=${model}`]),
    `--json-schema=${JSON.stringify(schema)}`,
    '--no-session-persistence',
    '--disable-slash-commands',
    '--strict-mcp-config',
    // The login may be in the settings of the user; those of a repository are not ours to trust.
    '--setting-sources=user',
    '--settings={"disableAllHooks":true}',
    // Instructions that its user keeps for all projects are for work, not for answers of a given shape.
    '--safe-mode',
  ].filter((flag) => !without.includes(flag.split('=')[0]!))
  const hasSchema = !without.includes('--json-schema')
  return { flags, input: hasSchema ? prompt : withSchema(prompt, schema) }
}

/** The user sees the reason of a failure at once: it is us who ask again. */
const DEFAULTS: Readonly<Record<string, string>> = {
  CLAUDE_CODE_MAX_RETRIES: '0',
  API_TIMEOUT_MS: '120000',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
}

function environmentFor(
  settings: ClaudeCliOptions['settings'],
  ours: ClaudeCliOptions['environment'],
  { maxTokens }: Question,
): Readonly<Record<string, string>> {
  return {
    ...DEFAULTS,
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxTokens),
    ...cleanEnvironment(ours, settings.pass),
    ...settings.environment,
  }
}

/** Without any of these, a subscription pays. */
const PAID_BY = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
]

const missing = (program: string): ModelFailure =>
  modelFailure('missing-cli', `${program} was not found`, {
    remedy: 'install it: npm install -g @anthropic-ai/claude-code, or plan with --offline',
  })

const cannotStart = (reason: string): ModelFailure =>
  modelFailure('error', `${NAME} cannot be started: ${foreignWords(reason)}`)

function withoutResult({
  code,
  errors,
  output,
}: Extract<ProgramEnd, { is: 'ended' }>): ModelFailure {
  const words = foreignWords(lastLinesOf(errors || output, 3).join(' '))
  return modelFailure('error', `${NAME} ended with exit code ${code}: ${words || 'no words'}`)
}
