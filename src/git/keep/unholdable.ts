/** Files and folders that are called .git where git sees no repository: it passes over them, so they are in no commit and in no list of it. */
import { lstatSync, type Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface Unholdable {
  /** Folders that are looked after otherwise; they end with "/". */
  readonly without: readonly string[]
  /** Milliseconds: what was last changed before is no agent's. */
  readonly since: number
}

/** From the top of the worktree, whose own .git is none of them. */
export async function unholdableIn(
  top: string,
  { without, since }: Unholdable,
): Promise<readonly string[]> {
  const passed = new Set(without.map((path) => path.replace(/\/$/, '')))
  const found: string[] = []
  await look('')
  return found.filter((path) => isWrittenSince(join(top, path), since))

  async function look(folder: string): Promise<void> {
    // What cannot be read is told by git.
    const entries = await readdir(join(top, folder), { withFileTypes: true }).catch(() => NONE)
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.name === '.git') {
        if (folder !== '') found.push(path)
      } else if (entry.isDirectory() && !passed.has(path)) await look(path)
    }
  }
}

const NONE: readonly Dirent[] = []

export function isWrittenSince(file: string, since: number): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  return stat !== undefined && stat.ctimeMs >= since
}
