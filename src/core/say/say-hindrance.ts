/** What keeps the machine from going on with a run, in words, and what to do about it. */
import type { Hindrance, HindranceKind } from '../run/hindrance.ts'

export const sayHindrance = ({ is }: Pick<Hindrance, 'is'>): string => WORDS[is].what

/** What a person can do, to follow the words above. */
export const hintFor = ({ is }: Pick<Hindrance, 'is'>): string => WORDS[is].help

const WORDS: Readonly<Record<HindranceKind, { readonly what: string; readonly help: string }>> = {
  'disk-full': { what: 'the disk is full', help: 'make room on it' },
  'not-writable': {
    what: 'a required folder is not writable',
    help: 'make it writable again: .git, .conductor, and the folder of the worktrees',
  },
  'disk-failing': { what: 'the disk cannot be read or written', help: 'check the disk' },
  'too-many-files': {
    what: 'too many files are open on this machine',
    help: 'end other programs, or raise `ulimit -n`',
  },
  'no-memory': {
    what: 'there is no memory for another process',
    help: 'end other programs, or use fewer agents (`conductor agents <n>`)',
  },
  'objects-missing': {
    what: 'objects are missing in the repository, perhaps after a `git gc --prune=now`',
    help: 'do not prune the repository during a run; `git fsck` shows what is missing for good',
  },
  killed: {
    what: 'a git process was killed',
    help: 'find out what kills it: often the system does when memory runs out',
  },
}
