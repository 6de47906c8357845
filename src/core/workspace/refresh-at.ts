/** After how long pull requests and their checks are asked for again. */
import type { PullRequest } from './found.ts'

/** In seconds. */
export interface RefreshTimes {
  readonly usual: number
  /** While a check is running. */
  readonly pending: number
  /** While a pull request has no check. */
  readonly unknown: number
}

export function refreshAt(
  pulls: readonly Pick<PullRequest, 'ci'>[],
  { usual, pending, unknown }: RefreshTimes,
): number {
  const times = pulls.map(({ ci }) => (ci === 'pending' ? pending : ci === '' ? unknown : usual))
  return Math.min(usual, ...times)
}
