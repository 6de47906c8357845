/** Which workspaces no ordering can place: those with a blocker from outside, and everything that waits for them. */
import type { GraphItem, LeftOut, WorkspaceGraph } from './graph-item.ts'

export function heldUp(
  items: readonly GraphItem[],
  { before, order }: Pick<WorkspaceGraph, 'before' | 'order'>,
): ReadonlyMap<number, LeftOut> {
  const leftOut = new Map<number, LeftOut>()
  for (const i of order) {
    const { blockers } = items[i]!
    if (blockers.length > 0) {
      leftOut.set(i, { because: null, reason: `blocked by: ${blockers.join('; ')}` })
      continue
    }
    const held = before[i]!.find((one) => leftOut.has(one))
    if (held === undefined) continue
    const cause = leftOut.get(held)!.because ?? held
    const reason = `waits for ${items[cause]!.branch}, which is ${leftOut.get(cause)!.reason}`
    leftOut.set(i, { because: cause, reason })
  }
  return leftOut
}
