/** Runs git. Arguments are a list, never a line. */
import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { ownEnvironment } from '../processes/own-environment.ts'

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
}

/** Git said no where it should not have. */
export class GitRefused extends Error {
  readonly end: GitEnd
  /** sentence: what it means and what to do, where that is known. */
  constructor(args: readonly string[], end: GitEnd, sentence?: string) {
    const said = end.stderr.trim().split('\n').at(-1) || `exit ${end.code}`
    super(sentence ?? `git ${nameOf(args)} failed: ${said}`)
    this.end = end
  }
}

/** Settings for one call (`-c name=value`) stand before the name of the command. */
const nameOf = (args: readonly string[]): string | undefined =>
  args[0] === '-c' ? nameOf(args.slice(2)) : args[0]

/** What the world may do to us, a full disk included; anything else is a bug. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof GitRefused || (error instanceof Error && 'syscall' in error)

/** For questions to which "no" is an answer. */
export function askGit(args: readonly string[], options: GitOptions): Promise<GitEnd> {
  const { in: cwd, environment, input, signal, gently } = options
  const env = { ...ownEnvironment(), ...QUIET, ...environment }
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      args,
      { cwd, env, maxBuffer: 2 ** 28, ...(signal ? { signal } : {}) },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 128
        resolve({ code, stdout, stderr: stderr === '' && error !== null ? error.message : stderr })
      },
    )
    if (gently === true) stepBack(child.pid)
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })
}

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

/** The text git answers with, without the last line break; throws GitRefused. */
export async function mustGit(args: readonly string[], options: GitOptions): Promise<string> {
  const end = await askGit(args, options)
  if (end.code !== 0) throw new GitRefused(args, end)
  return end.stdout.replace(/\n$/, '')
}

const QUIET = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' }
