/**
 * Runs git. Arguments are a list, never a line. Nothing of the user's runs along, and nothing stays
 * behind: no hooks, no watchers, no housekeeping.
 */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownEnvironment } from '../../processes/own-environment.ts'
import { atMost } from './at-most.ts'

export interface GitOptions {
  readonly in: string
  readonly environment?: Readonly<Record<string, string>>
  /** What git reads from its standard input. */
  readonly input?: string
  readonly signal?: AbortSignal
  /** Everything else on the machine goes first. */
  readonly gently?: boolean
}

export interface GitEnd {
  /** As git exits; 128 and above when it was killed or could not be started. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** What ended it, if it did not end by itself and was not told to. */
  readonly signal?: string | null
}

/** Git said no where it should not have. */
export class GitRefused extends Error {
  readonly end: GitEnd
  /** sentence: what it means and what to do, where that is known. */
  constructor(args: readonly string[], end: GitEnd, sentence?: string) {
    const said = end.stderr.trim().split('\n').at(-1) || `exit ${end.code}`
    super(sentence ?? sayKilled(args, end) ?? `git ${nameOf(args)} failed: ${said}`)
    this.end = end
  }
}

const sayKilled = (args: readonly string[], { signal }: GitEnd): string | null =>
  signal
    ? `git ${nameOf(args)} was killed (${signal}), by somebody or by the system for want of memory`
    : null

/** Settings for one call (`-c name=value`) stand before the name of the command. */
const nameOf = (args: readonly string[]): string | undefined =>
  args[0] === '-c' ? nameOf(args.slice(2)) : args[0]

/** What the world may do to us, a full disk included; anything else is a bug. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof GitRefused || (error instanceof Error && 'syscall' in error)

/**
 * For questions to which "no" is an answer. A git that was killed has not answered: it is asked again, and when it
 * is killed each time GitRefused is thrown.
 */
export async function askGit(args: readonly string[], options: GitOptions): Promise<GitEnd> {
  const mostTries = UNREPEATABLE.has(nameOf(args) ?? '') ? 1 : MOST_TRIES
  for (let tries = 1; ; tries++) {
    const end = await inShare(options, () => start('git', [...ALONE, ...args], options))
    if (!end.signal) return end
    if (tries >= mostTries) throw new GitRefused(args, end)
    await sleep(BREATH)
  }
}

/** What these have begun has to be looked at before they can be begun anew. */
const UNREPEATABLE: ReadonlySet<string> = new Set(['worktree', 'merge', 'update-ref'])
const MOST_TRIES = 3
const BREATH = 100

/** Starting a process stops all of Node until the process has had its first turn on a processor. */
const share = atMost(availableParallelism() + 1)

/** Who steps back for others takes no place from them. */
const inShare = ({ gently }: GitOptions, work: () => Promise<GitEnd>): Promise<GitEnd> =>
  gently === true ? work() : share(work)

function start(program: string, args: readonly string[], options: GitOptions): Promise<GitEnd> {
  const { in: cwd, input, signal, gently } = options
  const env = environmentOf(options)
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd, env, maxBuffer: 2 ** 28, ...(signal ? { signal } : {}) },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 128
        const killedBy = signal?.aborted === true ? null : killerOf(code, error?.signal)
        // Of one that was killed Node has nothing to say but the whole command.
        const said = stderr === '' && killedBy === null ? error?.message : stderr
        resolve({ code, stdout, stderr: said ?? '', signal: killedBy })
      },
    )
    if (gently === true) stepBack(child.pid)
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })
}

/** A shell around it says 128 + n; git itself ends with 128 and 129 when it says no. */
function killerOf(code: number, signal: string | null | undefined): string | null {
  if (signal) return signal
  const names = Object.entries(constants.signals).filter(([, number]) => number === code - 128)
  return code > 129 ? (names[0]?.[0] ?? null) : null
}

const environmentOf = ({ environment }: GitOptions): NodeJS.ProcessEnv => ({
  ...ownEnvironment(),
  ...QUIET,
  ...environment,
})

/** Hooks are for people's own commands; housekeeping and watchers would outlive ours. */
const ALONE = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting])

const QUIET = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' }

const LOW_PRIORITY = 10

function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY)
  } catch {
    // It has ended already, or may not be asked to.
  }
}

/** The text git answers with, or null when git says no. */
export async function runGit(args: readonly string[], options: GitOptions): Promise<string | null> {
  const { code, stdout } = await askGit(args, options)
  return code === 0 ? stdout : null
}

/** The same while everything else waits: for the few questions that cannot wait themselves. */
export function gitAtOnce(args: readonly string[], options: Pick<GitOptions, 'in'>): string | null {
  const how = { cwd: options.in, env: environmentOf(options), encoding: 'utf8' } as const
  const { status, stdout } = spawnSync('git', [...ALONE, ...args], how)
  return status === 0 ? stdout : null
}

/** The text git answers with, without the last line break; throws GitRefused. */
export async function mustGit(args: readonly string[], options: GitOptions): Promise<string> {
  const end = await askGit(args, options)
  if (end.code !== 0) throw new GitRefused(args, end)
  return end.stdout.replace(/\n$/, '')
}

/**
 * For answers that may be too long to be held: they are handed over piece by piece, and git is stopped
 * when no more is wanted. Throws GitRefused.
 */
export async function streamGit(
  args: readonly string[],
  options: GitOptions,
  take: (piece: Buffer) => 'more' | 'enough',
): Promise<void> {
  const end = await inShare(options, () => pour([...ALONE, ...args], options, take))
  if (end.code !== 0) throw new GitRefused(args, end)
}

function pour(
  args: readonly string[],
  options: GitOptions,
  take: (piece: Buffer) => 'more' | 'enough',
): Promise<GitEnd> {
  const child = spawn('git', args, {
    cwd: options.in,
    env: environmentOf(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  let isEnough = false
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
  child.stdout.on('data', (piece: Buffer) => {
    if (isEnough || take(piece) === 'more') return
    isEnough = true
    child.kill()
  })
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ code: 128, stdout: '', stderr: message }))
    child.on('close', (code, signal) =>
      resolve(
        isEnough
          ? { code: 0, stdout: '', stderr }
          : {
              code: code ?? 128,
              stdout: '',
              stderr,
              signal: options.signal?.aborted ? null : signal,
            },
      ),
    )
  })
}

/**
 * Several commands for one start from Node, which is the dear one. The line is a constant of ours, in
 * which `git` is git as above; words are data, and reach it as "$@". Throws GitRefused.
 */
export async function mustGits(
  line: string,
  words: readonly string[],
  options: GitOptions,
): Promise<string> {
  const end = await inShare(options, () =>
    start('sh', ['-c', `${GIT_ALONE}; ${line}`, 'sh', ...words], options),
  )
  if (end.code !== 0) throw new GitRefused(line.split(' ').slice(1), end)
  return end.stdout.replace(/\n$/, '')
}

const GIT_ALONE = `git() { command git ${ALONE.join(' ')} "$@"; }`
