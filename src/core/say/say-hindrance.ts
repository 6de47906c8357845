/** What keeps the machine from going on with a run, in words. */
import type { Hindrance, HindranceKind } from '../run/hindrance.ts'

export const sayHindrance = ({ is }: Pick<Hindrance, 'is'>): string => WORDS[is]

const WORDS: Readonly<Record<HindranceKind, string>> = {
  'disk-full': 'the disk is full',
  'not-writable': 'a required folder is not writable',
  'disk-failing': 'the disk cannot be read or written',
  'too-many-files': 'too many files are open on this machine',
  'no-memory': 'there is no memory for another process',
  'objects-missing': 'objects are missing in the repository, perhaps after a `git gc --prune=now`',
  killed: 'a git process was killed',
}
