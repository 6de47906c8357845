/** Tells whether a folder is still the same one: an agent can delete it, rename it, or put another in its place. */
import { statSync } from 'node:fs'

export function watchFolder(directory: string): () => boolean {
  const first = markOf(directory)
  return () => first !== null && markOf(directory) === first
}

/** null: there is no such folder. */
function markOf(directory: string): string | null {
  const stat = statSync(directory, { throwIfNoEntry: false, bigint: true })
  return stat?.isDirectory() === true ? `${stat.dev} ${stat.ino}` : null
}
