/** Counts the pull requests of a run that people can merge, or have merged. */
import type { Run } from '../run/run.ts'

export interface PullCounts {
  readonly open: number
  readonly merged: number
}

export function countPulls({ pulls }: Run): PullCounts {
  const opened = [...pulls.values()].filter((pull) => pull.opened !== null)
  const inState = (state: 'open' | 'merged'): number =>
    opened.filter(({ sight }) => (sight?.state ?? 'open') === state).length
  return { open: inState('open'), merged: inState('merged') }
}
