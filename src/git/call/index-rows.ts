/** What a git index records about its files, beyond their content. */
import { mustGit, type GitOptions } from './git-command.ts'

export interface IndexRow {
  readonly path: string
  readonly mode: string
  readonly blob: string
  /** 0; in an unresolved merge 1 for the base, 2 for ours, 3 for theirs. */
  readonly stage: number
  /** Git was told to assume that the file has not changed. */
  readonly assumed: boolean
  /** Git was told to ignore the folder's version of this file. */
  readonly skipped: boolean
}

export const GITLINK = '160000'

export interface IndexContents {
  readonly rows: readonly IndexRow[]
  /** The versions of files whose conflict was resolved in this index; git remembers them for undoing that. */
  readonly resolved: readonly IndexRow[]
}

export async function readIndex(git: GitOptions): Promise<IndexContents> {
  const listing = await mustGit(['ls-files', '-z', '-v', '--stage', '--resolve-undo'], git)
  const all = listing.split('\0').flatMap((line) => {
    const [, flag, mode, blob, stage, path] = ROW.exec(line) ?? []
    if (!flag || !mode || !blob || !stage || !path) return []
    const assumed = flag === flag.toLowerCase()
    return [{ flag, path, mode, blob, stage: Number(stage), assumed, skipped: /s/i.test(flag) }]
  })
  return {
    rows: all.filter(({ flag }) => flag !== RESOLVED),
    resolved: all.filter(({ flag }) => flag === RESOLVED),
  }
}

const RESOLVED = 'U'
const ROW = /^(\w) (\d+) (\w+) (\d)\t(.*)$/s

export const nulEnded = (paths: readonly string[]): string =>
  paths.map((path) => `${path}\0`).join('')
