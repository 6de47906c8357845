/** Who makes the commits that we make: the user, or we ourselves when git does not know who that is. */
import { askGit, GitRefused, type GitOptions } from './git-command.ts'

const OURS = {
  GIT_AUTHOR_NAME: 'Conductor',
  GIT_AUTHOR_EMAIL: 'conductor@localhost',
  GIT_COMMITTER_NAME: 'Conductor',
  GIT_COMMITTER_EMAIL: 'conductor@localhost',
}

/** For commands that need an identity; what git would guess from the machine is none. Throws GitRefused. */
export async function signedGit(args: readonly string[], options: GitOptions): Promise<string> {
  const strict = ['-c', 'user.useConfigOnly=true', ...args]
  const first = await askGit(strict, options)
  const environment = { ...options.environment, ...OURS }
  const end = isNobody(first.stderr) ? await askGit(strict, { ...options, environment }) : first
  if (end.code !== 0) throw new GitRefused(args, end)
  return end.stdout.replace(/\n$/, '')
}

const isNobody = (stderr: string): boolean =>
  /please tell me who you are|ident name|no (?:name|email) was given/i.test(stderr)
