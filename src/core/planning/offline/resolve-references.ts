/** Finds the pieces that the words after "depends on" or "after" mean. */
import type { Piece } from './piece.ts'
import type { Reference } from './said-about.ts'
import { placesByWord, topicWords } from './topic-words.ts'

export interface Resolver {
  /** Empty: no piece is meant, or it is not clear which. */
  resolve(reference: Reference, from: number): readonly number[]
  /** How many pieces the words fit equally well. */
  countFitting(reference: Reference, from: number): number
}

export function resolver(pieces: readonly Piece[]): Resolver {
  const words = pieces.map(({ name, wanted }) => topicWords(wanted?.name ?? name))
  const byIssue = placesBy(pieces, ({ wanted }) => wanted?.issue?.toString())
  const byKey = placesBy(pieces, ({ wanted }) => wanted?.key?.toLowerCase())
  const places: Places = { pieces, words, byIssue, byKey, byWord: placesByWord(words) }
  return {
    resolve(reference, from) {
      const targets = new Set(resolved(reference, from, places).filter((at) => at !== from))
      return oneOfEach([...targets], from, pieces)
    },
    countFitting(reference, from) {
      const fitting = wordsIn(reference).flatMap((part) =>
        fittingWords(part, reference.isSure, from, places),
      )
      return new Set(fitting).size
    },
  }
}

/** Of the parts of one wish the one on the same level is meant, else the last. */
function oneOfEach(
  found: readonly number[],
  from: number,
  pieces: readonly Piece[],
): readonly number[] {
  const groups = Map.groupBy(found, (at) => pieces[at]!.wanted ?? at)
  return [...groups.values()].flatMap((places) => {
    const level = places.find((at) => pieces[at]!.stage === pieces[from]!.stage)
    return [level ?? places.at(-1)!]
  })
}

interface Places {
  readonly pieces: readonly Piece[]
  readonly words: readonly ReadonlySet<string>[]
  readonly byIssue: ReadonlyMap<string, readonly number[]>
  readonly byKey: ReadonlyMap<string, readonly number[]>
  readonly byWord: ReadonlyMap<string, readonly number[]>
}

function placesBy(
  pieces: readonly Piece[],
  keyOf: (piece: Piece) => string | undefined,
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  pieces.forEach((piece, at) => {
    const key = keyOf(piece)
    if (key !== undefined) places.set(key, [...(places.get(key) ?? []), at])
  })
  return places
}

function resolved(reference: Reference, from: number, places: Places): readonly number[] {
  const text = withoutTrailing(reference)
  const isStep = (at: number): boolean => places.pieces[at]!.wanted?.isStep === true
  if (/^(?:the )?(?:previous|preceding|one before|above)(?: (?:one|step|task|item))?$/i.test(text))
    return from > 0 ? [from - 1] : []
  if (/^(?:all|everything|the rest|all of (?:the )?(?:above|others?))\b.{0,20}$/i.test(text)) {
    return reference.isSure || /\babove\b|\belse\b|\bother/i.test(text)
      ? places.pieces
          .keys()
          .filter((at) => isOtherWish(places.pieces, at, from))
          .filter((at) => at < from || (/else|other|rest/i.test(text) && !isStep(at)))
          .toArray()
      : []
  }
  return wordsIn(reference).flatMap((part) => onePart(part, reference.isSure, from, places))
}

/** Neither another part of the same wish, nor what we have added ourselves. */
const isOtherWish = (pieces: readonly Piece[], at: number, from: number): boolean =>
  pieces[at]!.wanted !== null && pieces[at]!.wanted !== pieces[from]!.wanted

const withoutTrailing = ({ words }: Reference): string => words.replace(TRAILING, '').trim()

const TRAILING =
  /\s+(?:is|are|has been|have been|was|being|gets?)\s+(?:done|finished|complete[d]?|ready|merged|landed|in place|there|available|working|decided|fixed).*$/i

/** Each thing that the reference names. */
const wordsIn = (reference: Reference): readonly string[] =>
  withoutTrailing(reference)
    .split(/\s*(?:,|;|&|\+|\band\b|\bplus\b)\s*/i)
    .filter((part) => part !== '')

function onePart(part: string, isSure: boolean, from: number, places: Places): readonly number[] {
  const issues = [...part.matchAll(/#(\d+)\b/g)].flatMap(
    ([, number]) => places.byIssue.get(number!) ?? byNumber(Number(number), from, places),
  )
  if (issues.length > 0) return issues
  const range = /^(?:tasks?|steps?|items?|nos?\.?)?\s*(\d+)\s*(?:-|–|to)\s*(\d+)$/i.exec(part)
  if (range)
    return numbersBetween(Number(range[1]), Number(range[2])).flatMap((number) =>
      byNumber(number, from, places),
    )
  const keys = /^([a-z]+-?)(\d+)\s*(?:-|–|to)\s*\1?(\d+)$/i.exec(part)
  if (keys) {
    const [, letters, low, high] = keys
    const inRange = numbersBetween(Number(low), Number(high))
    return inRange.flatMap((number) => places.byKey.get(`${letters}${number}`.toLowerCase()) ?? [])
  }
  const numbered =
    /^(?:tasks?|steps?|items?|points?|phases?|no\.?|number|story|t)?\s*(\d{1,4})$/i.exec(part)
  const key = part.toLowerCase().replaceAll(/^["'`[(]+|["'`\])]+$/g, '')
  const keyed = places.byKey.get(key)
  if (keyed) return keyed
  if (numbered && (isSure || /^[a-z]/i.test(part)))
    return byNumber(Number(numbered[1]), from, places)
  return byWords(part, isSure, from, places)
}

const numbersBetween = (low: number, high: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.min(high - low + 1, 50)) }, (_, i) => low + i)

/** The entry with that number in the same section, else in the whole text. */
function byNumber(number: number, from: number, { pieces }: Places): readonly number[] {
  const all = pieces.flatMap((piece, at) => (piece.wanted?.number === number ? [at] : []))
  const near = all.filter((at) => pieces[at]!.topic === pieces[from]!.topic)
  if (near.length > 0) return near
  return all.length === 1 ? all : []
}

function byWords(part: string, isSure: boolean, from: number, places: Places): readonly number[] {
  const { pieces } = places
  const fitting = fittingWords(part, isSure, from, places)
  const isOneWish = fitting.every((at) => pieces[at]!.wanted === pieces[fitting[0]!]!.wanted)
  return fitting.length === 1 || isOneWish ? fitting : []
}

/** With a doubtful reference every word must fit, so that "after login the user sees ..." names nothing by chance. */
function fittingWords(
  part: string,
  isSure: boolean,
  from: number,
  { words, byWord }: Places,
): readonly number[] {
  const wanted = topicWords(part)
  if (wanted.size === 0 || wanted.size > 8) return []
  const shared = new Uint8Array(words.length)
  for (const word of wanted) for (const at of byWord.get(word) ?? []) shared[at]!++
  shared[from] = 0
  const best = shared.reduce((most, count) => Math.max(most, count), 0)
  if (best / wanted.size < (isSure ? 0.5 : 1)) return []
  const bestPlaces: number[] = []
  shared.forEach((count, at) => count === best && bestPlaces.push(at))
  const closest = Math.min(...bestPlaces.map((at) => words[at]!.size))
  return bestPlaces.filter((at) => words[at]!.size === closest)
}
