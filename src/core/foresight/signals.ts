/** What speaks for each file when a text is read: similar commits, contents, paths, names, scope. */
import type { HistoryIndex } from './index/history-index.ts'
import type { Question } from './question.ts'
import type { Scores } from './scores.ts'
import { similarCommits, type Neighbours } from './similar-commits.ts'

export interface Signals {
  readonly neighbours: Neighbours
  /** The sum of the votes of similar commits. */
  readonly votes: Scores
  readonly totalVotes: number
  /** The same, where a commit of many files says less about each. */
  readonly sharedVotes: Scores
  /** For each folder: the share of similar commits that touched it. */
  readonly folderVotes: Scores
  readonly scope: ReadonlyMap<number, number>
  readonly identifiers: Scores
  readonly contents: Scores
  readonly names: Scores
  /** For each folder. */
  readonly folders: Scores
  readonly stems: Scores
  readonly literal: Scores
}

/** All signals share the same sheets, so they are valid until the next question to the same index; `neighbours` and `scope` stay valid. */
export function signalsOf(index: HistoryIndex, question: Question): Signals {
  index.sheets.begin()
  const neighbours = similarCommits(index, question)
  return {
    neighbours,
    ...votesOf(index, neighbours),
    scope: scopeShares(index, question),
    identifiers: identifierScores(index, question),
    contents: contentScores(index, question),
    names: nameScores(index, question),
    folders: folderScores(index, question),
    stems: stemScores(index, question),
    literal: literalScores(index, question),
  }
}

type Votes = Pick<Signals, 'votes' | 'totalVotes' | 'sharedVotes' | 'folderVotes'>

const SIZE_POWER = 0.35

function votesOf({ messages, files, sheets }: HistoryIndex, { all }: Neighbours): Votes {
  const votes = sheets.take(files.size)
  const sharedVotes = sheets.take(files.size)
  const folderVotes = sheets.take(files.folders.size)
  let totalVotes = 0
  let totalSquares = 0
  for (const { likeness } of all) totalSquares += likeness ** 2
  for (const { commit, likeness } of all) {
    const vote = likeness ** 3
    totalVotes += vote
    const touched = messages.filesOf(commit)
    const shared = vote / touched.length ** SIZE_POWER
    const folders = new Set<number>()
    for (const file of touched) {
      if (!files.isLiving(file)) continue
      votes.add(file, vote)
      sharedVotes.add(file, shared)
      folders.add(files.folderOfFile(file))
    }
    for (const folder of folders) folderVotes.add(folder, likeness ** 2 / totalSquares)
  }
  return { votes, totalVotes, sharedVotes, folderVotes }
}

function scopeShares(
  { messages, files }: HistoryIndex,
  { scope }: Question,
): ReadonlyMap<number, number> {
  if (scope === null) return new Map()
  return new Map([...messages.sharesOfScope(scope)].filter(([file]) => files.isLiving(file)))
}

function identifierScores(index: HistoryIndex, { identifiers }: Question): Scores {
  const scores = index.sheets.take(index.files.size)
  for (const { name, isCompound, weight } of identifiers)
    if (isCompound) index.contents.scoreCompound(name, weight, scores)
  return scores
}

function contentScores(
  { contents, words, files, sheets }: HistoryIndex,
  { weights }: Question,
): Scores {
  const scores = sheets.take(files.size)
  for (const [word, weight] of weights) {
    const number = words.find(word)
    if (number >= 0) contents.scoreWord(number, weight, scores)
  }
  return scores
}

function nameScores({ paths, words, files, sheets }: HistoryIndex, { weights }: Question): Scores {
  const scores = sheets.take(files.size)
  const withWord: number[] = []
  for (const [word, weight] of weights) {
    const number = words.find(word)
    if (number < 0) continue
    withWord.length = 0
    const count = paths.withWordInName(number, (file) => withWord.push(file))
    const rarity = Math.log(1 + files.living / (count + 0.5))
    for (const file of withWord) scores.add(file, weight * rarity)
  }
  return scores
}

const HALF = 0.5

function folderScores(
  { paths, words, files, sheets }: HistoryIndex,
  { weights }: Question,
): Scores {
  const scores = sheets.take(files.folders.size)
  for (const [word, weight] of weights) {
    const number = words.find(word)
    if (number < 0) continue
    const folders = paths.foldersWith(number)
    let count = 0
    for (const folder of folders) count += files.filesIn.at(folder)
    if (count === 0 || count >= HALF * files.living) continue
    const rarity = Math.log(1 + files.living / (count + 0.5))
    for (const folder of folders)
      if (files.filesIn.at(folder) > 0) scores.add(folder, weight * rarity)
  }
  return scores
}

const MOST_WITH_STEM = 30

function stemScores({ paths, files, sheets }: HistoryIndex, { stems }: Question): Scores {
  const scores = sheets.take(files.size)
  for (const { word, isCompound } of stems) {
    const withStem = paths.withStem(word)
    if (withStem.length > MOST_WITH_STEM) continue
    for (const file of withStem)
      scores.add(file, (isCompound ? 1.5 : 1) / Math.sqrt(withStem.length))
  }
  return scores
}

function literalScores({ paths, files, sheets }: HistoryIndex, question: Question): Scores {
  const scores = sheets.take(files.size)
  for (const path of question.paths) {
    const named = paths.named(path)
    for (const file of named) scores.add(file, 1 / named.length)
  }
  return scores
}
