/** Counts the pull requests of a run that people can merge, or have merged. */
import type { Run } from '../run/run.ts'
import { isMerged, isOpen } from './lane-pull.ts'

export interface PullCounts {
  readonly open: number
  readonly merged: number
}

export function countPulls({ pulls }: Run): PullCounts {
  const all = [...pulls.values()]
  return {
    open: all.filter(isOpen).length,
    merged: all.filter((pull) => pull.opened !== null && isMerged(pull)).length,
  }
}
