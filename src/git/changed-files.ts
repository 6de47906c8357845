/** What differs between two commits or trees, file by file. */
import type { Changes, DeliveredFile } from '../core/delivery.ts'
import { mustGit, type GitOptions } from './git-command.ts'

export interface ChangedFile extends DeliveredFile {
  /** 0 for a binary file. */
  readonly linesAdded: number
  readonly linesDeleted: number
}

export async function changedFiles(
  from: string,
  to: string,
  options: GitOptions,
): Promise<readonly ChangedFile[]> {
  const how = ['-r', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--raw', '--numstat']
  return parse(await mustGit(['diff-tree', ...how, from, to], options))
}

export const countChanges = async (
  from: string,
  to: string,
  options: GitOptions,
): Promise<Changes> => tally(await changedFiles(from, to, options))

export function tally(files: readonly ChangedFile[]): Changes {
  const filesCreated = files.filter((file) => file.is === 'added').length
  return {
    filesCreated,
    filesChanged: files.length - filesCreated,
    linesAdded: files.reduce((sum, file) => sum + file.linesAdded, 0),
    linesDeleted: files.reduce((sum, file) => sum + file.linesDeleted, 0),
  }
}

/** First ":modes blobs letter", path, ... and then "added<tab>deleted<tab>path", ... of the same files. */
function parse(said: string): readonly ChangedFile[] {
  const parts = said.split('\0')
  const letters: string[] = []
  while (parts[letters.length * 2]?.startsWith(':'))
    letters.push(parts[letters.length * 2]!.at(-1)!)
  const numbers = parts.slice(letters.length * 2)
  return letters.map((letter, position) => {
    const [added, deleted, ...path] = numbers[position]!.split('\t')
    return {
      path: path.join('\t'),
      is: letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'changed',
      linesAdded: Number(added) || 0,
      linesDeleted: Number(deleted) || 0,
    }
  })
}
