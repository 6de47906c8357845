/** Runs a small program to see whether it works on this machine, and never waits for it for long. */
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Trial {
  /** The program ended in time, with exit code 0. */
  readonly worked: boolean
  readonly isLate: boolean
  /** The beginning of what the program printed, on stdout and stderr. */
  readonly printed: string
}

export async function tryOut(
  argv: readonly string[],
  { milliseconds = 3000, environment = process.env } = {},
): Promise<Trial> {
  const [program, ...args] = argv
  // A process group of its own, because a script may have started others that hold the pipes.
  const child = spawn(program!, args, {
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = collect(child)
  const late = new AbortController()
  const ended = await Promise.race([untilClosed(child), sleep(milliseconds, 'late' as const, late)])
  late.abort()
  if (ended === 'late') end(child)
  return { worked: ended === 0, isLate: ended === 'late', printed: printed() }
}

const MUCH = 10_000

function collect(child: ChildProcess): () => string {
  let text = ''
  // The pipes are missing when no more files can be opened.
  for (const side of [child.stdout, child.stderr])
    side?.on('data', (piece) => (text = (text + String(piece)).slice(0, MUCH)))
  return () => text
}

/** The exit code; null when a signal ended the program or it could not be started. */
function untilClosed(child: ChildProcess): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.on('error', () => resolve(null))
  child.on('close', (code) => resolve(code))
  return promise
}

function end(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    // The program ended by itself at this moment.
  }
  child.stdout?.destroy()
  child.stderr?.destroy()
  child.unref()
}
