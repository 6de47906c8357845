/** Where a branch is in use. Read from files and not asked of git: it is looked at before every landing. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { adminsIn, folderOf } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'

/** The folder it is checked out in, or being rebased or bisected in; null: nowhere. */
export function placeOf(repository: Repository, branch: string): string | null {
  return checkouts(repository).find(({ git }) => isUsing(git, branch))?.folder ?? null
}

export interface Checkout {
  /** What belongs to this checkout alone: HEAD and the like. */
  readonly git: string
  readonly folder: string
}

/** The user's own, and every worktree whose folder is there. */
export function checkouts(repository: Repository): readonly Checkout[] {
  const { root, common } = repository
  const main = basename(common) === '.git' ? dirname(common) : root
  return [
    ...(isBare(common) ? [] : [{ git: common, folder: main }]),
    ...adminsIn(repository).flatMap(linkedCheckout),
  ]
}

/** The HEAD of a bare repository is not checked out. */
const isBare = (common: string): boolean =>
  ['config', 'config.worktree'].some((file) =>
    /^\s*bare\s*=\s*true\s*$/im.test(read(join(common, file))),
  )

/** One whose folder is gone does not count, unless it is locked: then the folder may come back. */
function linkedCheckout(git: string): readonly Checkout[] {
  const folder = folderOf(git)
  if (folder === null) return []
  return existsSync(folder) || existsSync(join(git, 'locked')) ? [{ git, folder }] : []
}

function isUsing(git: string, branch: string): boolean {
  const ref = `refs/heads/${branch}`
  const said = (...file: readonly string[]): string => read(join(git, ...file)).trim()
  return (
    said('HEAD') === `ref: ${ref}` ||
    said('rebase-merge', 'head-name') === ref ||
    said('rebase-apply', 'head-name') === ref ||
    said('BISECT_START') === branch
  )
}

/** Empty when there is none. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
