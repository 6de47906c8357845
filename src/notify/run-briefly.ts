/** Runs a small program to its end, with a limit: whoever does not end by itself is ended. */
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

/** The program is not there. */
export class NoSuchProgram extends Error {}

/** Rejects with what went wrong, in words. */
export function runBriefly(given: Brief): Promise<void> {
  const { program, words, directory, environment = {}, input = '', limitSeconds } = given
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // In a group of its own, so that what it started ends with it.
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
    reject(error.code === 'ENOENT' ? new NoSuchProgram(`${program} is not there`) : error),
  )
  child.on('exit', (code, signal) =>
    code === 0 ? resolve() : reject(new Error(`${program} ended with ${signal ?? `code ${code}`}`)),
  )
  // It need not read what it is given.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return promise.finally(() => clearTimeout(timer))
}

/** It may have ended in this very moment. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
