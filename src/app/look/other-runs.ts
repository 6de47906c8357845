/** The other recent runs here that still have open pull requests: a new run must not hide them. */
import { openPulls, withLaterOwners, type OpenPullsDocument } from '../../core/forge/open-pulls.ts'
import type { Run } from '../../core/run/run.ts'
import type { RunId } from '../../core/value/ids.ts'
import type { Workspace } from '../place/workspace.ts'
import { recentRunsWith } from './read-runs.ts'

/** The oldest first. */
export const otherRuns = (workspace: Workspace, shown: RunId): readonly OpenPullsDocument[] =>
  othersWithOpenPulls(workspace, shown).flatMap((run) => openPulls(run) ?? [])

export const othersWithOpenPulls = (workspace: Workspace, shown: RunId): readonly Run[] =>
  withLaterOwners(recentRunsWith(workspace, 'pull-opened')).filter(
    (run) => run.id !== shown && openPulls(run) !== null,
  )

/** The text, followed by a line about each of the other runs. */
export const withOthers = (text: string, others: readonly OpenPullsDocument[]): string =>
  others.length === 0 ? text : [text, '', ...others.map(({ says }) => says)].join('\n')
