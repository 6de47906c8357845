/** Runs a shell command to its end: its output goes to a file, and no process it started outlives it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastLinesOf } from '../core/text/plain-text.ts'
import { openLimitedLog } from './limited-log.ts'
import { maskedStream } from './masked-stream.ts'
import { ownEnvironment } from './own-environment.ts'
import { orphanKeeping } from './orphans.ts'
import { anyOf, belowAndBeside, startedWith, stopProcesses, type Finder } from './stop-processes.ts'
import { LINGER, watchOver } from './watchman.ts'

export interface Line {
  readonly line: string
  readonly directory: string
  /** CONDUCTOR_HOME is needed: the started processes are found by it, also by the next coordinator after a crash. */
  readonly environment: Readonly<Record<string, string>> & { readonly CONDUCTOR_HOME: string }
  /** A file for everything that the command prints, without what looks like a secret. */
  readonly log: string
  /** Ends the command and everything it started. */
  readonly signal: AbortSignal
}

export interface LineEnd {
  /** As the shell reports it: 128 + n when signal n ended the command. */
  readonly code: number
  readonly seconds: number
  readonly lastLines: readonly string[]
}

/** How long a cancelled command may take to end by itself, in milliseconds. */
const GRACE = 3000
const STOPPED: LineEnd = { code: 143, seconds: 0, lastLines: [] }
const KILLED = 137

/**
 * Both outputs go through one pipe, so that their order stays; a pipe of the shell, because the sockets
 * that Node would give cannot be opened again (`echo x > /dev/stderr`). Pipe 3 reports the process ids of
 * our own helpers, and the exit code as soon as the line has ended, because a process that the line left
 * running keeps the output pipe open. Only the line itself has the tag. The first shell stays until we are
 * done or gone (pipe 4): orphans become its children.
 */
const AROUND = `${LINGER}
trap : TERM INT HUP
own() { read -r own rest </proc/self/stat && echo "own $own" >&3; }
{
  own
  (export CONDUCTOR_LINE="$2"; exec /bin/sh -c "$1" 2>&1 3>&- 4<&-)
  echo "code $?" >&3
} | { own; exec cat 3>&- 4<&-; }
exec 3>&-
read -r over <&4
linger
`

/** Throws when the command cannot be started. */
export async function runLine(given: Line): Promise<LineEnd> {
  const { directory, environment, line, signal } = given
  if (signal.aborted) return STOPPED
  const log = openLimitedLog(given.log)
  const printed = maskedStream((masked) => log.write(Buffer.from(masked)))
  const home = environment.CONDUCTOR_HOME
  const tag = randomBytes(12).toString('hex')
  const began = performance.now()
  try {
    const { prefix } = await orphanKeeping()
    const [program, ...words] = [...prefix, '/bin/sh', '-c', AROUND, 'sh', line, tag]
    const child = spawn(program, words, {
      cwd: directory,
      env: { ...ownEnvironment(), ...environment },
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore', 'pipe', 'pipe'],
    })
    child.stdout!.on('data', printed.take)
    const closed = untilClosed(child)
    const watched = child.pid === undefined ? null : watchOver(child.pid)
    const own = new Set<number>()
    const find = startedBy(
      child,
      own,
      startedWith(`CONDUCTOR_HOME=${home}`, `CONDUCTOR_LINE=${tag}`),
    )
    const code = await stoppedWhenTold(untilOver(child, own, closed), find, signal)
    const seconds = (performance.now() - began) / 1000
    await stopProcesses(find, GRACE)
    ;(child.stdio[4] as Writable).destroy()
    await drain(child, closed)
    watched?.letGo()
    printed.flush()
    return { code, seconds, lastLines: lastLinesOf(log.tail(), 20) }
  } finally {
    printed.flush()
    log.close()
  }
}

function untilClosed(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.on('error', reject)
  child.on('close', () => resolve())
  promise.catch(() => {})
  return promise
}

/** Finds what the line started, but not the shells around it nor `cat`, which end when everything is printed. */
function startedBy({ pid }: ChildProcess, own: ReadonlySet<number>, tagged: Finder): Finder {
  const first = new Set(pid === undefined ? [] : [pid])
  const find = anyOf(belowAndBeside(first), tagged)
  return (table) => {
    // No process id of a helper has been reported: then the children of the first shell are ours.
    const isOurs = (candidate: number): boolean =>
      own.size > 0 ? own.has(candidate) : table.get(candidate)?.parent === pid
    return [...find(table)].filter((candidate) => candidate !== pid && !isOurs(candidate))
  }
}

/** The exit code comes in one line; if the shell around the command is itself killed, no code comes. */
async function untilOver(
  child: ChildProcess,
  own: Set<number>,
  closed: Promise<void>,
): Promise<number> {
  if (child.pid === undefined) await closed
  const { promise, resolve } = Promise.withResolvers<number>()
  // The pipe is read to its end, also when the code is known: a process that writes to a pipe that nobody
  // reads is killed.
  createInterface(child.stdio[3] as Readable)
    .on('line', (line) => {
      const [word, number] = line.split(' ')
      if (word === 'code') resolve(Number(number))
      else own.add(Number(number))
    })
    .on('close', () => resolve(KILLED))
  return promise
}

async function stoppedWhenTold(
  over: Promise<number>,
  find: Finder,
  signal: AbortSignal,
): Promise<number> {
  const told = Promise.withResolvers<'told'>()
  const tell = (): void => told.resolve('told')
  signal.addEventListener('abort', tell, { once: true })
  if (signal.aborted) tell()
  let next = await Promise.race([over, told.promise])
  // The signal may come before the shell has started anything, so the processes are stopped again and
  // again until the end is reported.
  while (next === 'told') {
    await stopProcesses(find, GRACE)
    next = await Promise.race([over, sleep(20, 'told' as const)])
  }
  signal.removeEventListener('abort', tell)
  return next
}

/** A process that was not found may hold the pipe for ever; its output is not waited for. */
async function drain(child: ChildProcess, closed: Promise<void>): Promise<void> {
  const late = await Promise.race([closed, sleep(1000, 'late' as const, { ref: false })])
  if (late !== 'late') return
  await stopProcesses(belowAndBeside(new Set([child.pid!])), 0)
  child.stdout?.destroy()
}
