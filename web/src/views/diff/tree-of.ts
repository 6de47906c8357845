/** Arranges files as a tree of folders; a folder that holds only one folder is joined with it. */
import type { DiffFile } from '../../../../src/server/served/served-worktrees.ts'

export type TreeNode =
  | {
      readonly is: 'folder'
      readonly name: string
      readonly path: string
      readonly inside: readonly TreeNode[]
    }
  | { readonly is: 'file'; readonly name: string; readonly file: DiffFile }

/** Folders come before files, both sorted by name. */
export const treeOf = (files: readonly DiffFile[]): readonly TreeNode[] => inside(files, '')

function inside(files: readonly DiffFile[], above: string): readonly TreeNode[] {
  const rest = (file: DiffFile): string => file.path.slice(above.length)
  const folders = Map.groupBy(
    files.filter((file) => rest(file).includes('/')),
    (file) => rest(file).slice(0, rest(file).indexOf('/')),
  )
  return [
    ...[...folders].sort(byName).map(([name, below]) => folderOf(name, `${above}${name}/`, below)),
    ...files
      .filter((file) => !rest(file).includes('/'))
      .map((file): TreeNode => ({ is: 'file', name: rest(file), file }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  ]
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a.localeCompare(b)

function folderOf(name: string, path: string, files: readonly DiffFile[]): TreeNode {
  const list = inside(files, path)
  const [only] = list
  if (list.length === 1 && only!.is === 'folder') return { ...only!, name: `${name}/${only!.name}` }
  return { is: 'folder', name, path, inside: list }
}
