/** Limits how many lanes are open at once; a later lane waits until another has left. */
import { once } from 'node:events'
import type { LaneName } from '../../core/value/ids.ts'
import { CannotOpen } from './why-not-opened.ts'

export interface OpenLanes {
  readonly inside: ReadonlySet<LaneName>
  /** Throws CannotOpen when the signal aborts before there is room. */
  enter(lane: LaneName, signal: AbortSignal): Promise<void>
  leave(lane: LaneName): void
}

export function openLanes(max: number): OpenLanes {
  const inside = new Set<LaneName>()
  const left = new EventTarget()
  return {
    inside,
    async enter(lane, signal) {
      while (!inside.has(lane) && inside.size >= max && !signal.aborted)
        await once(left, 'left', { signal }).catch(() => {})
      if (signal.aborted) throw new CannotOpen('it was stopped before it had a worktree')
      inside.add(lane)
    },
    leave(lane) {
      if (inside.delete(lane)) left.dispatchEvent(new Event('left'))
    },
  }
}
