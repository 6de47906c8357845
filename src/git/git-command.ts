/** Runs git. Arguments are a list, never a line. */
import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'

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
  constructor(args: readonly string[], end: GitEnd) {
    super(
      `git ${nameIn(args)} failed: ${end.stderr.trim().split('\n').at(-1) || `exit ${end.code}`}`,
    )
    this.end = end
  }
}

/** Settings for one call stand before it. */
const nameIn = (args: readonly string[]): string =>
  args.find((arg, position) => arg !== '-c' && args[position - 1] !== '-c') ?? ''

/** What the world may do to us, a full disk included; anything else is a bug. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof GitRefused || (error instanceof Error && 'syscall' in error)

/** For questions to which "no" is an answer. */
export function askGit(args: readonly string[], options: GitOptions): Promise<GitEnd> {
  const { in: cwd, environment, input, signal, gently } = options
  const env = { ...ownEnvironment(), ...environment }
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

/** Whoever starts us from a git hook has variables set that would turn git away from its folder. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !FOREIGN.has(name))
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  }
}

const FOREIGN = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
])
