/**
 * Finds files and folders that are called .git where git sees no repository: git passes over them, so they
 * are in no commit and no listing.
 */
import { lstatSync, type Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface Unholdable {
  /** Folders that other code takes care of; they end with "/". */
  readonly without: readonly string[]
  /** Milliseconds. A file that was last changed before this is not an agent's. */
  readonly since: number
}

/** Paths from the top of the worktree; its own .git does not count. */
export async function unholdableIn(
  top: string,
  { without, since }: Unholdable,
): Promise<readonly string[]> {
  const passed = new Set(without.map((path) => path.replace(/\/$/, '')))
  const paths: string[] = []
  await look('')
  return paths.filter((path) => isWrittenSince(join(top, path), since))

  async function look(folder: string): Promise<void> {
    // Git itself reports folders that cannot be read.
    const entries = await readdir(join(top, folder), { withFileTypes: true }).catch(() => NONE)
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.name === '.git') {
        if (folder !== '') paths.push(path)
      } else if (entry.isDirectory() && !passed.has(path)) await look(path)
    }
  }
}

const NONE: readonly Dirent[] = []

export function isWrittenSince(file: string, since: number): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  return stat !== undefined && stat.ctimeMs >= since
}
