/** A real git repository with worktrees for lanes, removed when it is disposed of. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Worktree } from '../../src/conduct/worktree-ports.ts'
import { commitId, laneName, type CommitId } from '../../src/core/value/ids.ts'
import type { Repository } from '../../src/git/call/repository.ts'
import { commitIn, gitIn, introduceUser, makeRepository, writeIn, type Files } from './git-in.ts'
import { tempFolder } from './temp-folder.ts'

export interface GitFolder {
  readonly path: string
  write(file: string, text: string | Buffer): void
  read(file: string): string
  git(...args: readonly string[]): string
  /** Writes the files and commits everything. */
  commit(message: string, files?: Files): CommitId
}

export interface GitPlace extends Disposable, GitFolder {
  readonly top: string
  readonly repository: Repository
  worktree(lane: string): Worktree & GitFolder
}

export function gitPlace(files: Files = { 'a.txt': 'a\n' }): GitPlace {
  const place = tempFolder()
  const root = join(place.path, 'repository')
  mkdirSync(root)
  makeRepository(root, files)
  introduceUser(root)
  const main = gitFolder(root)
  return {
    ...main,
    top: place.path,
    repository: { root, common: join(root, '.git') },
    worktree: (lane) => worktreeIn(main, join(place.path, lane), lane),
    [Symbol.dispose]: () => place[Symbol.dispose](),
  }
}

function worktreeIn(main: GitFolder, path: string, lane: string): Worktree & GitFolder {
  const branch = `conductor/${lane}`
  main.git('worktree', 'add', '-q', '-b', branch, path)
  const base = commitId(main.read(join('.git/refs/heads', branch)).trim())
  return { ...gitFolder(path), lane: laneName(lane), branch, base, environment: {}, notes: [] }
}

export const gitFolder = (path: string): GitFolder => ({
  path,
  git: (...args) => gitIn(path, ...args),
  write: (file, text) => writeIn(path, file, text),
  read: (file) => readFileSync(join(path, file), 'utf8'),
  commit: (message, files) => commitIn(path, message, files),
})
