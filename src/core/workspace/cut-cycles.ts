/** Makes sure that every branch leads down to the default branch, whatever other programs tell. */
import type { TrackerNotice } from './tracker.ts'

export interface Parents {
  /** null: the default branch. */
  readonly parents: ReadonlyMap<string, string | null>
  readonly notices: readonly TrackerNotice[]
}

/** A chain that is longer than this is cut: nobody could read it, and no page could draw it. */
const MOST_ABOVE = 200

export function cutCycles(repository: string, told: ReadonlyMap<string, string | null>): Parents {
  const parents = new Map(told)
  const depths = new Map<string | null, number>([[null, 0]])
  const notices: TrackerNotice[] = []
  for (const branch of told.keys()) {
    const cycle = cycleBelow(branch)
    if (cycle !== null) {
      parents.set(cycle.toSorted()[0]!, null)
      notices.push(cycleNotice(repository, cycle))
    }
    for (const each of pathBelow(branch).toReversed()) {
      const parent = parents.get(each) ?? null
      const depth = depths.get(parent)! + 1
      depths.set(each, depth > MOST_ABOVE ? 1 : depth)
      if (depth <= MOST_ABOVE) continue
      parents.set(each, null)
      notices.push(tooHigh(repository, each))
    }
  }
  return { parents, notices }

  /** The branches of a cycle that this branch leads to; null: it leads to the default branch. */
  function cycleBelow(branch: string): readonly string[] | null {
    const path = new Set<string>()
    for (let at: string | null = branch; !depths.has(at); at = parents.get(at!) ?? null) {
      if (path.has(at!)) return [...path].slice([...path].indexOf(at!))
      path.add(at!)
    }
    return null
  }

  /** From this branch down to the first whose depth is known. */
  function pathBelow(branch: string): readonly string[] {
    const path: string[] = []
    for (let at: string | null = branch; !depths.has(at); at = parents.get(at!) ?? null)
      path.push(at!)
    return path
  }
}

const cycleNotice = (repository: string, cycle: readonly string[]): TrackerNotice => ({
  repository,
  message: `these branches are said to stand on each other: ${[...cycle, cycle[0]].join(' -> ')}`,
  hint: 'one of them is shown on the default branch; correct the base of a pull request',
})

const tooHigh = (repository: string, branch: string): TrackerNotice => ({
  repository,
  message: `more than ${MOST_ABOVE} branches stand on each other; ${branch} is shown on the default branch`,
  hint: null,
})
