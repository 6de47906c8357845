/**
 * Claude Code as an agent: Conductor starts the user's own `claude` and speaks to it in lines of JSON. Claude
 * Code can be steered while it works, asks for permission, goes on with its conversations, and reports its
 * cost.
 */
import type { Agent, AgentEnd, Assignment, Hear } from '../../conduct/ports.ts'
import type { AgentSettings } from '../../core/agent/agent-settings.ts'
import { NO_PROFILE, type Failure, type Profile } from '../../core/run/failure.ts'
import type { AttemptId } from '../../core/value/ids.ts'
import { openAgentProcesses, type AgentProcess, type Started } from '../agent-processes.ts'
import { attemptFolder } from '../../core/value/home-paths.ts'
import { claudeCommand, claudeEnvironment, hasOtherAccess } from './command.ts'
import { failureOfExit, failureOfResult, isUnknownConversation } from './end.ts'
import { openClaudeSession, type ClaudeSession } from './session.ts'
import { claudeUsage } from './usage.ts'
import { writePrompt } from '../session/prompt-file.ts'
import { WRITTEN_TOGETHER, type SpokenAgentOptions } from '../spoken-agent-options.ts'
import { openTranscript, type TranscriptWriter } from '../transcript/transcript.ts'

/** The part of an attempt that stays the same when its process has to be started again. */
interface OpenAttempt {
  readonly assignment: Assignment
  readonly settings: AgentSettings
  readonly folder: string
  readonly transcript: TranscriptWriter
  readonly hear: Hear
  readonly signal: AbortSignal
}

export function claudeAgent(options: SpokenAgentOptions): Agent {
  const processes = openAgentProcesses(options.home)
  const sessions = new Map<AttemptId, ClaudeSession>()

  return {
    attempt,
    guide: async (attempt, text) => sessions.get(attempt)?.guide(text) ?? 'too-late',
    decide: async (attempt, request, decision) =>
      sessions.get(attempt)?.decide(request, decision) ?? false,
    onWorkerProcess: processes.onProcess,
    kill: processes.kill,
    close: processes.close,
  }

  async function attempt(
    assignment: Assignment,
    signal: AbortSignal,
    hear: Hear,
  ): Promise<AgentEnd> {
    const settings = options.settingsOf(assignment.task.agent)
    if (settings === null)
      return cannotStart(`no agent "${assignment.task.agent ?? ''}" is set up`, false)
    const folder = attemptFolder(options.home, { ...assignment, task: assignment.task.id })
    const transcript = openTranscript(folder, options.transcriptBytes, WRITTEN_TOGETHER)
    try {
      const open = { assignment, settings, folder, transcript, hear, signal }
      const words = { resume: null, say: assignment.prompt ?? '' }
      return (await goOn(open)) ?? (await converse(open, words)).end
    } finally {
      transcript.close()
    }
  }

  /** null: there is no conversation to go on with. */
  async function goOn(open: OpenAttempt): Promise<AgentEnd | null> {
    const { conversation } = open.assignment
    if (conversation === null) return null
    const { end, isUnknown } = await converse(open, { resume: conversation.id, ...conversation })
    if (!isUnknown) return end
    open.transcript.note('its conversation no longer exists here: it begins a new one')
    return null
  }

  async function converse(open: OpenAttempt, words: Words): Promise<Conversed> {
    const { assignment, settings, folder, transcript, hear, signal } = open
    if (signal.aborted) return { end: stopped(NO_PROFILE, transcript), isUnknown: false }
    writePrompt(folder, words.say)
    const environment = claudeEnvironment(options, settings)
    const command = claudeCommand(options, { assignment, settings, folder, resume: words.resume })
    const started = await processes.start({ assignment, command, environment, transcript, hear })
    if (!started.ok) return { end: notStarted(started, command[0]!), isUnknown: false }
    const { process } = started
    const usage = claudeUsage({
      priceOf: options.priceOf,
      isResumed: words.resume !== null,
      hasOtherAccess: hasOtherAccess(environment),
    })
    const { directory } = assignment.place
    const session = openClaudeSession(process, { directory, transcript, hear, usage }, words.say)
    sessions.set(assignment.attempt, session)
    await Promise.race([session.over, aborted(signal)])
    sessions.delete(assignment.attempt)
    await endAll(process, open)
    await Promise.all([process.ended, session.over])
    const result = session.result()
    const isUnknown = words.resume !== null && result !== null && isUnknownConversation(result)
    return { end: await endOf(open, process, session), isUnknown }
  }
}

interface Words {
  /** The conversation to go on with. */
  readonly resume: string | null
  readonly say: string
}

interface Conversed {
  readonly end: AgentEnd
  /** Claude Code does not know the conversation that it should go on with, and has done nothing. */
  readonly isUnknown: boolean
}

async function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}

/** Ends the commands of Claude Code, too: they run in process sessions of their own, and would outlive it. */
async function endAll(process: AgentProcess, { transcript, signal }: OpenAttempt): Promise<void> {
  const leftCount = await process.stop()
  if (leftCount === 0 || signal.aborted) return
  transcript.note(`ended ${leftCount} process${leftCount > 1 ? 'es' : ''} left running`)
}

/** An attempt that had finished before it was told to stop counts as succeeded. */
async function endOf(
  open: OpenAttempt,
  process: AgentProcess,
  session: ClaudeSession,
): Promise<AgentEnd> {
  const profile = process.profile()
  const failure = await failureIn(open, process, session)
  if (failure === null) return { is: 'succeeded', profile }
  if (open.signal.aborted) return stopped(profile, open.transcript)
  return { is: 'failed', failure, profile, lastLines: open.transcript.lastLines(20) }
}

async function failureIn(
  { assignment, settings, transcript }: OpenAttempt,
  process: AgentProcess,
  session: ClaudeSession,
): Promise<Failure | null> {
  const result = session.result()
  const agent = assignment.task.agent ?? settings.command[0]!
  const limitedUntil = session.limitedUntil()
  const failure = result && failureOfResult(result, { agent, limitedUntil })
  if (result !== null && failure === null) return null
  const overMemory = process.overMemory()
  if (overMemory !== null) return overMemory
  const spoken = { hasSpoken: session.hasSpoken(), lastLines: transcript.lastLines(20) }
  return failure ?? failureOfExit(await process.ended, spoken)
}

const stopped = (profile: Profile, transcript: TranscriptWriter): AgentEnd => ({
  is: 'stopped',
  profile,
  lastLines: transcript.lastLines(20),
})

function notStarted({ reason, isMissing }: Started & { ok: false }, program: string): AgentEnd {
  return isMissing
    ? cannotStart(`there is no program "${program}" here`, false)
    : cannotStart(reason, true)
}

const cannotStart = (reason: string, passing: boolean): AgentEnd => ({
  is: 'failed',
  failure: { is: 'cannot-start', reason, passing },
  profile: NO_PROFILE,
  lastLines: [],
})
