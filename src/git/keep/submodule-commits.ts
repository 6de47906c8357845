/** Keeps commits of a submodule that none of its remotes has: people who fetch the pointer could not fetch these commits. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Unpublished } from '../../core/landing/delivery.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { DURABLY } from '../call/durable.ts'
import { mustGit, runGit, type GitOptions } from '../call/git-command.ts'
import { GITLINK } from '../call/index-rows.ts'
import type { WorktreeGit } from '../worktree/worktree-git.ts'

/** A submodule, and the commit that the repository around it names. */
export interface Link {
  readonly path: string
  readonly commit: CommitId
}

interface Around {
  readonly path: string
  readonly branch: string
}

/**
 * Keeps the commit in the repository around the submodule, and those of the submodules inside it, which must be pushed
 * before it. Empty: the remotes have all, or the submodule was never checked out here.
 */
export async function keepUnpublished(
  git: WorktreeGit,
  around: Around,
  { path, commit }: Link,
): Promise<readonly Unpublished[]> {
  const inside = await repositoryWith(commit, placesOf(git, join(around.path, path)))
  if (inside === null) return []
  const own = await runGit(['rev-list', '-n1', commit, '--not', '--remotes'], inside)
  if (own === null || own.trim() === '') return []
  const ref = `${KEPT}/${commit}`
  const how = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules']
  const from = [
    '-c',
    'protocol.file.allow=always',
    ...how,
    ...SENDER,
    inside.in,
    `${commit}:${ref}`,
  ]
  await mustGit([...DURABLY, ...from], { in: git.repository.root })
  const links = await linksIn(inside, commit)
  const below = await Promise.all(
    links.map((link) => keepUnpublished(git, around, { ...link, path: `${path}/${link.path}` })),
  )
  const { branch } = around
  return [...below.flat(), { path, commit, ref, url: await remoteOf(inside), branch }]
}

/** The settings of a submodule name its folder, which may be gone, and then git would send nothing. */
const SENDER = ['--upload-pack', 'GIT_WORK_TREE=. git upload-pack']

/** The submodules of a commit. */
export async function linksIn(git: GitOptions, commit: CommitId): Promise<readonly Link[]> {
  const rows = (await mustGit(['ls-tree', '-r', '-z', commit], git)).split('\0')
  return rows
    .filter((row) => row.startsWith(`${GITLINK} `))
    .map((row) => ({ path: row.slice(row.indexOf('\t') + 1), commit: idIn(row) }))
}

const idIn = (row: string): CommitId => commitId(row.split(/[ \t]/)[2]!)

/** The folder of the submodule, and what git still has of it when the folder is gone or was emptied. */
function placesOf(git: WorktreeGit, folder: string): readonly GitOptions[] {
  const kept = modulesOf(git).map((GIT_DIR) => ({
    in: GIT_DIR,
    // The folder that its settings name may be gone.
    environment: { GIT_DIR, GIT_WORK_TREE: GIT_DIR },
  }))
  return existsSync(join(folder, '.git')) ? [{ in: folder }, ...kept] : kept
}

/** The repositories of submodules that were checked out in the worktree, those inside others included. */
export const modulesOf = ({ admin }: WorktreeGit): readonly string[] =>
  admin === null ? [] : repositoriesBelow(join(admin, 'modules'))

/** The name of a submodule may be a path. */
function repositoriesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())
  return entries.flatMap(({ name }) => {
    const one = join(folder, name)
    const isRepository = ['HEAD', 'objects'].every((part) => existsSync(join(one, part)))
    return isRepository ? [one, ...repositoriesBelow(join(one, 'modules'))] : repositoriesBelow(one)
  })
}

async function repositoryWith(
  commit: CommitId,
  places: readonly GitOptions[],
): Promise<GitOptions | null> {
  for (const place of places)
    if ((await runGit(['cat-file', '-e', `${commit}^{commit}`], place)) !== null) return place
  return null
}

/** The address of origin, or else of the first remote; null: there is none. */
async function remoteOf(inside: GitOptions): Promise<string | null> {
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
