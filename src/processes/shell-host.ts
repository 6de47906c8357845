/**
 * A shell that stays, and runs one command after another for one worker. Starting a process from it
 * costs a fraction of what it costs from Node, and does not grow with the memory of the coordinator.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import type { ProcessIdentity } from '../core/event.ts'
import { identityOf } from './process-table.ts'

export interface Command {
  /** Written beside the exit code into the exit log. */
  readonly name: string
  readonly line: string
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  /** A file to read from; /dev/null when absent. */
  readonly input?: string
  readonly onOutput: (stream: 'out' | 'err', bytes: Buffer) => void
}

export type CommandEnd =
  | { readonly is: 'exited'; readonly code: number; readonly cpuSeconds: number }
  /** The shell itself is gone; it cannot be used again. */
  | { readonly is: 'host-died' }

export interface ShellHost {
  readonly identity: ProcessIdentity
  /** One at a time. */
  run(command: Command): Promise<CommandEnd>
  close(): void
}

/**
 * Children write to 3 and 4; the end of a command is marked on both, with a word they cannot know,
 * so that no output is missed. 5 is the exit log: it outlives the coordinator. `times` tells what
 * all children together have used.
 */
const SCRIPT = `
exec 3>&1 4>&2 5>>"$2" 1>/dev/null 2>/dev/null
mark=$1
trap : TERM INT HUP
go() {
  name=$1 input=$2 folder=$3 line=$4
  shift 4
  (
    trap - TERM INT HUP
    exec <"$input" >&3 2>&4 3>&- 4>&- 5>&-
    for variable; do export "$variable"; done
    cd -- "$folder" || exit 126
    exec sh -c "$line"
  )
  code=$?
  kill -0 "$PPID" && witness=coordinator || witness=nobody
  printf '%s %s %s\\n' "$name" "$code" "$witness" >&5
  { printf '\\036%s %s\\n' "$mark" "$code"; times; printf '\\036'; } >&3
  printf '\\036%s' "$mark" >&4
}
`

/** Milliseconds for what a shell that is gone has still printed. */
const LAST_WORDS = 200

export function openShellHost(exitLog: string): ShellHost {
  const mark = randomBytes(12).toString('hex')
  // 'sh -s' takes its commands from us; its own session keeps signals meant for the terminal away.
  const shell = spawn('sh', ['-s', mark, exitLog], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  shell.stdin.on('error', () => {})
  shell.stdin.write(SCRIPT)
  const gone = new Promise<void>((resolve) => {
    shell.on('error', () => resolve())
    shell.on('close', () => resolve())
    // Something that lives on elsewhere may keep the output open: read what there is, but do not wait for it.
    shell.on('exit', () => setTimeout(resolve, LAST_WORDS))
  })
  let usedBefore = 0

  return {
    identity: identityOfChild(shell),
    async run(command) {
      const out = untilMark(shell.stdout, mark, '\x1e', (bytes) => command.onOutput('out', bytes))
      const err = untilMark(shell.stderr, mark, '', (bytes) => command.onOutput('err', bytes))
      write(shell.stdin, command)
      const ends = await Promise.race([Promise.all([out, err]), gone])
      if (!ends) {
        shell.stdout.destroy()
        shell.stderr.destroy()
        return { is: 'host-died' }
      }
      const [code, used] = readEnd(ends[0])
      const cpuSeconds = used - usedBefore
      usedBefore = used
      return { is: 'exited', code, cpuSeconds }
    },
    close() {
      shell.stdin.end()
    },
  }
}

function identityOfChild(shell: ChildProcess): ProcessIdentity {
  const identity = shell.pid === undefined ? null : identityOf(shell.pid)
  if (identity === null) throw new Error('cannot start a shell (sh)')
  return identity
}

function write(stdin: Writable, command: Command): void {
  const variables = Object.entries(command.environment).map(([name, value]) => `${name}=${value}`)
  const words = [command.name, command.input ?? '/dev/null', command.directory, command.line]
  stdin.write(`go ${[...words, ...variables].map(quoted).join(' ')}\n`)
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** Hands on all bytes before the mark; resolves with the text between the mark and its closing. */
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

/** ` 0\n0m0.00s 0m0.00s\n0m0.01s 0m0.02s\n`: exit code, own times, times of all children so far. */
function readEnd(text: string): readonly [code: number, cpuSeconds: number] {
  const [code, , children] = text.split('\n')
  const times = [...(children ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  return [Number(code), times.reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)]
}
