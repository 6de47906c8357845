/** Copies the index of a worktree, to work on without touching it. */
import { copyFileSync, statSync, utimesSync } from 'node:fs'

/**
 * The copy must not seem newer than the index: git trusts what it knows of a file unless the file was
 * written as late as the index, and a change within the same tick of the clock would not be seen.
 */
export function copyIndex(from: string, to: string): void {
  const { mtimeMs } = statSync(from)
  copyFileSync(from, to)
  const earlier = (Math.floor(mtimeMs) - 1) / 1000
  utimesSync(to, earlier, earlier)
}
