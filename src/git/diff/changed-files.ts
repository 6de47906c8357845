/** Lists what differs between two commits or trees, file by file. */
import type { Changes, DeliveredFile } from '../../core/landing/delivery.ts'
import { diffRows, type DiffRow } from './diff-rows.ts'
import type { GitOptions } from '../call/git-command.ts'

export interface ChangedFile extends DeliveredFile {
  /** 0 for a binary file. */
  readonly linesAdded: number
  readonly linesDeleted: number
}

export async function changedFiles(
  from: string,
  to: string,
  git: GitOptions,
): Promise<readonly ChangedFile[]> {
  return (await diffRows({ from, to, git }, { renames: false })).map(changedFile)
}

const changedFile = ({ path, letter, added, deleted }: DiffRow): ChangedFile => ({
  path,
  is: letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'changed',
  linesAdded: added ?? 0,
  linesDeleted: deleted ?? 0,
})

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
