/** Runs conductor commands in a temporary folder, and returns what they printed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Event } from '../src/core/run/event.ts'
import { runId } from '../src/core/value/ids.ts'
import { environmentOf } from '../src/processes/process-table.ts'
import { openSqliteEventStore } from '../src/store/sqlite-event-store.ts'
import { BIN, PATH_WITH_US } from './our-program.ts'
import { gitIn, introduceUser, makeRepository, writeIn } from './repository/git-in.ts'
import { tempFolder } from './repository/temp-folder.ts'
import {
  typeIn,
  type Stream,
  type TypedWords,
  type Typing,
  type WhatCame as Typed,
} from './typing-process.ts'

export { BIN }

export interface Running {
  readonly child: ChildProcess
  readonly done: Promise<Typed>
  /** Resolves as soon as stdout and stderr together contain the text. */
  says(text: string | RegExp): Promise<void>
  hasSaid(text: string): boolean
  /** Sends a signal, unless the command has ended: its process may run another command by then. */
  signal(signal: NodeJS.Signals): void
  /** Sends SIGTERM, and waits for the end. Only then can the next command use its process. */
  end(): Promise<Typed>
  /** All output so far. */
  said(): string
}

export interface Folder extends AsyncDisposable {
  readonly path: string
  write(file: string, text: string): void
  /** Runs a command to its end, in a process that runs many commands in turn. */
  conductor(...args: readonly string[]): Promise<Typed>
  /** Begins a command in such a process, for a command that runs while the test does something else. */
  begin(...args: readonly string[]): Running
  /** Runs a command in a process of its own, as a shell would, where processes, signals or the terminal matter. */
  start(...args: readonly string[]): Running
  /** The parsed output of a command with --json. */
  json(...args: readonly string[]): Promise<never>
}

export interface FolderOptions {
  /** A path below the temporary folder, to try names that break programs. */
  readonly below?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Several tests use the folder, so the end of a test does not clear it; it must be disposed of after the last. */
  readonly isShared?: boolean
  /** An existing folder instead of a new temporary one; it is removed, too. */
  readonly top?: string
}

export function folder(
  files: Readonly<Record<string, string>> = {},
  { below = '', environment = {}, isShared = false, top: existing }: FolderOptions = {},
): Folder {
  const top = tempFolder(existing)
  const path = join(top.path, below)
  const write = (file: string, text: string): void => writeIn(path, file, text)
  mkdirSync(path, { recursive: true })
  for (const [file, text] of Object.entries(files)) write(file, text)
  const children = new Set<ChildProcess>()
  const started = (args: readonly string[], how: Starting): Running =>
    watch({ cwd: path, environment: environmentIn(path, environment), words: args }, how, children)
  const start = (...args: readonly string[]): Running => started(args, alone)
  const servers: Running[] = []
  const begin = (...args: readonly string[]): Running => {
    const begun = started(args, inTurn)
    if (args[0] === 'serve') servers.push(begun)
    return begun
  }
  const type = (...args: readonly string[]): Promise<Typed> => begin(...args).done
  let isCleared = false
  const clear = (): readonly number[] => {
    isCleared = true
    for (const child of children) child.kill('SIGKILL')
    const left = processesOf(path)
    left.forEach(killNow)
    top[Symbol.dispose]()
    return left
  }
  // A test that timed out does not dispose of the folder, and must not leave processes behind either.
  if (!isShared) onTestFinished(() => void (isCleared || clear()))
  return {
    path,
    write,
    begin,
    start,
    conductor: type,
    json: async (...args) => {
      const { stdout, stderr } = await type(...args, '--json')
      if (stdout === '') throw new Error(`no JSON from ${args.join(' ')}: ${stderr}`)
      return JSON.parse(stdout) as never
    },
    async [Symbol.asyncDispose]() {
      // A server that has ended in good order leaves its process to the next command.
      await Promise.all(servers.map((server) => server.end()))
      const left = clear()
      if (left.length > 0) throw new Error(`left running: ${left.join(', ')}`)
    },
  }
}

/** Runs a command in an existing folder. */
export const conductorIn = (cwd: string, ...args: readonly string[]): Promise<Typed> =>
  watch({ cwd, environment: environmentIn(cwd, {}), words: args }, inTurn, new Set()).done

/** The process may have ended by itself meanwhile, which is no error. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const ATTEMPT = '\0CONDUCTOR_ATTEMPT='

export function eventsIn(path: string, run = 1): readonly Event[] {
  const store = openSqliteEventStore(join(path, '.conductor', 'conductor.db'), { readOnly: true })
  try {
    return [...store.eventsOf(runId(run))]
  } finally {
    store.close()
  }
}

/** The processes that were started for a task of a run in this folder and still live. */
export function processesOf(path: string): readonly number[] {
  if (!existsSync('/proc')) return []
  const line = `CONDUCTOR_HOME=${join(path, '.conductor')}\0`
  // An ended process that nobody has waited for shows no environment.
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const environment = Number.isInteger(pid) ? environmentOf(pid) : ''
      return environment.includes(line) && environment.includes(ATTEMPT)
    })
}

function environmentIn(home: string, more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home, PATH: PATH_WITH_US, NO_COLOR: '1' }
  for (const name of Object.keys(env)) if (name.startsWith('CONDUCTOR_')) delete env[name]
  return Object.assign(env, more)
}

type Words = Omit<TypedWords, 'program'>

type Starting = (words: Words, print: (stream: Stream, piece: string) => void) => Typing

const inTurn: Starting = (words, print) => typeIn({ program: BIN, ...words }, print)

const alone: Starting = ({ cwd, environment, words }, print) => {
  const child = spawn(process.execPath, [BIN, ...words], {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (piece: Buffer) => print('stdout', piece.toString()))
  child.stderr.on('data', (piece: Buffer) => print('stderr', piece.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, ended }
}

function watch(words: Words, start: Starting, children: Set<ChildProcess>): Running {
  const printed = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  const { child, ended } = start(words, (stream, piece) => {
    printed[stream] += piece
    listeners.forEach((listener) => listener())
  })
  children.add(child)
  const done = ended.then((code) => {
    children.delete(child)
    return { code, ...printed }
  })
  const said = (): string => printed.stdout + printed.stderr
  const signal = (name: NodeJS.Signals): void => {
    if (children.has(child)) child.kill(name)
  }
  const end = (): Promise<Typed> => {
    signal('SIGTERM')
    return done
  }
  return { child, done, says, said, signal, end, hasSaid: (text) => said().includes(text) }

  function says(text: string | RegExp): Promise<void> {
    const isThere = (): boolean =>
      typeof text === 'string' ? said().includes(text) : text.test(said())
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (!isThere()) return
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      void done.then(() =>
        isThere() ? resolve() : reject(new Error(`ended without saying ${text}:\n${said()}`)),
      )
      look()
    })
  }
}

export interface RepositoryFolder extends Folder {
  /** Runs git in the user's checkout; throws when git fails. */
  git(...args: readonly string[]): string
  /** The text of a file as the target of a run has it; null: it has no such file. */
  landed(file: string, branch?: string): string | null
}

/** A temporary git repository whose first commit has these files. */
export function repository(
  files: Readonly<Record<string, string>>,
  { below = 'shop', ...options }: FolderOptions = {},
): RepositoryFolder {
  const made = folder(files, { below, ...options })
  makeRepository(made.path)
  introduceUser(made.path)
  return withGit(made)
}

/** A repository that is already in this folder, in the subfolder `shop`. */
export const repositoryIn = (top: string): RepositoryFolder =>
  withGit(folder({}, { top, below: 'shop' }))

function withGit(made: Folder): RepositoryFolder {
  const git = (...args: readonly string[]): string => gitIn(made.path, ...args)
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
