/** A git repository in a temporary folder, with worktrees beside it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type {
  Opened,
  Worktree,
  WorktreeRequest,
  Worktrees,
} from '../../src/conduct/worktree-ports.ts'
import {
  attemptId,
  commitId,
  laneName,
  runId,
  taskId,
  type CommitId,
} from '../../src/core/value/ids.ts'
import { findRepository, type Repository } from '../../src/git/call/repository.ts'
import { openWorktrees, type WorktreesOptions } from '../../src/git/worktree/worktrees.ts'
import { gitIn, makeRepository, writeIn } from './git-in.ts'
import { tempFolder } from './temp-folder.ts'

export interface WorktreePlace extends Disposable {
  /** The temporary folder; `root` is the user's checkout in it. */
  readonly top: string
  readonly root: string
  readonly home: string
  write(file: string, text: string): void
  /** Runs git in the user's checkout. */
  git(...args: readonly string[]): string
  commit(file: string, text: string): CommitId
  head(revision?: string): CommitId
  repository(): Promise<Repository>
  worktrees(options?: Partial<WorktreesOptions>): Promise<Worktrees>
}

/** The repository has no configured user. */
export function worktreePlace(name = 'shop'): WorktreePlace {
  const folder = tempFolder()
  const root = join(folder.path, name)
  const home = join(root, '.conductor')
  mkdirSync(root)
  const write = (file: string, text: string): void => writeIn(root, file, text)
  const git = (...args: readonly string[]): string => gitIn(root, ...args)
  const head = (revision = 'HEAD'): CommitId => commitId(git('rev-parse', revision))
  const repository = async (): Promise<Repository> => {
    const answer = await findRepository(root)
    if (!answer.ok) throw new Error(answer.why)
    return answer.repository
  }
  makeRepository(root, { 'a.txt': 'a\n' })
  write('.git/info/exclude', '.conductor/\n')
  return {
    top: folder.path,
    root,
    home,
    write,
    git,
    head,
    repository,
    commit(file, text) {
      write(file, text)
      git('add', '--all', '--force', file)
      git('commit', '--quiet', `--message=${file}`)
      return head()
    },
    worktrees: async (options = {}) =>
      openWorktrees({
        repository: await repository(),
        home,
        root: folder.path,
        branchPrefix: '',
        max: 10,
        setup: null,
        ports: { first: 41_000, each: 2 },
        ...options,
      }),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

/** A request for a worktree, for a task with the name of its lane. */
export function asking(
  lane: string,
  from: CommitId,
  more: Partial<WorktreeRequest> & { readonly attemptNumber?: number } = {},
): WorktreeRequest {
  const { attemptNumber = 1, ...rest } = more
  const run = rest.run ?? runId(1)
  const task = taskId(lane)
  const attempt = attemptId(run, task, attemptNumber)
  return { run, lane: laneName(lane), task, attempt, from, start: 'fresh', ...rest }
}

export const never = new AbortController().signal

export async function opened(opening: Promise<Opened>): Promise<Worktree> {
  const answer = await opening
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
  return answer.worktree
}

/** Seals the worktree as after an attempt that succeeded. */
export async function sealed(worktrees: Worktrees, worktree: Worktree): Promise<CommitId> {
  const { lane } = worktree
  const task = taskId(lane)
  const attempt = attemptId(runId(1), task, 1)
  const request = { run: runId(1), task, attempt, subject: `Work on ${lane}`, succeeded: true }
  const seal = await worktrees.seal(worktree, request)
  if (!seal.ok) throw new Error(seal.reason)
  return seal.delivery?.commit ?? worktree.base
}
