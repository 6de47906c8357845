/**
 * Shells that stay, each running one command after another for one worker. Starting a process from such a
 * small shell costs a fraction of what it costs from Node, and the cost does not grow with the memory of
 * the coordinator. A first shell starts the other shells, so Node forks only once. We reach them through
 * named pipes: unlike the sockets Node would give them, commands that write to /dev/stdout or /dev/stderr
 * can open those again.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants, mkdirSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessIdentity } from '../core/run/event.ts'
import { ifItCanBe } from '../core/run/hindrance.ts'
import { orphanKeeping } from './orphans.ts'
import { identityOf, isAlive } from './process-table.ts'
import { killProcesses, type Finder } from './stop-processes.ts'
import { LINGER, watchOver } from './watchman.ts'

export interface Command {
  /** Written beside the exit code into the exit log. */
  readonly name: string
  readonly line: string
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  /** Names of our variables that the command does not inherit. */
  readonly without?: readonly string[]
  /** The file for its standard input; /dev/null when absent. */
  readonly input?: string
  /** Words to put before the command, so that it runs within limits. */
  readonly prefix?: readonly string[]
  readonly onOutput: (stream: 'out' | 'err', bytes: Buffer) => void
}

export type CommandEnd =
  | { readonly is: 'exited'; readonly code: number; readonly cpuSeconds: number }
  /** The shell itself is gone; the host cannot be used again. */
  | { readonly is: 'host-died' }

export interface ShellHost {
  readonly identity: ProcessIdentity
  /** Runs one command at a time. */
  run(command: Command): Promise<CommandEnd>
  /** A process below the host that loses its parent becomes a child of the host. */
  readonly keepsOrphans: boolean
  /**
   * Checks whether the host lives, because the system does not tell us when a grandchild dies; if it is
   * dead, the current command ends as 'host-died'.
   */
  checkAlive(): void
  close(): void
}

export interface ShellNursery {
  /** exitLog: a file that gets a line for each command, `name code coordinator|nobody`, and outlives us. */
  open(exitLog: string): Promise<ShellHost>
  /**
   * To be called after a host has died: ends the processes that were below it and became children of the
   * nursery. Returns how many there were.
   */
  endOrphans(): Promise<number>
  close(): void
}

/**
 * A host gets a session of its own, so that signals meant for a terminal do not reach it. Where possible
 * it is not started with '&': a shell makes such children, and all below them, ignore interrupts. The host
 * opens each pipe for reading and writing first (9), so that it never waits for us: if we are gone by
 * then, it reads the end of its input and leaves.
 */
const NURSERY = `
setsid -f true && own=session || own=
pipes() { mkfifo -m 600 "$1.in" "$1.out" "$1.err"; echo "$1"; }
start() {
  if [ "$own" ]; then setsid -f "$@"; else "$@" & fi
}
host() {
  pipes=$1 mark=$2 log=$3 coordinator=$4
  shift 4
  start "$@" /bin/sh -s "$mark" "$log" "$coordinator" \\
    9<>"$pipes.in" <"$pipes.in" 9<>"$pipes.out" >"$pipes.out" 9<>"$pipes.err" 2>"$pipes.err" 9>&-
}
`

/**
 * Children write to 3 and 4; the end of a command is marked on both, with a word that the children cannot
 * know, so that no output is missed. 5 is the exit log, which also notes whether the coordinator was still
 * there. `times` reports what all children together have used.
 */
const HOST = `${LINGER}
exec 3>&1 4>&2 5>>"$2" 1>/dev/null 2>/dev/null
mark=$1 coordinator=$3
trap : TERM INT HUP PIPE
trap linger EXIT
go() {
  name=$1 input=$2 folder=$3 line=$4
  shift 4
  (
    trap - TERM INT HUP PIPE EXIT
    exec <"$input" >&3 2>&4 3>&- 4>&- 5>&-
    cd -- "$folder" || exit 126
    set -- "$@" /bin/sh -c "$line"
    while [ "$1" != -- ]; do
      case $1 in -*) unset "\${1#-}" ;; *) export "$1" ;; esac
      shift
    done
    shift
    exec "$@"
  )
  code=$?
  kill -0 "$coordinator" && witness=coordinator || witness=nobody
  printf '%s %s %s\\n' "$name" "$code" "$witness" >&5
  { printf '\\036%s %s\\n' "$mark" "$code"; times; printf '\\036'; } >&3
  printf '\\036%s' "$mark" >&4
}
printf '\\036%s %s\\036' "$mark" "$$" >&3
`

/**
 * folder: for the pipes; only we use it. environment: the variables by which all hosts and commands can be
 * found. If someone kills every shell of the machine, the next host is opened by a new nursery.
 */
export function openShellNursery(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): ShellNursery {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const env = { ...process.env, ...environment }
  const opening = new Set<Promise<unknown>>()
  const hosts = new Set<ProcessIdentity>()
  let nursery: FirstShell | null = null
  const keeping = orphanKeeping()
  let count = 0

  return {
    async open(exitLog) {
      const { prefix } = await keeping
      // Someone may have deleted the folder.
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const one = openHost(prefix, exitLog)
      opening.add(one)
      try {
        const host = await one
        hosts.add(host.identity)
        return host
      } finally {
        opening.delete(one)
      }
    },
    async endOrphans() {
      for (let ended = 0; ;) {
        // A host that is just starting looks like an orphan.
        while (opening.size > 0) await Promise.allSettled(opening)
        const killed = nursery === null ? 0 : killProcesses(orphansOf(nursery.pid))
        if (killed === 0) return ended
        ended += killed
        await sleep(10)
      }
    },
    close() {
      nursery?.input.end()
      ifItCanBe(() => rmSync(folder, { recursive: true, force: true }))
    },
  }

  async function openHost(prefix: readonly string[], exitLog: string): Promise<ShellHost> {
    for (let tries = 0; tries < 3; tries++) {
      const first = nursery?.isGone() === false ? nursery : startFirstShell(prefix, env)
      nursery = first
      const host = await first.openHost(join(folder, String(++count)), exitLog)
      if (host !== null) return host
    }
    throw new Error('cannot start a shell (sh)')
  }

  function orphansOf(nurseryPid: number): Finder {
    for (const host of hosts) if (!isAlive(host)) hosts.delete(host)
    const living = new Set([...hosts].map(({ pid }) => pid))
    return (table) =>
      [...table.values()]
        .filter(({ pid, parent }) => parent === nurseryPid && !living.has(pid))
        .map(({ pid }) => pid)
  }
}

interface FirstShell {
  readonly pid: number
  readonly input: Writable
  isGone(): boolean
  /** null: the first shell or the new host died meanwhile. */
  openHost(pipes: string, exitLog: string): Promise<ShellHost | null>
}

function startFirstShell(prefix: readonly string[], env: NodeJS.ProcessEnv): FirstShell {
  const [program, ...args] = [...prefix, '/bin/sh', '-s']
  const child = spawn(program, args, { detached: true, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const gone = Promise.withResolvers<null>()
  let isGone = false
  const leave = (): void => {
    isGone = true
    gone.resolve(null)
  }
  child.on('error', leave)
  child.on('exit', leave)
  child.stdin.on('error', () => {})
  child.stdin.write(NURSERY)
  const ready = new Map<string, () => void>()
  createInterface(child.stdout).on('line', (pipes) => ready.get(pipes)?.())

  return {
    // No process has the id -1, which is used when the shell could not be started.
    pid: child.pid ?? -1,
    input: child.stdin,
    isGone: () => isGone,
    async openHost(pipes, exitLog) {
      const made = new Promise<'made'>((resolve) => ready.set(pipes, () => resolve('made')))
      child.stdin.write(`pipes ${quoted(pipes)}\n`)
      if ((await Promise.race([made, gone.promise])) === null) return null
      const mark = randomBytes(12).toString('hex')
      const ends = openEnds(pipes)
      const words = [pipes, mark, exitLog, String(process.pid), ...prefix].map(quoted).join(' ')
      child.stdin.write(`host ${words}\n`)
      const host = await Promise.race([connect(ends, mark, prefix.length > 0), gone.promise])
      if (host === null) closeEnds(ends)
      for (const side of ['in', 'out', 'err']) rmSync(`${pipes}.${side}`)
      return host
    },
  }
}

interface Ends {
  readonly stdin: Socket
  readonly stdout: Socket
  readonly stderr: Socket
}

function openEnds(pipes: string): Ends {
  const { O_NONBLOCK, O_RDONLY, O_RDWR } = constants
  const toRead = (side: string): Socket => {
    const fd = openSync(`${pipes}.${side}`, O_RDONLY | O_NONBLOCK)
    return new Socket({ fd, readable: true, writable: false })
  }
  // Read and write, because opening for writing alone fails while nobody reads.
  const fd = openSync(`${pipes}.in`, O_RDWR | O_NONBLOCK)
  const stdin = new Socket({ fd, readable: false, writable: true })
  return { stdin, stdout: toRead('out'), stderr: toRead('err') }
}

const closeEnds = ({ stdin, stdout, stderr }: Ends): void => {
  for (const socket of [stdin, stdout, stderr]) socket.destroy()
}

/** null: the host died before it reported anything. */
async function connect(ends: Ends, mark: string, keepsOrphans: boolean): Promise<ShellHost | null> {
  const { stdin, stdout, stderr } = ends
  const gone = Promise.withResolvers<void>()
  stdin.on('error', () => gone.resolve())
  stdout.on('close', () => gone.resolve())
  stdin.write(HOST)
  const hello = await Promise.race([untilMark(stdout, mark, '\x1e', () => {}), gone.promise])
  const identity = hello === undefined ? null : identityOf(Number(hello))
  if (identity === null) return null
  const watched = watchOver(identity.pid)
  let usedBefore = 0

  return {
    identity,
    keepsOrphans,
    async run(command) {
      const out = untilMark(stdout, mark, '\x1e', (bytes) => command.onOutput('out', bytes))
      const err = untilMark(stderr, mark, '', (bytes) => command.onOutput('err', bytes))
      write(stdin, command)
      const ends = await Promise.race([Promise.all([out, err]), gone.promise])
      if (!ends) {
        close()
        return { is: 'host-died' }
      }
      const [code, used] = readEnd(ends[0])
      const cpuSeconds = used - usedBefore
      usedBefore = used
      return { is: 'exited', code, cpuSeconds }
    },
    checkAlive: () => void (isAlive(identity) || gone.resolve()),
    close,
  }

  function close(): void {
    watched.letGo()
    closeEnds(ends)
  }
}

function write(stdin: Writable, command: Command): void {
  const variables = Object.entries(command.environment).map(([name, value]) => `${name}=${value}`)
  const { name, line, directory, input = '/dev/null', prefix = [], without = [] } = command
  const unset = without.filter((each) => /^[A-Za-z_]\w*$/.test(each)).map((each) => `-${each}`)
  const words = [name, input, directory, line, ...unset, ...variables, '--', ...prefix]
  stdin.write(`go ${words.map(quoted).join(' ')}\n`)
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** Passes on all bytes before the mark; resolves with the text between the mark and its closing. */
function untilMark(
  stream: Readable,
  mark: string,
  closing: string,
  onBytes: (bytes: Buffer) => void,
): Promise<string> {
  const opening = Buffer.from(`\x1e${mark}`)
  return new Promise((resolve) => {
    let held: Buffer = Buffer.alloc(0)
    const take = (chunk: Buffer): void => {
      const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
      const at = bytes.indexOf(opening)
      if (at < 0) return passOn(bytes)
      const rest = bytes.toString('latin1', at + opening.length)
      const end = rest.indexOf(closing)
      if (end < 0) return hold(bytes, at)
      if (at > 0) onBytes(bytes.subarray(0, at))
      stream.off('data', take)
      resolve(rest.slice(0, end))
    }
    /** The last bytes may be the beginning of the mark. */
    const passOn = (bytes: Buffer): void => {
      const from = Math.max(0, bytes.length - opening.length + 1)
      const start = bytes.subarray(from).indexOf(0x1e)
      hold(bytes, start < 0 ? bytes.length : from + start)
    }
    const hold = (bytes: Buffer, from: number): void => {
      if (from > 0) onBytes(bytes.subarray(0, from))
      held = bytes.subarray(from)
    }
    stream.on('data', take)
  })
}

/** The text is ` 0\n0m0.00s 0m0.00s\n0m0.01s 0m0.02s\n`: exit code, own times, times of all children so far. */
function readEnd(text: string): readonly [code: number, cpuSeconds: number] {
  const [code, , children] = text.split('\n')
  const times = [...(children ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  return [Number(code), times.reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)]
}
