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
  /** All of it but what the attempt is told about itself. */
  readonly environment: Readonly<Record<string, string>>
  /** Its standard error goes there. */
  readonly transcript: TranscriptWriter
  readonly hear: Hear
}

export interface AgentProcess {
  /** Errors of a pipe nobody reads any more are nobody's concern: `ended` tells. */
  readonly input: Writable
  readonly output: Readable
  readonly ended: Promise<ProcessEnd>
  /** Ends it and everything it has started; returns how many processes that were. */
  stop(): Promise<number>
  /** It used more memory than it booked, and was ended for that. */
  overMemory(): (Failure & { is: 'over-memory' }) | null
  profile(): Profile
}

export type ProcessEnd =
  | { readonly is: 'exited'; readonly code: number }
  | { readonly is: 'signal'; readonly signal: string }

export type Started =
  | { readonly ok: true; readonly process: AgentProcess }
  /** isMissing: there is no such program. */
  | { readonly ok: false; readonly reason: string; readonly isMissing: boolean }

export interface AgentProcesses {
  start(start: AgentStart): Promise<Started>
  onProcess(listener: (worker: number, process: ProcessIdentity) => void): void
  /** Ends every process at once, without waiting for good manners. */
  kill(): void
  close(): Promise<void>
}

/** How long a stopped agent may take to end by itself. */
const GRACE = 3000
const LOOK_EVERY = 1000
/** How long the output of a process that has ended may stay open. */
const OUTPUT_HELD = 500

interface Open {
  readonly start: AgentStart
  readonly identity: ProcessIdentity
  peakMemoryBytes: number
  overMemory: (Failure & { is: 'over-memory' }) | null
}

export function openAgentProcesses(home: string): AgentProcesses {
  const open = new Set<Open>()
  /** Attempts of other repositories have the same names: nothing is ended without a look at this. */
  const tag = `CONDUCTOR_HOME=${home}`
  let tell: (worker: number, process: ProcessIdentity) => void = () => {}
  const timer = setInterval(look, LOOK_EVERY).unref()

  return {
    start,
    onProcess: (listener) => (tell = listener),
    kill: () => void killProcesses(everything()),
    async close() {
      clearInterval(timer)
      await stopProcesses(everything(), GRACE)
    },
  }

  async function start(wanted: AgentStart): Promise<Started> {
    const { assignment, command, environment } = wanted
    // With words before it a program that is missing would only fail later, and less clearly.
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
    const one: Open = { start: wanted, identity, peakMemoryBytes: 0, overMemory: null }
    const began = performance.now()
    open.add(one)
    tell(wanted.assignment.worker, identity)
    kept.errors.on('data', (bytes: Buffer) => wanted.transcript.write('err', bytes))
    return {
      input: kept.input,
      output: kept.output,
      ended: endOf(kept),
      async stop() {
        const count = await stopProcesses(processesOf(one), GRACE)
        await kept.letGo()
        open.delete(one)
        await limit.release()
        return count
      },
      overMemory: () => one.overMemory,
      profile: () => ({
        wallSeconds: (performance.now() - began) / 1000,
        cpuSeconds: null,
        peakMemoryBytes: one.peakMemoryBytes > 0 ? one.peakMemoryBytes : null,
      }),
    }
  }

  /** The program, what is below or beside it, and what carries the name of the attempt; not the keeper. */
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

  /** Once a second: is it there, and how much memory does it use? */
  function look(): void {
    if (open.size === 0) return
    const table = processTable()
    for (const one of open) {
      const { pid } = one.identity
      const sign = signBelow(pid, table)
      if (sign !== null) one.start.hear(sign)
      measure(one, memoryBelow(pid, table))
    }
  }

  function measure(one: Open, usedBytes: number): void {
    const limitBytes = one.start.assignment.task.resources.memoryBytes
    one.peakMemoryBytes = Math.max(one.peakMemoryBytes, usedBytes)
    if (limitBytes === 0 || usedBytes <= limitBytes || one.overMemory !== null) return
    one.overMemory = { is: 'over-memory', limitBytes, usedBytes }
    void stopProcesses(processesOf(one), GRACE)
  }
}

const missing = (program: string): Started => ({
  ok: false,
  reason: `${program}: not found`,
  isMissing: true,
})

/** When all of its output has been read; something it has left running may hold that open, and is not waited for. */
async function endOf({ ended, output, errors }: KeptProcess): Promise<ProcessEnd> {
  const code = await ended
  const read = [output, errors].map((side) => finished(side).catch(() => {}))
  await Promise.race([Promise.all(read), heldTooLong()])
  output.destroy()
  errors.destroy()
  const signal = signalIn(code)
  return signal === null ? { is: 'exited', code } : { is: 'signal', signal }
}

/** Immediately after a timer, however late that is, comes what there is to read. */
const heldTooLong = (): Promise<void> =>
  new Promise((resolve) => void setTimeout(() => setImmediate(resolve), OUTPUT_HELD).unref())
