/**
 * Runs a program under a small shell, its keeper, that stays when the program has ended, until we have
 * looked which processes the program left running: processes that lost their parent become children of the
 * keeper, where that is possible. The pipes are those of the program, and the keeper is the first process
 * of a session.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { orphanKeeping } from './orphans.ts'
import { LINGER, watchOver } from './watchman.ts'

export interface KeptProcess {
  /** The process id of the keeper. */
  readonly pid: number
  readonly input: Writable
  readonly output: Readable
  readonly errors: Readable
  /** The exit code as a shell reports it, as soon as the program has ended. */
  readonly ended: Promise<number>
  /** To be called when nothing below the keeper runs any more: ends the keeper. */
  letGo(): Promise<void>
}

export interface KeptStart {
  /** The program, then its arguments. No shell interprets them. */
  readonly command: readonly string[]
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Only we hold the other end of pipe 3, so the keeper leaves when we are gone; pipe 4 reports the exit
 * code. Messages of the shell about signals are discarded, because they are not output of the program.
 */
const KEEP = `${LINGER}
exec 5>&2 2>/dev/null
trap : TERM INT HUP
( trap - TERM INT HUP; exec "$@" 2>&5 3<&- 4>&- 5>&- )
code=$?
trap '' TERM INT HUP PIPE
exec <&- >&- 5>&-
echo "$code" >&4
exec 4>&-
read -r over <&3
linger
`

/** Rejects when the program cannot be started: no such folder, or no more processes allowed. */
export async function startKept({
  command,
  directory,
  environment,
}: KeptStart): Promise<KeptProcess> {
  const { prefix } = await orphanKeeping()
  const [program, ...args] = [...prefix, '/bin/sh', '-c', KEEP, 'sh', ...command]
  const child = spawn(program!, args, {
    cwd: directory,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    // A session of its own, so that keys in the user's terminal do not reach it.
    detached: true,
  })
  await once(child, 'spawn')
  const watched = watchOver(child.pid!)
  const exited = once(child, 'exit')
  const [lifeline, codePipe] = [child.stdio[3] as Writable, child.stdio[4] as Readable]
  for (const pipe of [child.stdin, lifeline]) pipe.on('error', () => {})
  const ended = codeFrom(codePipe)
  return {
    pid: child.pid!,
    input: child.stdin,
    output: child.stdout,
    errors: child.stderr,
    ended,
    async letGo() {
      await Promise.race([ended, sleep(A_MOMENT, null, { ref: false })])
      endNow(child)
      await exited
      watched.letGo()
      lifeline.destroy()
    },
  }
}

/** How long the keeper may take to report the exit code of its program, in milliseconds. */
const A_MOMENT = 1000
const KILLED = 137

/** A keeper that was itself killed reports nothing. */
async function codeFrom(codePipe: Readable): Promise<number> {
  let text = ''
  for await (const piece of codePipe) text += String(piece)
  return text === '' ? KILLED : Number(text)
}

/** Ends the keeper, even when it was stopped (SIGSTOP). */
function endNow(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
}
