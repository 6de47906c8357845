/**
 * Any command is an agent. A task's own command runs as it is; a prompt goes to the standard input
 * of the command that was set up as the agent. Success is exit code 0.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Agent, AgentEnd, Assignment, Hear } from '../../conduct/ports.ts'
import type { ProcessIdentity } from '../../core/run/event.ts'
import { NO_PROFILE, type Failure } from '../../core/run/failure.ts'
import type { RunId } from '../../core/value/ids.ts'
import { signalIn } from '../../processes/exit-code.ts'
import { memoryBelow, signBelow } from '../../processes/life-below.ts'
import { limitTo, type Limit } from '../../processes/limits.ts'
import {
  hasChildren,
  isAlive,
  processTable,
  type ProcessTable,
} from '../../processes/process-table.ts'
import {
  openShellNursery,
  type Command,
  type CommandEnd,
  type ShellHost,
} from '../../processes/shell-host.ts'
import {
  anyOf,
  belowAndBeside,
  killProcesses,
  startedWith,
  stopProcesses,
  type Finder,
} from '../../processes/stop-processes.ts'
import { attemptEnvironment } from '../attempt-environment.ts'
import { attemptFolder, executorFolder, exitLog, inRun } from '../../core/value/home-paths.ts'
import { writePrompt } from '../session/prompt-file.ts'
import { openTranscript, type TranscriptWriter } from '../transcript/transcript.ts'

export interface CommandAgentOptions {
  /** The `.conductor` folder, absolute. */
  readonly home: string
  readonly run: RunId
  /** The command behind the name of an agent, for tasks that have a prompt. */
  readonly commandOf: (agent: string | null) => AgentCommand | null
  readonly transcriptBytes: number
}

interface AgentCommand {
  readonly line: string
  readonly environment: Readonly<Record<string, string>>
  /** Variables of Conductor's own environment that the command does not get. */
  readonly without: readonly string[]
}

/** How many milliseconds an attempt has to end by itself after it was told to stop. */
const GRACE = 3000
/** Attempts younger than this many milliseconds are not checked: most of them end before a check would pay. */
const SETTLED = 100
const LOOK_EVERY = 500

/** The state of one worker. */
interface Seat {
  readonly host: ShellHost
  open: OpenAttempt | null
  /** A short attempt has ended here, and it has not been checked yet whether it left processes running. */
  unchecked: boolean
}

interface OpenAttempt {
  readonly assignment: Assignment
  readonly hear: Hear
  readonly folder: string
  readonly startedAt: number
  readonly transcript: TranscriptWriter
  readonly limit: Limit
  peakMemoryBytes: number
  overMemory: Failure | null
}

export function commandAgent(options: CommandAgentOptions): Agent {
  const nursery = openShellNursery(inRun(options.home, options.run, 'pipes'), {
    CONDUCTOR_HOME: options.home,
  })
  /** Attempts of other repositories have the same names, so a process is ended only when it carries this tag, too. */
  const home = `CONDUCTOR_HOME=${options.home}`
  const seats = new Map<number, Seat>()
  /** All hosts, including retired ones that may still be about to end. */
  const hosts: ProcessIdentity[] = []
  let tellProcess: (worker: number, process: ProcessIdentity) => void = () => {}
  const watch = setInterval(look, LOOK_EVERY).unref()

  return {
    onWorkerProcess: (listener) => (tellProcess = listener),
    attempt,
    guide: async (attempt) =>
      [...seats.values()].some(({ open }) => open?.assignment.attempt === attempt)
        ? 'offered'
        : 'too-late',
    // A command never asks for permission.
    decide: async () => false,
    kill: () => void killProcesses(everything()),
    async close() {
      clearInterval(watch)
      for (const seat of seats.values()) seat.host.close()
      nursery.close()
      // The hosts exit by themselves within a moment; reading the process table costs more time than that.
      for (let i = 0; i < 50 && hosts.some(isAlive); i++) await sleep(2)
      await stopProcesses(everything(), GRACE)
    },
  }

  async function attempt(
    assignment: Assignment,
    signal: AbortSignal,
    hear: Hear,
  ): Promise<AgentEnd> {
    const command = commandFor(assignment)
    if (command === null) return cannotStart(assignment)
    const seat = await seatOf(assignment.worker)
    const open = begin(assignment, hear, await limitTo(assignment.task.resources))
    seat.open = open
    const running = seat.host.run(prepare(command, open))
    const [end] = await Promise.all([running, stopWhenTold(seat, assignment, signal, running)])
    await settle(seat, open, end)
    return endOf(open, end, signal)
  }

  async function seatOf(worker: number): Promise<Seat> {
    const seat = seats.get(worker)
    if (seat && isAlive(seat.host.identity)) return seat
    if (seat) retire(worker)
    const log = exitLog(options.home, options.run, worker)
    mkdirSync(executorFolder(options.home, options.run, worker), { recursive: true, mode: 0o700 })
    // The log is created here, because the shell would make it readable for all users.
    closeSync(openSync(log, 'a', 0o600))
    const host = await nursery.open(log)
    const newSeat: Seat = { host, open: null, unchecked: false }
    seats.set(worker, newSeat)
    hosts.push(host.identity)
    tellProcess(worker, host.identity)
    return newSeat
  }

  function commandFor({ task }: Assignment): AgentCommand | null {
    if (task.work.is === 'command') return { line: task.work.line, environment: {}, without: [] }
    return options.commandOf(task.agent)
  }

  function begin(assignment: Assignment, hear: Hear, limit: Limit): OpenAttempt {
    const folder = attemptFolder(options.home, { ...assignment, task: assignment.task.id })
    const transcript = openTranscript(folder, options.transcriptBytes)
    const startedAt = performance.now()
    const measured = { peakMemoryBytes: 0, overMemory: null }
    return { assignment, hear, folder, startedAt, transcript, limit, ...measured }
  }

  function prepare({ line, environment, without }: AgentCommand, open: OpenAttempt): Command {
    const { attempt, place, prompt: text } = open.assignment
    const promptFile = text === null ? null : writePrompt(open.folder, text)
    return {
      name: attempt,
      line,
      without,
      directory: place.directory,
      ...(promptFile === null ? {} : { input: promptFile }),
      prefix: open.limit.prefix,
      environment: {
        ...environment,
        ...(promptFile === null ? {} : { CONDUCTOR_PROMPT_FILE: promptFile }),
        ...attemptEnvironment(options.home, open.assignment),
      },
      onOutput(side, bytes) {
        open.transcript.write(side, bytes)
        open.hear({ is: 'said', text: '' })
      },
    }
  }

  /** Ends everything of the attempt but the host, which then reports the end. */
  async function stopWhenTold(
    seat: Seat,
    { attempt }: Assignment,
    signal: AbortSignal,
    running: Promise<CommandEnd>,
  ): Promise<void> {
    const aborted = new Promise<'told'>((resolve) => {
      if (signal.aborted) resolve('told')
      signal.addEventListener('abort', () => resolve('told'), { once: true })
    })
    let next = await Promise.race([aborted, running])
    // The signal may come before the host has started any process: stop again until the end is reported.
    while (next === 'told') {
      await stopProcesses(attemptProcesses(seat, attempt), GRACE)
      next = await Promise.race([running, sleep(20, 'told' as const)])
    }
  }

  /** Called when the command has ended: none of its processes may go on. */
  async function settle(seat: Seat, open: OpenAttempt, end: CommandEnd): Promise<void> {
    const endedWell = end.is === 'exited' && end.code === 0
    const isShort = performance.now() - open.startedAt < SETTLED
    if (end.is === 'host-died') open.transcript.note(SHELL_KILLED)
    if (endedWell && isShort && seemsClean(seat, open)) seat.unchecked = !seat.host.keepsOrphans
    else if ((await endLeftovers(seat, open)) > 0 || !endedWell) retire(open.assignment.worker)
    if (end.is === 'host-died') await nursery.endOrphans()
    open.transcript.close()
    await open.limit.release()
    seat.open = null
  }

  async function endLeftovers(seat: Seat, open: OpenAttempt): Promise<number> {
    const leftCount = await stopProcesses(attemptProcesses(seat, open.assignment.attempt), GRACE)
    if (leftCount > 0)
      open.transcript.note(`ended ${leftCount} process${leftCount > 1 ? 'es' : ''} left running`)
    return leftCount
  }

  /**
   * The next attempt gets a new shell. A program that was killed (Node, ssh) may leave the output that it
   * shares with the shell non-blocking, and then the next program that prints much fails with EAGAIN.
   */
  function retire(worker: number): void {
    seats.get(worker)?.host.close()
    seats.delete(worker)
  }

  function attemptProcesses(seat: Seat, attempt: string): Finder {
    const { pid } = seat.host.identity
    const tag = startedWith(home, `CONDUCTOR_ATTEMPT=${attempt}`)
    return anyOf(belowAndBeside(new Set([pid])), tag)
  }

  function everything(): Finder {
    const pids = new Set(hosts.filter(isAlive).map(({ pid }) => pid))
    return anyOf(belowAndBeside(pids), () => pids, startedWith(home))
  }

  /** Measures twice a second the memory of running attempts, and ends processes that short attempts left running. */
  function look(): void {
    const settled = performance.now() - SETTLED
    const due = [...seats].filter(([, seat]) => seat.unchecked || isSettled(seat, settled))
    if (due.length === 0) return
    const table = processTable()
    for (const [worker, seat] of due) {
      seat.host.checkAlive()
      if (seat.open === null) endStrays(worker, seat)
      else lookAt(seat, seat.open, table)
    }
  }

  function lookAt(seat: Seat, open: OpenAttempt, table: ProcessTable): void {
    const { pid } = seat.host.identity
    const sign = signBelow(pid, table)
    if (sign !== null) open.hear(sign)
    measure(seat, open, memoryBelow(pid, table))
  }

  function measure(seat: Seat, open: OpenAttempt, memoryBytes: number): void {
    const limitBytes = open.assignment.task.resources.memoryBytes
    open.peakMemoryBytes = Math.max(open.peakMemoryBytes, memoryBytes)
    if (limitBytes === 0 || memoryBytes <= limitBytes || open.overMemory !== null) return
    open.overMemory = { is: 'over-memory', limitBytes, usedBytes: memoryBytes }
    void stopProcesses(attemptProcesses(seat, open.assignment.attempt), GRACE)
  }

  function endStrays(worker: number, seat: Seat): void {
    seat.unchecked = false
    const { pid } = seat.host.identity
    const tag = startedWith(home, `CONDUCTOR_WORKER=${worker}`)
    const ended = killProcesses(anyOf(belowAndBeside(new Set([pid])), tag))
    if (ended > 0) retire(worker)
  }

  function endOf(open: OpenAttempt, end: CommandEnd, signal: AbortSignal): AgentEnd {
    const profile = {
      wallSeconds: (performance.now() - open.startedAt) / 1000,
      cpuSeconds: end.is === 'exited' ? end.cpuSeconds : null,
      peakMemoryBytes: open.peakMemoryBytes > 0 ? open.peakMemoryBytes : null,
    }
    const succeeded = end.is === 'exited' && end.code === 0 && open.overMemory === null
    if (succeeded) return { is: 'succeeded', profile }
    const lastLines = open.transcript.lastLines(20)
    if (signal.aborted) return { is: 'stopped', profile, lastLines }
    return { is: 'failed', failure: open.overMemory ?? failureOf(end), profile, lastLines }
  }
}

const SHELL_KILLED = 'the shell that it ran in was killed, so it was ended'

/**
 * A cheap check of whether the attempt left no processes. It is not enough for an attempt in a worktree, unless
 * the host keeps orphans, so that no process can have escaped.
 */
function seemsClean({ host }: Seat, { assignment }: OpenAttempt): boolean {
  const children = hasChildren(host.identity.pid)
  if (host.keepsOrphans && children !== null) return !children
  return children !== true && !assignment.place.isWorktree
}

const isSettled = (seat: Seat, before: number): boolean =>
  seat.open !== null && seat.open.startedAt < before

function cannotStart({ task }: Assignment): AgentEnd {
  const reason = `no command is set up for the agent "${task.agent ?? ''}"`
  return {
    is: 'failed',
    failure: { is: 'cannot-start', reason, passing: false },
    profile: NO_PROFILE,
    lastLines: [],
  }
}

export function failureOf(end: CommandEnd): Failure {
  if (end.is === 'host-died') return { is: 'signal', signal: 'SIGKILL', ofShell: true }
  const signal = signalIn(end.code)
  return signal === null ? { is: 'exit', code: end.code } : { is: 'signal', signal }
}
