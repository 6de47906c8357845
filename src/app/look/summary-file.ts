/** The file that tells what a run came to, for other programs. */
import { existsSync, readFileSync } from 'node:fs'
import { NOT_MEASURED, summarise, type Measured, type Summary } from '../../core/report/summary.ts'
import { ifItCanBe } from '../../core/run/hindrance.ts'
import type { Run } from '../../core/run/run.ts'
import { inRun } from '../../core/value/home-paths.ts'
import type { Workspace } from '../place/workspace.ts'
import { writePrivately } from '../place/write-privately.ts'

/** Returns the path if the file could not be written; null: it is written. */
export function writeSummary({ home }: Workspace, run: Run, summary: Summary): string | null {
  const file = inRun(home, run.id, 'summary')
  const text = `${JSON.stringify(summary, null, 2)}\n`
  return ifItCanBe(() => writePrivately(file, text)) ? null : file
}

/** Decisions about a run that is over are added to its summary. */
export const summariseAgain = (workspace: Workspace, run: Run): void =>
  void writeSummary(workspace, run, summarise(run, measuredAtEnd(workspace, run)))

/** What the last coordinator measured when the run ended or waited for people; not if more has landed since. */
export function measuredAtEnd({ home }: Workspace, run: Run): Measured {
  const file = inRun(home, run.id, 'summary')
  if (!existsSync(file)) return NOT_MEASURED
  const { tasks, landing } = JSON.parse(readFileSync(file, 'utf8')) as Summary
  const isOfNow = tasks.landed === run.counts.landed && landing?.tip === run.target?.tip
  return isOfNow ? measuredIn(file) : NOT_MEASURED
}

/** Only what events do not tell; the rest is worked out anew, since an older version may have written the file. */
export function measuredIn(file: string): Measured {
  const summary = JSON.parse(readFileSync(file, 'utf8')) as Summary
  return {
    filesCreated: summary.files_created,
    filesChanged: summary.files_changed,
    linesAdded: summary.lines_added,
    linesDeleted: summary.lines_deleted,
    testCoverage: summary.test_coverage,
    aggregationSeconds: summary.stage_s.aggregation,
  }
}
