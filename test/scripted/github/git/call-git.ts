/** Runs git for our GitHub, apart from the settings of the user. */
import { spawn } from 'node:child_process'

export interface GitAnswer {
  readonly code: number
  readonly out: string
  readonly error: string
}

interface GitOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_COMMITTER_NAME: 'GitHub',
  GIT_COMMITTER_EMAIL: 'noreply@github.com',
  GIT_AUTHOR_NAME: 'GitHub',
  GIT_AUTHOR_EMAIL: 'noreply@github.com',
  GIT_EDITOR: 'true',
  LC_ALL: 'C',
}

/** What git prints; a failure of git is a fault of the test. */
export async function git(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string> {
  const { code, out, error } = await tryGit(folder, args, options)
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${error || out}`)
  return out.trimEnd()
}

export function tryGit(
  folder: string,
  args: readonly string[],
  { input = '', env = {} }: GitOptions = {},
): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd: folder, env: { ...GIT_ENVIRONMENT, ...env } })
    let out = ''
    let error = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, out, error }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
