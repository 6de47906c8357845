/** The orbs of the hall: one for every node of the trees except the default branches. */
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
  /** How many orbs depend on this one, directly or through others: they stand on it, or a dependency is declared. */
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

export function orbsOf(tracker: Tracker, now: number): readonly Orb[] {
  const stale = tracker.stale_minutes * 60_000
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
      waiting: above.length,
      after: [],
      state: stateOf(node, quiet !== null && quiet > stale * STALE_TIMES),
      ci: node.ci_status,
      isGhost: node.workspace_id === null,
      age: quiet === null ? 1 : Math.min(1, quiet / stale),
    }
    return [orb, ...above]
  }
}

/** The dependencies that a person or a plan has declared, and how many wait because of them. */
function withDeclared(orbs: readonly Orb[]): readonly Orb[] {
  const merged = new Set(orbs.filter(({ state }) => state === 'merged').map(({ id }) => id))
  const afters = new Map(
    orbs.map(({ id, parent, node }) => [
      id,
      node.depends_on.filter((other) => other !== parent && !merged.has(other)),
    ]),
  )
  const links = orbs.flatMap(({ id, parent }) =>
    [...(parent === null ? [] : [parent]), ...afters.get(id)!].map((on) => ({ on, id })),
  )
  const behind = grouped(links, 'on', 'id')
  const declared = [...afters.values()].flat()
  const changed = reachable(declared, grouped(links, 'id', 'on'))
  return orbs.map((orb) => ({
    ...orb,
    after: afters.get(orb.id)!,
    waiting: changed.has(orb.id)
      ? reachable(behind.get(orb.id) ?? [], behind).difference(new Set([orb.id])).size
      : orb.waiting,
  }))
}

type Link = Readonly<Record<'on' | 'id', string>>

function grouped(
  links: readonly Link[],
  by: keyof Link,
  what: keyof Link,
): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(links, (link) => link[by])
  return new Map([...groups].map(([key, some]) => [key, some.map((link) => link[what])]))
}

function reachable(
  from: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const found = new Set(from)
  // A set that grows while it is walked through also gives what was added.
  for (const id of found) for (const other of next.get(id) ?? []) found.add(other)
  return found
}

export const orbId = (repository: string, branch: string): string => `${repository}:${branch}`

/** A failing check stays visible however old it is; a passing one sinks when nobody works there any more. */
function stateOf({ status, ci_status }: TreeNode, isStale: boolean): OrbState {
  if (status !== 'idle') return status
  if (ci_status === 'fail') return 'failing'
  if (isStale) return 'stale'
  if (ci_status === 'pending') return 'pending'
  return ci_status === 'pass' ? 'passing' : 'idle'
}

/** Someone has to do something about it. */
export const needsSomeone = ({ state }: Orb): boolean => state === 'stuck' || state === 'failing'

/** Its checks pass, nothing that it depends on is open, and nobody has recorded a blocker. */
export const canMergeNow = ({ state, parent, node, after }: Orb): boolean =>
  state === 'passing' &&
  parent === null &&
  node.pr_number !== null &&
  node.blockers.length === 0 &&
  after.length === 0

/** A person has recorded what holds it up from outside. */
export const isBlocked = ({ state, node }: Orb): boolean =>
  state !== 'merged' && node.blockers.length > 0
