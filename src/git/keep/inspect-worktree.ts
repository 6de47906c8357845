/** Inspects what is in a worktree, before the folder is cleaned, moved or removed. */
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { mustGits } from '../call/git-command.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { nestedRepositories } from './nested-repositories.ts'
import { begunIn } from '../worktree/worktree-state.ts'

export interface Contents {
  readonly head: CommitId
  /** Without refs/heads/; null: HEAD is detached. */
  readonly branch: string | null
  /** true: something is not committed, or a merge or the like is unfinished. */
  readonly dirty: boolean
  readonly ignoredFiles: readonly string[]
  readonly ignoredFolders: readonly string[]
  /** Folders in it that are repositories themselves. */
  readonly repositories: readonly string[]
}

/** admin: the folder that git keeps about this worktree. */
export async function inspectWorktree(
  repository: Repository,
  path: string,
  admin: string,
): Promise<Contents> {
  const git = contentGit(repository, path)
  const environment = { ...git.environment, ...REMEMBER }
  const lines = (await mustGits(LOOK, [], { ...git, environment })).split('\0')
  const starting = (mark: string): readonly string[] =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length))
  const [head] = starting('# branch.oid ')
  const [branch] = starting('# branch.head ')
  const untracked = starting('? ')
  const ignored = starting('! ')
  const links = starting('160000 ').map((row) => row.slice(row.indexOf('\t') + 1))
  const ignoredFolders = ignored.filter((name) => name.endsWith('/'))
  const folders = [...links, ...untracked.filter((name) => name.endsWith('/')), ...ignoredFolders]
  return {
    head: commitId(head ?? ''),
    branch: branch === undefined || branch === '(detached)' ? null : branch,
    dirty: lines.some((line) => /^[12u?] /.test(line)) || begunIn(admin) !== null,
    ignoredFiles: ignored.filter((name) => !name.endsWith('/')),
    ignoredFolders,
    repositories: await nestedRepositories(path, folders),
  }
}

/** No other process works in the worktree, so git may remember in the index which files it has compared. */
const REMEMBER = { GIT_OPTIONAL_LOCKS: '1' }

/**
 * Git names an ignored folder once, and files that are ignored one by one each. Then come the folders in
 * the last commit: submodules, and repositories that were committed as if they were submodules.
 */
const LOOK = [
  'git status --porcelain=v2 -z --branch --no-ahead-behind --no-renames --untracked-files=all',
  '--ignored=matching --ignore-submodules=none && git ls-tree -r -d -z HEAD',
].join(' ')
