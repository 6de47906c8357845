/** A git repository that is removed at the end of the test, with all folders beside it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CommitId } from '../../src/core/value/ids.ts'
import type { Repository } from '../../src/git/call/repository.ts'
import { commitIn, gitIn, introduceUser, makeRepository, writeIn, type Files } from './git-in.ts'
import { tempFolder } from './temp-folder.ts'

export interface TempRepository extends Repository {
  /** Throws with the error output of git. */
  git(...args: readonly string[]): string
  write(files: Files): void
  /** Commits all of the checkout, on its current branch. */
  commit(files: Files, message?: string): CommitId
  /** Makes a commit on top of another, on a detached HEAD; the checkout is back on main afterwards. */
  commitOn(base: CommitId, files: Files, message?: string): CommitId
}

/** Its first commit, on main, has the given files. */
export function tempRepository(files: Files = { 'first.txt': 'first\n' }): TempRepository {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const root = join(folder.path, 'repo')
  mkdirSync(root)
  makeRepository(root, files)
  introduceUser(root)
  const git = (...args: readonly string[]): string => gitIn(root, ...args)
  const commit = (files: Files, message = 'a change'): CommitId => commitIn(root, message, files)
  return {
    root,
    common: join(root, '.git'),
    git,
    write: (files) => {
      for (const [file, text] of Object.entries(files)) writeIn(root, file, text)
    },
    commit,
    commitOn(base, files, message) {
      git('checkout', '--quiet', '--detach', base)
      const made = commit(files, message)
      git('checkout', '--quiet', 'main')
      return made
    },
  }
}
