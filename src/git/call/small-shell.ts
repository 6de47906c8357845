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

/** Returns null if the command was not started: the folder cannot be entered, or there is no such program. */
export async function runInShell(command: ShellCommand): Promise<ShellEnd | null> {
  const shell = openShell(command.environment)
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

function openShell(environment: NodeJS.ProcessEnv): Shell {
  const text = JSON.stringify(environment)
  const at = idle.findLastIndex((shell) => shell.environment === text && shell.isOpen())
  return at < 0 ? startShell(environment, text) : idle.splice(at, 1)[0]!
}

function keepOpen(shell: Shell): void {
  idle.push(shell)
  if (idle.length > MOST_IDLE) idle.shift()?.close()
}

/** If a person presses Ctrl-C, the shell goes on; a closed terminal does not even end its commands. */
const BEGIN = "trap : INT TERM QUIT; trap '' HUP\n"

/** When the shell is killed, its command counts as killed, too. */
const KILLED: ShellEnd = { code: 137, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) }

function startShell(env: NodeJS.ProcessEnv, environment: string): Shell {
  const child = spawn('sh', { env, cwd: '/', stdio: ['pipe', 'pipe', 'ignore', 'pipe'] })
  // Each command ends with this mark on both outputs, followed by the exit code. Files that git prints cannot know it.
  const mark = `\0${Math.random()}${Math.random()} `
  const streams = [child.stdin, child.stdout, child.stdio[ERRORS]] as [Socket, Socket, Socket]
  const [orders] = streams
  const [out, err] = streams.slice(1).map((stream) => readUpTo(mark, stream)) as [Marked, Marked]
  const tell = `printf '\\0%s %d\\n' ${mark.slice(1, -1)} $code`
  let isOpen = true
  let giveUp = (): void => {}
  const onClose = (): void => {
    isOpen = false
    giveUp()
  }
  child.on('error', onClose).on('close', onClose)
  orders.on('error', onClose).write(BEGIN)
  child.unref()
  for (const stream of streams) stream.unref()
  return {
    environment,
    isOpen: () => isOpen,
    close: () => void orders.end(),
    async run(line) {
      // Node must not exit while a command goes on.
      for (const stream of streams) stream.ref()
      const gone = new Promise<null>((settle) => (giveUp = () => settle(null)))
      const ends = Promise.all([out.next(), err.next()])
      orders.write(`${line}\n${tell}\n${tell} >&${ERRORS}\n`)
      const printed = await Promise.race([ends, gone])
      for (const stream of streams) stream.unref()
      if (printed === null) return KILLED
      const [{ before: stdout, code }, { before: stderr }] = printed
      return { code, stdout, stderr }
    },
  }
}

interface Printed {
  readonly before: Buffer
  readonly code: number
}

interface Marked {
  next(): Promise<Printed>
}

/**
 * Reads what comes before a mark and the exit code behind it, again and again. What a process that a command has left
 * behind prints after the mark counts as printed by the next command.
 */
function readUpTo(mark: string, stream: Socket): Marked {
  const marked = Buffer.from(mark)
  let pieces: Buffer[] = []
  // The mark and its code may come in several pieces, so the end of the earlier ones is searched again.
  let earlier: Buffer = Buffer.alloc(0)
  let found = (_: Printed): void => {}
  stream
    .on('error', () => {})
    .on('data', (piece: Buffer) => {
      pieces.push(piece)
      const last = Buffer.concat([earlier, piece])
      earlier = last.subarray(-(marked.length + LONGEST_CODE))
      const at = last.indexOf(marked)
      const end = at < 0 ? -1 : last.indexOf(LINE_BREAK, at + marked.length)
      if (end < 0) return
      const all = Buffer.concat(pieces)
      const before = all.subarray(0, all.length - last.length + at)
      earlier = last.subarray(end + 1)
      pieces = [earlier]
      found({ before, code: Number(last.toString('latin1', at + marked.length, end)) })
    })
  return { next: () => new Promise((resolve) => (found = resolve)) }
}

const LINE_BREAK = 10
/** "255" and a line break. */
const LONGEST_CODE = 4
