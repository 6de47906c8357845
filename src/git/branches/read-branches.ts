/** Reads worktrees, branches and the commits that they add to the default branch, with two or three starts of git. */
import type { BranchView, SeenWorktree } from '../../core/workspace/branch-view.ts'
import type { ListedBranch } from '../../core/workspace/choose-branches.ts'
import { defaultBranchOf } from '../../core/workspace/default-branch.ts'
import { mustGits } from '../call/git-command.ts'
import { worktreesIn } from '../call/registered-worktrees.ts'
import { remotesIn } from '../call/remotes.ts'
import type { MergedContent } from './merged-content.ts'
import { mergedIn, readHistory } from './read-history.ts'
import { REF_FORMAT, refsIn, type RefList } from './ref-list.ts'

/** since: branches without a worktree whose newest commit is older have no commits in the history. */
export async function readBranches(
  root: string,
  since: number,
  content: MergedContent,
): Promise<BranchView> {
  const texts = await readTexts(root)
  const remotes = remotesIn(texts.remotes)
  const names = remotes.map(({ name }) => name)
  const refs = refsIn(texts.refs, names)
  const worktrees = seenIn(texts.worktrees)
  const defaultBranch = defaultBranchOf({
    remoteHeads: names.flatMap((name) => refs.remoteHeads.get(name) ?? []),
    configured: texts.configured.trim() || null,
    current: worktrees[0]?.branch ?? null,
    branches: new Set([...refs.local, ...refs.remote].map(({ name }) => name)),
  })
  const inWorktrees = new Set(worktrees.map(({ branch }) => branch))
  const isWanted = (name: string, at: number): boolean => inWorktrees.has(name) || at >= since
  const tips = tipsOf(refs, defaultBranch, isWanted)
  // What the default branch has here or at a remote is no open work.
  const bases = [...refs.local, ...refs.remote].filter(({ name }) => name === defaultBranch)
  const baseTips = new Set(bases.map(({ tip }) => tip))
  const others = [...new Set(tips.values())].filter((tip) => !baseTips.has(tip))
  const commits = await readHistory(root, others, [...baseTips])
  const open = new Set(commits.map(({ id }) => id))
  const ended = others.filter((tip) => !open.has(tip))
  const byMerge = bases[0] === undefined ? [] : await mergedIn(root, bases[0].ref, ended)
  const unmerged = others.filter((tip) => open.has(tip))
  const merged = new Set([...byMerge, ...(await content.among(unmerged, baseTips, commits))])
  return {
    defaultBranch,
    remotes,
    worktrees,
    branches: branchesOf(refs).filter(({ name }) => name !== defaultBranch),
    history: { commits, tips },
    merged: new Set([...tips].filter(([, tip]) => merged.has(tip)).map(([name]) => name)),
  }
}

interface Texts {
  readonly remotes: string
  readonly refs: string
  readonly worktrees: string
  /** The setting init.defaultBranch. */
  readonly configured: string
}

async function readTexts(root: string): Promise<Texts> {
  const printed = await mustGits(
    `git remote --verbose && printf '\\036' &&
     git for-each-ref --format="$1" refs/heads refs/remotes && printf '\\036' &&
     git worktree list --porcelain -z && printf '\\036' &&
     { git config init.defaultBranch || true; }`,
    [REF_FORMAT],
    { in: root },
  )
  const [remotes = '', refs = '', worktrees = '', configured = ''] = printed.split('\x1e')
  return { remotes, refs, worktrees, configured }
}

/** Git lists the checkout first. */
const seenIn = (listing: string): readonly SeenWorktree[] =>
  worktreesIn(listing).map(({ path, branch }, place) => ({
    path,
    branch,
    isCheckout: place === 0,
    lastActiveAt: null,
  }))

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
