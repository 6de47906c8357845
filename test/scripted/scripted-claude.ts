/** A scripted Claude Code, and the real driver that speaks to it. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { attemptFolder } from '../../src/core/value/home-paths.ts'
import { claudeAgent } from '../../src/agents/claude/claude-agent.ts'
import type { SpokenAgentOptions } from '../../src/agents/spoken-agent-options.ts'
import { readTranscript } from '../../src/agents/transcript/read-transcript.ts'
import type { TranscriptEntry } from '../../src/core/transcript/entry.ts'
import { isFolded, textOf } from '../../src/core/transcript/text.ts'
import type { AgentEnd, Assignment } from '../../src/conduct/ports.ts'
import type { AgentSettings } from '../../src/core/agent/agent-settings.ts'
import type { ProcessIdentity } from '../../src/core/run/event.ts'
import { attemptId, runId, taskId } from '../../src/core/value/ids.ts'
import { makeTask, type Task } from '../../src/core/plan/plan.ts'
import type { Sign } from '../../src/core/agent/sign.ts'
import { isAlive } from '../../src/processes/process-table.ts'
import { processesOf } from '../conductor.ts'
import type { Steps } from '../programs/stream-json-agent.ts'
import { tempFolder } from '../repository/temp-folder.ts'

const PROGRAM = join(import.meta.dirname, '..', 'programs', 'stream-json-agent.ts')

/** What a test sets besides the script. */
interface ClaudeOptions {
  readonly settings?: Partial<AgentSettings>
  readonly options?: Partial<SpokenAgentOptions>
}

export function openClaude(steps: Steps, { settings, options }: ClaudeOptions = {}) {
  const folder = tempFolder()
  const directory = join(folder.path, 'work')
  const home = join(directory, '.conductor')
  mkdirSync(home, { recursive: true })
  const agent = claudeAgent({
    home,
    run: runId(1),
    environment: { ...process.env },
    transcriptBytes: 50_000_000,
    tools: null,
    priceOf: () => null,
    settingsOf: (name) =>
      name === 'nobody'
        ? null
        : { ...SETTINGS, ...settings, environment: environmentFor(steps, settings) },
    ...options,
  })
  const workers: ProcessIdentity[] = []
  agent.onWorkerProcess((_, process) => workers.push(process))
  onTestFinished(async () => {
    await agent.close()
    expect(processesOf(directory)).toEqual([])
    expect(workers.filter(isAlive)).toEqual([])
    folder[Symbol.dispose]()
  })
  return {
    agent,
    directory,
    begin,
    heard,
    inputEndedAfter,
    workers,
    has: (file: string) => existsSync(join(directory, file)),
  }

  function begin({ stopping = new AbortController(), ...wanted }: Wanted = {}) {
    const assignment = assign(directory, wanted)
    const signs: Sign[] = []
    const end: Promise<AgentEnd> = agent.attempt(assignment, stopping.signal, (sign) => {
      if (sign.is !== 'heartbeat') signs.push(sign)
    })
    const artifacts = attemptFolder(home, { ...assignment, task: assignment.task.id })
    const textIn = (wanted: (entry: TranscriptEntry) => boolean): string =>
      readTranscript(artifacts).filter(wanted).map(textOf).join('')
    return {
      id: assignment.attempt,
      end,
      signs,
      stopping,
      artifacts,
      only: <Is extends Sign['is']>(is: Is) =>
        signs.filter((sign): sign is Sign & { is: Is } => sign.is === is),
      transcript: () => textIn((entry) => !isFolded(entry)),
      /** The whole input and output of its tools. */
      kept: () => textIn((entry) => 'input' in entry || 'diff' in entry || 'result' in entry),
    }
  }

  /** How the agent was started, then the messages it got; for each time it was started. */
  function heard(): readonly Heard[] {
    return all().filter(({ type }) => type !== 'end')
  }

  /** How many steps the agent had played when its input was closed. */
  function inputEndedAfter(): number | undefined {
    return all().find(({ type }) => type === 'end')?.afterSteps
  }

  function all(): readonly Heard[] {
    const lines = readFileSync(join(directory, 'heard.jsonl'), 'utf8').trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line) as Heard)
  }
}

interface Wanted {
  readonly task?: Partial<Task>
  readonly assignment?: Partial<Assignment>
  readonly stopping?: AbortController
}

interface Heard {
  readonly arguments?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly type?: string
  readonly message?: { readonly content: string }
  readonly priority?: string
  readonly afterSteps?: number
  readonly response?: unknown
}

const SETTINGS: AgentSettings = {
  driver: 'claude',
  command: [process.execPath, PROGRAM],
  model: null,
  arguments: [],
  environment: {},
  pass: [],
  permissions: 'work',
}

const environmentFor = (steps: Steps, settings: Partial<AgentSettings> = {}) => ({
  STREAM_JSON_SCRIPT: JSON.stringify(steps),
  ...settings.environment,
})

function assign(directory: string, { task: fields = {}, assignment = {} }: Wanted): Assignment {
  const work = { is: 'prompt', text: 'Make it so.' } as const
  const task = makeTask({ id: taskId('t'), work, agent: 'claude', ...fields })
  return {
    run: runId(1),
    attempt: attemptId(runId(1), task.id, 1),
    number: 1,
    task,
    worker: 1,
    place: { directory, environment: {}, isWorktree: true },
    prompt: work.text,
    conversation: null,
    ...assignment,
  }
}
