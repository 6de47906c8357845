/** Applies changes of files to the trees of a commit, in memory. Only the folders of the changed files are read and rebuilt. */
import { mustGit, type GitOptions } from '../call/git-command.ts'
import { entriesIn, FOLDER, treeObject, type GitObject, type TreeEntry } from './git-objects.ts'
import type { PathChange } from './read-piece.ts'

export interface TreeEditor {
  /** The changed tree and its new objects; null: a file is not as the changes expect it. */
  apply(changes: readonly PathChange[]): EditedTree | null
}

interface EditedTree {
  readonly tree: string
  readonly objects: readonly GitObject[]
}

type Folder = Map<string, TreeEntry>

/** paths: all paths that will be changed. Throws GitRefused. */
export async function openTrees(
  tree: string,
  paths: readonly string[],
  git: GitOptions,
): Promise<TreeEditor> {
  const names = [...new Set(paths.flatMap(foldersOf))]
  const folders = await readFolders(tree, names, git)
  return {
    apply(changes) {
      // Deletions come first, because a folder may become a file, or a file a folder.
      const inOrder = changes.toSorted((one, other) => rank(one) - rank(other))
      for (const change of inOrder) if (!applyOne(folders, change)) return null
      return madeAnew(folders, tree, changes)
    },
  }
}

const rank = ({ after }: PathChange): number => (after === null ? 0 : 1)

/** All folders above a path; '' is the top. */
const foldersOf = (path: string): readonly string[] => [
  '',
  ...[...path.matchAll(/\//g)].map((slash) => path.slice(0, slash.index)),
]

async function readFolders(
  tree: string,
  names: readonly string[],
  git: GitOptions,
): Promise<Map<string, Folder>> {
  const input = names.map((name) => `${tree}:${name}\0`).join('')
  const words = ['cat-file', '-z', '--batch']
  const printed = await mustGit(words, { ...git, input, inBytes: true })
  const folders = new Map<string, Folder>()
  let at = 0
  for (const name of names) {
    const missing = `${tree}:${name} missing`
    if (printed.startsWith(missing, at)) {
      folders.set(name, new Map())
      at += missing.length + 1
      continue
    }
    const end = printed.indexOf('\n', at)
    const [, type, size] = printed.slice(at, end).split(' ')
    const bytes = Buffer.from(printed.slice(end + 1, end + 1 + Number(size)), 'latin1')
    folders.set(name, type === 'tree' ? entriesIn(bytes, tree) : new Map())
    at = end + 1 + Number(size) + 1
  }
  return folders
}

const split = (path: string): readonly [folder: string, name: string] => {
  const slash = path.lastIndexOf('/')
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)]
}

/** Returns false if the file is not as it was before the change. */
function applyOne(folders: Map<string, Folder>, { path, before, after }: PathChange): boolean {
  const [folder, name] = split(path)
  const entries = folders.get(folder)!
  const now = entries.get(name)
  if (now?.id !== before?.id || shownMode(now) !== before?.mode) return false
  if (after === null) remove(folders, path)
  else {
    entries.set(name, after)
    if (!showAbove(folders, folder)) return false
  }
  return true
}

/** Git shows old modes, such as 100664, as one of the two modes that it writes today. */
function shownMode(entry: TreeEntry | undefined): string | undefined {
  if (entry?.mode.startsWith('100') !== true) return entry?.mode
  return Number.parseInt(entry.mode, 8) & 0o100 ? '100755' : '100644'
}

/** Removes empty folders too, because a tree of git lists none. */
function remove(folders: Map<string, Folder>, path: string): void {
  const [folder, name] = split(path)
  const entries = folders.get(folder)!
  entries.delete(name)
  if (entries.size === 0 && folder !== '') remove(folders, folder)
}

/** Adds the missing folders; their ids are computed at the end. Returns false if a file has the name of a folder. */
function showAbove(folders: Map<string, Folder>, folder: string): boolean {
  if (folder === '') return true
  const [above, name] = split(folder)
  const entries = folders.get(above)!
  const now = entries.get(name)
  if (now !== undefined) return now.mode === FOLDER
  entries.set(name, { mode: FOLDER, id: '' })
  return showAbove(folders, above)
}

/** Builds the deepest folders first, because a folder contains the ids of its subfolders. */
function madeAnew(
  folders: Map<string, Folder>,
  like: string,
  changes: readonly PathChange[],
): EditedTree {
  const touched = [...new Set(changes.flatMap(({ path }) => foldersOf(path)))]
  const deepest = touched.toSorted((one, other) => other.length - one.length)
  const objects = deepest.flatMap((folder) => {
    const entries = folders.get(folder)!
    if (entries.size === 0 && folder !== '') return []
    const object = treeObject(entries, like)
    const [above, name] = split(folder)
    if (folder !== '') folders.get(above)!.set(name, { mode: FOLDER, id: object.id })
    return [object]
  })
  return { tree: objects.at(-1)?.id ?? like, objects }
}
