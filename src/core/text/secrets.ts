/** Masks whatever looks like a secret in text that is about to be stored or shown. */
import { SECRET_RULES, UNFINISHED } from './secret-rules.ts'

const MASK = '********'

/** A key longer than this is masked as soon as this much of it has arrived. */
const LONGEST = 2000

/**
 * Where a secret begins of which the text may hold only the first part; -1 when there is none. The caller has to keep
 * such text back until the rest has arrived.
 */
export function unfinishedSecret(text: string): number {
  // No secret goes beyond its line.
  if (/\s$/.test(text.slice(-1))) return -1
  const from = Math.max(0, text.length - LONGEST)
  const start = text.slice(from).search(UNFINISHED)
  return start < 0 ? -1 : from + start
}

/** Masks a complete text. */
export const maskSecrets = (text: string): string => maskNext(text, false).masked

/** Masks text that arrives in pieces: a private key may be longer than any piece. */
export function secretMask(): (piece: string) => string {
  let isInKey = false
  return (piece) => {
    const next = maskNext(piece, isInKey)
    isInKey = next.isInKey
    return next.masked
  }
}

interface Masked {
  readonly masked: string
  /** The text ends within a private key. */
  readonly isInKey: boolean
}

function maskNext(text: string, isInKey: boolean): Masked {
  if (!isInKey && !text.includes('-----BEGIN ')) return { masked: maskLines(text), isInKey }
  const { parts, isOpen } = withoutPrivateKeys(text, isInKey)
  return { masked: parts.map(maskLines).join(''), isInKey: isOpen }
}

/** Line by line, so that a line with a secret does not make the other lines slower. */
const maskLines = (text: string): string =>
  text.includes('\n') ? text.split('\n').map(maskLine).join('\n') : maskLine(text)

const maskLine = (line: string): string =>
  SECRET_RULES.reduce(
    (rest, { hint, patterns }) => (hint.test(rest) ? masked(rest, patterns) : rest),
    line,
  )

const masked = (line: string, patterns: readonly RegExp[]): string =>
  patterns.reduce(
    (rest, pattern) => rest.replace(pattern, (_, before: string) => before + MASK),
    line,
  )

const BEGIN = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
/** What a diff or `grep -n` prints before each line of a key. */
const MARGIN = '[^\\S\\n]{0,40}(?:(?:[+\\-|>]|\\d{1,9}[:|\\t])[^\\S\\n]{0,40})?'
const END = new RegExp(`${MARGIN}-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----`, 'y')

/** A line of a key: one word of base64, or a heading. In JSON that was printed as text, line ends are escaped. */
const HEADING = '(?:Version|Comment|Hash|Charset|Proc-Type|DEK-Info): [^\\n\\\\]{0,200}'
const LINE_END = '[^\\S\\n]{0,40}(?:\\r?\\n|(?:\\\\r)?\\\\n)'
const KEY_LINE = new RegExp(`${MARGIN}(?:[A-Za-z0-9+/=]*|${HEADING})${LINE_END}`, 'y')
const LAST_LINE = new RegExp(`${MARGIN}[A-Za-z0-9+/=]*\\\\?$`, 'y')

interface Parted {
  readonly parts: readonly string[]
  readonly isOpen: boolean
}

/** The text outside of private keys, with a mask for each key that begins in it. */
function withoutPrivateKeys(text: string, isInKey: boolean): Parted {
  const parts: string[] = []
  let at = 0
  let isOpen = isInKey
  for (;;) {
    if (isOpen) ({ at, isOpen } = throughKey(text, at))
    if (isOpen) return { parts, isOpen }
    BEGIN.lastIndex = at
    const begin = BEGIN.exec(text)
    if (begin === null) return { parts: [...parts, text.slice(at)], isOpen }
    parts.push(text.slice(at, begin.index), MASK)
    at = begin.index + begin[0].length
    isOpen = true
  }
}

/** Skips to the end of the key, to where something other than a key begins, or to the end of the text. */
function throughKey(text: string, from: number): { readonly at: number; readonly isOpen: boolean } {
  let at = from
  for (;;) {
    const end = matchAt(END, text, at)
    if (end !== null) return { at: end, isOpen: false }
    const line = matchAt(KEY_LINE, text, at)
    if (line === null) break
    at = line
  }
  const last = matchAt(LAST_LINE, text, at)
  return last === null ? { at, isOpen: false } : { at: last, isOpen: true }
}

/** Where the match ends; null when the pattern does not match at this place. */
function matchAt(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

const SECRET_NAME =
  /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS|_PAT|(?:^|_|SSH)PASS|_PWD|^REDISCLI_AUTH)$/i

/** The values of secret variables, without paths to files with secrets and short values, which could be anything. */
export const secretValues = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  Object.entries(environment).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name) && value.length >= 8 && !/^[/~.]|^https?:/.test(value) ? [value] : [],
  )
