/** The files that may be meant by a text, and for each the numbers from which its probability is made. */
import { baseName } from './index/file-table.ts'
import type { HistoryIndex } from './index/history-index.ts'
import type { Question } from './question.ts'
import { Scores } from './scores.ts'
import { signalsOf, type Signals } from './signals.ts'

export const FEATURES = 13

export interface Candidates {
  readonly files: Int32Array
  /** FEATURES numbers for each file. */
  readonly features: Float64Array
  readonly signals: Signals
}

export function candidatesFor(index: HistoryIndex, question: Question): Candidates {
  const signals = signalsOf(index, question)
  const limits = limitsOf(signals)
  const files = chosen(index, signals, limits)
  const features = new Float64Array(files.length * FEATURES)
  const weighed = { signals, limits, families: familiesOf(index, signals, limits) }
  files.forEach((file, at) => features.set(featuresOf(index, weighed, file), at * FEATURES))
  return { files, features, signals }
}

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
}

function featuresOf(
  index: HistoryIndex,
  { signals, limits, families }: Weighed,
  file: number,
): readonly number[] {
  const { votes, totalVotes, sharedVotes, folderVotes, neighbours } = signals
  const folder = index.files.folderOfFile(file)
  return [
    logit((votes.get(file) + priorOf(index, file)) / (totalVotes + 1)),
    (sharedVotes.get(file) / limits.sharedVotes) * neighbours.fit,
    Math.sqrt(folderVotes.get(folder)),
    Math.log(1 + (signals.scope.get(file) ?? 0)),
    Math.log(1 + signals.identifiers.get(file)),
    signals.contents.get(file) / limits.contents,
    signals.names.get(file) / limits.names,
    signals.folders.get(folder) / limits.folders,
    Math.log(1 + signals.stems.get(file)),
    signals.literal.get(file),
    Math.log(priorOf(index, file)),
    Math.log(1 + index.messages.sinceTouched(file)),
    families.get(familyOf(index.files.pathOfFile(file))) ?? 0,
  ]
}

const STRONG = 10

/** A file, its header and its tests are changed together: what speaks strongly for one speaks for all. */
function familiesOf(
  { files }: HistoryIndex,
  { sharedVotes, contents, names }: Signals,
  limits: Limits,
): ReadonlyMap<string, number> {
  const strengthOf = (file: number): number =>
    sharedVotes.get(file) / limits.sharedVotes +
    (0.7 * contents.get(file)) / limits.contents +
    (0.35 * names.get(file)) / limits.names
  const known = new Set([...sharedVotes.top(30), ...contents.top(30)])
  const families = new Map<string, number>()
  for (const [file, strength] of highestOf(
    [...known].map((file) => [file, strengthOf(file)]),
    STRONG,
  )) {
    const family = familyOf(files.pathOfFile(file))
    families.set(family, Math.max(families.get(family) ?? 0, strength))
  }
  return families
}

type FileAndValue = readonly [file: number, value: number]

const highestOf = (all: readonly FileAndValue[], count: number): readonly FileAndValue[] =>
  all.toSorted(([a, one], [b, other]) => other - one || a - b).slice(0, count)

/** `router` for router.ts, router.test.ts, router_test.go and test_router.py. */
const familyOf = (path: string): string =>
  baseName(path)
    .split('.', 1)[0]!
    .replace(/[-_]?(?:test|spec)s?$|^test[-_]/gi, '')
    .toLowerCase()

/** The chance that any commit touches the file. */
const priorOf = ({ messages, files }: HistoryIndex, file: number): number =>
  messages.heatOf(file) + 0.9 / Math.max(1, files.living)

export const logit = (p: number): number => {
  const safe = Math.min(1 - 1e-6, Math.max(1e-9, p))
  return Math.log(safe / (1 - safe))
}

function chosen(index: HistoryIndex, signals: Signals, limits: Limits): Int32Array {
  const { files, messages } = index
  const chosen = new Set<number>([
    ...signals.sharedVotes.top(90),
    ...signals.contents.top(60),
    ...signals.names.top(40),
    ...signals.identifiers.top(36),
    ...signals.stems.top(30),
    ...highestOf([...signals.scope], 40).map(([file]) => file),
    ...messages.hottest(15, (file) => files.isLiving(file)),
    ...signals.literal.touched,
    ...mixed(index, signals, limits).top(100),
  ])
  return Int32Array.from(chosen.values().filter((file) => files.isLiving(file))).sort()
}

function mixed({ files }: HistoryIndex, signals: Signals, limits: Limits): Scores {
  const scores = new Scores(files.size)
  const mix = (from: Scores, weight: number): void => {
    for (const file of from.touched) scores.add(file, weight * from.get(file))
  }
  mix(signals.sharedVotes, 1 / limits.sharedVotes)
  mix(signals.contents, 0.7 / limits.contents)
  mix(signals.names, 0.35 / limits.names)
  mix(signals.identifiers, 0.3 / limits.identifiers)
  for (const [file, share] of signals.scope) scores.add(file, 0.3 * share)
  for (const file of scores.touched)
    scores.add(file, (0.2 * signals.folders.get(files.folderOfFile(file))) / limits.folders)
  return scores
}
