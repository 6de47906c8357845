/** Splits text into words that can be compared: parts of identifiers, lower case, without endings. */

/** The words of a text in the order in which they stand, repeated ones included. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  if (ASCII.test(text)) pushAscii(text, words)
  else for (const [run] of text.matchAll(RUN)) pushParts(run, words)
  return words
}

/** How a text writes the words that are compared without their endings, in lower case. */
export function writtenWords(text: string): ReadonlyMap<string, string> {
  const written = new Map<string, string>()
  for (const [run] of text.matchAll(RUN))
    for (const part of partsOf(run)) {
      const word = knownWord(part)
      if (word !== '' && !written.has(word)) written.set(word, part.toLowerCase())
    }
  return written
}

const ASCII = /^[\0-\x7f]*$/

/** The same as below for plain letters and digits, which most texts are made of, and several times as fast. */
function pushAscii(text: string, words: string[]): void {
  let at = 0
  while (at < text.length) {
    const kind = kindAt(text, at)
    let end = at + 1
    if (kind === OTHER) {
      at = end
      continue
    }
    while (kindAt(text, end) === kind) end++
    if (kind === UPPER && kindAt(text, end) === LOWER_CASE) {
      // The last capital begins the next part, unless it is the only one.
      if (end - at > 1) end--
      else while (kindAt(text, end) === LOWER_CASE) end++
    }
    pushWord(text.slice(at, end), words)
    at = end
  }
}

const OTHER = 0
const LOWER_CASE = 1
const UPPER = 2
const DIGIT = 3

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return LOWER_CASE
  if (/[A-Z]/.test(character)) return UPPER
  return /[0-9]/.test(character) ? DIGIT : OTHER
})

const kindAt = (text: string, at: number): number =>
  at < text.length ? KINDS[text.charCodeAt(at)]! : OTHER

/** Letters and digits of any language. */
const RUN = /[\p{L}\p{N}]+/gu

function pushParts(run: string, words: string[]): void {
  for (const part of partsOf(run)) pushWord(part, words)
}

function pushWord(part: string, words: string[]): void {
  const word = knownWord(part)
  if (word !== '') words.push(word)
}

/** Texts say the same words again and again. */
const stems = new Map<string, string>()
const MOST_KNOWN = 20_000

/** Empty: it is no word. */
function knownWord(part: string): string {
  const before = stems.get(part)
  if (before !== undefined) return before
  const lower = part.toLowerCase()
  const word = isWord(lower) ? stemOf(lower) : ''
  if (stems.size >= MOST_KNOWN) stems.clear()
  stems.set(part, word)
  return word
}

/** `parsePlanFile2` has the parts parse, Plan, File and 2; `HTTPServer` has HTTP and Server. */
function partsOf(run: string): readonly string[] {
  if (LOWER.test(run)) return [run]
  return run.match(PARTS) ?? []
}

const LOWER = /^[a-z]+$/
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+|\p{N}+/gu

const LONGEST_WORD = 40

const isWord = (word: string): boolean =>
  word.length > 1 &&
  word.length <= LONGEST_WORD &&
  !STOP_WORDS.has(word) &&
  (word.charCodeAt(0) > NINE || !NUMBER.test(word))

const NINE = 57
const NUMBER = /^\p{N}+$/u

/** Cuts the endings that English words have in a sentence, and the programs of a project in its names. */
function stemOf(word: string): string {
  if (word.length < 4) return word
  return withoutE(withoutEnding(withoutPlural(word)))
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || KEEPS_S.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (HISSING.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

const KEEPS_S = /(?:ss|us|is|as)$/
const HISSING = /(?:ss|sh|ch|x|z)es$/

function withoutEnding(word: string): string {
  if (word.endsWith('ing') && word.length > 5 && VOWEL.test(word.slice(0, -3)))
    return undoubled(word.slice(0, -3))
  if (word.endsWith('ed') && word.length > 4 && VOWEL.test(word.slice(0, -2)))
    return undoubled(word.slice(0, -2))
  if (word.endsWith('ation') && word.length > 7) return `${word.slice(0, -5)}at`
  return word
}

const VOWEL = /[aeiouy]/
const DOUBLED = /([bdfgmnprt])\1$/

const undoubled = (word: string): string => (DOUBLED.test(word) ? word.slice(0, -1) : word)

const withoutE = (word: string): string =>
  word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also although always am an and another any are aren as at away back be because been
before being below between both but by can cannot could did do does doesn doing don done down during each either else
etc even ever every few for from further get gets got had has have having he her here hers him his how however i if in
instead into is isn it its itself just keep kind last less let ll longer made make makes many may me might more most
much must my need needs never no nor not nothing now of off often ok on once one only onto or other our out over own
per quite rather really same see seems shall she should shouldn since so some still such than that the their them then
there therefore these they thing things this those though through thus to too under until up upon us use used uses
using ve very via want was wasn way we well were what when where whether which while who whole whose why will with
within without won would wouldn yes yet you your`.split(/\s+/),
)
