/** The other recent runs here that still have open pull requests or need decisions: a new run must not hide them. */
import { openPulls, withLaterOwners, type OpenPullsDocument } from '../../core/forge/open-pulls.ts'
import type { Run } from '../../core/run/run.ts'
import { waitingRuns, type WaitingRun } from '../../core/report/waiting-run.ts'
import type { RunId } from '../../core/value/ids.ts'
import type { Workspace } from '../place/workspace.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { openStoreToRead, recentRunsWith } from './read-runs.ts'

/** The oldest first. */
export const otherRuns = (workspace: Workspace, shown: RunId): readonly OpenPullsDocument[] =>
  othersWithOpenPulls(workspace, shown).flatMap((run) => openPulls(run) ?? [])

export const othersWithOpenPulls = (workspace: Workspace, shown: RunId): readonly Run[] =>
  withLaterOwners(recentRunsWith(workspace, 'pull-opened')).filter(
    (run) => run.id !== shown && openPulls(run) !== null,
  )

/** Those that need decisions; the oldest first. */
export function waitingHere(workspace: Workspace, shown: RunId): readonly WaitingRun[] {
  const store = openStoreToRead(workspace)
  try {
    const conducted = findCoordinator(workspace.home)?.run ?? null
    return waitingRuns(store, { shown, conducted, now: Date.now() })
  } finally {
    store.close()
  }
}

/** The text, followed by a line about each of the other runs. */
export const withOthers = (text: string, others: readonly { readonly says: string }[]): string =>
  others.length === 0 ? text : [text, '', ...others.map(({ says }) => says)].join('\n')
