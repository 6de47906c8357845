/** Whose name is on the commits that we make: the user's, or Conductor's when git does not know the user's. */
import { askGit, GitRefused, type GitEnd, type GitOptions } from './git-command.ts'

/** The author when the user has configured no name. */
export const NOBODY = { name: 'Conductor', email: 'conductor@localhost' }

/** The same as environment variables for git. */
export const AS_NOBODY = {
  GIT_AUTHOR_NAME: NOBODY.name,
  GIT_AUTHOR_EMAIL: NOBODY.email,
  GIT_COMMITTER_NAME: NOBODY.name,
  GIT_COMMITTER_EMAIL: NOBODY.email,
}

/** Runs a git command that needs an identity. Throws GitRefused. */
export async function signedGit(args: readonly string[], options: GitOptions): Promise<string> {
  const end = await askSignedGit(args, options)
  if (end.code !== 0) throw new GitRefused(args, end)
  return end.stdout.replace(/\n$/, '')
}

/** The same, when "no" is an answer. An identity that git would guess from the machine does not count. */
export async function askSignedGit(args: readonly string[], options: GitOptions): Promise<GitEnd> {
  const strict = ['-c', 'user.useConfigOnly=true', ...args]
  const first = await askGit(strict, options)
  const environment = { ...options.environment, ...AS_NOBODY }
  return isNobody(first) ? askGit(strict, { ...options, environment }) : first
}

const isNobody = ({ code, stderr }: GitEnd): boolean =>
  code === DIED && /please tell me who you are|ident name|no (?:name|email) was given/i.test(stderr)

const DIED = 128
