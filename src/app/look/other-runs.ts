/** The other recent runs here that still have open pull requests: a new run must not hide them. */
import { openPulls, type OpenPullsDocument } from '../../core/forge/open-pulls.ts'
import type { Event } from '../../core/run/event.ts'
import { foldRun } from '../../core/run/apply-event.ts'
import type { Run } from '../../core/run/run.ts'
import type { RunId } from '../../core/value/ids.ts'
import type { Workspace } from '../place/workspace.ts'
import { MOST_LOOKED_AT, openStoreToRead } from './read-runs.ts'

/** The oldest first. */
export const otherRuns = (workspace: Workspace, shown: RunId): readonly OpenPullsDocument[] =>
  othersWithOpenPulls(workspace, shown).flatMap((run) => openPulls(run) ?? [])

export const othersWithOpenPulls = (workspace: Workspace, shown: RunId): readonly Run[] =>
  recentRunsWith(workspace, 'pull-opened', (id) => id !== shown).filter(
    (run) => openPulls(run) !== null,
  )

/** The recent runs with such an event, the oldest first. Other runs are not read, because that takes long. */
export function recentRunsWith(
  workspace: Workspace,
  type: Event['type'],
  isWanted: (run: RunId) => boolean = () => true,
): readonly Run[] {
  const store = openStoreToRead(workspace)
  try {
    const recent = store.runs().slice(-MOST_LOOKED_AT).filter(isWanted)
    if (recent.length === 0) return []
    const having = new Set(store.runsWith(type))
    return recent.filter((id) => having.has(id)).flatMap((id) => foldRun(store.eventsOf(id)) ?? [])
  } finally {
    store.close()
  }
}

/** The text, and then a line about each of those runs. */
export const withOthers = (text: string, others: readonly OpenPullsDocument[]): string =>
  others.length === 0 ? text : [text, '', ...others.map(({ says }) => says)].join('\n')
