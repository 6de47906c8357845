/** What the machine may do to a run: a full disk, a folder nobody may write to. It says nothing about any task. */

export type HindranceKind =
  | 'disk-full'
  | 'not-writable'
  | 'disk-failing'
  | 'too-many-files'
  | 'no-memory'
  /** A git of ours was ended by a signal: by somebody, or for want of memory. */
  | 'killed'
  /** Of git, just written or needed: somebody has collected them (`git gc --prune=now`). */
  | 'objects-missing'

export interface Hindrance {
  readonly is: HindranceKind
  /** As the machine or git put it. */
  readonly detail: string
}

/** Of an error of ours, of Node, of SQLite or of git, and of what caused it; null: the machine is not to blame. */
export function hindranceOf(error: unknown): Hindrance | null {
  if (error instanceof HinderedBy) return error.hindrance
  if (!(error instanceof Error)) return null
  const { code, errcode, path, end } = error as Spoken
  const text = [code, path, error.message, end?.stderr].filter(Boolean).join('\n')
  const is =
    (end?.signal ? 'killed' : null) ?? sqliteKind(errcode) ?? kindIn(text) ?? missingIn(end?.stderr)
  return is === null
    ? hindranceOf(error.cause)
    : { is, detail: lastLine(end?.stderr || error.message) }
}

/** Thrown on by those who were only told. */
export class HinderedBy extends Error {
  readonly hindrance: Hindrance
  constructor(hindrance: Hindrance) {
    super(hindrance.detail)
    this.hindrance = hindrance
  }
}

/** What errors of different makers have in common, where they have it. */
interface Spoken {
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

/** As git says it in its many ways. */
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
 * That something may not be read or written counts only of git's own files and of ours: an agent may
 * close a file of its own to everybody, and nobody else is hindered by that.
 */
const SIGNS: readonly (readonly [HindranceKind, RegExp])[] = [
  // Of a file it could not write to its end git does not say why.
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

/** For what is only there to be read: it is left out when the machine is in the way. Returns whether it was done. */
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

/** Milliseconds after the given try (1 is the first): from a second on, doubled each time, half a minute at most. */
export const restAfter = (tries: number): number => Math.min(1000 * 2 ** (tries - 1), 30_000)

/**
 * A git that is killed again and again may be too large for this machine, and what is missing may stay so:
 * others should not wait for that.
 */
export const isWorthAnotherTry = ({ is }: Hindrance, tries: number): boolean =>
  (is !== 'killed' && is !== 'objects-missing') || tries < MOST_TRIES

const MOST_TRIES = 4
