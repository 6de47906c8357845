/** Any program that speaks the Agent Client Protocol is an agent: one process and one conversation per attempt. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { McpServer } from '@agentclientprotocol/sdk/unstable'
import type { Agent, AgentEnd, Assignment, Hear } from '../../conduct/ports.ts'
import type { AgentSettings } from '../../core/agent/agent-settings.ts'
import { NO_PROFILE, type Failure } from '../../core/run/failure.ts'
import type { AttemptId } from '../../core/value/ids.ts'
import { converse, type AcpConversation } from './conversation.ts'
import { OUR_TOOLS } from './permissions.ts'
import type { Verdict } from './verdict.ts'
import { openAgentProcesses, type AgentProcess, type ProcessEnd } from '../agent-processes.ts'
import { attemptEnvironment } from '../attempt-environment.ts'
import { attemptFolder } from '../../core/value/home-paths.ts'
import { cleanEnvironment } from '../clean-environment.ts'
import { writePrompt } from '../session/prompt-file.ts'
import { WRITTEN_TOGETHER, type SpokenAgentOptions } from '../spoken-agent-options.ts'
import { openTranscript, type TranscriptWriter } from '../transcript/transcript.ts'

/** helloSeconds: how long an agent may take to answer the first request. */
const PATIENCE = { helloSeconds: 60 }
/** How many milliseconds an agent has to exit after its input was closed. */
const FAREWELL = 2000
/** How many milliseconds an agent has to exit after it has closed its output. */
const HANG_UP = 1000

/** An attempt whose program is running. */
interface Work {
  readonly assignment: Assignment
  readonly settings: AgentSettings
  readonly process: AgentProcess
  readonly transcript: TranscriptWriter
  readonly signal: AbortSignal
  readonly hear: Hear
}

export function acpAgent(
  options: SpokenAgentOptions,
  patience = PATIENCE,
  processes = openAgentProcesses(options.home),
): Agent {
  const talking = new Map<AttemptId, AcpConversation>()

  return {
    attempt,
    guide: async (attempt, text) => talking.get(attempt)?.guide(text) ?? 'too-late',
    decide: async (attempt, request, decision) =>
      talking.get(attempt)?.decide(request, decision) ?? false,
    onWorkerProcess: (listener) => processes.onProcess(listener),
    kill: () => processes.kill(),
    close: () => processes.close(),
  }

  async function attempt(
    assignment: Assignment,
    signal: AbortSignal,
    hear: Hear,
  ): Promise<AgentEnd> {
    const settings = options.settingsOf(assignment.task.agent)
    if (settings === null) return neverStarted(`there is no agent "${assignment.task.agent ?? ''}"`)
    if (signal.aborted) return { is: 'stopped', profile: NO_PROFILE, lastLines: [] }
    const folder = attemptFolder(options.home, { ...assignment, task: assignment.task.id })
    const transcript = openTranscript(folder, options.transcriptBytes, WRITTEN_TOGETHER)
    try {
      writePrompt(folder, promptOf(assignment))
      const command = [
        ...settings.command,
        ...settings.arguments,
        ...assignment.task.agentArguments,
      ]
      const environment = {
        ...cleanEnvironment(options.environment, settings.pass),
        ...settings.environment,
      }
      const started = await processes.start({
        assignment,
        command,
        environment,
        transcript,
        hear,
      })
      if (!started.ok) return neverStarted(whyNot(started, command))
      const { process } = started
      return await work({ assignment, settings, process, transcript, signal, hear })
    } finally {
      transcript.close()
    }
  }

  async function work(now: Work): Promise<AgentEnd> {
    const { assignment, process, signal } = now
    const conversation = talkIn(now)
    talking.set(assignment.attempt, conversation)
    const verdict = await conversation.verdict
    // The agent may report a cancelled turn as finished, so the signal is checked, too.
    const isFinished = verdict.is === 'succeeded' && !signal.aborted
    talking.delete(assignment.attempt)
    const end = await farewell(now, verdict)
    const profile = process.profile()
    if (isFinished && process.overMemory() === null) return { is: 'succeeded', profile }
    const lastLines = now.transcript.lastLines(20)
    if (signal.aborted) return { is: 'stopped', profile, lastLines }
    const failure = process.overMemory() ?? failureOf(now, verdict, end)
    return { is: 'failed', failure, profile, lastLines }
  }

  function talkIn({ assignment, settings, process, transcript, signal, hear }: Work) {
    const { task, place, conversation } = assignment
    return converse({
      agent: task.agent ?? settings.command[0]!,
      pipes: { input: process.input, output: process.output, over: process.ended },
      stopped: aborted(signal),
      session: {
        directory: place.directory,
        mcpServers: toolsFor(assignment),
        model: task.model ?? settings.model,
      },
      permissions: settings.permissions,
      prompt: promptOf(assignment),
      earlier: conversation,
      helloSeconds: patience.helloSeconds,
      priceOf: options.priceOf,
      transcript,
      hear,
    })
  }

  function toolsFor(assignment: Assignment): readonly McpServer[] {
    if (options.tools === null) return []
    const { command, arguments: args } = options.tools
    const environment = Object.entries(attemptEnvironment(options.home, assignment))
    return [
      {
        name: OUR_TOOLS,
        command,
        args: [...args, '--attempt', assignment.attempt],
        env: environment.map(([name, value]) => ({ name, value })),
      },
    ]
  }

  /**
   * Lets the agent exit by itself within a time, then ends what is left of it. null: the agent was still
   * running then.
   */
  async function farewell(now: Work, verdict: Verdict): Promise<ProcessEnd | null> {
    const { process, transcript, signal } = now
    if (verdict.is !== 'over') process.input.end()
    const graceMs = signal.aborted ? 0 : verdict.is === 'over' ? HANG_UP : FAREWELL
    const end = await Promise.race([process.ended, sleep(graceMs, null, { ref: false })])
    const leftCount = await process.stop()
    if (leftCount > 0)
      transcript.note(`ended ${leftCount} process${leftCount > 1 ? 'es' : ''} left running`)
    return end
  }

  function failureOf(now: Work, verdict: Verdict, end: ProcessEnd | null): Failure {
    switch (verdict.is) {
      case 'failed':
        return verdict.failure
      case 'over':
        return verdict.isReady ? brokenOff(now, end) : neverReady(now, end)
      case 'succeeded':
        throw new Error('it did not fail')
    }
  }

  /** The reason quotes what the agent printed: an agent that is not set up says so, and exits. */
  function neverReady({ settings, transcript }: Work, end: ProcessEnd | null): Failure {
    const printed = transcript.lastLines(5).join('\n')
    const [program] = settings.command
    const what =
      end === null
        ? `${program} did not answer within ${patience.helloSeconds} s`
        : `${program} ended ${sayEnd(end)} before it answered`
    const reason = printed === '' ? what : `${what}; it printed: ${printed}`
    return { is: 'cannot-start', reason, passing: end === null }
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

function promptOf({ prompt, task }: Assignment): string {
  if (prompt === null) throw new Error(`"${task.id}" is a command: no agent can be asked to do it`)
  return prompt
}

function neverStarted(reason: string): AgentEnd {
  const failure: Failure = { is: 'cannot-start', reason, passing: false }
  return { is: 'failed', failure, profile: NO_PROFILE, lastLines: [] }
}

const whyNot = (
  { reason, isMissing }: { readonly reason: string; readonly isMissing: boolean },
  [program]: readonly string[],
): string => (isMissing ? `there is no program "${program}" (${reason})` : reason)

const sayEnd = (end: ProcessEnd): string =>
  end.is === 'exited' ? `with exit code ${end.code}` : `by ${end.signal}`

function brokenOff({ transcript }: Work, end: ProcessEnd | null): Failure {
  if (end?.is === 'signal') return { is: 'signal', signal: end.signal }
  const how = end === null ? 'it closed its output' : `it ended ${sayEnd(end)}`
  const [last] = transcript.lastLines(1)
  return { is: 'gave-up', reason: last === undefined ? how : `${how}: ${last}` }
}
