/** S5: which tasks are expected to change the same file. Globs are compared with globs, not with the disk. */

/** The paths and globs of a that could name a file that b names too. */
export function sharedFiles(a: readonly string[], b: readonly string[]): readonly string[] {
  return a.filter((one) => b.some((other) => mayNameSameFile(one, other)))
}

/**
 * True when some path matches both (`*`, `?`, `**`, `{a,b}`, `[abc]`). A plain path may also be a
 * folder, and then means everything in it.
 */
export function mayNameSameFile(a: string, b: string): boolean {
  if (a === b) return true
  const [one, other] = [normalise(a), normalise(b)]
  if (!fixedPartsAgree(one, other)) return false
  return patterns(one).some((x) => patterns(other).some((y) => segmentsMeet(x, y)))
}

export const isGlob = (path: string): boolean => /[*?{[]/.test(path)

/** `./src//a` is `src/a`; `src/` is the folder `src`. */
export const normalise = (path: string): string =>
  path
    .replace(/\/(\.?\/)+/g, '/')
    .replace(/^(\.\/)+/, '')
    .replace(/\/$/, '')

/** A cheap no for most pairs: the beginnings without wildcards already differ. */
function fixedPartsAgree(a: string, b: string): boolean {
  const [one, other] = [fixedPart(a), fixedPart(b)]
  return one.startsWith(other) || other.startsWith(one)
}

const fixedPart = (path: string): string => /^[^*?{[]*/.exec(path)![0]

function patterns(path: string): readonly (readonly string[])[] {
  if (!isGlob(path)) return [path.split('/'), [...path.split('/'), '**']]
  return alternatives(path).map((choice) => choice.split('/'))
}

/** `{a,b}c` is `ac` or `bc`. */
function alternatives(glob: string): readonly string[] {
  const brace = /\{([^{}]*)\}/.exec(glob)
  if (!brace) return [glob]
  const choices = brace[1]!.split(',')
  return choices.flatMap((choice) => alternatives(glob.replace(brace[0], () => choice)))
}

function segmentsMeet(a: readonly string[], b: readonly string[]): boolean {
  if (a[0] === '**') return tailsMeet(a, b)
  if (b[0] === '**') return tailsMeet(b, a)
  if (a.length === 0 || b.length === 0) return a.length === b.length
  return namesMeet(a[0]!, b[0]!) && segmentsMeet(a.slice(1), b.slice(1))
}

/** `**` stands for any number of folders, none included. */
function tailsMeet(withStars: readonly string[], other: readonly string[]): boolean {
  const rest = withStars.slice(1)
  for (let skip = 0; skip <= other.length; skip++)
    if (segmentsMeet(rest, other.slice(skip))) return true
  return rest.length === 0
}

/** Do two single-segment globs match a common name? Walks both at once, remembering nothing but the places. */
function namesMeet(a: string, b: string): boolean {
  const [one, other] = [pieces(a), pieces(b)]
  let places = reachable(new Set(['0,0']), one, other)
  for (let step = 0; step <= one.length + other.length && places.size > 0; step++) {
    if (places.has(`${one.length},${other.length}`)) return true
    places = reachable(advance(places, one, other), one, other)
  }
  return false
}

type Piece = {
  readonly star: boolean
  readonly takes: (character: string | null) => boolean
  readonly example: string | null
}

function pieces(name: string): readonly Piece[] {
  return Array.from(name.matchAll(/\*+|\?|\[!?\^?[^\]]+\]|./gsu), ([text]) => pieceOf(text))
}

function pieceOf(text: string): Piece {
  if (text.startsWith('*')) return { star: true, takes: () => true, example: null }
  if (text === '?') return { star: false, takes: () => true, example: null }
  // A set of characters is taken for "any one": we would rather warn once too often.
  if (text.length > 1 && text.startsWith('['))
    return { star: false, takes: () => true, example: null }
  return {
    star: false,
    takes: (character) => character === null || character === text,
    example: text,
  }
}

/** A star may also stand for nothing. */
function reachable(places: Set<string>, a: readonly Piece[], b: readonly Piece[]): Set<string> {
  for (const place of places) {
    const [i, j] = split(place)
    if (a[i]?.star) places.add(`${i + 1},${j}`)
    if (b[j]?.star) places.add(`${i},${j + 1}`)
  }
  return places
}

/** Both sides take one and the same character. */
function advance(
  places: ReadonlySet<string>,
  a: readonly Piece[],
  b: readonly Piece[],
): Set<string> {
  const next = new Set<string>()
  for (const place of places) {
    const [i, j] = split(place)
    const [one, other] = [a[i], b[j]]
    if (!one || !other || !one.takes(other.example) || !other.takes(one.example)) continue
    next.add(`${one.star ? i : i + 1},${other.star ? j : j + 1}`)
  }
  return next
}

function split(place: string): readonly [number, number] {
  const [i, j] = place.split(',')
  return [Number(i), Number(j)]
}
