/** Commits in a submodule that no remote of it has: whoever gets the pointer could not fetch them. */
import { join } from 'node:path'
import { shellWord } from '../core/command-line.ts'
import { DURABLY } from './durable.ts'
import { mustGit, runGit } from './git-command.ts'
import type { Repository } from './repository.ts'

/** Keeps them in the repository around it, and says how to publish them; null: its remotes have all that HEAD has. */
export async function keepUnpublished(
  repository: Repository,
  { path, branch }: { readonly path: string; readonly branch: string },
  link: string,
): Promise<string | null> {
  const inside = { in: join(path, link) }
  const own = await runGit(['rev-list', '-n1', 'HEAD', '--not', '--remotes'], inside)
  const url = await runGit(['remote', 'get-url', 'origin'], inside)
  if (own === null || own.trim() === '' || url === null) return null
  const head = await mustGit(['rev-parse', 'HEAD'], inside)
  const ref = `${KEPT}/${head}`
  const how = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head']
  const from = ['-c', 'protocol.file.allow=always', ...how, inside.in, `HEAD:${ref}`]
  await mustGit([...DURABLY, ...from], { in: repository.root })
  const push = `git push ${shellWord(url.trim())} ${ref}:refs/heads/${shellWord(branch)}`
  return `${link} is at ${head.slice(0, 9)}, which its remote does not have; it is kept as ${ref}. Nobody else can use what lands before it is pushed: \`${push}\``
}

const KEPT = 'refs/conductor/kept/submodules'
