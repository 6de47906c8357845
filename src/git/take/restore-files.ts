/** Puts the files of a move back that was cut off, if every one of them is as before or as after the move. */
import { mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BranchStep } from '../../core/take/taking.ts'
import { askGit, mustGit, type GitOptions } from '../call/git-command.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { changedFiles, type ChangedFile } from '../diff/changed-files.ts'
import { entryAt } from './checkout-sight.ts'

/** Returns the files that are neither; then nothing was changed. Only files that the move is about are touched. */
export async function restoreFiles(
  repository: Repository,
  { from, to }: Pick<BranchStep, 'from' | 'to'>,
): Promise<readonly string[]> {
  const git = contentGit(repository, repository.root)
  const files = await changedFiles(from, to, git)
  const [unlikeBefore, unlikeAfter] = [await unlike(git, from), await unlike(git, to)]
  const isKnown = ({ path, is }: ChangedFile): boolean =>
    entryAt(join(repository.root, path)) === null ||
    (is !== 'added' && !unlikeBefore.has(path)) ||
    (is !== 'deleted' && !unlikeAfter.has(path))
  const unknown = files.filter((file) => !isKnown(file)).map(({ path }) => path)
  if (unknown.length > 0) return unknown
  await takeAway(git, pathsOf(files, 'added'))
  await putBack(git, from, [...pathsOf(files, 'changed'), ...pathsOf(files, 'deleted')])
  return []
}

const pathsOf = (files: readonly ChangedFile[], wanted: ChangedFile['is']): readonly string[] =>
  files.filter(({ is }) => is === wanted).map(({ path }) => path)

/** Files of the commit that the work tree does not have as the commit has them. */
async function unlike(git: GitOptions, commit: string): Promise<ReadonlySet<string>> {
  const scratch = mkdtempSync(join(tmpdir(), 'conductor-take-'))
  try {
    const environment = { ...git.environment, GIT_INDEX_FILE: join(scratch, 'index') }
    const own = { ...git, environment }
    await mustGit(['read-tree', commit], own)
    // Git compares the content of files, and takes note of those that are the same.
    await askGit(['update-index', '-q', '--refresh'], own)
    const differing = ['diff-files', '--name-only', '-z', '--ignore-submodules=all']
    return new Set((await mustGit(differing, own)).split('\0'))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function takeAway(git: GitOptions, added: readonly string[]): Promise<void> {
  if (added.length === 0) return
  for (const path of added) {
    rmSync(join(git.in, path), { force: true })
    removeEmptyFolders(git.in, dirname(path))
  }
  await mustGit(['update-index', '--force-remove', '-z', '--stdin'], {
    ...git,
    input: asList(added),
  })
}

async function putBack(git: GitOptions, from: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const environment = { ...git.environment, GIT_LITERAL_PATHSPECS: '1' }
  const what = ['--staged', '--worktree', '--pathspec-from-file=-', '--pathspec-file-nul']
  const input = asList(paths)
  await mustGit(['restore', `--source=${from}`, ...what], { ...git, environment, input })
}

const asList = (paths: readonly string[]): string => paths.map((path) => `${path}\0`).join('')

/** Git has no empty folders, so it made these for the files that are gone now. */
function removeEmptyFolders(root: string, folder: string): void {
  for (let above = folder; above !== '.'; above = dirname(above)) {
    try {
      rmdirSync(join(root, above))
    } catch {
      return
    }
  }
}
