/**
 * Runs commands from small shells that stay open. To start a process, Node copies the map of its whole memory and
 * does nothing else meanwhile, which costs more than most calls of git; a shell of one megabyte starts git at a
 * fraction of that (bench/git-start.ts).
 */
import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { resolve } from 'node:path'
import { shellWord } from '../../core/text/command-line.ts'

export interface ShellCommand {
  readonly words: readonly string[]
  readonly in: string
  /** The whole environment, without the variables of this command alone. */
  readonly environment: NodeJS.ProcessEnv
  readonly variables: Readonly<Record<string, string>>
  /** What the command reads from its standard input. */
  readonly input: string
}

export interface ShellEnd {
  /** The exit code, or 128 and the number of the signal that has killed the command. */
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: Buffer
}

/**
 * Whether a shell can be told this: it knows no zero byte, and only its own kind of names. A shell gives back the rights
 * of another user.
 */
export const isForShell = ({ words, in: folder, variables, input }: ShellCommand): boolean =>
  process.geteuid?.() === process.getuid?.() &&
  input.length <= LONGEST_INPUT &&
  ![...words, folder, input, ...Object.values(variables)].some((text) => text.includes('\0')) &&
  Object.keys(variables).every((name) => /^[A-Za-z_]\w*$/.test(name))

/** A longer input would stand in the memory of the shell, which is to stay small. */
const LONGEST_INPUT = 2 ** 16

/** Returns null if the command was not started: there is no shell, the folder cannot be entered, or there is no such program. */
export async function runInShell(command: ShellCommand): Promise<ShellEnd | null> {
  const shell = await openShell(command.environment)
  if (shell === null) return null
  const end = await shell.run(lineOf(command))
  if (shell.isOpen()) keepOpen(shell)
  return NOT_STARTED.has(end.code) ? null : end
}

const NO_FOLDER = 255
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127, NO_FOLDER])

/** An `if`, because a shell that has read only half of it, when we are killed, runs nothing of it. */
function lineOf({ words, in: folder, variables, input }: ShellCommand): string {
  const set = Object.entries(variables).map(([name, value]) => `${name}=${shellWord(value)}`)
  const call = [...set, ...words.map(shellWord), ERRORS_OF_COMMAND].join(' ')
  const fed = input === '' ? `(${call} </dev/null)` : `printf %s ${shellWord(input)} | ${call}`
  return `if cd -P -- ${shellWord(resolve(folder))}; then ${fed}; code=$?; cd /; else code=${NO_FOLDER}; fi`
}

/** The error output of a command, apart from what the shell itself says of it: "Killed". */
const ERRORS = 3
const ERRORS_OF_COMMAND = `2>&${ERRORS} ${ERRORS}>&-`

interface Shell {
  /** The environment as one text. */
  readonly environment: string
  run(line: string): Promise<ShellEnd>
  isOpen(): boolean
  close(): void
}

/** Shells that wait for their next command; the one that was used last is at the end. */
const idle: Shell[] = []
const MOST_IDLE = 4

/** null: no shell can be started, or it ends at once. */
async function openShell(environment: NodeJS.ProcessEnv): Promise<Shell | null> {
  const text = JSON.stringify(environment)
  const at = idle.findLastIndex((shell) => shell.environment === text && shell.isOpen())
  return at < 0 ? startShell(environment, text) : idle.splice(at, 1)[0]!
}

function keepOpen(shell: Shell): void {
  idle.push(shell)
  if (idle.length > MOST_IDLE) idle.shift()?.close()
}

/** If a person presses Ctrl-C, the shell goes on; a closed terminal does not even end its commands. */
const BEGIN = "trap : INT TERM QUIT; trap '' HUP; code=0"

/** When the shell is killed, its command counts as killed, too. */
const KILLED: ShellEnd = { code: 137, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) }

async function startShell(env: NodeJS.ProcessEnv, environment: string): Promise<Shell | null> {
  const child = spawn('sh', { env, cwd: '/', stdio: ['pipe', 'pipe', 'ignore', 'pipe'] })
  const ended = Promise.withResolvers<ShellEnd>()
  let isOpen = true
  const end = (how: ShellEnd): void => {
    isOpen = false
    ended.resolve(how)
    for (const stream of child.stdio ?? []) stream?.destroy()
  }
  // Not `close`: a process that a command has left behind may hold the outputs of a shell that was killed.
  child.on('error', () => end(KILLED)).on('exit', () => end(KILLED))
  // Without a free file descriptor, Node makes no streams.
  if (child.stdio === undefined) return null
  const streams = [child.stdin, child.stdout, child.stdio[ERRORS]] as [Socket, Socket, Socket]
  const [orders] = streams
  orders.on('error', () => end(KILLED))
  // Each command ends with this mark on both outputs, followed by the exit code. Files that git prints cannot know it.
  const mark = `\0${Math.random()}${Math.random()} `
  const surprises: Surprises = {
    tooLong() {
      end(TOO_LONG)
      child.kill('SIGKILL')
    },
    // A process that a command has left behind goes on printing: no other command may use this shell.
    stray() {
      isOpen = false
      orders.end()
    },
  }
  const outputs = streams.slice(1).map((stream) => readUpTo(mark, stream, surprises))
  const [out, err] = outputs as [Marked, Marked]
  const tell = `printf '\\0%s %d\\n' ${mark.slice(1, -1)} $code`
  child.unref()
  const run = async (line: string): Promise<ShellEnd> => {
    // Node must not exit while a command goes on.
    for (const stream of streams) stream.ref()
    const printed = Promise.all([out.next(), err.next()]).then(
      ([{ before: stdout, code }, { before: stderr }]): ShellEnd => ({ code, stdout, stderr }),
    )
    orders.write(`${line}\n${tell}\n${tell} >&${ERRORS}\n`)
    const first = await Promise.race([printed, ended.promise])
    for (const stream of streams) stream.unref()
    return first
  }
  const { code } = await run(BEGIN)
  return code === 0
    ? { environment, run, isOpen: () => isOpen, close: () => void orders.end() }
    : null
}

const LONGEST_OUTPUT = 2 ** 28
const TOO_LONG: ShellEnd = {
  code: 128,
  stdout: Buffer.alloc(0),
  stderr: Buffer.from(`the output is longer than ${LONGEST_OUTPUT} bytes\n`),
}

interface Printed {
  readonly before: Buffer
  readonly code: number
}

interface Marked {
  next(): Promise<Printed>
}

interface Surprises {
  tooLong(): void
  /** Something is printed while no command goes on. */
  stray(): void
}

/** Reads what comes before a mark and the exit code behind it, again and again. */
function readUpTo(mark: string, stream: Socket, { tooLong, stray }: Surprises): Marked {
  const marked = Buffer.from(mark)
  let pieces: Buffer[] = []
  let length = 0
  // The mark and its code may come in several pieces, so the end of the earlier ones is searched again.
  let earlier: Buffer = Buffer.alloc(0)
  let found: ((printed: Printed) => void) | null = null
  stream
    .on('error', () => {})
    .on('data', (piece: Buffer) => {
      if (found === null) return stray()
      pieces.push(piece)
      length += piece.length
      if (length > LONGEST_OUTPUT) return tooLong()
      const last = Buffer.concat([earlier, piece])
      earlier = last.subarray(-(marked.length + LONGEST_CODE))
      const at = last.indexOf(marked)
      const end = at < 0 ? -1 : last.indexOf(LINE_BREAK, at + marked.length)
      if (end < 0) return
      const all = Buffer.concat(pieces)
      const before = all.subarray(0, all.length - last.length + at)
      if (end + 1 < last.length) stray()
      pieces = []
      length = 0
      earlier = Buffer.alloc(0)
      found({ before, code: Number(last.toString('latin1', at + marked.length, end)) })
      found = null
    })
  return { next: () => new Promise((resolve) => (found = resolve)) }
}

const LINE_BREAK = 10
/** "255" and a line break. */
const LONGEST_CODE = 4
