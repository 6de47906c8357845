/** Arrows walk the trees of the hall: up to what stands on an orb, down to what it stands on, sideways to its neighbours. */
import type { Orb } from '../../../../src/core/workspace/orbs.ts'

export type Way = 'up' | 'down' | 'left' | 'right'

/** The orb that a step leads to; null: there is none in that direction. From nothing, the first one. */
export function stepFrom(orbs: readonly Orb[], from: string | null, way: Way): Orb | null {
  const at = orbs.find(({ id }) => id === from)
  if (at === undefined) return orbs[0] ?? null
  switch (way) {
    case 'up':
      return orbs.find(({ parent }) => parent === at.id) ?? null
    case 'down':
      return orbs.find(({ id }) => id === at.parent) ?? null
    case 'left':
      return beside(orbs, at, -1)
    case 'right':
      return beside(orbs, at, 1)
  }
}

/** The next orb of the same height in the same tree; at the edge of a tree, the walk goes on in the next repository. */
function beside(orbs: readonly Orb[], at: Orb, by: 1 | -1): Orb | null {
  const level = orbs.filter(({ depth }) => depth === at.depth)
  return level[level.indexOf(at) + by] ?? null
}
