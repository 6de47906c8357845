/**
 * Finds where a branch is in use. It reads git's files and starts no git, because every landing asks for
 * this first.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { adminsIn, folderOf } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'

/** The folder in which the branch is checked out, rebased or bisected; null: there is none. */
export function placeOf(repository: Repository, branch: string): string | null {
  return checkouts(repository).find(({ git }) => isUsing(git, branch))?.folder ?? null
}

export interface Checkout {
  /** The git folder that belongs to this checkout alone: HEAD and the like. */
  readonly git: string
  readonly folder: string
}

/** The user's own checkout, and every worktree whose folder exists. */
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

/** A worktree whose folder is gone does not count, unless git has it locked: then the folder may come back. */
function linkedCheckout(git: string): readonly Checkout[] {
  const folder = folderOf(git)
  if (folder === null) return []
  return existsSync(folder) || existsSync(join(git, 'locked')) ? [{ git, folder }] : []
}

function isUsing(git: string, branch: string): boolean {
  const ref = `refs/heads/${branch}`
  const textOf = (...file: readonly string[]): string => read(join(git, ...file)).trim()
  return (
    textOf('HEAD') === `ref: ${ref}` ||
    textOf('rebase-merge', 'head-name') === ref ||
    textOf('rebase-apply', 'head-name') === ref ||
    textOf('BISECT_START') === branch
  )
}

/** The text of the file; empty when there is no such file. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
