/** Types what a user types, in a folder of its own, and tells what came back. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mkdirSync } from 'node:fs'
import { processTable } from '../src/processes/process-table.ts'
import { environmentOf } from '../src/processes/process-table.ts'

const BIN = fileURLToPath(new URL('../bin/conductor.js', import.meta.url))

interface Typed {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Running {
  readonly child: ChildProcess
  readonly done: Promise<Typed>
  /** Resolves as soon as stdout and stderr together contain the text. */
  says(text: string | RegExp): Promise<void>
}

export interface Folder extends AsyncDisposable {
  readonly path: string
  write(file: string, text: string): void
  /** Runs a command to its end. */
  conductor(...args: readonly string[]): Promise<Typed>
  start(...args: readonly string[]): Running
  /** The answer of a command with --json. */
  json(...args: readonly string[]): Promise<never>
}

export function folder(files: Readonly<Record<string, string>> = {}): Folder {
  const path = mkdtempSync(join(tmpdir(), 'conductor-test-'))
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
  const children = new Set<ChildProcess>()
  const start = (...args: readonly string[]): Running => begin(path, args, children)
  return {
    path,
    write,
    start,
    conductor: (...args) => start(...args).done,
    json: async (...args) => {
      const { stdout, stderr } = await start(...args, '--json').done
      if (stdout === '') throw new Error(`no JSON from ${args.join(' ')}: ${stderr}`)
      return JSON.parse(stdout) as never
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL')
      const left = processesOf(path)
      for (const pid of left) process.kill(pid, 'SIGKILL')
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
      if (left.length > 0) throw new Error(`left running: ${left.join(', ')}`)
    },
  }
}

const ATTEMPT = '\0CONDUCTOR_ATTEMPT='

/** Processes that were started for a task of a run in this folder and are still there. */
export function processesOf(path: string): readonly number[] {
  const line = `CONDUCTOR_HOME=${join(path, '.conductor')}\0`
  const living = [...processTable().values()].filter((row) => !row.zombie)
  return living
    .map((row) => row.pid)
    .filter((pid) => environmentOf(pid).includes(line) && environmentOf(pid).includes(ATTEMPT))
}

function begin(cwd: string, args: readonly string[], children: Set<ChildProcess>): Running {
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: cwd, NO_COLOR: '1' }
  for (const name of Object.keys(env)) if (name.startsWith('CONDUCTOR_')) delete env[name]
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    env,
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
  return { child, done, says }

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
