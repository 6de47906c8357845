/** Decides which piece comes after which: what the text says, steps and phases, and the usual order of work. */
import { breakCycles, withoutDetours } from '../check/break-cycles.ts'
import type { Piece } from './piece.ts'
import { resolver } from './resolve-references.ts'
import type { Stage } from './stages.ts'
import type { Reference } from './said-about.ts'
import { placesByWord, topicWords } from './topic-words.ts'

export interface LinkedPieces {
  /** For each piece the pieces it comes after. */
  readonly before: readonly (readonly number[])[]
  /** What could not be understood or kept. */
  readonly notes: readonly string[]
}

export interface LinkOptions {
  /** Only what the text says counts. */
  readonly isLoose: boolean
  /** In something new everything stands on what is set up first. */
  readonly isNew: boolean
}

/** A larger graph is left as it is: a person does not read so large a graph, and simplifying it would take long. */
const MOST_TO_TIDY = 500
/** Of more pieces than this only the order that the text gives is kept. */
const MOST_TO_COMPARE = 1500

export function linkPieces(pieces: readonly Piece[], options: LinkOptions): LinkedPieces {
  const { said, notes } = saidLinks(pieces)
  const isPlanned = pieces.some(({ after }) => after.length > 0)
  const usual =
    options.isLoose || isPlanned || pieces.length > MOST_TO_COMPARE
      ? pieces.map(() => [])
      : usualLinks(pieces, said, options)
  const links = pieces.map((piece, i) => [...new Set([...said[i]!, ...piece.after, ...usual[i]!])])
  const { before, cut } = breakCycles(links)
  const tidy = pieces.length > MOST_TO_TIDY ? before : withoutDetours(before)
  const circles = cut
    .filter(([from, to]) => said[from]!.includes(to))
    .map(
      ([from, to]) =>
        `The text puts tasks in a circle, so "${pieces[from]!.name}" does not wait for "${pieces[to]!.name}".`,
    )
  return { before: tidy, notes: [...notes, ...circles] }
}

interface SaidLinks {
  readonly said: readonly (readonly number[])[]
  readonly notes: readonly string[]
}

function saidLinks(pieces: readonly Piece[]): SaidLinks {
  const { resolve, countFitting } = resolver(pieces)
  const named: number[][] = pieces.map(() => [])
  const notes: string[] = []
  pieces.forEach(({ wanted, name }, at) => {
    if (wanted === null) return
    for (const reference of wanted.after) {
      const targets = resolve(reference, at)
      named[at]!.push(...targets)
      if (targets.length === 0 && reference.isSure)
        notes.push(sayUnresolved(name, reference, countFitting(reference, at)))
    }
    for (const reference of wanted.before)
      for (const later of resolve(reference, at)) named[later]!.push(at)
    if (wanted.isStep && at > 0) named[at]!.push(at - 1)
  })
  linkPhases(pieces, named)
  return { said: named, notes }
}

function sayUnresolved(name: string, { words }: Reference, fitting: number): string {
  const why =
    fitting > 1 ? `but ${fitting} tasks have such a name` : 'which is no task of this plan'
  return `"${name}" is to come after "${words.slice(0, 60)}", ${why}, so it does not wait.`
}

/** A phase begins when the phase before it is over. */
function linkPhases(pieces: readonly Piece[], said: readonly number[][]): void {
  const phaseOf = (at: number): number => pieces[at]!.wanted?.phase ?? 0
  pieces.forEach((_, at) => {
    const phase = phaseOf(at)
    if (phase < 2) return
    const earlier = pieces.flatMap((_piece, i) => (phaseOf(i) === phase - 1 ? [i] : []))
    const last = earlier.filter((i) => !earlier.some((other) => said[other]!.includes(i)))
    said[at]!.push(...last)
  })
}

/** The stages that a piece of this stage usually needs. */
const NEEDS: Readonly<Record<Stage, readonly Stage[]>> = {
  decide: [],
  setup: ['decide'],
  data: ['decide', 'setup'],
  core: ['decide', 'setup', 'data'],
  interface: ['decide', 'setup', 'data', 'core'],
  join: ['setup', 'data', 'core', 'interface'],
  test: ['setup', 'data', 'core', 'interface', 'join'],
  docs: ['setup', 'data', 'core', 'interface', 'join'],
  release: ['setup', 'data', 'core', 'interface', 'join', 'test', 'docs'],
}

/** Pieces of these stages come after all others, unless they name what they come after. */
const ABOUT_ALL: ReadonlySet<Stage> = new Set(['join', 'test', 'docs', 'release'])

function usualLinks(
  pieces: readonly Piece[],
  said: readonly (readonly number[])[],
  { isNew }: LinkOptions,
): readonly (readonly number[])[] {
  const topics = distinctive(pieces)
  const withWord = placesByWord(topics)
  const withTopic = Map.groupBy(pieces.keys(), (at) => pieces[at]!.topic)
  const general = topics.map((words) =>
    [...words].every((word) => withWord.get(word)!.length === 1),
  )
  const isGround = (i: number): boolean => isNew && isFoundation(pieces[i]!) && general[i]!
  const foundations = [...pieces.keys()].filter(isGround)
  const sameTopic = (at: number): readonly number[] =>
    general[at]! && pieces[at]!.topic !== null ? withTopic.get(pieces[at]!.topic)! : []
  const withWordIn = placesByStage(pieces, topics)
  const related = (at: number): readonly number[] => {
    const stages = NEEDS[pieces[at]!.stage].flatMap((stage) => withWordIn.get(stage) ?? [])
    const sharing = stages.flatMap((places) =>
      [...topics[at]!].flatMap((word) => places.get(word) ?? []),
    )
    return [...new Set([...sharing, ...sameTopic(at)])].sort((a, b) => a - b)
  }
  return pieces.map(({ stage, wanted }, at) => {
    const needed = NEEDS[stage]
    const mayComeBefore = (i: number): boolean =>
      i !== at && needed.includes(pieces[i]!.stage) && !said[i]!.includes(at)
    const all = (): readonly number[] => [...pieces.keys()].filter(mayComeBefore)
    if (stage === 'release' && LAST.test(wanted?.name ?? '')) return all()
    const named = related(at).filter(mayComeBefore)
    if (named.length > 0 || !ABOUT_ALL.has(stage))
      return [...named, ...foundations.filter(mayComeBefore)]
    return isNew || topics[at]!.size === 0 ? all() : []
  })
}

/** By stage, then by word: of a long list only the few pieces that a piece may need are looked at. */
function placesByStage(
  pieces: readonly Piece[],
  topics: readonly ReadonlySet<string>[],
): ReadonlyMap<Stage, ReadonlyMap<string, readonly number[]>> {
  const stages = new Set(pieces.map(({ stage }) => stage))
  const wordsIn = (stage: Stage) =>
    topics.map((words, at) => (pieces[at]!.stage === stage ? words : NO_WORDS))
  return new Map([...stages].map((stage) => [stage, placesByWord(wordsIn(stage))]))
}

const NO_WORDS: ReadonlySet<string> = new Set()

const LAST = /\b(?:release|launch|go live|roll ?out|ship|publish|deploy)\b/i

const isFoundation = ({ stage }: Piece): boolean => stage === 'setup' || stage === 'data'

/** Words that most pieces share tell none of them apart. */
function distinctive(pieces: readonly Piece[]): readonly ReadonlySet<string>[] {
  const words = pieces.map(({ name }) => topicWords(name.replaceAll(STAGE_WORDS, ' ')))
  const counts = new Map<string, number>()
  for (const set of words) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1)
  const most = Math.max(3, pieces.length / 3)
  return words.map((set) => new Set([...set].filter((word) => counts.get(word)! <= most)))
}

const STAGE_WORDS =
  /\b(?:tests?|testing|docs?|documentation|document|schema|model|database|api|ui|page|pages|screen|view|views|server|client|backend|frontend|set ?up|integration|integrate|release|deploy|unit|e2e|end-to-end|readme|guide|write|connect|wire)\b/gi
