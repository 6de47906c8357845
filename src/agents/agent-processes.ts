/**
 * The programs behind agents that are spoken to while they work: started with pipes, watched, and ended
 * with everything they have started, wherever that has moved.
 */
import { signalIn } from '../processes/exit-code.ts'
import { findProgram } from '../processes/find-program.ts'
import { startKept, type KeptProcess } from '../processes/kept-process.ts'
import { memoryBelow, signBelow } from '../processes/life-below.ts'
import { limitTo, type Limit } from '../processes/limits.ts'
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Assignment, Hear } from '../conduct/ports.ts'
import type { ProcessIdentity } from '../core/run/event.ts'
import type { Failure, Profile } from '../core/run/failure.ts'
import { identityOf, isAlive, processTable } from '../processes/process-table.ts'
import {
  anyOf,
  belowAndBeside,
  killProcesses,
  startedWith,
  stopProcesses,
  type Finder,
} from '../processes/stop-processes.ts'
import { attemptEnvironment } from './attempt-environment.ts'
import type { TranscriptWriter } from './transcript/transcript.ts'

interface AgentStart {
  readonly assignment: Assignment
  /** The program, then its arguments. No shell reads them. */
  readonly command: readonly string[]
  /** The whole environment of the program, except for the variables that describe the attempt. */
  readonly environment: Readonly<Record<string, string>>
  /** The program's standard error is written to this transcript. */
  readonly transcript: TranscriptWriter
  readonly hear: Hear
}

export interface AgentProcess {
  /** Write errors are ignored, because the program may have closed this pipe: `ended` tells how the program ended. */
  readonly input: Writable
  readonly output: Readable
  readonly ended: Promise<ProcessEnd>
  /** Ends the program and every process that it has started; returns how many processes were ended. */
  stop(): Promise<number>
  /** The failure when the program was ended because it used more memory than its task booked; else null. */
  overMemory(): (Failure & { is: 'over-memory' }) | null
  profile(): Profile
}

export type ProcessEnd =
  | { readonly is: 'exited'; readonly code: number }
  | { readonly is: 'signal'; readonly signal: string }

export type Started =
  | { readonly ok: true; readonly process: AgentProcess }
  /** isMissing: the program was not found. */
  | { readonly ok: false; readonly reason: string; readonly isMissing: boolean }

export interface AgentProcesses {
  start(start: AgentStart): Promise<Started>
  onProcess(listener: (worker: number, process: ProcessIdentity) => void): void
  /** Kills every process at once, without a grace period. */
  kill(): void
  close(): Promise<void>
}

/** How many milliseconds an agent has to exit by itself after it was told to stop. */
const GRACE = 3000
const LOOK_EVERY = 1000
/** How many milliseconds the output of a process may stay open after the process has ended. */
const OUTPUT_HELD = 500

interface Open {
  readonly start: AgentStart
  readonly identity: ProcessIdentity
  peakMemoryBytes: number
  overMemory: (Failure & { is: 'over-memory' }) | null
}

export function openAgentProcesses(home: string): AgentProcesses {
  const open = new Set<Open>()
  /** Attempts of other repositories have the same names, so a process is ended only when it carries this tag, too. */
  const tag = `CONDUCTOR_HOME=${home}`
  let tellProcess: (worker: number, process: ProcessIdentity) => void = () => {}
  const timer = setInterval(look, LOOK_EVERY).unref()

  return {
    start,
    onProcess: (listener) => (tellProcess = listener),
    kill: () => void killProcesses(everything()),
    async close() {
      clearInterval(timer)
      await stopProcesses(everything(), GRACE)
    },
  }

  async function start(wanted: AgentStart): Promise<Started> {
    const { assignment, command, environment } = wanted
    // The prefix of the limit would start even when the program is missing, and then fail later and less
    // clearly.
    if (findProgram(command[0]!, environment['PATH']) === null) return missing(command[0]!)
    const limit = await limitTo(assignment.task.resources)
    try {
      const kept = await startKept({
        command: [...limit.prefix, ...command],
        directory: assignment.place.directory,
        environment: { ...environment, ...attemptEnvironment(home, assignment) },
      })
      return { ok: true, process: processOf(wanted, kept, limit) }
    } catch (error) {
      await limit.release()
      return { ok: false, reason: (error as Error).message, isMissing: false }
    }
  }

  function processOf(wanted: AgentStart, kept: KeptProcess, limit: Limit): AgentProcess {
    const { pid } = kept
    const identity = identityOf(pid) ?? { pid, startedAt: '' }
    const opened: Open = { start: wanted, identity, peakMemoryBytes: 0, overMemory: null }
    const began = performance.now()
    open.add(opened)
    tellProcess(wanted.assignment.worker, identity)
    kept.errors.on('data', (bytes: Buffer) => wanted.transcript.write('err', bytes))
    return {
      input: kept.input,
      output: kept.output,
      ended: endOf(kept),
      async stop() {
        const count = await stopProcesses(processesOf(opened), GRACE)
        await kept.letGo()
        open.delete(opened)
        await limit.release()
        return count
      },
      overMemory: () => opened.overMemory,
      profile: () => ({
        wallSeconds: (performance.now() - began) / 1000,
        cpuSeconds: null,
        peakMemoryBytes: opened.peakMemoryBytes > 0 ? opened.peakMemoryBytes : null,
      }),
    }
  }

  /**
   * Finds the program, the processes below or beside it, and those that carry the name of the attempt; not the
   * keeper.
   */
  function processesOf({ start: { assignment }, identity }: Open): Finder {
    const keeper = isAlive(identity) ? new Set([identity.pid]) : new Set<number>()
    const tagged = startedWith(tag, `CONDUCTOR_ATTEMPT=${assignment.attempt}`)
    const find = anyOf(belowAndBeside(keeper), tagged)
    return (table) => [...find(table)].filter((pid) => !keeper.has(pid))
  }

  function everything(): Finder {
    const keepers = [...open].map(({ identity }) => identity).filter(isAlive)
    return anyOf(...[...open].map(processesOf), () => keepers.map(({ pid }) => pid))
  }

  /** Checks once a second that each program shows signs of life, and how much memory it uses. */
  function look(): void {
    if (open.size === 0) return
    const table = processTable()
    for (const opened of open) {
      const { pid } = opened.identity
      const sign = signBelow(pid, table)
      if (sign !== null) opened.start.hear(sign)
      measure(opened, memoryBelow(pid, table))
    }
  }

  function measure(opened: Open, usedBytes: number): void {
    const limitBytes = opened.start.assignment.task.resources.memoryBytes
    opened.peakMemoryBytes = Math.max(opened.peakMemoryBytes, usedBytes)
    if (limitBytes === 0 || usedBytes <= limitBytes || opened.overMemory !== null) return
    opened.overMemory = { is: 'over-memory', limitBytes, usedBytes }
    void stopProcesses(processesOf(opened), GRACE)
  }
}

const missing = (program: string): Started => ({
  ok: false,
  reason: `${program}: not found`,
  isMissing: true,
})

/**
 * Resolves when all output of the program has been read. A process that the program has left running may hold
 * the output open; that process is not waited for.
 */
async function endOf({ ended, output, errors }: KeptProcess): Promise<ProcessEnd> {
  const code = await ended
  const outputsRead = [output, errors].map((side) => finished(side).catch(() => {}))
  await Promise.race([Promise.all(outputsRead), heldTooLong()])
  output.destroy()
  errors.destroy()
  const signal = signalIn(code)
  return signal === null ? { is: 'exited', code } : { is: 'signal', signal }
}

/**
 * Node reads pending output between a timer and the immediate after it, so output that has arrived is read even
 * when the timer fires late.
 */
const heldTooLong = (): Promise<void> =>
  new Promise((resolve) => void setTimeout(() => setImmediate(resolve), OUTPUT_HELD).unref())
