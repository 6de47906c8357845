/** Keeps commits of a submodule that none of its remotes has: people who fetch the pointer could not fetch these commits. */
import { join } from 'node:path'
import type { Unpublished } from '../../core/landing/delivery.ts'
import { commitId } from '../../core/value/ids.ts'
import { DURABLY } from '../call/durable.ts'
import { mustGit, runGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'

/** Keeps the commits in the repository around the submodule; null: the remotes have all that HEAD has. */
export async function keepUnpublished(
  repository: Repository,
  { path, branch }: { readonly path: string; readonly branch: string },
  link: string,
): Promise<Unpublished | null> {
  const inside = { in: join(path, link) }
  const own = await runGit(['rev-list', '-n1', 'HEAD', '--not', '--remotes'], inside)
  if (own === null || own.trim() === '') return null
  const commit = commitId((await mustGit(['rev-parse', 'HEAD'], inside)).trim())
  const ref = `${KEPT}/${commit}`
  const how = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head']
  const from = ['-c', 'protocol.file.allow=always', ...how, inside.in, `HEAD:${ref}`]
  await mustGit([...DURABLY, ...from], { in: repository.root })
  return { path: link, commit, ref, url: await remoteOf(inside), branch }
}

/** The address of origin, or else of the first remote; null: there is none. */
async function remoteOf(inside: { readonly in: string }): Promise<string | null> {
  const names = ((await runGit(['remote'], inside)) ?? '').split('\n').filter(Boolean)
  const name = names.includes('origin') ? 'origin' : names[0]
  if (name === undefined) return null
  const url = await runGit(['remote', 'get-url', name], inside)
  return url === null ? null : withoutKey(url.trim())
}

/** The address is recorded, so a password in it is removed. Git asks for it, or knows it. */
const withoutKey = (url: string): string =>
  url.replace(/^(https?:\/\/)[^/@]*@/, '$1').replace(/^(\w+:\/\/[^/@:]*):[^/@]*@/, '$1@')

const KEPT = 'refs/conductor/kept/submodules'
