/** The orbs of the hall: one for every node of the trees except the default branches. */
import { workspaceGraph } from '../ordering/workspace-graph.ts'
import { orbId } from './orb-id.ts'
import type { CiStatus, Tracker, TreeNode } from './tracker.ts'

export type OrbState =
  | 'merged'
  | 'stuck'
  | 'working'
  | 'failing'
  | 'stale'
  | 'pending'
  | 'passing'
  | 'idle'

export interface Orb {
  /** `repository:branch`, which stays the same when other orbs come and go. */
  readonly id: string
  readonly repository: string
  readonly node: TreeNode
  /** The orb below it; null: it stands on the default branch. */
  readonly parent: string | null
  /** 1: directly on the default branch. */
  readonly depth: number
  /** How many orbs wait for this one, directly or through others: they stand on it, or a dependency is declared. Merged ones do not wait, and nobody waits for them. */
  readonly waiting: number
  /** Declared dependencies that are not merged yet, as `repository:branch`; not the branch below it. */
  readonly after: readonly string[]
  readonly state: OrbState
  readonly ci: CiStatus
  /** A pull request whose branch has no workspace. */
  readonly isGhost: boolean
  /** 0: active just now; 1: not active for `stale_minutes` or longer, or unknown. */
  readonly age: number
}

/** A workspace that has been quiet for this many times `stale_minutes` is called stale, unless it needs someone. */
const STALE_TIMES = 24

/** How many wait for an orb is told by the graph that orderings are made from, so that all surfaces say the same. */
export function orbsOf(tracker: Tracker, now: number): readonly Orb[] {
  const stale = tracker.stale_minutes * 60_000
  const { items, waiting } = workspaceGraph(tracker.trees)
  const waitingFor = new Map(items.map(({ place }, i) => [place, waiting[i]!]))
  const orbs = Object.entries(tracker.trees).flatMap(([repository, root]) =>
    root.children.flatMap((child) => orbsAbove(child, { repository, parent: null, depth: 1 })),
  )
  return orbs.some(({ node }) => node.depends_on.length > 0) ? withDeclared(orbs) : orbs

  function orbsAbove(node: TreeNode, place: Pick<Orb, 'repository' | 'parent' | 'depth'>): Orb[] {
    const id = orbId(place.repository, node.branch)
    const above = node.children.flatMap((child) =>
      orbsAbove(child, { repository: place.repository, parent: id, depth: place.depth + 1 }),
    )
    const quiet = node.last_active_at === null ? null : Math.max(0, now - node.last_active_at)
    const orb: Orb = {
      id,
      ...place,
      node,
      waiting: waitingFor.get(id) ?? 0,
      after: [],
      state: stateOf(node, quiet !== null && quiet > stale * STALE_TIMES),
      ci: node.ci_status,
      isGhost: node.workspace_id === null,
      age: quiet === null ? 1 : Math.min(1, quiet / stale),
    }
    return [orb, ...above]
  }
}

/** The dependencies that a person or a plan has declared, and that are not merged. */
function withDeclared(orbs: readonly Orb[]): readonly Orb[] {
  const merged = new Set(orbs.filter(({ state }) => state === 'merged').map(({ id }) => id))
  return orbs.map((orb) => ({
    ...orb,
    after: orb.node.depends_on.filter((other) => other !== orb.parent && !merged.has(other)),
  }))
}

/** A failing check stays visible however old it is. A passing check counts less when no work happens there any more. */
function stateOf({ status, ci_status }: TreeNode, isStale: boolean): OrbState {
  if (status !== 'idle') return status
  if (ci_status === 'fail') return 'failing'
  if (isStale) return 'stale'
  if (ci_status === 'pending') return 'pending'
  return ci_status === 'pass' ? 'passing' : 'idle'
}

/** Someone has to do something about it. */
export const needsSomeone = ({ state }: Orb): boolean => state === 'stuck' || state === 'failing'

/** The checks of the workspace pass, nothing that it depends on is open, and it has no blocker. */
export const canMergeNow = ({ state, parent, node, after }: Orb): boolean =>
  state === 'passing' &&
  parent === null &&
  node.pr_number !== null &&
  node.blockers.length === 0 &&
  after.length === 0

/** A person has recorded what holds it up from outside. */
export const isBlocked = ({ state, node }: Orb): boolean =>
  state !== 'merged' && node.blockers.length > 0
