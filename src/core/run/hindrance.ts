/** Problems of the machine that hinder a run, such as a full disk. They say nothing about any task. */

export type HindranceKind =
  | 'disk-full'
  | 'not-writable'
  | 'disk-failing'
  | 'too-many-files'
  | 'no-memory'
  /** A git process of ours was ended by a signal: by a person, or because memory ran out. */
  | 'killed'
  /** Git objects that were just written or are needed are gone: somebody has collected them (`git gc --prune=now`). */
  | 'objects-missing'

export interface Hindrance {
  readonly is: HindranceKind
  /** In the words of the machine or of git. */
  readonly detail: string
}

/** The hindrance behind an error of ours, Node, SQLite or git, or behind its cause; null: not the machine's fault. */
export function hindranceOf(error: unknown): Hindrance | null {
  if (error instanceof HinderedBy) return error.hindrance
  if (!(error instanceof Error)) return null
  const { code, errcode, path, end } = error as ErrorFields
  const text = [code, path, error.message, end?.stderr].filter(Boolean).join('\n')
  const is =
    (end?.signal ? 'killed' : null) ?? sqliteKind(errcode) ?? kindIn(text) ?? missingIn(end?.stderr)
  return is === null
    ? hindranceOf(error.cause)
    : { is, detail: lastLine(end?.stderr || error.message) }
}

/** Passes on a hindrance that another part of the program met. */
export class HinderedBy extends Error {
  readonly hindrance: Hindrance
  constructor(hindrance: Hindrance) {
    super(hindrance.detail)
    this.hindrance = hindrance
  }
}

interface ErrorFields {
  readonly code?: string
  readonly errcode?: number
  readonly path?: string
  readonly end?: { readonly stderr: string; readonly signal?: string | null }
}

/** SQLite's numbers: 8 read-only, 10 I/O, 13 full, 14 cannot open. */
function sqliteKind(errcode: number | undefined): HindranceKind | null {
  switch (Number(errcode) & 0xff) {
    case 8:
    case 14:
      return 'not-writable'
    case 10:
      return 'disk-failing'
    case 13:
      return 'disk-full'
    default:
      return null
  }
}

const kindIn = (text: string): HindranceKind | null =>
  SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? null

const missingIn = (stderr: string | undefined): HindranceKind | null =>
  stderr !== undefined && MISSING.test(stderr) ? 'objects-missing' : null

/** The many ways in which git reports a missing object. */
export const MISSING = new RegExp(
  [
    'not something we can merge',
    '(?:bad|nonexistent|invalid|not a valid) object',
    'missing (?:blob|tree|commit|object)',
    'error building trees',
    'unable to (?:read|find)',
    'could not (?:read|parse|get)',
    'failed to read',
  ].join('|'),
  'i',
)

/**
 * Missing permission counts only for git's own files and for ours: an agent may make a file of its own unreadable,
 * which hinders no other task.
 */
const SIGNS: readonly (readonly [HindranceKind, RegExp])[] = [
  // When git cannot write a file to its end, it does not say why.
  [
    'disk-full',
    /No space left on device|Disk quota exceeded|unable to write file(?!.*: No such file)|ENOSPC|EDQUOT/,
  ],
  ['not-writable', /Read-only file system|EROFS|insufficient permission for adding an object/],
  [
    'not-writable',
    /^.*(?:\.git\b|\.conductor\b|\.lock\b).*(?:Permission denied|Operation not permitted)/m,
  ],
  ['not-writable', /(?:EACCES|EPERM)[^]*\/\.(?:git|conductor)\//],
  ['disk-failing', /Input\/output error|\bEIO\b/],
  ['too-many-files', /Too many open files|EMFILE|ENFILE/],
  [
    'no-memory',
    /Cannot allocate memory|Out of memory|ENOMEM|(?:fork|spawn)[^\n]*(?:EAGAIN|Resource temporarily unavailable)/i,
  ],
]

/** For work that is only informative: it is left out when the machine hinders it. Returns whether it was done. */
export function ifItCanBe(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (hindranceOf(error) === null) throw error
    return false
  }
}

const MOST_CHARACTERS = 300

const lastLine = (text: string): string =>
  (text.trim().split('\n').at(-1) ?? '').slice(0, MOST_CHARACTERS)

/** Milliseconds to wait after the given try (1 is the first): one second, then doubled, at most half a minute. */
export const restAfter = (tries: number): number => Math.min(1000 * 2 ** (tries - 1), 30_000)

/**
 * A git process that is killed again and again may be too large for this machine, and missing objects may stay
 * missing: the rest of the run should not wait for that.
 */
export const isWorthAnotherTry = ({ is }: Hindrance, tries: number): boolean =>
  (is !== 'killed' && is !== 'objects-missing') || tries < MOST_TRIES

const MOST_TRIES = 4
