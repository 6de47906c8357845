/** Whether two sets of changes could conflict; if not, no merge need be tried. */
import type { DeliveredFile } from '../../core/landing/delivery.ts'

/**
 * True if both sides changed the same path, if one side has a file where the other has a folder, or if one side added
 * a file to a folder that the other side moved.
 */
export function mayConflict(
  ours: readonly DeliveredFile[],
  theirs: readonly DeliveredFile[],
): boolean {
  const [one, two] = [reachOf(ours), reachOf(theirs)]
  return (
    meet(one.paths, two.paths) ||
    meet(one.paths, two.folders) ||
    meet(two.paths, one.folders) ||
    meet(one.left, two.entered) ||
    meet(two.left, one.entered)
  )
}

interface Reach {
  readonly paths: ReadonlySet<string>
  /** All folders above the paths. */
  readonly folders: ReadonlySet<string>
  /** Folders right in which a file was deleted, if the changes also add files: the folder may have been renamed. */
  readonly left: ReadonlySet<string>
  /** Folders below which a file was added. */
  readonly entered: ReadonlySet<string>
}

function reachOf(files: readonly DeliveredFile[]): Reach {
  const added = files.filter((file) => file.is === 'added')
  const deleted = files.filter((file) => file.is === 'deleted')
  return {
    paths: new Set(files.map((file) => file.path)),
    folders: new Set(files.flatMap((file) => foldersAbove(file.path))),
    left: new Set(added.length === 0 ? [] : deleted.flatMap((file) => folderOf(file.path))),
    entered: new Set(added.flatMap((file) => foldersAbove(file.path))),
  }
}

const foldersAbove = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map((slash) => path.slice(0, slash.index))

const folderOf = (path: string): readonly string[] => foldersAbove(path).slice(-1)

const meet = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  !some.isDisjointFrom(others)
