/** The figures above the hall: what can merge, what needs someone, and which workspace holds up the most others. */
import { canMergeNow, needsSomeone, type Orb } from '../../../../src/core/workspace/orbs.ts'
import type { Tracker } from '../../../../src/core/workspace/tracker.ts'

export interface Summary {
  readonly canMerge: number
  readonly stuck: number
  readonly failing: number
  readonly working: number
  /** The orb that the most others wait for; null: none waits for another. */
  readonly holdsUp: Orb | null
}

export function summaryOf(orbs: readonly Orb[]): Summary {
  const count = (is: (orb: Orb) => boolean): number => orbs.filter(is).length
  return {
    canMerge: count(canMergeNow),
    stuck: count(({ state }) => state === 'stuck'),
    failing: count(({ state }) => state === 'failing'),
    working: count(({ state }) => state === 'working'),
    holdsUp: orbs.reduce<Orb | null>(heavier, null),
  }
}

/** A merged workspace holds up nobody. Of equals, the first counts. */
const heavier = (most: Orb | null, orb: Orb): Orb | null =>
  orb.state !== 'merged' && orb.waiting > (most?.waiting ?? 0) ? orb : most

/** A section of the hall: one repository. */
export interface Section {
  readonly repository: string
  readonly defaultBranch: string
  readonly count: number
  readonly needYou: number
}

export function sectionsOf(tracker: Tracker, orbs: readonly Orb[]): readonly Section[] {
  const byRepository = Map.groupBy(orbs, ({ repository }) => repository)
  return Object.entries(tracker.trees).map(([repository, root]) => {
    const own = byRepository.get(repository) ?? []
    return {
      repository,
      defaultBranch: root.branch,
      count: own.length,
      needYou: own.filter(needsSomeone).length,
    }
  })
}
