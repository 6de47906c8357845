/** What it means when git does not find objects, in words. */
import { MISSING } from '../../core/run/hindrance.ts'

/** Someone has removed them (`git gc --prune=now`), or the disk has lost them. */
export function sayMissing(stderr: string): string | undefined {
  if (!MISSING.test(stderr)) return undefined
  const said = stderr.trim().split('\n').at(-1)
  return `objects are missing in the repository, perhaps after a \`git gc --prune=now\` (${said}); \`git fsck\` tells which`
}
