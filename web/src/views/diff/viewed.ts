/** Which files of a diff the user has looked at: kept in this browser, until the file changes. */
import type { DiffFile } from '../../../../src/server/served/served-worktrees.ts'

const KEY = 'conductor-viewed'

/** The oldest are forgotten. */
const MOST = 2000

/** Changes when the diff of the file does. */
export function viewOf(task: string, file: DiffFile): string {
  const text = `${file.oldPath} ${file.status} ${file.bytes} ${file.added} ${file.deleted} ${file.patch}`
  let sum = 5381
  for (let i = 0; i < text.length; i++) sum = (sum * 33 + text.charCodeAt(i)) % 4294967296
  return `${task} ${file.path} ${sum}`
}

export function readViewed(storage: Pick<Storage, 'getItem'>): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [])
  } catch {
    return new Set()
  }
}

/** A browser that keeps nothing, or has no room, only forgets it with the page. */
export function keepViewed(storage: Pick<Storage, 'setItem'>, viewed: ReadonlySet<string>): void {
  try {
    storage.setItem(KEY, JSON.stringify([...viewed].slice(-MOST)))
  } catch {
    // The marks are still there until the page is left.
  }
}
