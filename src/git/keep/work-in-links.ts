/** Finds and keeps the work that is in repositories inside a worktree: submodules, and folders of which git has the commit id. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Worktree } from '../../conduct/worktree-ports.ts'
import type { Unpublished } from '../../core/landing/delivery.ts'
import { sayUnpublished } from '../../core/say/landing/say-unpublished.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { commitAt } from '../call/commits.ts'
import { GITLINK, type IndexRow } from '../call/index-rows.ts'
import type { WorktreeGit } from '../worktree/worktree-git.ts'
import { isUnclean, withWork } from './nested-repositories.ts'
import { keepUnpublished, linksIn, modulesOf, type Link } from './submodule-commits.ts'
import { gitlinksIn } from './take-in.ts'

interface WorkInside {
  readonly unpublished: readonly Unpublished[]
  /** Folders with work that is in no commit that could be kept. */
  readonly elsewhere: readonly string[]
  readonly notes: readonly string[]
}

/** Finds work in submodules, and in repositories of which the agent has committed only the commit id. */
export async function workInLinks(
  git: WorktreeGit,
  worktree: Worktree,
  rows: readonly IndexRow[],
): Promise<WorkInside> {
  const { path } = worktree
  const links = gitlinksIn(rows)
  const worked = await withWork(path, links.filter(isCheckedOut(path)))
  const keptHeads = await Promise.all(
    worked.map(async (link) => ({ link, kept: await keepHead(git, worktree, link) })),
  )
  const emptied = await keepAll(git, worktree, rows.filter(isEmptied(path)).map(linkOf))
  const unpublished = [...keptHeads.flatMap(({ kept }) => kept), ...emptied]
  const elsewhere = keptHeads.filter(({ kept }) => kept.length === 0).map(({ link }) => link)
  const unclean = await Promise.all(
    keptHeads.map(async ({ link }) => ((await isUnclean(join(path, link))) ? [link] : [])),
  )
  const told = new Set([...elsewhere, ...unclean.flat()])
  const notes = [...told].map((link) => `${link} holds work that is in no repository but its own.`)
  return { unpublished, elsewhere, notes: [...unpublished.map(sayUnpublished), ...notes] }
}

const isCheckedOut =
  (path: string) =>
  (link: string): boolean =>
    existsSync(join(path, link, '.git'))

/** The submodule was checked out and is no more (`git submodule deinit`); its commits may still be delivered. */
const isEmptied =
  (path: string) =>
  (row: IndexRow): boolean =>
    row.mode === GITLINK && existsSync(join(path, row.path)) && !isCheckedOut(path)(row.path)

const linkOf = ({ path, blob }: IndexRow): Link => ({ path, commit: commitId(blob) })

/** Keeps the commit that a submodule stands at, which is the one that is delivered. */
async function keepHead(
  git: WorktreeGit,
  worktree: Worktree,
  link: string,
): Promise<readonly Unpublished[]> {
  const head = await commitAt('HEAD', { in: join(worktree.path, link) })
  return head === null ? [] : keepUnpublished(git, worktree, { path: link, commit: head })
}

/** For submodules that are not in the folder: without what git keeps of them, there is nothing to keep. */
async function keepAll(
  git: WorktreeGit,
  worktree: Worktree,
  links: readonly Link[],
): Promise<readonly Unpublished[]> {
  if (modulesOf(git).length === 0) return []
  const kept = await Promise.all(links.map((link) => keepUnpublished(git, worktree, link)))
  return kept.flat()
}

/** The folder is gone, but git has the repositories of its submodules. */
export async function keepCommitted(
  git: WorktreeGit,
  worktree: Worktree,
  commit: CommitId,
): Promise<readonly Unpublished[]> {
  if (modulesOf(git).length === 0) return []
  return keepAll(git, worktree, await linksIn(git, commit))
}
