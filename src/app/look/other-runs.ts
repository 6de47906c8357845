/** The other recent runs here that still have open pull requests: a new run must not hide them. */
import { openPulls, type OpenPullsDocument } from '../../core/forge/open-pulls.ts'
import { foldRun } from '../../core/run/apply-event.ts'
import type { Run } from '../../core/run/run.ts'
import type { RunId } from '../../core/value/ids.ts'
import type { Workspace } from '../place/workspace.ts'
import { MOST_LOOKED_AT, openStoreToRead } from './read-runs.ts'

/** The oldest first. */
export const otherRuns = (workspace: Workspace, shown: RunId): readonly OpenPullsDocument[] =>
  othersWithOpenPulls(workspace, shown).flatMap((run) => openPulls(run) ?? [])

export function othersWithOpenPulls(workspace: Workspace, shown: RunId): readonly Run[] {
  const store = openStoreToRead(workspace)
  try {
    const recent = store.runs().slice(-MOST_LOOKED_AT)
    // Reading all events of a run takes long, and most runs open no pull request.
    const opened = recent.length > 1 ? new Set(store.runsWith('pull-opened')) : new Set()
    return recent
      .filter((id) => id !== shown && opened.has(id))
      .flatMap((id) => foldRun(store.eventsOf(id)) ?? [])
      .filter((run) => openPulls(run) !== null)
  } finally {
    store.close()
  }
}

/** The text, and then a line about each of those runs. */
export const withOthers = (text: string, others: readonly OpenPullsDocument[]): string =>
  others.length === 0 ? text : [text, '', ...others.map(({ says }) => says)].join('\n')
