/** Runs git. Arguments are a list, never a line; the answer is text, or null when git says no. */
import { execFile } from 'node:child_process'

export interface GitOptions {
  readonly in: string
  readonly environment?: Readonly<Record<string, string>>
}

export function runGit(args: readonly string[], options: GitOptions): Promise<string | null> {
  const env = { ...process.env, ...options.environment, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' }
  return new Promise((resolve) => {
    execFile('git', args, { cwd: options.in, env, maxBuffer: 2 ** 28 }, (error, stdout) =>
      resolve(error === null ? stdout : null),
    )
  })
}
