/** What the text of a task asks for: weighted words, names of code, names of files. */
import { identifiersOf, plainText, scopeOf } from './task-text.ts'
import { wordsOf } from './words.ts'

export interface TaskText {
  readonly subject: string
  readonly body: string
  /** The larger work that a task belongs to; absent or null: none. */
  readonly epic?: string | null
}

export interface Question {
  /** The weight of each word. */
  readonly weights: ReadonlyMap<string, number>
  readonly scope: string | null
  readonly identifiers: readonly WeightedIdentifier[]
  /** Words as they are written, in lower case, that may be the names of files without their endings. */
  readonly stems: readonly { readonly word: string; readonly isCompound: boolean }[]
  /** What looks like a path, or the name of a file. */
  readonly paths: readonly string[]
}

interface WeightedIdentifier {
  readonly name: string
  readonly isCompound: boolean
  readonly weight: number
}

/** Longer texts are cut: they would make a question slow and no better. */
const LONGEST_BODY = 20_000
const MOST_WORDS = 300
const LONGEST_EPIC = 200

/** `named`: paths that the text need not say. */
export function questionOf(text: TaskText, named: readonly string[] = []): Question {
  const subject = plainText(text.subject.slice(0, LONGEST_BODY))
  const body = plainText(text.body.slice(0, LONGEST_BODY))
  const whole = `${subject}\n${body}`
  return {
    weights: withEpic(weightsOf(subject, body), text.epic ?? null),
    // History may know the epic as the scope of its commits.
    scope: scopeOf(text.subject) ?? scopeOf(`${text.epic ?? ''}: `),
    identifiers: weightedIdentifiers(subject, body),
    stems: stemsIn(whole),
    paths: [...new Set([...named, ...pathsIn(whole)])],
  }
}

/** Equal for questions that have the same answer. Texts that differ only in numbers, for example, ask the same. */
export const keyOfQuestion = ({ weights, scope, identifiers, stems, paths }: Question): string =>
  JSON.stringify([[...weights], scope, identifiers, stems, paths])

const HEAVIEST = 1.6

function weightsOf(subject: string, body: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const word of wordsOf(subject)) weights.set(word, 1)
  const times = timesOf(wordsOf(body))
  const each = 0.5 * Math.sqrt(Math.min(1, 12 / (1 + times.size)))
  for (const [word, count] of times) {
    const weight = (weights.get(word) ?? 0) + each * (1 + Math.log(count))
    weights.set(word, Math.min(HEAVIEST, weight))
  }
  if (weights.size <= MOST_WORDS) return weights
  return new Map([...weights].sort((a, b) => b[1] - a[1]).slice(0, MOST_WORDS))
}

/** The words of an epic say where its tasks work, but less than their own words. */
const OF_EPIC = 0.4

function withEpic(
  weights: ReadonlyMap<string, number>,
  epic: string | null,
): ReadonlyMap<string, number> {
  if (epic === null) return weights
  const words = wordsOf(plainText(epic.slice(0, LONGEST_EPIC)))
  return new Map([...words.map((word) => [word, OF_EPIC] as const), ...weights])
}

export function timesOf(words: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1)
  return times
}

function weightedIdentifiers(subject: string, body: string): readonly WeightedIdentifier[] {
  const all = new Map<string, WeightedIdentifier>()
  for (const each of identifiersOf(body)) all.set(each.name, { ...each, weight: 0.5 })
  for (const each of identifiersOf(subject)) all.set(each.name, { ...each, weight: 1 })
  return [...all.values()].slice(0, MOST_WORDS)
}

function stemsIn(text: string): Question['stems'] {
  const words = new Map<string, boolean>()
  for (const [word] of text.matchAll(STEM)) {
    const isCompound = PARTED.test(word)
    if (word.length > 2 && (isCompound || wordsOf(word).length > 0))
      words.set(word.toLowerCase(), isCompound)
  }
  return [...words].slice(0, MOST_WORDS).map(([word, isCompound]) => ({ word, isCompound }))
}

const STEM = /[A-Za-z][\w-]*[A-Za-z0-9]/g
const PARTED = /[a-z0-9][A-Z]|[A-Za-z0-9][_-][A-Za-z0-9]/

function pathsIn(text: string): readonly string[] {
  const paths = new Set<string>()
  for (const [match] of text.matchAll(PATH)) paths.add(match.replace(/^\.{0,2}\/+|[./]+$/g, ''))
  return [...paths].filter((path) => path.length > 2).slice(0, MOST_WORDS)
}

/** With a slash, or with an ending. */
const PATH =
  /(?<![\w@+~.-])(?:[\w@+~.-]{0,200}(?:\/[\w@+~.()[\]-]+)+|[\w@+~-]{1,200}(?:\.[\w@+~-]+)+|\.[A-Za-z][\w.-]+)/g
