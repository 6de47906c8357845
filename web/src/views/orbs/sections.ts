/** The sections of the hall: one for each repository. */
import { needsSomeone, type Orb } from '../../../../src/core/workspace/orbs.ts'
import type { Tracker } from '../../../../src/core/workspace/tracker.ts'

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
