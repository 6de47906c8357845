/** The files that may be meant by a text, and for each the numbers from which its probability is made. */
import type { HistoryIndex } from './index/history-index.ts'
import type { Question } from './question.ts'
import { anyHighest, Highest } from './scores.ts'
import { signalsOf, type Signals } from './signals.ts'

export const FEATURES = 13

export interface Candidates {
  readonly files: Int32Array
  /** FEATURES numbers for each file. */
  readonly features: Float64Array
  readonly neighbours: Signals['neighbours']
  readonly scope: Signals['scope']
}

export function candidatesFor(index: HistoryIndex, question: Question): Candidates {
  const signals = signalsOf(index, question)
  const limits = limitsOf(signals)
  const strongest = {
    sharedVotes: signals.sharedVotes.anyTop(MOST_VOTED),
    contents: signals.contents.anyTop(MOST_CONTENTS),
  }
  const files = chosen(index, { signals, limits, strongest })
  const families = familiesOf(index, { signals, limits, strongest })
  const features = new Float64Array(files.length * FEATURES)
  for (let at = 0; at < files.length; at++)
    writeFeatures(index, { signals, limits, families, features }, files[at]!, at * FEATURES)
  return { files, features, neighbours: signals.neighbours, scope: signals.scope }
}

const MOST_VOTED = 90
const MOST_CONTENTS = 60

/** The highest value of a signal within this question; at least so much that one can divide by it. */
type Limits = Readonly<
  Record<'sharedVotes' | 'contents' | 'names' | 'folders' | 'identifiers', number>
>

const LEAST = 1e-9

const limitsOf = ({ sharedVotes, contents, names, folders, identifiers }: Signals): Limits => ({
  sharedVotes: Math.max(LEAST, sharedVotes.max()),
  contents: Math.max(LEAST, contents.max()),
  names: Math.max(LEAST, names.max()),
  folders: Math.max(LEAST, folders.max()),
  identifiers: Math.max(LEAST, identifiers.max()),
})

interface Weighed {
  readonly signals: Signals
  readonly limits: Limits
  /** How much speaks for the strongest file of each family. */
  readonly families: ReadonlyMap<string, number>
  /** The array that the numbers are written to. */
  readonly features: Float64Array
}

/** Works in place, because a plan of many tasks has hundreds of thousands of candidates. */
function writeFeatures(
  index: HistoryIndex,
  { signals, limits, families, features }: Weighed,
  file: number,
  at: number,
): void {
  const { votes, totalVotes, sharedVotes, folderVotes, neighbours } = signals
  const folder = index.files.folderOfFile(file)
  const prior = priorOf(index, file)
  features[at] = logit((votes.get(file) + prior) / (totalVotes + 1))
  features[at + 1] = (sharedVotes.get(file) / limits.sharedVotes) * neighbours.fit
  features[at + 2] = Math.sqrt(folderVotes.get(folder))
  features[at + 3] = Math.log(1 + (signals.scope.get(file) ?? 0))
  features[at + 4] = Math.log(1 + signals.identifiers.get(file))
  features[at + 5] = signals.contents.get(file) / limits.contents
  features[at + 6] = signals.names.get(file) / limits.names
  features[at + 7] = signals.folders.get(folder) / limits.folders
  features[at + 8] = Math.log(1 + signals.stems.get(file))
  features[at + 9] = signals.literal.get(file)
  features[at + 10] = Math.log(prior)
  features[at + 11] = Math.log(1 + index.messages.sinceTouched(file))
  features[at + 12] = families.get(index.files.familyOfFile(file)) ?? 0
}

interface Strongest {
  readonly signals: Signals
  readonly limits: Limits
  /** The files with the highest value of one signal, in any order. */
  readonly strongest: Readonly<Record<'sharedVotes' | 'contents', readonly number[]>>
}

const STRONG = 10
const MOST_OF_EACH = 30

/** A file, its header and its tests are changed together: what speaks strongly for one speaks for all. */
function familiesOf(
  { files }: HistoryIndex,
  { signals: { sharedVotes, contents, names }, limits, strongest }: Strongest,
): ReadonlyMap<string, number> {
  const strengthOf = (file: number): number =>
    sharedVotes.get(file) / limits.sharedVotes +
    (0.7 * contents.get(file)) / limits.contents +
    (0.35 * names.get(file)) / limits.names
  const chosen = new Set([
    ...anyHighest(strongest.sharedVotes, MOST_OF_EACH, sharedVotes.values),
    ...anyHighest(strongest.contents, MOST_OF_EACH, contents.values),
  ])
  const families = new Map<string, number>()
  for (const [file, strength] of highestOf(
    [...chosen].map((file) => [file, strengthOf(file)]),
    STRONG,
  )) {
    const family = files.familyOfFile(file)
    families.set(family, Math.max(families.get(family) ?? 0, strength))
  }
  return families
}

type FileAndValue = readonly [file: number, value: number]

const highestOf = (all: readonly FileAndValue[], count: number): readonly FileAndValue[] =>
  all.toSorted(([a, one], [b, other]) => other - one || a - b).slice(0, count)

/** The chance that any commit touches the file. */
const priorOf = ({ messages, files }: HistoryIndex, file: number): number =>
  messages.heatOf(file) + 0.9 / Math.max(1, files.living)

export const logit = (p: number): number => {
  const safe = Math.min(1 - 1e-6, Math.max(1e-9, p))
  return Math.log(safe / (1 - safe))
}

function chosen(index: HistoryIndex, { signals, limits, strongest }: Strongest): Int32Array {
  const { files, messages } = index
  const chosen = new Set<number>()
  const choose = (some: Iterable<number>): void => {
    for (const file of some) if (files.isLiving(file)) chosen.add(file)
  }
  choose(strongest.sharedVotes)
  choose(strongest.contents)
  choose(signals.names.anyTop(40))
  choose(signals.identifiers.anyTop(36))
  choose(signals.stems.anyTop(30))
  choose(highestOf([...signals.scope], 40).map(([file]) => file))
  choose(messages.hottest(15, (file) => files.isLiving(file)))
  choose(signals.literal.touched)
  choose(mixed(index, signals, limits))
  return Int32Array.from(chosen).sort()
}

const MOST_MIXED = 100
const OF_SCOPE = 0.3
const OF_FOLDER = 0.2

/** The files with the highest combined value of all signals. One pass, because there may be many files. */
function mixed({ files }: HistoryIndex, signals: Signals, limits: Limits): readonly number[] {
  const { folders, scope } = signals
  const shared = signals.sharedVotes.values
  const contents = signals.contents.values
  const names = signals.names.values
  const identifiers = signals.identifiers.values
  const ofShared = 1 / limits.sharedVotes
  const ofContents = 0.7 / limits.contents
  const ofNames = 0.35 / limits.names
  const ofIdentifiers = 0.3 / limits.identifiers
  const hasScope = scope.size > 0
  const most = OF_FOLDER + (hasScope ? OF_SCOPE : 0)
  const ofFolder = folders.values
  const folderOf = files.folderOf.values()
  const pathOf = files.pathOf.values()
  const best = new Highest(MOST_MIXED)
  let { least } = best
  const consider = (file: number): void => {
    const own =
      ofShared * shared[file]! +
      ofContents * contents[file]! +
      ofNames * names[file]! +
      ofIdentifiers * identifiers[file]!
    if (own + most < least) return
    const inScope = hasScope ? OF_SCOPE * (scope.get(file) ?? 0) : 0
    const inFolder = (OF_FOLDER * ofFolder[folderOf[pathOf[file]!]!]!) / limits.folders
    const all = own + inScope + inFolder
    if (all < least) return
    best.offer(file, all)
    ;({ least } = best)
  }
  // Each file once: with the first signal that has it.
  for (const file of signals.sharedVotes.touched) consider(file)
  const inContents = signals.contents.touched
  for (let at = 0; at < inContents.length; at++)
    if (shared[inContents[at]!] === 0) consider(inContents[at]!)
  for (const file of signals.names.touched)
    if (contents[file] === 0 && shared[file] === 0) consider(file)
  const isNew = (file: number): boolean =>
    names[file] === 0 && contents[file] === 0 && shared[file] === 0
  for (const file of signals.identifiers.touched) if (isNew(file)) consider(file)
  for (const file of scope.keys()) if (identifiers[file] === 0 && isNew(file)) consider(file)
  return best.list()
}
