/**
 * A program under a small shell, its keeper, that stays when the program has ended, until we have looked
 * what that left running: whatever lost its parent has fallen to the keeper, where that is possible. The
 * pipes are those of the program, and the keeper is the first of a session.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { orphanKeeping } from './orphans.ts'
import { LINGER, watchOver } from './watchman.ts'

export interface KeptProcess {
  /** Of the keeper. */
  readonly pid: number
  readonly input: Writable
  readonly output: Readable
  readonly errors: Readable
  /** The exit code as a shell tells it, as soon as the program has ended. */
  readonly ended: Promise<number>
  /** When nothing below the keeper runs any more. */
  letGo(): Promise<void>
}

export interface KeptStart {
  /** The program, then its arguments. No shell reads them. */
  readonly command: readonly string[]
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
}

/** 3 is held by us alone, so the keeper leaves when we are gone; 4 tells the code. What a shell says about signals is nobody's output. */
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

/** Rejects when it cannot be started: no such folder, no processes left to give. */
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
    // A session of its own: the keys of the user's terminal are not meant for it.
    detached: true,
  })
  await once(child, 'spawn')
  const watched = watchOver(child.pid!)
  const exited = once(child, 'exit')
  const [lifeline, told] = [child.stdio[3] as Writable, child.stdio[4] as Readable]
  for (const pipe of [child.stdin, lifeline]) pipe.on('error', () => {})
  const ended = codeFrom(told)
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

/** How long the keeper may take to say how its program ended. */
const A_MOMENT = 1000
const KILLED = 137

/** A keeper that was killed itself says nothing. */
async function codeFrom(told: Readable): Promise<number> {
  let text = ''
  for await (const piece of told) text += String(piece)
  return text === '' ? KILLED : Number(text)
}

/** Also one that was stopped. */
function endNow(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
}
