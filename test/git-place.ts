/** A real git repository with a worktree for a lane, gone at the end of the test. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Worktree } from '../src/conduct/worktree-ports.ts'
import { commitId, laneName, type CommitId } from '../src/core/ids.ts'
import type { Repository } from '../src/git/repository.ts'
import { tempFolder } from './temp-folder.ts'

export interface GitFolder {
  readonly path: string
  write(file: string, text: string | Buffer): void
  read(file: string): string
  /** What git says, without the last line break; throws when git says no. */
  git(...args: readonly string[]): string
  /** Writes what is given, commits everything. */
  commit(message: string, files?: Readonly<Record<string, string>>): CommitId
}

export interface GitPlace extends Disposable, GitFolder {
  readonly top: string
  readonly repository: Repository
  worktree(lane: string): Worktree & GitFolder
}

export function gitPlace(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n' }): GitPlace {
  const place = tempFolder()
  const root = join(place.path, 'repository')
  mkdirSync(root)
  const main = gitFolder(root)
  main.git('init', '-q', '-b', 'main')
  main.git('config', 'user.name', 'U')
  main.git('config', 'user.email', 'u@x')
  main.commit('first', files)
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
  const base = commitId(main.git('rev-parse', 'HEAD'))
  return { ...gitFolder(path), lane: laneName(lane), branch, base, environment: {}, notes: [] }
}

export function gitFolder(path: string): GitFolder {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: path,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).replace(/\n$/, '')
  const write = (file: string, text: string | Buffer): void => {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
  return {
    path,
    git,
    write,
    read: (file) => readFileSync(join(path, file), 'utf8'),
    commit(message, files = {}) {
      for (const [file, text] of Object.entries(files)) write(file, text)
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', message)
      return commitId(git('rev-parse', 'HEAD'))
    },
  }
}
