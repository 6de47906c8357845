/** S5: which tasks are expected to change the same file. Globs are compared with globs, not with the disk. */

/** The paths and globs of `a` that could name a file that `b` names too. */
export function sharedFiles(a: readonly string[], b: readonly string[]): readonly string[] {
  return a.filter((one) => b.some((other) => mayNameSameFile(one, other)))
}

/**
 * True when some path matches both (`*`, `?`, `**`, `{a,b}`, `[abc]`, `[a-z]`, `[!a]`). A plain path may also be a
 * folder, and then means everything in it.
 */
export function mayNameSameFile(a: string, b: string): boolean {
  if (a === b) return true
  if (a.startsWith(NO_PATH) || b.startsWith(NO_PATH)) return false
  const [one, other] = [normalise(a), normalise(b)]
  if (!isGlob(one) && !isGlob(other))
    return one === other || isWithin(one, other) || isWithin(other, one)
  if (!fixedPartsAgree(one, other)) return false
  return patterns(one).some((x) => patterns(other).some((y) => pathsMeet(x, y)))
}

const isWithin = (path: string, folder: string): boolean =>
  path.startsWith(folder) && path[folder.length] === '/'

/** Whether a path or glob names a file; unlike above, the file is no folder. */
export function fileNamedBy(glob: string): (file: string) => boolean {
  const choices = patterns(normalise(glob))
  // Sets are rare, and not all of them are sets to a regular expression.
  if (glob.includes('[')) return (file) => choices.some((one) => pathsMeet(one, file.split('/')))
  const expression = new RegExp(`^(?:${choices.map(expressionFor).join('|')})$`, 'su')
  return (file) => expression.test(`${file}/`)
}

/** Each name ends with a slash, so that `**` may stand for none. */
const expressionFor = (names: readonly string[]): string =>
  names
    .map((name) => (name === '**' ? '(?:[^/]+/)*' : `${pieces(name).map(pieceOf).join('')}/`))
    .join('')

function pieceOf(piece: string): string {
  if (isStars(piece)) return '[^/]*'
  return piece === '?' ? '[^/]' : piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

/** Begins words that are no paths and meet only themselves. */
export const NO_PATH = '\0'

export const isGlob = (path: string): boolean => /[*?{[]/.test(path)

/** `./src//a` and `/src/a/` are `src/a`; `.` is everything. */
export const normalise = (path: string): string =>
  HAS_IDLE_NAME.test(path)
    ? path
        .split('/')
        .filter((name) => name !== '' && name !== '.')
        .join('/') || '**'
    : path

/** A name that is empty or a dot. */
const HAS_IDLE_NAME = /(?:^|\/)\.?(?:\/|$)/

/** A cheap check that rules out most pairs: their beginnings without wildcards already differ. */
function fixedPartsAgree(a: string, b: string): boolean {
  const [one, other] = [fixedPart(a), fixedPart(b)]
  return one.startsWith(other) || other.startsWith(one)
}

const fixedPart = (path: string): string => /^[^*?{[]*/.exec(path)![0]

function patterns(path: string): readonly (readonly string[])[] {
  if (!isGlob(path)) return [[...path.split('/'), '**']]
  return alternatives(path).map((choice) => choice.split('/'))
}

/** A file that a glob names; a path is itself. */
export const sampleOf = (path: string): string =>
  isGlob(path)
    ? alternatives(path)[0]!
        .replaceAll(/\*+|\?/g, 'x')
        .replaceAll(/\[([^\]]+)\]/g, (_, set: string) => set[0]!)
    : path

/** `{a,b}c` is `ac` or `bc`. */
function alternatives(glob: string): readonly string[] {
  const brace = /\{([^{}]*)\}/.exec(glob)
  if (!brace) return [glob]
  const choices = brace[1]!.split(',')
  return choices.flatMap((choice) => alternatives(glob.replace(brace[0], () => choice)))
}

/** `**` stands for any number of folders, none included. */
const pathsMeet = (a: readonly string[], b: readonly string[]): boolean =>
  sequencesMeet(a, b, { isStar: (name) => name === '**', meet: namesMeet })

/** `*` stands for any number of characters of one name, none included. */
const namesMeet = (a: string, b: string): boolean =>
  a === b || sequencesMeet(pieces(a), pieces(b), { isStar: isStars, meet: charactersMeet })

/** Whether some text matches both sequences. Visits each pair of positions once. */
function sequencesMeet(
  a: readonly string[],
  b: readonly string[],
  of: { isStar: (piece: string) => boolean; meet: (a: string, b: string) => boolean },
): boolean {
  let reached = new Set([0])
  for (let i = 0; i <= a.length; i++) {
    const next = new Set<number>()
    const starA = i < a.length && of.isStar(a[i]!)
    for (const j of reached) {
      const starB = j < b.length && of.isStar(b[j]!)
      if (starB || (starA && j < b.length)) reached.add(j + 1)
      if (starA || starB) next.add(j)
      else if (i < a.length && j < b.length && of.meet(a[i]!, b[j]!)) next.add(j + 1)
    }
    if (i === a.length) return reached.has(b.length)
    reached = next
  }
  return false
}

/** Splits a name into runs of stars, `?`, sets like `[!a-z]`, and single characters. */
const pieces = (name: string): readonly string[] => name.match(/\*+|\?|\[[!^]?[^\]]+\]|./gsu) ?? []

const isStars = (piece: string): boolean => piece.startsWith('*')

const isSet = (piece: string): boolean => piece.length > 2 && piece.startsWith('[')

function charactersMeet(a: string, b: string): boolean {
  if (a === '?' || b === '?') return true
  if (!isSet(a)) return isSet(b) ? setOf(b).has(a) : a === b
  if (!isSet(b)) return setOf(a).has(b)
  return setsMeet(setOf(a), setOf(b))
}

interface CharacterSet {
  /** The first and the last character of each range. */
  readonly ranges: readonly (readonly [number, number])[]
  readonly isNegated: boolean
  has(character: string): boolean
}

function setOf(piece: string): CharacterSet {
  const [, not, inside] = /^\[([!^]?)(.+)\]$/su.exec(piece)!
  const ranges = Array.from(inside!.matchAll(/(.)-(.)|./gsu), ([one, first, last]) => {
    return [(first ?? one).codePointAt(0)!, (last ?? one).codePointAt(0)!] as const
  })
  const isNegated = not !== ''
  const names = (code: number): boolean => ranges.some(([low, high]) => low <= code && code <= high)
  return { ranges, isNegated, has: (character) => names(character.codePointAt(0)!) !== isNegated }
}

/** If two sets share a character, the least of them begins a range of one set or follows a range of the other. */
function setsMeet(a: CharacterSet, b: CharacterSet): boolean {
  if (a.isNegated && b.isNegated) return true
  const edges = [...a.ranges, ...b.ranges].flatMap(([low, high]) => [low, high + 1])
  return edges
    .map((code) => String.fromCodePoint(Math.min(code, LAST_CHARACTER)))
    .some((character) => a.has(character) && b.has(character))
}

const LAST_CHARACTER = 0x10ffff
