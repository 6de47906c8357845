/** Puts the files of a move back that was cut off, if every one of them is as before or as after the move, or partly written. */
import { rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BranchStep, HalfMoved } from '../../core/take/taking.ts'
import { mustGit, type GitOptions } from '../call/git-command.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { changedFiles, type ChangedFile } from '../diff/changed-files.ts'
import { entryAt, likenessOf, unlike } from './compare-files.ts'
import { unwatchedFiles } from './unwatched-files.ts'

/**
 * null: done. Otherwise the files that nobody can tell from a person's own; then nothing was changed. Only files that the
 * move is about are touched.
 */
export async function restoreFiles(
  repository: Repository,
  { from, to }: Pick<BranchStep, 'from' | 'to'>,
): Promise<HalfMoved | null> {
  const git = contentGit(repository, repository.root)
  const { skipped, all } = await unwatchedFiles(git)
  const compared = { before: await comparedWith(git, from), after: await comparedWith(git, to) }
  const moved: ChangedFile[] = []
  const unknown: ChangedFile[] = []
  for (const file of await changedFiles(from, to, git)) {
    const became = await whatBecameOf(file, { git, to, ...compared })
    // Git does not touch these: what is there is the user's own.
    const isOwn =
      (became === 'gone' && skipped.has(file.path)) || (became === 'other' && all.has(file.path))
    if (!isOwn) (became === 'other' ? unknown : moved).push(file)
  }
  if (unknown.length > 0) {
    const added = pathsOf(unknown, 'added')
    return { added, changed: [...pathsOf(unknown, 'changed'), ...pathsOf(unknown, 'deleted')] }
  }
  // This makes room on a disk that is full.
  await takeAway(git, pathsOf(moved, 'added'))
  await putBack(git, from, [...pathsOf(moved, 'changed'), ...pathsOf(moved, 'deleted')])
  return null
}

interface Compared {
  readonly git: GitOptions
  readonly to: string
  readonly before: SameAs
  readonly after: SameAs
}

/**
 * begun: git was interrupted when it wrote the file. Then its earlier content, if there was any, was that of the commit:
 * nothing is moved while a file has other changes.
 */
async function whatBecameOf(
  { path, is }: ChangedFile,
  { git, to, before, after }: Compared,
): Promise<'gone' | 'whole' | 'begun' | 'other'> {
  if (entryAt(join(git.in, path)) === null) return 'gone'
  if (is !== 'added' && (await before(path))) return 'whole'
  if (is === 'deleted') return 'other'
  if (await after(path)) return 'whole'
  return (await likenessOf(git, to, path)) === 'begin' ? 'begun' : 'other'
}

type SameAs = (path: string) => Promise<boolean>

/** Git needs some space on the disk to compare all files at once; without it, they are compared one by one. */
async function comparedWith(git: GitOptions, commit: string): Promise<SameAs> {
  const differing = await unlike(git, commit).catch(() => null)
  if (differing !== null) return async (path) => !differing.has(path)
  return async (path) => (await likenessOf(git, commit, path)) === 'whole'
}

const pathsOf = (files: readonly ChangedFile[], wanted: ChangedFile['is']): readonly string[] =>
  files.filter(({ is }) => is === wanted).map(({ path }) => path)

async function takeAway(git: GitOptions, added: readonly string[]): Promise<void> {
  if (added.length === 0) return
  for (const path of added) {
    // The folder of a submodule stays unless it is empty.
    const isFolder = entryAt(join(git.in, path))?.isDirectory() === true
    if (!isFolder) rmSync(join(git.in, path), { force: true })
    removeEmptyFolders(git.in, isFolder ? path : dirname(path))
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
