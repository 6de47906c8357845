/** Processes that run the commands of tests: each runs one at a time, and is used again for the next. */
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export interface TypedWords {
  /** The path of the program, which becomes process.argv[1]. */
  readonly program: string
  readonly cwd: string
  /** The whole environment. */
  readonly environment: NodeJS.ProcessEnv
  readonly words: readonly string[]
}

export interface WhatCame {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export type Stream = 'stdout' | 'stderr'

/** A message of such a process: each piece that it prints, and at the end the exit code. */
export type FromTyping =
  | { readonly stream: Stream; readonly piece: string }
  | { readonly code: number }

const PROGRAM = join(import.meta.dirname, 'programs', 'type-in-turn.ts')

/** A small heap is copied faster when a child process is started. */
const LEAN = ['--max-semi-space-size=1']

const idle: ChildProcess[] = []

export interface Typing {
  readonly child: ChildProcess
  /** The exit code; null: a signal has ended the whole process. */
  readonly ended: Promise<number | null>
}

export function typeIn(typed: TypedWords, print: (stream: Stream, piece: string) => void): Typing {
  const child = livingOf(idle) ?? startTyping()
  const ended = new Promise<number | null>((resolve) => {
    const hear = (message: FromTyping): void => {
      if ('piece' in message) return print(message.stream, message.piece)
      child.off('message', hear).off('exit', resolve)
      idle.push(child)
      resolve(message.code)
    }
    child.on('message', hear).on('exit', resolve)
  })
  child.send(typed)
  return { child, ended }
}

/** Skips processes that were killed after their last command. */
function livingOf(children: ChildProcess[]): ChildProcess | undefined {
  for (;;) {
    const child = children.pop()
    if (child === undefined || child.connected) return child
  }
}

function startTyping(): ChildProcess {
  const child = fork(PROGRAM, [], { execArgv: LEAN, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // It ends with the process of the test, which does not have to wait for it.
  child.unref()
  child.channel?.unref()
  return child
}
