/** The words and files by which tasks of sensitive areas are recognised, made ready once for thousands of tasks. */
import { fileNamedBy, normalise } from '../../schedule/glob-overlap.ts'
import { once } from '../../value/once.ts'
import type { SensitiveAreas } from './sensitive-areas.ts'

export interface AreaSigns {
  /** In the order in which the user names them. */
  readonly areas: readonly {
    readonly name: string
    readonly words: readonly string[]
    /** Whether a path or glob is surely in the area. */
    readonly names: (file: string) => boolean
  }[]
  /** By their first word, in every form that it may have. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>
}

/** A phrase of an area. Only its last word may have an ending. */
interface Phrase {
  readonly area: number
  readonly place: number
  /** The words behind the first, without the last. */
  readonly middle: readonly string[]
  /** The forms of the last word; null: the phrase is one word. */
  readonly lastForms: ReadonlySet<string> | null
}

export const signsOf = once((areas: SensitiveAreas): AreaSigns => {
  const phrases = new Map<string, Phrase[]>()
  const list = Object.entries(areas).map(([name, { words, files }], area) => {
    words.forEach((phrase, place) => addPhrase(phrases, phrase, { area, place }))
    return { name, words, names: namedByAny(files) }
  })
  return { areas: list, phrases }
})

function addPhrase(
  phrases: Map<string, Phrase[]>,
  phrase: string,
  where: Pick<Phrase, 'area' | 'place'>,
): void {
  const words = wordsIn(phrase)
  const first = words[0]
  if (first === undefined) return
  const lastForms = words.length === 1 ? null : formsOf(words.at(-1)!)
  const one = { ...where, middle: words.slice(1, -1), lastForms }
  for (const form of lastForms === null ? formsOf(first) : [first])
    phrases.set(form, [...(phrases.get(form) ?? []), one])
}

/** "invoices", "invoiced" and "invoicing" are forms of "invoice". */
function formsOf(word: string): ReadonlySet<string> {
  const endings = ['', 's', 'es', 'd', 'ed', 'ing'].map((ending) => `${word}${ending}`)
  return new Set([...endings, word.replace(/e$/, 'ing'), word.replace(/y$/, 'ies')])
}

/** For each area, the place of the first of its phrases that stands in the text; none for the other areas. */
export function phrasesIn(text: string, { phrases }: AreaSigns): readonly (number | undefined)[] {
  const phraseOfArea: (number | undefined)[] = []
  const words = wordsIn(text)
  words.forEach((word, at) => {
    for (const phrase of phrases.get(word) ?? [])
      if (phrase.place < (phraseOfArea[phrase.area] ?? Infinity) && goesOn(phrase, words, at))
        phraseOfArea[phrase.area] = phrase.place
  })
  return phraseOfArea
}

/** Whether the rest of a phrase follows its first word. */
const goesOn = ({ middle, lastForms }: Phrase, words: readonly string[], at: number): boolean =>
  lastForms === null ||
  (middle.every((word, i) => words[at + 1 + i] === word) &&
    lastForms.has(words[at + 1 + middle.length] ?? ''))

const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** The tasks of a plan name the same few files again and again. */
function namedByAny(globs: readonly string[]): (file: string) => boolean {
  const named = globs.map(fileNamedBy)
  const answers = new Map<string, boolean>()
  return (file) => {
    const before = answers.get(file)
    if (before !== undefined) return before
    const sure = surePath(file)
    const isNamed = sure !== null && named.some((names) => names(sure))
    answers.set(file, isNamed)
    return isNamed
  }
}

/** What a path says for sure: a glob as wide as `src/**` is no sign that a task touches every area below it. */
function surePath(file: string): string | null {
  const folder = /^([^*?{[]*)\/[^/]*[*?{[]/.exec(file)?.[1]
  const sure = folder ?? (/[*?{[]/.test(file) ? '' : file.replace(/\/+$/, ''))
  return sure === '' ? null : normalise(sure)
}
