/** Explains an error about objects that git cannot find. */
import { MISSING } from '../../core/run/hindrance.ts'

/** Someone has deleted the objects (`git gc --prune=now`), or the disk has lost them. */
export function sayMissing(stderr: string): string | undefined {
  if (!MISSING.test(stderr)) return undefined
  const lastLine = stderr.trim().split('\n').at(-1)
  return `objects are missing in the repository, perhaps after a \`git gc --prune=now\` (${lastLine}); \`git fsck\` tells which`
}
