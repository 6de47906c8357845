/** Keeps what git tells of worktrees and branches; git is only started when something has changed. */
import { existsSync } from 'node:fs'
import type { BranchView, SeenWorktree } from '../../core/workspace/branch-view.ts'
import { adminsIn, folderOf } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'
import { openMergedContent } from './merged-content.ts'
import { readBranches } from './read-branches.ts'
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
  const content = openMergedContent(repository.root)
  let last: { readonly stamp: string; readonly known: Promise<Known> } | null = null
  return {
    async read() {
      const stamp = refStamp(repository)
      if (last?.stamp !== stamp) {
        const since = options.now() - options.recentSeconds * 1000
        const reading = readBranches(repository.root, since, content).then((view) => ({
          view,
          admins: adminsOf(view, repository),
        }))
        last = { stamp, known: reading }
        reading.catch(() => (last = null))
      }
      const { view, admins } = await last.known
      return { ...view, worktrees: activityOf(view.worktrees, admins) }
    },
  }
}

interface Known {
  readonly view: BranchView
  /** Where git keeps what it knows about each worktree, by the folder of the worktree. */
  readonly admins: ReadonlyMap<string | null, string>
}

function adminsOf({ worktrees }: BranchView, repository: Repository): Known['admins'] {
  const checkout = worktrees.find(({ isCheckout }) => isCheckout)?.path ?? null
  const linked = adminsIn(repository).map((admin) => [folderOf(admin), admin] as const)
  return new Map([...linked, [checkout, repository.common] as const])
}

/** The files of a worktree may be touched, or its folder removed, without a change of any ref. */
const activityOf = (
  worktrees: readonly SeenWorktree[],
  admins: Known['admins'],
): readonly SeenWorktree[] =>
  worktrees
    .filter(({ path }) => existsSync(path))
    .map((each) => {
      const admin = admins.get(each.path)
      return { ...each, lastActiveAt: admin === undefined ? null : activeAt(admin) }
    })
