/** Everything that is known of a repository before a certain commit: its files, their contents, and past commits. */
import { ContentIndex, type SavedContents } from './content-index.ts'
import { FileTable, type SavedFileTable } from './file-table.ts'
import { MessageIndex, type SavedMessages } from './message-index.ts'
import { Names, type SavedNames } from './names.ts'
import { MOST_FILES_OF_A_VOTE, type PastCommit } from './past-commit.ts'
import { PathIndex, type SavedPaths } from './path-index.ts'
import { timesOf } from '../question.ts'
import { ScoreSheets } from '../score-sheets.ts'
import { plainText, scopeOf } from '../task-text.ts'
import { wordsOf } from '../words.ts'

export interface SavedHistory {
  readonly words: SavedNames
  readonly files: SavedFileTable
  readonly contents: SavedContents
  readonly messages: SavedMessages
  readonly paths: SavedPaths
}

export class HistoryIndex {
  readonly words: Names
  readonly files: FileTable
  readonly contents: ContentIndex
  readonly messages: MessageIndex
  readonly paths: PathIndex
  readonly sheets = new ScoreSheets()

  constructor(saved?: SavedHistory) {
    this.words = new Names(saved?.words)
    this.files = new FileTable(saved?.files)
    this.contents = new ContentIndex(this.words, saved?.contents)
    this.messages = new MessageIndex(this.words, saved?.messages)
    this.paths = new PathIndex(this.files, this.words, saved?.paths)
  }

  save(): SavedHistory {
    const { files, contents, messages, paths } = this
    // The paths make new words known.
    const savedPaths = paths.save()
    return {
      words: this.words.save(),
      files: files.save(),
      contents: contents.save(),
      messages: messages.save(),
      paths: savedPaths,
    }
  }

  /** From now on the commit is in the past. Contents are absorbed one by one: see `setContent`. */
  absorb(commit: PastCommit): void {
    const touched = this.files.follow(commit.changes)
    for (const file of touched) if (!this.files.isLiving(file)) this.contents.set(file, null)
    this.#remember(commit, touched)
  }

  /** Like a commit, but of work that has not become one: the files stay as they are. */
  absorbOutcome(
    outcome: Omit<PastCommit, 'changes'> & { readonly files: readonly string[] },
  ): void {
    const files = outcome.files.map((path) => this.files.livingFile(path))
    this.#remember(
      outcome,
      files.filter((file) => file >= 0),
    )
  }

  #remember(commit: Omit<PastCommit, 'changes'>, files: readonly number[]): void {
    if (files.length === 0 || files.length > MOST_FILES_OF_A_VOTE) return
    const { id, subject, body } = commit
    this.messages.add({
      id,
      subject: subject.slice(0, LONGEST_SUBJECT),
      words: countedWords(subject, body),
      scope: scopeOf(subject),
      files,
    })
  }

  putFile(path: string, text: string | null): void {
    this.contents.set(this.files.put(path), text)
  }

  removeFile(path: string): void {
    const file = this.files.remove(path)
    if (file >= 0) this.contents.set(file, null)
  }

  /** The files that exist are these, whatever merges did to them. */
  keepOnly(paths: Iterable<string>): void {
    const { files } = this
    const wanted = new Set(paths)
    for (let file = 0; file < files.size; file++)
      if (files.isLiving(file) && !wanted.has(files.pathOfFile(file)))
        this.removeFile(files.pathOfFile(file))
    for (const path of wanted) files.put(path)
  }

  /** Makes questions faster after much was put in. */
  pack(): void {
    this.contents.pack()
    this.messages.pack()
    this.paths.pack()
  }

  /** null: it cannot be read, is too large, or is no text. */
  setContent(path: string, text: string | null): void {
    const file = this.files.livingFile(path)
    if (file >= 0) this.contents.set(file, text)
  }
}

const LONGEST_SUBJECT = 200
const LONGEST_BODY = 10_000
const MOST_TIMES = 4

/** A word of the subject counts for two. */
function countedWords(subject: string, body: string): ReadonlyMap<string, number> {
  const counted = new Map<string, number>()
  const add = (text: string, by: number): void => {
    for (const [word, times] of timesOf(wordsOf(plainText(text))))
      counted.set(word, Math.min(MOST_TIMES, (counted.get(word) ?? 0) + by * times))
  }
  add(subject, 2)
  add(body.slice(0, LONGEST_BODY), 1)
  return counted
}
