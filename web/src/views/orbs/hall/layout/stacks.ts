/** Stacks: what stands on one branch of the default branch, as a tidy tree with a column for each leaf. */
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'

export interface Stack {
  /** The id of its lowest orb. */
  readonly id: string
  readonly repository: string
  readonly orbs: readonly StackedOrb[]
  /** Its width, in columns. */
  readonly columns: number
  readonly leaves: number
  readonly depth: number
}

export interface StackedOrb {
  readonly id: string
  readonly parent: string | null
  /** The middle of it, in columns from the left end of the stack. */
  readonly column: number
  readonly depth: number
  /** Of many leaves side by side, every other one stands a little to the back and higher. */
  readonly shift: -1 | 0 | 1
}

/** Three or more leaves side by side stand closer, in zigzag. */
const CROWD = 3
const CROWDED_PITCH = 0.62

/** `before` keeps children in the order in which they stood, whatever order the data has now. */
export function stacksOf(
  orbs: readonly Orb[],
  before: ReadonlyMap<string, number> = new Map(),
): readonly Stack[] {
  const ids = new Set(orbs.map(({ id }) => id))
  const children = Map.groupBy(orbs, ({ parent }) =>
    parent !== null && ids.has(parent) ? parent : '',
  )
  for (const siblings of children.values())
    if (siblings.some(({ id }) => before.has(id))) keepOrder(siblings, before)
  return (children.get('') ?? []).map((root) => stackOver(root, children))
}

function keepOrder(siblings: Orb[], before: ReadonlyMap<string, number>): void {
  if (siblings[0]!.depth === 1) return
  siblings.sort((a, b) => (before.get(a.id) ?? Infinity) - (before.get(b.id) ?? Infinity) || 0)
}

function stackOver(root: Orb, children: ReadonlyMap<string, readonly Orb[]>): Stack {
  const placed: StackedOrb[] = []
  let right = 0
  let leaves = 0
  let depth = 0
  place(root, 1, 0)
  return { id: root.id, repository: root.repository, orbs: placed, columns: right, leaves, depth }

  /** Returns the column of the orb. */
  function place(orb: Orb, level: number, crowded: number): number {
    depth = Math.max(depth, level)
    const above = children.get(orb.id) ?? []
    const column = above.length === 0 ? leafColumn(crowded) : overChildren(above, level)
    const shift = crowded === 0 ? 0 : crowded % 2 === 0 ? 1 : -1
    placed.push({
      id: orb.id,
      parent: level === 1 ? null : orb.parent,
      column,
      depth: level,
      shift,
    })
    return column
  }

  function leafColumn(crowded: number): number {
    leaves++
    const width = crowded === 0 ? 1 : CROWDED_PITCH
    right += width
    return right - width / 2
  }

  function overChildren(above: readonly Orb[], level: number): number {
    const isLeaf = above.map(({ id }) => !children.has(id))
    const isCrowd = isLeaf.filter(Boolean).length >= CROWD
    const columns = above.map((child, i) =>
      place(child, level + 1, isCrowd && isLeaf[i] ? i + 1 : 0),
    )
    return (Math.min(...columns) + Math.max(...columns)) / 2
  }
}
