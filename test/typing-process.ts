/** Processes in which tests type commands: each does one at a time, and is used again for the next. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface TypedWords {
  /** The program, as somebody would have called it. */
  readonly program: string
  readonly cwd: string
  /** All of it. */
  readonly environment: NodeJS.ProcessEnv
  readonly words: readonly string[]
}

export interface WhatCame {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const PROGRAM = join(import.meta.dirname, 'programs', 'type-in-turn.ts')

/** A small heap is copied faster when git is started. */
const LEAN = ['--max-semi-space-size=1']

const idle: ChildProcess[] = []

export interface Typing {
  readonly child: ChildProcess
  readonly done: Promise<WhatCame>
}

export function typeIn(typed: TypedWords): Typing {
  const child = idle.pop() ?? startTyping()
  child.send(typed)
  return { child, done: heard(child) }
}

function startTyping(): ChildProcess {
  const child = fork(PROGRAM, [], { execArgv: LEAN, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // It ends with the process that types: nobody has to wait for it.
  child.unref()
  child.channel?.unref()
  return child
}

/** It ends only when somebody kills it, or when what was typed ended the whole process. */
async function heard(child: ChildProcess): Promise<WhatCame> {
  const listening = new AbortController()
  const { signal } = listening
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([came]) => {
        idle.push(child)
        return came as WhatCame
      }),
      once(child, 'exit', { signal }).then(([code]) => ({ code, stdout: '', stderr: '' })),
    ])
  } finally {
    listening.abort()
  }
}
