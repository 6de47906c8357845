/** Commits in a submodule that no remote of it has: whoever gets the pointer could not fetch them. */
import { join } from 'node:path'
import type { Unpublished } from '../../core/landing/delivery.ts'
import { commitId } from '../../core/value/ids.ts'
import { DURABLY } from '../call/durable.ts'
import { mustGit, runGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'

/** Keeps them in the repository around it; null: its remotes have all that HEAD has. */
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

/** The one it was cloned from, or else the first; null: there is none. */
async function remoteOf(inside: { readonly in: string }): Promise<string | null> {
  const names = ((await runGit(['remote'], inside)) ?? '').split('\n').filter(Boolean)
  const name = names.includes('origin') ? 'origin' : names[0]
  if (name === undefined) return null
  const url = await runGit(['remote', 'get-url', name], inside)
  return url === null ? null : withoutKey(url.trim())
}

/** It is recorded: a key that somebody has written into it is not. Git asks for it, or knows it. */
const withoutKey = (url: string): string =>
  url.replace(/^(https?:\/\/)[^/@]*@/, '$1').replace(/^(\w+:\/\/[^/@:]*):[^/@]*@/, '$1@')

const KEPT = 'refs/conductor/kept/submodules'
