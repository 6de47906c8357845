/** Runs a small program to its end, with a time limit: a program that runs longer is killed. */
import { spawn } from 'node:child_process'
import { ownEnvironment } from '../processes/own-environment.ts'

export interface Brief {
  readonly program: string
  readonly words: readonly string[]
  readonly directory: string
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: string
  readonly limitSeconds: number
}

/** The program was not found. */
export class NoSuchProgram extends Error {}

/** Rejects with an error that says in words what went wrong. */
export function runBriefly(brief: Brief): Promise<void> {
  const { program, words, directory, environment = {}, input = '', limitSeconds } = brief
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // The program runs in a process group of its own, so that the processes it starts are killed with it.
  const child = spawn(program, words, {
    cwd: directory,
    env: { ...ownEnvironment(), ...environment },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const timer = setTimeout(() => {
    endGroup(child.pid)
    reject(new Error(`${program} took longer than ${limitSeconds} s`))
  }, limitSeconds * 1000)
  child.on('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ENOENT' ? new NoSuchProgram(`${program} is not installed`) : error),
  )
  child.on('exit', (code, signal) =>
    code === 0 ? resolve() : reject(new Error(`${program} ended with ${signal ?? `code ${code}`}`)),
  )
  // The program need not read its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return promise.finally(() => clearTimeout(timer))
}

/** The program may have ended at this very moment. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
