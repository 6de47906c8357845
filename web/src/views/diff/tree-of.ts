/** Paths as the folders they are in; folders with nothing but one folder in them are one. */
import type { DiffFile } from '../../../../src/server/served-repository.ts'

export type TreeNode =
  | {
      readonly is: 'folder'
      readonly name: string
      readonly path: string
      readonly inside: readonly TreeNode[]
    }
  | { readonly is: 'file'; readonly name: string; readonly file: DiffFile }

/** Folders first, each in the order of names. */
export const treeOf = (files: readonly DiffFile[]): readonly TreeNode[] => inside(files, '')

function inside(files: readonly DiffFile[], above: string): readonly TreeNode[] {
  const rest = (file: DiffFile): string => file.path.slice(above.length)
  const folders = Map.groupBy(
    files.filter((file) => rest(file).includes('/')),
    (file) => rest(file).slice(0, rest(file).indexOf('/')),
  )
  return [
    ...[...folders].sort(byName).map(([name, held]) => folderOf(name, `${above}${name}/`, held)),
    ...files
      .filter((file) => !rest(file).includes('/'))
      .map((file): TreeNode => ({ is: 'file', name: rest(file), file }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  ]
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a.localeCompare(b)

function folderOf(name: string, path: string, files: readonly DiffFile[]): TreeNode {
  const held = inside(files, path)
  const [only] = held
  if (held.length === 1 && only!.is === 'folder') return { ...only!, name: `${name}/${only!.name}` }
  return { is: 'folder', name, path, inside: held }
}
