/**
 * The programs behind agents that are spoken to while they work: started with pipes, watched, and ended
 * with everything they have started, wherever that has moved.
 */
import { findProgram } from '../processes/find-program.ts'
import { limitTo, type Limit } from '../processes/limits.ts'
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import type { Assignment, Hear } from '../conduct/ports.ts'
import type { ProcessIdentity } from '../core/event.ts'
import type { Failure, Profile } from '../core/failure.ts'
import { identityOf, isAlive, processTable, type ProcessTable } from '../processes/process-table.ts'
import {
  anyOf,
  belowAndBeside,
  killProcesses,
  startedWith,
  stopProcesses,
  type Finder,
} from '../processes/stop-processes.ts'
import { attemptEnvironment } from './attempt-environment.ts'
import type { TranscriptWriter } from './transcript.ts'

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
  readonly identity: ProcessIdentity
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

type Child = ChildProcessByStdio<Writable, Readable, Readable>

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
    const [program, ...args] = [...limit.prefix, ...command]
    const child: Child = spawn(program!, args, {
      cwd: assignment.place.directory,
      env: { ...environment, ...attemptEnvironment(home, assignment) },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A session of its own: the keys of the user's terminal are not meant for it.
      detached: true,
    })
    const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      child.once('spawn', () => resolve(null))
      child.once('error', resolve)
    })
    if (failure === null) return { ok: true, process: processOf(wanted, child, limit) }
    await limit.release()
    return notStarted(failure, assignment.place.directory)
  }

  function processOf(wanted: AgentStart, child: Child, limit: Limit): AgentProcess {
    const pid = child.pid!
    const identity = identityOf(pid) ?? { pid, startedAt: '' }
    const one: Open = { start: wanted, identity, peakMemoryBytes: 0, overMemory: null }
    const began = performance.now()
    open.add(one)
    tell(wanted.assignment.worker, identity)
    child.stdin.on('error', () => {})
    child.stderr.on('data', (bytes: Buffer) => wanted.transcript.write('err', bytes))
    return {
      identity,
      input: child.stdin,
      output: child.stdout,
      ended: endOf(child),
      async stop() {
        const count = await stopProcesses(processesOf(one), GRACE)
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

  /** The program itself, what is below or beside it, and what carries the name of the attempt. */
  function processesOf({ start: { assignment }, identity }: Open): Finder {
    const own = isAlive(identity) ? new Set([identity.pid]) : new Set<number>()
    return anyOf(
      () => own,
      belowAndBeside(own),
      startedWith(tag, `CONDUCTOR_ATTEMPT=${assignment.attempt}`),
    )
  }

  function everything(): Finder {
    return anyOf(...[...open].map(processesOf))
  }

  /** Once a second: is it there, and how much memory does it use? */
  function look(): void {
    if (open.size === 0) return
    const table = processTable()
    for (const one of open) {
      if (table.get(one.identity.pid)?.isStopped === false) one.start.hear({ is: 'heartbeat' })
      measure(one, memoryUnder(one.identity.pid, table))
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

/** A folder that is gone looks like a missing program to the system. */
function notStarted(failure: NodeJS.ErrnoException, directory: string): Started {
  const isMissing = failure.code === 'ENOENT' && existsSync(directory)
  return { ok: false, reason: failure.message, isMissing }
}

/** When all of its output has been read; something it has left running may hold that open, and is not waited for. */
function endOf(child: Child): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const tell = (code: number | null, signal: NodeJS.Signals | null): void =>
      resolve(signal === null ? { is: 'exited', code: code ?? 0 } : { is: 'signal', signal })
    const letGo = (): void => {
      child.stdout.destroy()
      child.stderr.destroy()
    }
    child.once('close', tell)
    // Immediately after a timer, however late that is, comes what there is to read.
    child.once('exit', () => setTimeout(() => setImmediate(letGo), OUTPUT_HELD).unref())
  })
}

function memoryUnder(pid: number, table: ProcessTable): number {
  const own = new Set([pid])
  const pids = own.union(new Set(belowAndBeside(own)(table)))
  return [...pids].reduce((sum, each) => sum + (table.get(each)?.memoryBytes ?? 0), 0)
}
