/** Copies the index of a worktree, so that we can work on the copy. */
import { copyFileSync, statSync, utimesSync } from 'node:fs'

/**
 * The copy must not seem newer than the index: git trusts what it knows of a file unless the file was
 * written as late as the index, and git would miss a change within the same tick of the clock.
 */
export function copyIndex(from: string, to: string): void {
  const { mtimeMs } = statSync(from)
  copyFileSync(from, to)
  const earlier = (Math.floor(mtimeMs) - 1) / 1000
  utimesSync(to, earlier, earlier)
}
