/** What a person can do about a hindrance, to follow the words for it. The board's first load leaves this out. */
import type { Hindrance, HindranceKind } from '../run/hindrance.ts'

export const hintFor = ({ is }: Pick<Hindrance, 'is'>): string => HINTS[is]

const HINTS: Readonly<Record<HindranceKind, string>> = {
  'disk-full': 'make room on it',
  'not-writable': 'make it writable again: .git, .conductor, and the folder of the worktrees',
  'disk-failing': 'check the disk',
  'too-many-files': 'end other programs, or raise `ulimit -n`',
  'no-memory': 'end other programs, or use fewer agents (`conductor agents <n>`)',
  'objects-missing':
    'do not prune the repository during a run; `git fsck` shows what is missing for good',
  killed: 'find out what kills it: often the system does when memory runs out',
}
