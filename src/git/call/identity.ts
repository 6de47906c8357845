/** Who makes the commits that we make: the user, or we ourselves when git does not know who that is. */
import { askGit, GitRefused, type GitEnd, type GitOptions } from './git-command.ts'

/** Whom we write for when nobody has said who they are. */
export const NOBODY = { name: 'Conductor', email: 'conductor@localhost' }

/** As git takes it from its environment. */
export const AS_NOBODY = {
  GIT_AUTHOR_NAME: NOBODY.name,
  GIT_AUTHOR_EMAIL: NOBODY.email,
  GIT_COMMITTER_NAME: NOBODY.name,
  GIT_COMMITTER_EMAIL: NOBODY.email,
}

/** For commands that need an identity. Throws GitRefused. */
export async function signedGit(args: readonly string[], options: GitOptions): Promise<string> {
  const end = await askSignedGit(args, options)
  if (end.code !== 0) throw new GitRefused(args, end)
  return end.stdout.replace(/\n$/, '')
}

/** The same, if "no" is an answer. What git would guess from the machine is no identity. */
export async function askSignedGit(args: readonly string[], options: GitOptions): Promise<GitEnd> {
  const strict = ['-c', 'user.useConfigOnly=true', ...args]
  const first = await askGit(strict, options)
  const environment = { ...options.environment, ...AS_NOBODY }
  return isNobody(first) ? askGit(strict, { ...options, environment }) : first
}

const isNobody = ({ code, stderr }: GitEnd): boolean =>
  code === DIED && /please tell me who you are|ident name|no (?:name|email) was given/i.test(stderr)

const DIED = 128
