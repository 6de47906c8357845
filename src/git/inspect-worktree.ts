/** What is in a worktree: what git would lose sight of when the folder is cleaned, moved or removed. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commitId, type CommitId } from '../core/ids.ts'
import { quietGit } from './quiet-git.ts'
import { nestedRepositories } from './nested-repositories.ts'

export interface Contents {
  readonly head: CommitId
  /** Without refs/heads/; null: HEAD is detached. */
  readonly branch: string | null
  /** Something is not committed, or a merge or the like is under way. */
  readonly dirty: boolean
  readonly ignoredFiles: readonly string[]
  readonly ignoredFolders: readonly string[]
  /** Folders in it that are repositories themselves. */
  readonly repositories: readonly string[]
}

/** admin: the folder git keeps about this worktree. */
export async function inspectWorktree(path: string, admin: string): Promise<Contents> {
  const links = await trackedRepositories(path, admin)
  const said = (await quietGit(STATUS, { in: path })).split('\0')
  const starting = (mark: string): readonly string[] =>
    said.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length))
  const [head] = starting('# branch.oid ')
  const [branch] = starting('# branch.head ')
  const untracked = starting('? ')
  const ignored = starting('! ')
  const ignoredFolders = ignored.filter((name) => name.endsWith('/'))
  const folders = [...links, ...untracked.filter((name) => name.endsWith('/')), ...ignoredFolders]
  return {
    head: commitId(head ?? ''),
    branch: branch === undefined || branch === '(detached)' ? null : branch,
    dirty: said.some((line) => /^[12u?] /.test(line)) || isUnderWay(admin),
    ignoredFiles: ignored.filter((name) => !name.endsWith('/')),
    ignoredFolders,
    repositories: await nestedRepositories(path, folders),
  }
}

/** A folder that is ignored as a whole is named once; files that are ignored one by one, each. */
const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--branch',
  '--no-ahead-behind',
  '--no-renames',
  '--untracked-files=all',
  '--ignored=matching',
  '--ignore-submodules=none',
]

const UNDER_WAY = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'rebase-merge',
  'rebase-apply',
  'sequencer',
]

const isUnderWay = (admin: string): boolean =>
  UNDER_WAY.some((name) => existsSync(join(admin, name)))

/**
 * Submodules, and repositories that were committed as if they were. On the way, files that git was
 * told to overlook are shown to it again: their changes are work too.
 */
async function trackedRepositories(path: string, admin: string): Promise<readonly string[]> {
  const rows = (await quietGit(['ls-files', '-v', '--stage', '-z'], { in: path })).split('\0')
  await showAgain(path, rows, /^[a-z] /, '--no-assume-unchanged')
  const isSparse = existsSync(join(admin, 'info', 'sparse-checkout'))
  if (!isSparse) await showAgain(path, rows, /^[Ss] /, '--no-skip-worktree')
  return rows.filter((row) => row.slice(2).startsWith('160000 ')).map(nameIn)
}

async function showAgain(
  path: string,
  rows: readonly string[],
  mark: RegExp,
  flag: string,
): Promise<void> {
  const names = rows.filter((row) => mark.test(row)).map(nameIn)
  if (names.length === 0) return
  await quietGit(['update-index', '-z', flag, '--stdin'], { in: path, input: names.join('\0') })
}

const nameIn = (row: string): string => row.slice(row.indexOf('\t') + 1)
