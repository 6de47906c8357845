/** What a workspace waits for, and what waits for it. */
import type { Orb } from '../../../../src/core/workspace/orbs.ts'

export interface Waits {
  /** What must be merged first: the orb below it, and what a user has declared in other repositories. */
  readonly waitsFor: readonly Orb[]
  /** `repository:branch` of declared dependencies that are not in the hall. */
  readonly elsewhere: readonly string[]
  /** What stands directly on it, or has declared that it depends on it. */
  readonly waitForIt: readonly Orb[]
}

export function waitsOf(orbs: readonly Orb[], orb: Orb): Waits {
  const byId = new Map(orbs.map((each) => [each.id, each]))
  const names = [...(orb.parent === null ? [] : [orb.parent]), ...orb.node.depends_on]
  const named = names.flatMap((name) => byId.get(name) ?? [])
  return {
    waitsFor: named.filter(({ state }) => state !== 'merged'),
    elsewhere: orb.node.depends_on.filter((name) => !byId.has(name)),
    waitForIt: orbs.filter(
      ({ parent, node }) => parent === orb.id || node.depends_on.includes(orb.id),
    ),
  }
}
