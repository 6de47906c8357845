/**
 * Repairs the files that git keeps about a worktree when someone has damaged them: git does nothing there
 * without them.
 */
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIndex } from '../call/index-rows.ts'
import type { WorktreeGit } from './worktree-git.ts'

/**
 * Points a damaged HEAD at the branch, the best guess at what it was; the log of HEAD has the other
 * commits. Returns whether HEAD was damaged.
 */
export function mendHead(admin: string, branch: string): boolean {
  const head = join(admin, 'HEAD')
  if (isHead(head)) return false
  rmSync(head, { recursive: true, force: true })
  writeFileSync(`${head}.new`, `ref: refs/heads/${branch}\n`)
  renameSync(`${head}.new`, head)
  return true
}

/** Whether git would accept the file as a HEAD. */
function isHead(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false
  return /^(ref:\s*refs\/|[0-9a-f]{40})/.test(readFileSync(file, 'utf8'))
}

/** Returns whether the index was damaged. */
export async function setDamagedIndexAside(git: WorktreeGit): Promise<boolean> {
  const index = git.admin === null ? null : join(git.admin, 'index')
  if (index === null || !existsSync(index)) return false
  const isSound = await readIndex(git).then(
    () => true,
    () => false,
  )
  if (!isSound) setIndexAside(index)
  return !isSound
}

/** An index that git cannot read is worse than none. The damaged file is kept beside it. */
export const setIndexAside = (index: string): void => renameSync(index, `${index}.damaged`)
