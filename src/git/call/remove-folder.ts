/** Removes folders: renamed at once, so that they are out of sight, and deleted in the background. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Repository } from './repository.ts'

export interface Removals {
  /** Renames the folder, on the same file system, and deletes it when there is time. */
  remove(path: string): void
  /** Renames several folders into one, and deletes that. */
  removeAll(paths: readonly string[]): void
  /** Resolves when everything is deleted. */
  done(): Promise<void>
}

export function openRemovals(repository: Repository, root: string): Removals {
  const prefix = asidePrefix(repository)
  const running = new Set<Promise<void>>()
  const aside = (): string => join(root, `${prefix}${randomBytes(6).toString('hex')}`)
  const removeAside = (path: string): void => {
    const deleting = deleteFolder(path).finally(() => running.delete(deleting))
    running.add(deleting)
  }
  // A process that was killed while deleting has left folders, which hold no work.
  asideFolders(repository, root).forEach(removeAside)
  return {
    remove(path) {
      const hidden = aside()
      renameSync(path, hidden)
      removeAside(hidden)
    },
    removeAll(paths) {
      if (paths.length === 0) return
      const hidden = aside()
      mkdirSync(hidden)
      for (const [i, path] of paths.entries()) renameSync(path, join(hidden, String(i)))
      removeAside(hidden)
    },
    async done() {
      await Promise.all(running)
    },
  }
}

/** Folders of this repository that were put aside to be deleted. */
export function asideFolders(repository: Repository, root: string): readonly string[] {
  const prefix = asidePrefix(repository)
  try {
    return readdirSync(root)
      .filter((name) => name.startsWith(prefix))
      .map((name) => join(root, name))
  } catch {
    // The root does not exist before the first worktree.
    return []
  }
}

/** Contains a hash of the repository, because other repositories may have their worktrees in the same folder. */
export function asidePrefix({ common }: Repository): string {
  return `.conductor-gone-${createHash('sha256').update(common).digest('hex').slice(0, 8)}-`
}

/** What cannot be deleted stays for the next try: only we use such a name. */
async function deleteFolder(path: string): Promise<void> {
  await new Promise<void>((resolve) => {
    execFile('rm', ['-rf', '--', path], { cwd: dirname(path) }, () => resolve())
  })
}
