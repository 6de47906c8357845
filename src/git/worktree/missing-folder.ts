/** Tells whether the folder of a worktree is still there, and where someone may have moved it. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { HOME } from '../../core/value/home-paths.ts'
import { readIndex } from '../call/index-rows.ts'
import {
  adminsIn,
  folderOf,
  headOf,
  isFolder,
  pointTo,
  standingAt,
} from '../call/registered-worktrees.ts'
import type { WorktreeGit } from './worktree-git.ts'

/**
 * True when nothing stands there, or something else: a file, a link, another repository, or a folder that
 * has neither the .git file nor any file of the worktree. Sealing such a folder would delete everything,
 * or deliver what is not the agent's. mark: of the folder that was handed over.
 */
export async function isMissing(git: WorktreeGit, path: string, mark?: string): Promise<boolean> {
  if (!isFolder(path)) return true
  if (isThere(join(path, '.git'))) return !isOurs(git, path) && markOf(path) !== mark
  if (namesIn(path).every((name) => name === HOME)) return true
  if (git.admin === null) return false
  const index = await readIndex(git).catch(() => null)
  const rows = index?.rows ?? []
  return rows.length > 0 && !rows.some((row) => isThere(join(path, row.path)))
}

/** The .git file leads to what git keeps about this worktree, or kept before someone made git forget it. */
function isOurs({ admin, repository }: WorktreeGit, path: string): boolean {
  const standing = standingAt(path, repository)
  if (standing.is === 'there') return admin === null || standing.admin === admin
  return standing.is === 'unregistered'
}

/**
 * Identifies the folder itself: the mark stays when the folder is moved or its .git is replaced, and no
 * other folder has it.
 */
export function markOf(path: string): string {
  const { dev, ino, birthtimeMs } = lstatSync(path)
  return `${dev} ${ino} ${birthtimeMs}`
}

/** Describes what stands in the place of the folder; null: nothing. */
export function standingIn(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if (stat.isSymbolicLink()) return `a link to ${readlinkSync(path)}`
  if (!stat.isDirectory()) return 'a file'
  return isThere(join(path, '.git')) ? 'another git repository' : 'another folder'
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/**
 * Where someone has moved the worktree: git was told of the move, or the folder stands beside its old
 * place, and then we tell git. So no other folder gets the branch. null: the folder was not found.
 */
export function movedTo(
  { repository, admin }: WorktreeGit,
  { path, branch }: { readonly path: string; readonly branch: string },
): string | null {
  const own = admin ?? adminsIn(repository).find((one) => headOf(one) === `refs/heads/${branch}`)
  const registeredFolder = own === undefined ? null : folderOf(own)
  if (registeredFolder !== null && registeredFolder !== path && isFolder(registeredFolder))
    return registeredFolder
  const beside = admin === null ? undefined : foldersBeside(path).find(isOf(admin))
  if (admin === null || beside === undefined) return null
  pointTo(admin, beside)
  return beside
}

const foldersBeside = (path: string): readonly string[] =>
  namesIn(dirname(path))
    .map((name) => join(dirname(path), name))
    .filter((folder) => folder !== path)

/** Whether the .git file of the folder names what git keeps about the worktree. */
const isOf =
  (admin: string) =>
  (folder: string): boolean => {
    try {
      const text = readFileSync(join(folder, '.git'), 'utf8')
      return resolve(folder, text.replace(/^gitdir: /, '').trim()) === admin
    } catch {
      // Most folders are not worktrees.
      return false
    }
  }

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
