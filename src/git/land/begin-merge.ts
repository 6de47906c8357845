/** Merges a commit into a worktree and leaves the conflicts there for an agent or a person to resolve. */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BegunMerge } from '../../conduct/worktree-ports.ts'
import { markedHunks } from '../../core/conflict/marked-hunks.ts'
import type { CommitId } from '../../core/value/ids.ts'
import { GitRefused, mustGit } from '../call/git-command.ts'
import { askSignedGit } from '../call/identity.ts'
import { contentGit, type Repository } from '../call/repository.ts'

/** Merges without a commit, and returns the files in conflict, with their hunks. */
export async function beginMerge(
  repository: Repository,
  path: string,
  commit: CommitId,
): Promise<Omit<BegunMerge, 'worktree'>> {
  const git = contentGit(repository, path)
  const merge = [...SETTINGS, 'merge', '--no-commit', '--no-ff', '--no-stat', '--no-autostash']
  // Git wants to know who merges, even when it does not commit.
  const end = await askSignedGit([...merge, commit], git)
  const unmerged = ['diff', '--name-only', '--diff-filter=U', '-z']
  const conflicts = (await mustGit(unmerged, git)).split('\0').filter(Boolean)
  const isBegun = end.code === 0 || (end.code === CONFLICTS && conflicts.length > 0)
  if (!isBegun) throw new GitRefused(['merge'], end)
  return { conflicts, hunks: hunksIn(path, conflicts) }
}

/** Paths come from git, so they are inside of the worktree; a link is not followed. */
function hunksIn(folder: string, paths: readonly string[]): BegunMerge['hunks'] {
  const texts = paths.flatMap((path) => {
    const file = join(folder, path)
    const stat = lstatSync(file, { throwIfNoEntry: false })
    const isText = stat?.isFile() === true && stat.size < MOST_BYTES
    return isText ? [[path, readFileSync(file, 'utf8')] as const] : []
  })
  const hunksOfFiles = texts.map(([path, text]) => [path, markedHunks(text)] as const)
  return Object.fromEntries(hunksOfFiles.filter(([, hunks]) => hunks.length > 0))
}

const MOST_BYTES = 1_000_000

/** The exit code of git merge when there are conflicts; a higher one means that git refused. */
const CONFLICTS = 1

/** rerere is off: a resolution that the user recorded elsewhere is not ours to apply. */
const SETTINGS = ['rerere.enabled=false', 'merge.verifySignatures=false'].flatMap((setting) => [
  '-c',
  setting,
])
