/** From node to node by the arrow keys: up and down in a batch, left and right to what is nearest in the next. */
import type { Direction } from '../../../parts/keys/directions.ts'
import type { Node } from './plan-layout.ts'

/** The number of a node, or null: there is none in that direction. */
export function nextNode(nodes: readonly Node[], from: number, to: Direction): number | null {
  const here = nodes[from]
  if (here === undefined) return nodes.length > 0 ? 0 : null
  const isAhead = (node: Node): boolean => {
    if (to === 'left') return node.x < here.x
    if (to === 'right') return node.x > here.x
    return node.x === here.x && (to === 'up' ? node.y < here.y : node.y > here.y)
  }
  let best: number | null = null
  nodes.forEach((node, i) => {
    if (isAhead(node) && (best === null || distance(here, node) < distance(here, nodes[best]!)))
      best = i
  })
  return best
}

/** The next column counts before the nearest height. */
const distance = (a: Node, b: Node): number =>
  Math.abs(a.x - b.x) * 1e6 + Math.abs(a.y + a.height / 2 - b.y - b.height / 2)
