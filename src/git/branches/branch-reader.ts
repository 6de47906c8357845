/** Reads worktrees and branches with the commits that they add; git is only started when something has changed. */
import { existsSync } from 'node:fs'
import type { BranchView, Remote, SeenWorktree } from '../../core/workspace/branch-view.ts'
import type { ListedBranch } from '../../core/workspace/choose-branches.ts'
import { defaultBranchOf } from '../../core/workspace/default-branch.ts'
import { mustGit, runGit } from '../call/git-command.ts'
import { adminsIn, folderOf, registeredWorktrees } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'
import { mergedIn, readHistory } from './read-history.ts'
import { refList, type RefList } from './ref-list.ts'
import { activeAt, refStamp } from './ref-stamp.ts'

export interface BranchReader {
  /** Throws GitRefused. */
  read(): Promise<BranchView>
}

/** recentSeconds: commits of branches that have been quiet for longer are not read, unless they have a worktree. */
export function openBranchReader(
  repository: Repository,
  options: { readonly recentSeconds: number; readonly now: () => number },
): BranchReader {
  let last: { readonly stamp: string; readonly view: Promise<BranchView> } | null = null
  return {
    async read() {
      const stamp = refStamp(repository)
      if (last?.stamp !== stamp) {
        const since = options.now() - options.recentSeconds * 1000
        const view = readBranches(repository, since)
        last = { stamp, view }
        view.catch(() => (last = null))
      }
      const view = await last.view
      return { ...view, worktrees: activityOf(view.worktrees, repository) }
    },
  }
}

/** The files of a worktree may be touched, or its folder removed, without a change of any ref. */
function activityOf(
  worktrees: readonly SeenWorktree[],
  repository: Repository,
): readonly SeenWorktree[] {
  const admins = new Map(adminsIn(repository).map((admin) => [folderOf(admin), admin]))
  return worktrees
    .filter(({ path }) => existsSync(path))
    .map((each) => {
      const admin = each.isCheckout ? repository.common : admins.get(each.path)
      return { ...each, lastActiveAt: admin === undefined ? null : activeAt(admin) }
    })
}

async function readBranches(repository: Repository, since: number): Promise<BranchView> {
  const { root } = repository
  const remotes = await remotesOf(root)
  const names = remotes.map(({ name }) => name)
  const [refs, registered] = await Promise.all([
    refList(root, names),
    registeredWorktrees(repository),
  ])
  const worktrees = registered.map(({ path, branch }, place) => ({
    path,
    branch,
    isCheckout: place === 0,
    lastActiveAt: null,
  }))
  const current = worktrees[0]?.branch ?? null
  const defaultBranch = await findDefaultBranch(root, { refs, names, current })
  const inWorktrees = new Set(worktrees.map(({ branch }) => branch))
  const tips = tipsOf(refs, defaultBranch, (name, at) => inWorktrees.has(name) || at >= since)
  const bases = refsOf(refs, defaultBranch)
  const commits = await readHistory(root, [...new Set(tips.values())], bases)
  const open = new Set(commits.map(({ id }) => id))
  const closed = [...inWorktrees].flatMap((name) => {
    const tip = tips.get(name ?? '')
    return tip === undefined || open.has(tip) ? [] : [tip]
  })
  const mergedTips = bases[0] === undefined ? NONE : await mergedIn(root, bases[0], closed)
  return {
    defaultBranch,
    remotes,
    worktrees,
    branches: branchesOf(refs).filter(({ name }) => name !== defaultBranch),
    history: { commits, tips },
    merged: new Set([...tips].filter(([, tip]) => mergedTips.has(tip)).map(([name]) => name)),
  }
}

const NONE: ReadonlySet<string> = new Set()

/** The remotes that a repository is usually cloned from come first. */
const FIRST = ['upstream', 'origin']

async function remotesOf(root: string): Promise<readonly Remote[]> {
  const listing = await mustGit(['remote', '--verbose'], { in: root })
  const rows = listing.split('\n').map((row) => /^(\S+)\t(.+) \(fetch\)/.exec(row))
  const remotes = rows.flatMap((row) => (row === null ? [] : [{ name: row[1]!, address: row[2]! }]))
  const place = ({ name }: Remote): number => [...FIRST, name].indexOf(name)
  return remotes.toSorted((one, other) => place(one) - place(other))
}

interface Found {
  readonly refs: RefList
  readonly names: readonly string[]
  readonly current: string | null
}

async function findDefaultBranch(root: string, { refs, names, current }: Found): Promise<string> {
  const remoteHeads = [...names].flatMap((name) => refs.remoteHeads.get(name) ?? [])
  const configured =
    remoteHeads.length > 0 ? null : await runGit(['config', 'init.defaultBranch'], { in: root })
  return defaultBranchOf({
    remoteHeads,
    configured: configured?.trim() || null,
    current,
    branches: new Set([...refs.local, ...refs.remote].map(({ name }) => name)),
  })
}

/** The local branch counts, where there is one. */
function tipsOf(
  { local, remote }: RefList,
  defaultBranch: string,
  isWanted: (name: string, committedAt: number) => boolean,
): ReadonlyMap<string, string> {
  const wanted = [...remote.toReversed(), ...local].filter(
    ({ name, committedAt }) => name !== defaultBranch && isWanted(name, committedAt),
  )
  return new Map(wanted.map(({ name, tip }) => [name, tip]))
}

/** The default branch here and at the remotes: what any of them has is no open work. */
const refsOf = ({ local, remote }: RefList, branch: string): readonly string[] =>
  [...local, ...remote].filter(({ name }) => name === branch).map(({ ref }) => ref)

function branchesOf({ local, remote }: RefList): readonly ListedBranch[] {
  const here = new Set(local.map(({ name }) => name))
  const elsewhere = new Map(
    remote.toReversed().map(({ name, committedAt }) => [name, committedAt] as const),
  )
  return [
    ...local.map(({ name, committedAt }) => ({ name, isLocal: true, committedAt })),
    ...[...elsewhere]
      .filter(([name]) => !here.has(name))
      .map(([name, committedAt]) => ({ name, isLocal: false, committedAt })),
  ]
}
