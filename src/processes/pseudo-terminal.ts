/** A shell in a pseudo terminal. Like an agent it ends with everything below it, also when we are killed. */
import type { IPty } from '@lydell/node-pty'
import { orphanKeeping } from './orphans.ts'
import { belowAndBeside, stopProcesses } from './stop-processes.ts'
import { openTerminalInput, type MasterSide } from './terminal-input.ts'
import { watchOver } from './watchman.ts'

export interface PseudoTerminal {
  readonly pid: number
  onData(hear: (data: Buffer) => void): void
  onExit(hear: (code: number) => void): void
  /** false: the program has not read what was written before, and this was not taken. */
  write(text: string): boolean
  resize(columns: number, rows: number): void
  /** The program waits when it has written as much as the system keeps. */
  pause(): void
  resume(): void
  /** Ends the shell and everything that it started. */
  end(): Promise<void>
}

export interface TerminalStart {
  readonly command: readonly string[]
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly columns: number
  readonly rows: number
}

/**
 * The shell of the user runs below this one, which outlives it for a moment: it is the parent of everything that has
 * lost its own, and ends that. A terminal whose other end is gone hangs up, so this one does not listen to that.
 */
const KEEP = `
trap : HUP TERM INT QUIT
"$@"
code=$?
trap '' HUP TERM INT QUIT TTOU
exec 2>/dev/null
signal=TERM
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  below=
  read -r below </proc/$$/task/$$/children
  [ "$below" ] || break
  [ "$round" -lt 5 ] || signal=KILL
  kill -$signal $below
  sleep 0.1
done
exit "$code"
`

/** null: the package that opens pseudo terminals is not installed on this machine. */
export async function openPseudoTerminal(start: TerminalStart): Promise<PseudoTerminal | null> {
  const pty = await import('@lydell/node-pty').catch(() => null)
  if (pty === null) return null
  const { command, directory, environment, columns, rows } = start
  const { prefix } = await orphanKeeping()
  const [program, ...args] = [...prefix, '/bin/sh', '-c', KEEP, 'sh', ...command]
  const terminal = pty.spawn(program!, args, {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd: directory,
    env: { ...environment },
    // Bytes: a character may come in two pieces.
    encoding: null,
  })
  return supervised(terminal)
}

/** Milliseconds until what does not end by itself is killed. */
const GRACE = 1000

function supervised(terminal: IPty): PseudoTerminal {
  const { pid } = terminal
  const watched = watchOver(pid)
  const input = openTerminalInput(masterOf(terminal))
  let isOver = false
  const shell = (): readonly number[] => (isOver ? [] : [pid])
  let ending: Promise<void> | null = null
  /** Everything below first: when its parent is gone, a process may not be found any more. */
  const end = async (): Promise<void> => {
    await stopProcesses(belowAndBeside(new Set([pid])), GRACE)
    await stopProcesses(shell, GRACE)
    watched.letGo()
  }
  terminal.onExit(() => {
    isOver = true
    void (ending ??= end())
  })
  return {
    pid,
    onData: (hear) => void terminal.onData((data) => hear(data as unknown as Buffer)),
    onExit: (hear) => void terminal.onExit(({ exitCode }) => hear(exitCode)),
    write: (text) => isOver || input.write(text),
    resize: (columns, rows) => void (isOver || terminal.resize(columns, rows)),
    pause: () => terminal.pause(),
    resume: () => terminal.resume(),
    end: () => (ending ??= end()),
  }
}

/** The stream closes the descriptor, and the system may reuse its number for another file at once. */
function masterOf(terminal: IPty): MasterSide {
  const { fd, _socket: stream } = terminal as unknown as Inside
  return { descriptor: fd, isOpen: () => !stream.destroyed }
}

interface Inside {
  readonly fd: number
  readonly _socket: { readonly destroyed: boolean }
}
