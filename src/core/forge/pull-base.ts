/** Decides whether a pull request can stay on its base. */
import type { LanePull, PullBase } from './lane-pull.ts'

/** A base branch that has only moved needs no new commits, unless the forge reports a conflict with it. */
export function staysOnBase(before: LanePull, now: Omit<PullBase, 'onto'>): boolean {
  const isSame = isSameBase(before.base, { ...now, onto: before.base.onto })
  return isSame && !conflictsWithBase(before)
}

export const isSameBase = (one: PullBase, other: PullBase): boolean =>
  one.branch === other.branch &&
  one.onto === other.onto &&
  JSON.stringify(one.below) === JSON.stringify(other.below)

const conflictsWithBase = ({ sight, base }: LanePull): boolean =>
  sight?.mergeable === 'conflict' && base.below.length === 0
