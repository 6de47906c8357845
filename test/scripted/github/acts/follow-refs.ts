/** What happens to pull requests when branches move: the rules of GitHub, on the real refs. */
import { branchesOf, isAncestor, keepHead, type Branches } from '../git/bare-repository.ts'
import { pullsOf, type Account, type Pull, type Repository } from '../state/model.ts'
import type { World } from '../state/world.ts'

export interface MovedBranch {
  readonly branch: string
  readonly old: string | null
  readonly new: string | null
}

export interface Followed {
  readonly moved: readonly MovedBranch[]
  /** The pull requests that were closed by it. */
  readonly closed: readonly Pull[]
}

/** Reads the refs again and lets every open pull request follow. */
export async function followRefs(
  world: World,
  repository: Repository,
  by: Account,
): Promise<Followed> {
  const before = repository.branches
  repository.branches = await branchesOf(repository.folder)
  const moved = movedBranches(repository, before)
  if (moved.length === 0) return { moved, closed: [] }
  repository.pushedAt = world.now()
  const open = pullsOf(repository).filter(({ state }) => state === 'open')
  for (const pull of open) await followPull(world, pull, by)
  return { moved, closed: open.filter(({ state, merged }) => state === 'closed' && !merged) }
}

function movedBranches({ branches }: Repository, before: Branches): readonly MovedBranch[] {
  const names = [...new Set([...before.keys(), ...branches.keys()])]
  return names
    .map((branch) => ({
      branch,
      old: before.get(branch) ?? null,
      new: branches.get(branch) ?? null,
    }))
    .filter((move) => move.old !== move.new)
}

/** A pull request is closed when one of its branches is removed, or when its head has nothing more to offer. */
async function followPull(world: World, pull: Pull, by: Account): Promise<void> {
  const { branches, folder } = pull.repository
  const [head, base] = [branches.get(pull.headBranch), branches.get(pull.baseBranch)]
  if (head === undefined || base === undefined) {
    closeConversation(world, pull, by)
    return
  }
  const isHeadMoved = head !== pull.headSha
  if (!isHeadMoved && base === pull.baseSha) return
  pull.headSha = head
  if (isHeadMoved) await headMoved(world, pull)
  if (await isAncestor(folder, head, base)) {
    if (!isHeadMoved) pull.merged = { by, at: world.now(), sha: head }
    closeConversation(world, pull, by)
  } else pull.baseSha = base
}

async function headMoved(world: World, pull: Pull): Promise<void> {
  pull.updatedAt = world.now()
  await keepHead(pull.repository.folder, pull.number, pull.headSha)
}

export function closeConversation(
  world: World,
  one: Pick<Pull, 'state' | 'closedAt' | 'closedBy' | 'updatedAt'>,
  by: Account,
): void {
  one.state = 'closed'
  one.closedAt = world.now()
  one.closedBy = by
  one.updatedAt = world.now()
}
