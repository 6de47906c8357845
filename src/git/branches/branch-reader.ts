/** Reads worktrees and branches with the commits that they add; git is only started when something has changed. */
import { existsSync } from 'node:fs'
import type { BranchView, Remote, SeenWorktree } from '../../core/workspace/branch-view.ts'
import type { ListedBranch } from '../../core/workspace/choose-branches.ts'
import { defaultBranchOf } from '../../core/workspace/default-branch.ts'
import { mustGits } from '../call/git-command.ts'
import { adminsIn, folderOf, worktreesIn } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'
import { mergedIn, readHistory } from './read-history.ts'
import { REF_FORMAT, refsIn, type RefList } from './ref-list.ts'
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
  let last: { readonly stamp: string; readonly read: Promise<ReadBranches> } | null = null
  return {
    async read() {
      const stamp = refStamp(repository)
      if (last?.stamp !== stamp) {
        const since = options.now() - options.recentSeconds * 1000
        const read = readBranches(repository, since)
        last = { stamp, read }
        read.catch(() => (last = null))
      }
      const { view, admins } = await last.read
      return { ...view, worktrees: activityOf(view.worktrees, admins) }
    },
  }
}

interface ReadBranches {
  readonly view: BranchView
  /** Where git keeps what it knows about each worktree, by the folder of the worktree. */
  readonly admins: ReadonlyMap<string | null, string>
}

/** The files of a worktree may be touched, or its folder removed, without a change of any ref. */
const activityOf = (
  worktrees: readonly SeenWorktree[],
  admins: ReadBranches['admins'],
): readonly SeenWorktree[] =>
  worktrees
    .filter(({ path }) => existsSync(path))
    .map((each) => {
      const admin = admins.get(each.path)
      return { ...each, lastActiveAt: admin === undefined ? null : activeAt(admin) }
    })

async function readBranches(repository: Repository, since: number): Promise<ReadBranches> {
  const { root } = repository
  const [remoteText, refText, worktreeText, configured] = await readTexts(root)
  const remotes = remotesIn(remoteText)
  const names = remotes.map(({ name }) => name)
  const refs = refsIn(refText, names)
  const worktrees = worktreesIn(worktreeText).map(({ path, branch }, place) => ({
    path,
    branch,
    isCheckout: place === 0,
    lastActiveAt: null,
  }))
  const defaultBranch = defaultBranchOf({
    remoteHeads: names.flatMap((name) => refs.remoteHeads.get(name) ?? []),
    configured: configured.trim() || null,
    current: worktrees[0]?.branch ?? null,
    branches: new Set([...refs.local, ...refs.remote].map(({ name }) => name)),
  })
  const inWorktrees = new Set(worktrees.map(({ branch }) => branch))
  const tips = tipsOf(refs, defaultBranch, (name, at) => inWorktrees.has(name) || at >= since)
  const bases = [...refs.local, ...refs.remote].filter(({ name }) => name === defaultBranch)
  const baseTips = new Set(bases.map(({ tip }) => tip))
  const openTips = [...new Set(tips.values())].filter((tip) => !baseTips.has(tip))
  const commits = await readHistory(root, openTips, [...baseTips])
  const open = new Set(commits.map(({ id }) => id))
  const closed = [...inWorktrees].flatMap((name) => {
    const tip = tips.get(name ?? '')
    return tip === undefined || open.has(tip) || baseTips.has(tip) ? [] : [tip]
  })
  const mergedTips = bases[0] === undefined ? NONE : await mergedIn(root, bases[0].ref, closed)
  const linked = adminsIn(repository).map((admin) => [folderOf(admin), admin] as const)
  const checkout =
    worktrees[0] === undefined ? [] : [[worktrees[0].path, repository.common] as const]
  return {
    admins: new Map([...linked, ...checkout]),
    view: {
      defaultBranch,
      remotes,
      worktrees,
      branches: branchesOf(refs).filter(({ name }) => name !== defaultBranch),
      history: { commits, tips },
      merged: new Set([...tips].filter(([, tip]) => mergedTips.has(tip)).map(([name]) => name)),
    },
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Remotes, refs, worktrees and the setting init.defaultBranch, for one start of a process. */
async function readTexts(root: string): Promise<readonly [string, string, string, string]> {
  const printed = await mustGits(
    `git remote --verbose && printf '\\036' &&
     git for-each-ref --format="$1" refs/heads refs/remotes && printf '\\036' &&
     git worktree list --porcelain -z && printf '\\036' &&
     { git config init.defaultBranch || true; }`,
    [REF_FORMAT],
    { in: root },
  )
  const [remotes = '', refs = '', worktrees = '', configured = ''] = printed.split('\x1e')
  return [remotes, refs, worktrees, configured]
}

/** The remotes that a repository is usually cloned from come first. */
const FIRST = ['upstream', 'origin']

function remotesIn(listing: string): readonly Remote[] {
  const rows = listing.split('\n').map((row) => /^(\S+)\t(.+) \(fetch\)/.exec(row))
  const remotes = rows.flatMap((row) => (row === null ? [] : [{ name: row[1]!, address: row[2]! }]))
  const place = ({ name }: Remote): number => [...FIRST, name].indexOf(name)
  return remotes.toSorted((one, other) => place(one) - place(other))
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
