/**
 * Runs git. Arguments are a list, never a shell line. Git starts nothing of the user's and leaves nothing
 * running: no hooks, no watchers, no housekeeping.
 */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownEnvironment } from '../../processes/own-environment.ts'
import { atMost } from './at-most.ts'
import { isForShell, runInShell } from './small-shell.ts'

export interface GitOptions {
  readonly in: string
  readonly environment?: Readonly<Record<string, string>>
  /** What git reads from its standard input. */
  readonly input?: string
  readonly signal?: AbortSignal
  /** Git runs at low priority: everything else on the machine goes first. */
  readonly gently?: boolean
  /** A Ctrl-C in the terminal does not reach git: half of its work would be worse than none. Git gets no input. */
  readonly apart?: boolean
  /** Input and output are latin1, one character for each byte, for trees and for paths that are not UTF-8. */
  readonly inBytes?: boolean
}

export interface GitEnd {
  /** The exit code of git; 128 and above when git was killed or could not be started. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** The signal that killed git, unless git ended by itself or we told it to end. */
  readonly signal?: string | null
}

/** Git failed where it should not have. */
export class GitRefused extends Error {
  readonly end: GitEnd
  /** sentence: what the failure means and what to do, where that is known. */
  constructor(args: readonly string[], end: GitEnd, sentence?: string) {
    const lastLine = end.stderr.trim().split('\n').at(-1) || `exit ${end.code}`
    super(sentence ?? sayKilled(args, end) ?? `git ${nameOf(args)} failed: ${lastLine}`)
    this.end = end
  }
}

const sayKilled = (args: readonly string[], { signal }: GitEnd): string | null =>
  signal
    ? `git ${nameOf(args)} was killed (${signal}), by a person or because memory ran out`
    : null

const nameOf = (args: readonly string[]): string | undefined => withoutSettings(args)[0]

/** Settings for one call (`-c name=value`) stand before the name of the command. */
const withoutSettings = (args: readonly string[]): readonly string[] =>
  args[0] === '-c' ? withoutSettings(args.slice(2)) : args

/** Whether git or the system refused, for example because the disk is full; any other error is a bug. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof GitRefused || (error instanceof Error && 'syscall' in error)

/**
 * For questions to which "no" is an answer. A git that was killed has not answered, so it is asked again;
 * when it is killed every time, GitRefused is thrown.
 */
export async function askGit(args: readonly string[], options: GitOptions): Promise<GitEnd> {
  const mostTries = isRepeatable(args) ? MOST_TRIES : 1
  for (let tries = 1; ; tries++) {
    const end = await inShare(options, () => start('git', [...ALONE, ...args], options))
    if (!end.signal) return end
    if (tries >= mostTries) throw new GitRefused(args, end)
    await sleep(BREATH)
  }
}

function isRepeatable(args: readonly string[]): boolean {
  const [name = '', action] = withoutSettings(args)
  // A read-tree that also writes files meets its own files.
  if (name === 'read-tree') return !args.includes('-u')
  return !UNREPEATABLE.has(name) || (name === 'worktree' && action === 'list')
}

/**
 * Commands that may have done half of their work when they are killed: the caller has to look before it
 * tries again.
 */
const UNREPEATABLE: ReadonlySet<string> = new Set(['worktree', 'merge', 'update-ref'])
const MOST_TRIES = 3
const BREATH = 100

/**
 * Limits how many gits run at once: starting a process stops all of Node until the process has had its
 * first turn on a processor.
 */
const share = atMost(availableParallelism() + 1)

/** A git at low priority does not count, so that it takes no place from the others. */
const inShare = ({ gently }: GitOptions, work: () => Promise<GitEnd>): Promise<GitEnd> =>
  gently === true ? work() : share(work)

/** What we may have to stop, or what runs at low priority, is started by Node itself. */
async function start(
  program: string,
  args: readonly string[],
  options: GitOptions,
): Promise<GitEnd> {
  const { in: folder, input = '', signal, gently, inBytes, environment: variables = {} } = options
  if (options.apart === true) return pour(program, args, options, () => 'more')
  const words = [program, ...args]
  const command = { words, in: folder, environment: environmentOf({}), variables, input }
  const isSmall = signal === undefined && gently !== true && !(inBytes === true && input !== '')
  const end = isSmall && isForShell(command) ? await runInShell(command) : null
  if (end === null) return startAlone(program, args, options)
  const { code, stdout, stderr } = end
  const encoding = encodingOf(options)
  return {
    code,
    stdout: stdout.toString(encoding),
    stderr: stderr.toString(encoding),
    signal: killerOf(code, null),
  }
}

const encodingOf = ({ inBytes }: GitOptions): 'latin1' | 'utf8' =>
  inBytes === true ? 'latin1' : 'utf8'

function startAlone(
  program: string,
  args: readonly string[],
  options: GitOptions,
): Promise<GitEnd> {
  const { in: cwd, input, signal, gently } = options
  const env = environmentOf(options)
  const encoding = encodingOf(options)
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd, env, encoding, maxBuffer: 2 ** 28, ...(signal ? { signal } : {}) },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 128
        const killedBy = signal?.aborted === true ? null : killerOf(code, error?.signal)
        // When git was killed, Node's message holds nothing but the whole command.
        const message = stderr === '' && killedBy === null ? error?.message : stderr
        resolve({ code, stdout, stderr: message ?? '', signal: killedBy })
      },
    )
    if (gently === true) stepBack(child.pid)
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '', encoding)
  })
}

/**
 * The signal that killed git. A shell around git exits with 128 + n; git itself exits with 128 or 129 when
 * it refuses.
 */
function killerOf(code: number, signal: string | null | undefined): string | null {
  if (signal) return signal
  const names = Object.entries(constants.signals).filter(([, number]) => number === code - 128)
  return code > 129 ? (names[0]?.[0] ?? null) : null
}

const environmentOf = ({ environment }: Partial<GitOptions>): NodeJS.ProcessEnv => ({
  ...ownEnvironment(),
  ...QUIET,
  ...environment,
})

/** Hooks are for the user's own commands; housekeeping and watchers would outlive our git. */
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
    // The process has ended already, or we may not change its priority.
  }
}

/** What git prints, or null when git fails. */
export async function runGit(args: readonly string[], options: GitOptions): Promise<string | null> {
  const { code, stdout } = await askGit(args, options)
  return code === 0 ? stdout : null
}

/** The same, but synchronous: all of Node waits. For the few callers that cannot await. */
export function gitAtOnce(args: readonly string[], options: Pick<GitOptions, 'in'>): string | null {
  const how = { cwd: options.in, env: environmentOf(options), encoding: 'utf8' } as const
  const { status, stdout } = spawnSync('git', [...ALONE, ...args], how)
  return status === 0 ? stdout : null
}

/** What git prints, without the last line break; throws GitRefused. */
export async function mustGit(args: readonly string[], options: GitOptions): Promise<string> {
  const end = await askGit(args, options)
  if (end.code !== 0) throw new GitRefused(args, end)
  return end.stdout.replace(/\n$/, '')
}

/**
 * For output that may be too long for memory: it is handed over piece by piece, and git is stopped when
 * the caller has enough. Throws GitRefused.
 */
export async function streamGit(
  args: readonly string[],
  options: GitOptions,
  take: (piece: Buffer) => 'more' | 'enough',
): Promise<void> {
  const end = await inShare(options, () => pour('git', [...ALONE, ...args], options, take))
  if (end.code !== 0) throw new GitRefused(args, end)
}

function pour(
  program: string,
  args: readonly string[],
  options: GitOptions,
  take: (piece: Buffer) => 'more' | 'enough',
): Promise<GitEnd> {
  const child = spawn(program, args, {
    cwd: options.in,
    env: environmentOf(options),
    detached: options.apart === true,
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
 * Several git commands for one start of a process, which is the expensive part. The line is a constant of
 * ours, in which `git` is git with the settings above; words are data, and reach the line as "$@". Throws
 * GitRefused.
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
