/** The check runs and statuses of a commit, and what GitHub makes of them together. */
import type { CheckRun, CommitStatus, Repository } from '../state/model.ts'

export type Rollup = 'ERROR' | 'FAILURE' | 'PENDING' | 'SUCCESS'

/** The latest of each name. */
export function checkRunsOf(repository: Repository, sha: string): readonly CheckRun[] {
  const latest = new Map<string, CheckRun>()
  for (const run of repository.checkRuns) if (run.sha === sha) latest.set(run.name, run)
  return [...latest.values()]
}

/** The latest of each context. */
export function statusesOf(repository: Repository, sha: string): readonly CommitStatus[] {
  const latest = new Map<string, CommitStatus>()
  for (const status of repository.statuses)
    if (status.sha === sha) latest.set(status.context, status)
  return [...latest.values()]
}

/** Null where nothing was reported. */
export function rollupOf(repository: Repository, sha: string): Rollup | null {
  const states = [
    ...checkRunsOf(repository, sha).map(stateOfRun),
    ...statusesOf(repository, sha).map(({ state }) => state.toUpperCase() as Rollup),
  ]
  const order: readonly Rollup[] = ['FAILURE', 'ERROR', 'PENDING', 'SUCCESS']
  return order.find((state) => states.includes(state)) ?? null
}

const FINE: readonly (string | null)[] = ['success', 'neutral', 'skipped']

const stateOfRun = ({ status, conclusion }: CheckRun): Rollup => {
  if (status !== 'completed') return 'PENDING'
  return FINE.includes(conclusion) ? 'SUCCESS' : 'FAILURE'
}

/** The names of required checks that have not passed on this commit. */
export const missingChecks = (repository: Repository, sha: string): readonly string[] => {
  const passed = [
    ...checkRunsOf(repository, sha)
      .filter((run) => stateOfRun(run) === 'SUCCESS')
      .map(({ name }) => name),
    ...statusesOf(repository, sha)
      .filter(({ state }) => state === 'success')
      .map(({ context }) => context),
  ]
  return repository.requiredChecks.filter((name) => !passed.includes(name))
}
