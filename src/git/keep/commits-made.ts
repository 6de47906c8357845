/** Finds every commit in the logs of a worktree: those that were made there, and those that its HEAD has been at. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { mustGit } from '../call/git-command.ts'
import type { WorktreeGit } from '../worktree/worktree-git.ts'

export interface CommitsMade {
  /** Commits that were made in the worktree, stashes included. */
  readonly made: readonly CommitId[]
  /** Commits that HEAD and the branch have been at, and those that an unfinished merge or the like refers to. */
  readonly visited: readonly CommitId[]
  /** Commits that were made here after `since`, and stashes from then that still exist. */
  readonly committed: readonly CommitId[]
  readonly stashed: readonly CommitId[]
}

/** since: milliseconds since 1970. */
export async function commitsMade(
  git: WorktreeGit,
  branch: string,
  since = 0,
): Promise<CommitsMade> {
  const { common } = git.repository
  const head = git.admin === null ? [] : readLog(join(git.admin, 'logs', 'HEAD'))
  const log = [...head, ...readLog(join(common, 'logs', 'refs', 'heads', branch))]
  const seen = log.flatMap(({ from, to }) => [from, to])
  const made = log.filter(({ what }) => !isVisit(what)).map(({ to }) => to)
  const branches = new Set([branch, ...followedNow(git), ...followedBefore(log)])
  const stashes = await stashesFrom(git, new Set(seen), branches)
  const isNew = ({ at }: Entry): boolean => at >= Math.floor(since / 1000)
  const newStashes = new Set(
    stashLog(git)
      .filter(isNew)
      .map(({ to }) => to),
  )
  return {
    made: [...new Set([...made, ...stashes])],
    committed: head.filter((entry) => !isVisit(entry.what) && isNew(entry)).map(({ to }) => to),
    stashed: stashes.filter((stash) => newStashes.has(stash)),
    visited: [...new Set([...seen, ...begunWith(git)])],
  }
}

interface Entry {
  readonly from: CommitId
  readonly to: CommitId
  /** Seconds since 1970. */
  readonly at: number
  readonly what: string
}

/** The log of a HEAD or a branch; empty when there is no log: another branch may need the name for a folder. */
export function readLog(file: string): readonly Entry[] {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, from, to, who, what] =
        /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) (.*?)(?:\t(.*))?$/.exec(line) ?? []
      if (from === undefined || to === undefined) return []
      const at = Number(/ (\d+) [-+]\d+$/.exec(who ?? '')?.[1] ?? 0)
      return [{ from: commitId(from), to: commitId(to), at, what: what ?? '' }]
    })
}

const isVisit = (what: string): boolean => /^(checkout|reset|branch|worktree|)(:|$)/.test(what)

const PLACES = [
  '{ORIG,MERGE,CHERRY_PICK,REVERT,REBASE}_HEAD',
  'MERGE_AUTOSTASH',
  'rebase-{merge,apply}/{autostash,orig-head,stopped-sha,amend}',
  'refs/{worktree,bisect,rewritten}/**',
]

/** The commits that an unfinished merge, rebase or the like refers to, its autostash included. */
function begunWith({ admin }: WorktreeGit): readonly CommitId[] {
  if (admin === null) return []
  const files = globSync(PLACES, { cwd: admin }).map((file) => join(admin, file))
  const texts = files
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'))
  return texts.flatMap((text) =>
    [...text.matchAll(/\b[0-9a-f]{40,64}\b/g)].map(([id]) => commitId(id)),
  )
}

/**
 * The stashes that were made in this worktree. The user shares the stash list, so it stays as it is; these
 * commits are kept besides.
 */
async function stashesFrom(
  git: WorktreeGit,
  seen: ReadonlySet<string>,
  branches: ReadonlySet<string>,
): Promise<readonly CommitId[]> {
  const likely = stashLog(git).filter(({ what }) => {
    const [, branch] = /^(?:WIP on|On) (.+?): /.exec(what) ?? []
    return branch === undefined || branch === '(no branch)' || branches.has(branch)
  })
  if (likely.length === 0) return []
  const input = likely.map(({ to }) => `${to}\n`).join('')
  const words = ['rev-list', '--ignore-missing', '--no-walk', '--parents', '--stdin']
  const rows = (await mustGit(words, { ...git, input })).split('\n').map((line) => line.split(' '))
  return rows.flatMap(([id, parent]) => (id && parent && seen.has(parent) ? [commitId(id)] : []))
}

const stashLog = ({ repository }: WorktreeGit): readonly Entry[] =>
  readLog(join(repository.common, 'logs', 'refs', 'stash'))

/** The branch that HEAD follows now: the log does not mention a branch before it has a commit. */
function followedNow({ admin }: WorktreeGit): readonly string[] {
  const file = admin === null ? '' : join(admin, 'HEAD')
  const head = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /^ref: refs\/heads\/(.+)$/m.exec(head)?.slice(1) ?? []
}

const followedBefore = (log: readonly Entry[]): readonly string[] =>
  log.flatMap(({ what }) => /^checkout: moving from (.+) to (.+)$/.exec(what)?.slice(1) ?? [])
