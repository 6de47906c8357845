/** Types what a user types, in a folder of its own, and tells what came back. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Event } from '../src/core/run/event.ts'
import { runId } from '../src/core/value/ids.ts'
import { environmentOf, processTable } from '../src/processes/process-table.ts'
import { openSqliteEventStore } from '../src/store/sqlite-event-store.ts'
import { gitIn, introduceUser, makeRepository, writeIn } from './repository/git-in.ts'
import { tempFolder } from './repository/temp-folder.ts'
import { typeIn, type WhatCame as Typed } from './typing-process.ts'

export const BIN = fileURLToPath(new URL('../bin/conductor.js', import.meta.url))

/** Hints say `conductor` where that is what a shell finds; this is a link to the program. */
const OURS = fileURLToPath(new URL('programs/on-path', import.meta.url))
export const PATH_WITH_US = `${OURS}${delimiter}${process.env['PATH'] ?? ''}`

export interface Running {
  readonly child: ChildProcess
  readonly done: Promise<Typed>
  /** Resolves as soon as stdout and stderr together contain the text. */
  says(text: string | RegExp): Promise<void>
  hasSaid(text: string): boolean
  /** Everything so far. */
  said(): string
}

export interface Folder extends AsyncDisposable {
  readonly path: string
  write(file: string, text: string): void
  /** Runs a command to its end, in a process that has done others and will do more. */
  conductor(...args: readonly string[]): Promise<Typed>
  /** Runs it in a process of its own, as a shell would: where processes, signals or what a terminal shows matter. */
  start(...args: readonly string[]): Running
  /** The answer of a command with --json. */
  json(...args: readonly string[]): Promise<never>
}

export interface FolderOptions {
  /** Below the temporary folder: to try names that programs trip over. */
  readonly below?: string
  readonly environment?: Readonly<Record<string, string>>
}

export function folder(
  files: Readonly<Record<string, string>> = {},
  { below = '', environment = {} }: FolderOptions = {},
): Folder {
  const top = tempFolder()
  const path = join(top.path, below)
  const write = (file: string, text: string): void => writeIn(path, file, text)
  mkdirSync(path, { recursive: true })
  for (const [file, text] of Object.entries(files)) write(file, text)
  const children = new Set<ChildProcess>()
  const start = (...args: readonly string[]): Running =>
    begin({ cwd: path, environment }, args, children)
  const type = async (...words: readonly string[]): Promise<Typed> => {
    const typed = { program: BIN, cwd: path, environment: environmentIn(path, environment), words }
    const { child, done } = typeIn(typed)
    children.add(child)
    const came = await done
    children.delete(child)
    return came
  }
  const clear = (): readonly number[] => {
    for (const child of children) child.kill('SIGKILL')
    const left = processesOf(path)
    left.forEach(killNow)
    top[Symbol.dispose]()
    return left
  }
  // A test that ran out of time does not come to its end, and must not leave anything behind either.
  onTestFinished(() => void clear())
  return {
    path,
    write,
    start,
    conductor: type,
    json: async (...args) => {
      const { stdout, stderr } = await type(...args, '--json')
      if (stdout === '') throw new Error(`no JSON from ${args.join(' ')}: ${stderr}`)
      return JSON.parse(stdout) as never
    },
    async [Symbol.asyncDispose]() {
      const left = clear()
      if (left.length > 0) throw new Error(`left running: ${left.join(', ')}`)
    },
  }
}

/** The same in a folder that somebody else has made. */
export const conductorIn = (cwd: string, ...args: readonly string[]): Promise<Typed> =>
  begin({ cwd, environment: {} }, args, new Set()).done

/** It may have ended by itself in this very moment. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const ATTEMPT = '\0CONDUCTOR_ATTEMPT='

/** What the store in this folder holds of a run. */
export function eventsIn(path: string, run = 1): readonly Event[] {
  const store = openSqliteEventStore(join(path, '.conductor', 'conductor.db'), { readOnly: true })
  try {
    return [...store.eventsOf(runId(run))]
  } finally {
    store.close()
  }
}

/** Processes that were started for a task of a run in this folder and are still there. */
export function processesOf(path: string): readonly number[] {
  const line = `CONDUCTOR_HOME=${join(path, '.conductor')}\0`
  const living = [...processTable().values()].filter((row) => !row.zombie)
  return living
    .map((row) => row.pid)
    .filter((pid) => environmentOf(pid).includes(line) && environmentOf(pid).includes(ATTEMPT))
}

function environmentIn(home: string, more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home, PATH: PATH_WITH_US, NO_COLOR: '1' }
  for (const name of Object.keys(env)) if (name.startsWith('CONDUCTOR_')) delete env[name]
  return Object.assign(env, more)
}

function begin(
  { cwd, environment }: { cwd: string; environment: Readonly<Record<string, string>> },
  args: readonly string[],
  children: Set<ChildProcess>,
): Running {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    env: environmentIn(cwd, environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let stdout = ''
  let stderr = ''
  const listeners = new Set<() => void>()
  child.stdout.on('data', (piece: Buffer) => {
    stdout += piece.toString()
    listeners.forEach((listener) => listener())
  })
  child.stderr.on('data', (piece: Buffer) => {
    stderr += piece.toString()
    listeners.forEach((listener) => listener())
  })
  const done = new Promise<Typed>((resolve) => {
    child.on('close', (code) => {
      children.delete(child)
      resolve({ code, stdout, stderr })
    })
  })
  const said = (): string => stdout + stderr
  return { child, done, says, said, hasSaid: (text) => said().includes(text) }

  function says(text: string | RegExp): Promise<void> {
    const isThere = (): boolean =>
      typeof text === 'string' ? (stdout + stderr).includes(text) : text.test(stdout + stderr)
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (!isThere()) return
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      void done.then(() =>
        isThere()
          ? resolve()
          : reject(new Error(`ended without saying ${text}:\n${stdout}\n${stderr}`)),
      )
      look()
    })
  }
}

export interface RepositoryFolder extends Folder {
  /** In the user's checkout; throws when git says no. */
  git(...args: readonly string[]): string
  /** The text of a file as the target of a run has it; null: it has no such file. */
  landed(file: string, branch?: string): string | null
}

/** The same in a git repository, where everything that is written first is the first commit. */
export function repository(
  files: Readonly<Record<string, string>>,
  { below = 'shop', environment = {} }: FolderOptions = {},
): RepositoryFolder {
  const made = folder(files, { below, environment })
  const git = (...args: readonly string[]): string => gitIn(made.path, ...args)
  makeRepository(made.path)
  introduceUser(made.path)
  return {
    ...made,
    git,
    landed(file, branch = 'conductor/run-1') {
      try {
        return git('show', `${branch}:${file}`)
      } catch {
        return null
      }
    },
  }
}
