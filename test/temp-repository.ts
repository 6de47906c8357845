/** A git repository that is gone at the end of the test, with whatever lies beside it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { commitId, type CommitId } from '../src/core/ids.ts'
import type { Repository } from '../src/git/repository.ts'
import { tempFolder } from './temp-folder.ts'

export interface TempRepository extends Repository {
  /** Throws with what git says. */
  git(...args: readonly string[]): string
  /** null: the file is removed. */
  write(files: Files): void
  /** All of the checkout, on the branch it is on. */
  commit(files: Files, message?: string): CommitId
  /** A commit on top of another, by a branch of its own; the checkout is back on main afterwards. */
  commitOn(base: CommitId, files: Files, message?: string): CommitId
}

type Files = Readonly<Record<string, string | Buffer | null>>

/** Has a first commit with the given files, on main. */
export function tempRepository(files: Files = { 'first.txt': 'first\n' }): TempRepository {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const root = join(folder.path, 'repo')
  mkdirSync(root)
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  git('init', '--quiet', '--initial-branch=main')
  for (const [key, value] of SETTINGS) git('config', key, value)

  const write = (files: Files): void => {
    for (const [name, content] of Object.entries(files)) {
      const path = join(root, name)
      rmSync(path, { recursive: true, force: true })
      if (content === null) continue
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
  }
  const commit = (files: Files, message = 'a change'): CommitId => {
    write(files)
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', message)
    return commitId(git('rev-parse', 'HEAD'))
  }
  commit(files, 'first')
  return {
    root,
    common: join(root, '.git'),
    git,
    write,
    commit,
    commitOn(base, files, message) {
      git('checkout', '--quiet', '--detach', base)
      const made = commit(files, message)
      git('checkout', '--quiet', 'main')
      return made
    },
  }
}

const SETTINGS = [
  ['user.name', 'Tess Ter'],
  ['user.email', 'tess@example.com'],
  ['gc.auto', '0'],
  ['commit.gpgSign', 'false'],
] as const
