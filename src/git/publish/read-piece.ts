/** Reads a piece of work: its commits with their changes, and the changes between the base of the piece and its new place. */
import type { PieceOfWork } from '../../conduct/forge-ports.ts'
import { mustGit, mustGits, type GitOptions } from '../call/git-command.ts'
import type { CommitText, TreeEntry } from './git-objects.ts'

export interface PathChange {
  /** The path as latin1: one character for each byte. */
  readonly path: string
  /** null: the file does not exist on that side. */
  readonly before: TreeEntry | null
  readonly after: TreeEntry | null
}

export interface ReadCommit extends CommitText {
  readonly id: string
  /** Empty for a merge. */
  readonly changes: readonly PathChange[]
}

export interface ReadPiece {
  /** The commits that the new place does not have, the newest first; empty: the place has the whole piece. */
  readonly commits: readonly ReadCommit[]
  /** The tree of the new place. */
  readonly tree: string
  /** The changes from the base of the piece to the new place. */
  readonly elsewhere: readonly PathChange[]
}

/** One shell runs all four git commands, because starting processes is slow. Throws GitRefused. */
export async function readPiece(
  { base, commit }: PieceOfWork,
  onto: string,
  git: GitOptions,
): Promise<ReadPiece> {
  const printed = await mustGits(READ, [commit, base, onto], { ...git, inBytes: true })
  const [tree, rest] = lineOf(printed, 0)
  const { texts, end } = textsIn(printed, rest)
  const changes = changesByName(printed.slice(end).split('\0'))
  const commits = texts.map((text) => ({ ...text, changes: changes.get(text.id) ?? [] }))
  return { commits, tree, elsewhere: changes.get(ELSEWHERE) ?? [] }
}

const ELSEWHERE = 'elsewhere'
const RAW = [
  'diff-tree',
  '-r',
  '-z',
  '--raw',
  '--no-renames',
  '--no-ext-diff',
  '--ignore-submodules=none',
]

const READ = [
  'git rev-parse --verify "$3^{tree}" || exit',
  'list=$(git rev-list --topo-order "$1" "^$2" "^$3" --) || exit',
  // A piece that went back to an older commit has no commits of its own.
  '[ -n "$list" ] || git merge-base --is-ancestor "$1" "$3" || list=$1',
  'if [ -n "$list" ]; then echo "$list" | git cat-file --batch || exit; fi',
  'echo',
  `if [ -n "$list" ]; then echo "$list" | git ${RAW.join(' ')} --stdin || exit; fi`,
  `printf '${ELSEWHERE}\\0'`,
  `git ${RAW.join(' ')} "$2" "$3" --`,
].join('\n')

const lineOf = (text: string, from: number): readonly [string, number] => {
  const end = text.indexOf('\n', from)
  return [text.slice(from, end), end + 1]
}

type ReadText = Omit<ReadCommit, 'changes'>

/** Git prints `<id> commit <size>`, the commit and a line break. Our own empty line ends the list. */
function textsIn(printed: string, from: number): { texts: readonly ReadText[]; end: number } {
  const texts: ReadText[] = []
  for (let at = from; ;) {
    const [line, next] = lineOf(printed, at)
    const [id, type, size] = line.split(' ')
    if (type !== 'commit') return { texts, end: next }
    texts.push({ id: id!, ...commitIn(printed.slice(next, next + Number(size))) })
    at = next + Number(size) + 1
  }
}

/** Drops signatures, because they are not valid for another commit. */
function commitIn(text: string): CommitText {
  const end = text.indexOf('\n\n')
  const head = end < 0 ? text : text.slice(0, end)
  const lines = head.split('\n').map((line) => line.split(/ (.*)/s))
  const all = (name: string) => lines.filter(([key]) => key === name).map(([, value]) => value!)
  return {
    tree: all('tree')[0]!,
    parents: all('parent'),
    author: all('author')[0]!,
    committer: all('committer')[0]!,
    encoding: all('encoding')[0] ?? null,
    message: end < 0 ? '' : text.slice(end + 2),
  }
}

/** Git prints the id of each commit before its changes, and a path after each change. */
function changesByName(words: readonly string[]): ReadonlyMap<string, readonly PathChange[]> {
  let into: PathChange[] = []
  const changes = new Map([['', into]])
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word.startsWith(':')) into.push(changeOf(word, words[++at]!))
    else if (word !== '') changes.set(word, (into = []))
  }
  return changes
}

/** The changes between two commits or trees. Throws GitRefused. */
export async function changesBetween(
  from: string,
  to: string,
  git: GitOptions,
): Promise<readonly PathChange[]> {
  const words = await mustGit([...RAW, from, to, '--'], { ...git, inBytes: true })
  return changesByName(words.split('\0')).get('')!
}

function changeOf(word: string, path: string): PathChange {
  const [modeBefore, modeAfter, before, after] = word.slice(1).split(' ')
  return { path, before: entryOf(modeBefore!, before!), after: entryOf(modeAfter!, after!) }
}

const entryOf = (mode: string, id: string): TreeEntry | null =>
  /^0+$/.test(mode) ? null : { mode, id }
