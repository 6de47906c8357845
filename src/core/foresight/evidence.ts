/** Why a file is foreseen, as facts that a person can check. */
import type { Prediction } from './foresight.ts'
import type { Marked } from './index/content-index.ts'
import type { HistoryIndex } from './index/history-index.ts'
import type { Neighbour } from './similar-commits.ts'

export type Evidence =
  | { readonly is: 'named'; readonly text: string }
  | { readonly is: 'declared' }
  /** A model that has read the task and the paths says so. */
  | { readonly is: 'model'; readonly chance: 'sure' | 'likely' | 'possible' }
  | {
      readonly is: 'similar-commits'
      readonly count: number
      readonly commit: string
      readonly subject: string
    }
  | { readonly is: 'words-in-path'; readonly words: readonly string[] }
  | { readonly is: 'words-in-content'; readonly words: readonly string[] }
  | { readonly is: 'names-in-content'; readonly names: readonly string[] }
  | { readonly is: 'scope'; readonly scope: string; readonly share: number }
  | { readonly is: 'test-of'; readonly path: string }
  | { readonly is: 'often-changed'; readonly share: number }

/** A commit that resembles the text much less than the best one is no evidence. */
const SIMILAR = 0.4
const MOST_WORDS = 3
const OFTEN = 0.05
const A_SCOPE = 0.1

export function evidenceFor(
  index: HistoryIndex,
  { question, candidates: { neighbours, scope }, files }: Prediction,
  wanted: readonly number[],
): ReadonlyMap<number, readonly Evidence[]> {
  const inPaths = wordsInPaths(index, question.weights, wanted)
  const marked = new Uint8Array(index.files.size)
  for (const file of wanted) marked[file] = 1
  const inContents = wordsInContents(index, question.weights, marked)
  const names = namesInContents(index, question.identifiers, marked)
  return new Map(
    wanted.map((file) => {
      const path = index.files.pathOfFile(file)
      const share = scope.get(file) ?? 0
      const all: readonly (Evidence | null)[] = [
        namedIn(question.paths, path),
        similarTo(index, neighbours.all, file),
        ofWords('words-in-path', inPaths.get(file) ?? []),
        names.has(file) ? { is: 'names-in-content', names: names.get(file)! } : null,
        ofWords('words-in-content', inContents.get(file) ?? []),
        question.scope !== null && share >= A_SCOPE
          ? { is: 'scope', scope: question.scope, share }
          : null,
        testOf(path, files),
        oftenChanged(index.messages.heatOf(file)),
      ]
      return [file, all.filter((one) => one !== null)]
    }),
  )
}

function namedIn(paths: readonly string[], path: string): Evidence | null {
  const text = paths.find((named) => `/${path}`.endsWith(`/${named}`))
  return text === undefined ? null : { is: 'named', text }
}

function similarTo(
  { messages }: HistoryIndex,
  neighbours: readonly Neighbour[],
  file: number,
): Evidence | null {
  const similar = neighbours.filter(
    ({ commit, likeness }) => likeness >= SIMILAR && messages.filesOf(commit).includes(file),
  )
  const best = similar[0]
  if (best === undefined) return null
  const subject = messages.subjects.at(best.commit)
  return {
    is: 'similar-commits',
    count: similar.length,
    commit: messages.ids.at(best.commit),
    subject,
  }
}

const ofWords = (
  is: 'words-in-path' | 'words-in-content',
  words: readonly string[],
): Evidence | null => (words.length === 0 ? null : { is, words })

type Weights = ReadonlyMap<string, number>

function wordsInPaths(
  { paths, words, files }: HistoryIndex,
  weights: Weights,
  wanted: readonly number[],
): ReadonlyMap<number, readonly string[]> {
  const wordsOf = new Map<number, string[]>()
  for (const word of weights.keys()) {
    const number = words.find(word)
    if (number < 0) continue
    const folders = new Set(paths.foldersWith(number))
    const named = new Set<number>()
    paths.withWordInName(number, (file) => named.add(file))
    for (const file of wanted)
      if (named.has(file) || folders.has(files.folderOfFile(file))) listIn(wordsOf, file).push(word)
  }
  return new Map([...wordsOf].map(([file, all]) => [file, all.slice(0, MOST_WORDS)]))
}

/** Of each wanted file the words that are rarest elsewhere, if less than a tenth of all files have them. */
function wordsInContents(
  { contents, words }: HistoryIndex,
  weights: Weights,
  wanted: Marked,
): ReadonlyMap<number, readonly string[]> {
  const wordsOf = new Map<number, { readonly word: string; readonly count: number }[]>()
  const most = Math.max(3, contents.size / 10)
  for (const word of weights.keys()) {
    const { count, files } = contents.whoHasWord(words.find(word), wanted, most)
    for (const file of files) listIn(wordsOf, file).push({ word, count })
  }
  return new Map(
    [...wordsOf].map(([file, all]) => [
      file,
      all
        .sort((a, b) => a.count - b.count)
        .slice(0, MOST_WORDS)
        .map(({ word }) => word),
    ]),
  )
}

function namesInContents(
  { contents }: HistoryIndex,
  identifiers: Prediction['question']['identifiers'],
  wanted: Marked,
): ReadonlyMap<number, readonly string[]> {
  const namesOf = new Map<number, string[]>()
  for (const { name } of identifiers)
    for (const file of contents.whoHasCompound(name, wanted).files) listIn(namesOf, file).push(name)
  return new Map([...namesOf].map(([file, names]) => [file, names.slice(0, MOST_WORDS)]))
}

function listIn<Item>(lists: Map<number, Item[]>, key: number): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** The file that it tests is foreseen before it. */
function testOf(path: string, files: Prediction['files']): Evidence | null {
  const tested = testedName(path)
  if (tested === null) return null
  const other = files
    .slice(0, 10)
    .find((each) => each.path !== path && nameOf(each.path) === tested && !testedName(each.path))
  return other === undefined ? null : { is: 'test-of', path: other.path }
}

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\..*$/, '')

/** `router` for router.test.ts, router_test.go, test_router.py and RouterTest.java; null: not a test. */
function testedName(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const [, dotted, after, before, capital] = TEST.exec(name) ?? []
  return dotted ?? after ?? before ?? capital ?? null
}

const TEST =
  /^(?:(.+)\.(?:test|spec)\.[^.]+|(.+)[_-](?:test|spec)\.[^.]+|test[_-](.+)\.[^.]+|(.+)Tests?\.[^.]+)$/

const oftenChanged = (share: number): Evidence | null =>
  share >= OFTEN ? { is: 'often-changed', share } : null
