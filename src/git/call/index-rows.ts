/** What an index says about its files, beyond their content. */
import { mustGit, type GitOptions } from './git-command.ts'

export interface IndexRow {
  readonly path: string
  readonly mode: string
  readonly blob: string
  /** 0; in a merge that is not resolved 1 for the base, 2 for ours, 3 for theirs. */
  readonly stage: number
  /** Git was told to believe that the file has not changed. */
  readonly assumed: boolean
  /** Git was told not to look at the folder for this file. */
  readonly skipped: boolean
}

export const GITLINK = '160000'

export interface IndexContents {
  readonly rows: readonly IndexRow[]
  /** Paths that were resolved in this index; git remembers them for undoing that. */
  readonly resolved: readonly string[]
}

export async function readIndex(git: GitOptions): Promise<IndexContents> {
  const said = await mustGit(['ls-files', '-z', '-v', '--stage', '--resolve-undo'], git)
  const all = said.split('\0').flatMap((line) => {
    const [, flag, mode, blob, stage, path] = ROW.exec(line) ?? []
    if (!flag || !mode || !blob || !stage || !path) return []
    const assumed = flag === flag.toLowerCase()
    return [{ flag, path, mode, blob, stage: Number(stage), assumed, skipped: /s/i.test(flag) }]
  })
  return {
    rows: all.filter(({ flag }) => flag !== RESOLVED),
    resolved: [...new Set(all.filter(({ flag }) => flag === RESOLVED).map(({ path }) => path))],
  }
}

const RESOLVED = 'U'
const ROW = /^(\w) (\d+) (\w+) (\d)\t(.*)$/s

export const nulEnded = (paths: readonly string[]): string =>
  paths.map((path) => `${path}\0`).join('')
