/** Finds the list in a sentence: "A todo app with login and sharing" has two parts. */

/** What introduces a list, the surest first, with the fewest parts that make it one. */
const LIST_WORDS: readonly (readonly [RegExp, number])[] = [
  [/(?::|\s[–—-])\s/, 3],
  [
    /\s(?:with|including|includes|featuring|supporting|offering|consisting of|covering|where (?:\w+ )?(?:users?|customers?|people|visitors?|you|we|they|members?) can|that (?:has|have|supports?|can|lets (?:you|users|people)|allows (?:you|users|people) to)|which (?:has|have|can|supports?))\s/i,
    1,
  ],
  [/\s(?:that|which)\s/i, 2],
  [/\sfor\s/i, 3],
]

export interface ListInSentence {
  readonly head: string
  readonly parts: readonly string[]
}

/** "A todo app with login and sharing": what stands before "with", and the parts after it. */
export function listIn(sentence: string): ListInSentence {
  for (const [words, fewest] of LIST_WORDS) {
    const match = words.exec(sentence)
    const parts = match ? partsOf(sentence.slice(match.index + match[0].length)) : []
    if (match && parts.length >= fewest) return { head: sentence.slice(0, match.index), parts }
  }
  return { head: sentence, parts: [] }
}

const SHARED_NOUN =
  /^(.+?)\s+(commands?|subcommands?|pages|screens|endpoints|sections|modules|views|options|flags|reports|services)(\s+(?:for|of)\s.+)?$/i

/** "add, list and remove commands" are three commands; "that ingests files, cleans them" is to ingest and to clean. */
export function asNames(parts: readonly string[], sentence: string): readonly string[] {
  const [, last, noun, tail = ''] = SHARED_NOUN.exec(parts.at(-1) ?? '') ?? []
  const isShared =
    parts.length > 1 &&
    last !== undefined &&
    parts.slice(0, -1).every((part) => !part.includes(' '))
  const whole = isShared
    ? [...parts.slice(0, -1), last].map((part) => `${part} ${noun!.replace(/s$/i, '')}${tail}`)
    : parts
  return DOES_PARTS.test(sentence) ? whole.map(asDeed) : whole
}

const DOES_PARTS = /\b(?:that|which|it)\s+[a-z]+s\b/i

export const asDeed = (part: string): string =>
  part.replace(
    /^((?:then |finally |also )?)([a-z]{3,}s)\b(?= |$)/,
    (_, before: string, verb: string) => before + bareVerb(verb),
  )

function bareVerb(verb: string): string {
  if (verb.endsWith('ies')) return `${verb.slice(0, -3)}y`
  return /(?:ch|sh|x|ss|zz)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1)
}

const LONGEST_PART = 14

/** With commas only the last part is divided at "and": "train and test it, serve it and watch it" are three. */
function partsOf(list: string): readonly string[] {
  const whole = list.replaceAll(/\([^)]*\)/g, (inside) =>
    inside.replaceAll(',', COMMA).replaceAll(' and ', AND),
  )
  const byComma = whole.split(/\s*,\s*(?:(?:and|or|as well as)\s+)?/i)
  const last = byComma.at(-1)!.split(/\s+and\s+(?:then\s+)?|\s+as well as\s+|\s+plus\s+|\s*&\s+/i)
  const isAndLast = /,\s*and\s+[^,]*$/i.test(whole)
  return [...byComma.slice(0, -1), ...(isAndLast ? [byComma.at(-1)!] : last)]
    .map((part) => part.replaceAll(COMMA, ',').replaceAll(AND, ' and ').trim())
    .filter((part) => /[\p{L}\p{N}]{2}/u.test(part) && part.split(' ').length <= LONGEST_PART)
}

const COMMA = '\u0001'
const AND = '\u0002'
