/** Masks what looks like a secret in text that is about to be stored or shown. */
import { SECRET_RULES, UNFINISHED } from './secret-rules.ts'

const MASK = '********'

/** A key that is longer than this is masked as soon as that much of it is there. */
const LONGEST = 2000

/** Where a secret begins that the text may hold only a part of; -1 when there is none. Such text must wait for its rest. */
export function unfinishedSecret(text: string): number {
  // None of them goes beyond its line.
  if (/\s$/.test(text.slice(-1))) return -1
  const from = Math.max(0, text.length - LONGEST)
  const found = text.slice(from).search(UNFINISHED)
  return found < 0 ? -1 : from + found
}

/** For a text that is whole. */
export const maskSecrets = (text: string): string => maskNext(text, false).masked

/** For text that comes in pieces: a private key may be longer than any of them. */
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
  /** It ends within a private key. */
  readonly isInKey: boolean
}

function maskNext(text: string, isInKey: boolean): Masked {
  if (!isInKey && !text.includes('-----BEGIN ')) return { masked: maskLines(text), isInKey }
  const { parts, isOpen } = withoutPrivateKeys(text, isInKey)
  return { masked: parts.map(maskLines).join(''), isInKey: isOpen }
}

/** Line by line, so that one with a secret makes the others cost no more. */
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
/** Before the lines of a key, as a diff or `grep -n` would show it. */
const MARGIN = '[^\\S\\n]{0,40}(?:(?:[+\\-|>]|\\d{1,9}[:|\\t])[^\\S\\n]{0,40})?'
const END = new RegExp(`${MARGIN}-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----`, 'y')

/** One word of base64, or a heading. In JSON that was printed as text the ends of lines are signs of their own. */
const HEADING = '(?:Version|Comment|Hash|Charset|Proc-Type|DEK-Info): [^\\n\\\\]{0,200}'
const LINE_END = '[^\\S\\n]{0,40}(?:\\r?\\n|(?:\\\\r)?\\\\n)'
const KEY_LINE = new RegExp(`${MARGIN}(?:[A-Za-z0-9+/=]*|${HEADING})${LINE_END}`, 'y')
const LAST_LINE = new RegExp(`${MARGIN}[A-Za-z0-9+/=]*\\\\?$`, 'y')

interface Parted {
  readonly parts: readonly string[]
  readonly isOpen: boolean
}

/** What is outside of private keys, with a mask for each that begins here. */
function withoutPrivateKeys(text: string, isInKey: boolean): Parted {
  const parts: string[] = []
  let at = 0
  let isOpen = isInKey
  for (;;) {
    if (isOpen) ({ at, isOpen } = throughKey(text, at))
    if (isOpen) return { parts, isOpen }
    BEGIN.lastIndex = at
    const found = BEGIN.exec(text)
    if (found === null) return { parts: [...parts, text.slice(at)], isOpen }
    parts.push(text.slice(at, found.index), MASK)
    at = found.index + found[0].length
    isOpen = true
  }
}

/** Up to its end, to where something else begins, or to the end of the text. */
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

/** Where the match ends; null: there is none here. */
function matchAt(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/** Variables whose values are secret, by their names. */
const SECRET_NAME =
  /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS|_PAT|(?:^|_|SSH)PASS|_PWD|^REDISCLI_AUTH)$/i

/** The values that nobody may print; paths to files with secrets are none, and short ones could be anything. */
export const secretValues = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  Object.entries(environment).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name) && value.length >= 8 && !/^[/~.]|^https?:/.test(value) ? [value] : [],
  )
