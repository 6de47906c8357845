/** One workspace per branch, from everything that the sources tell of it. */
import { oneLineOf } from '../text/plain-text.ts'
import { foundWorkspace, type FoundWorkspace } from './found.ts'

/** In the order of the sources; what an earlier source tells counts more. */
export function mergeByBranch(
  found: readonly FoundWorkspace[],
): ReadonlyMap<string, FoundWorkspace> {
  const merged = new Map<string, FoundWorkspace>()
  for (const each of found) {
    const before = merged.get(each.branch)
    merged.set(each.branch, before === undefined ? cleaned(each) : together(before, each))
  }
  return merged
}

/** Names and sentences come from other programs and from people. */
const cleaned = (found: FoundWorkspace): FoundWorkspace => ({
  ...found,
  name: found.name === null ? null : oneLineOf(found.name),
})

function together(one: FoundWorkspace, other: FoundWorkspace): FoundWorkspace {
  return foundWorkspace({
    branch: one.branch,
    name: one.name ?? cleaned(other).name,
    path: one.path ?? other.path,
    parent: one.parent ?? other.parent,
    firstSeenAt: earliest(one.firstSeenAt, other.firstSeenAt),
    lastActiveAt: latest(one.lastActiveAt, other.lastActiveAt),
    standing: one.standing ?? other.standing,
    session: one.session ?? other.session,
    task: one.task ?? other.task,
    dependsOn: [...new Set([...one.dependsOn, ...other.dependsOn])],
  })
}

const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

export const latest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)
