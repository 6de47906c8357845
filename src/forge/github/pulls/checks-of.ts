/** Reads the checks of a commit: check runs and commit statuses. */
import type { SeenCheck } from '../../../core/forge/seen-pull.ts'
import { oneLineOf } from '../../../core/text/plain-text.ts'
import { maskOutput } from '../../../processes/mask-output.ts'
import { nodesIn, numberIn, rowIn, textIn, webAddressIn, type Row } from '../call/sent.ts'

type Standing = SeenCheck['is']

/** rollup: all checks of a commit, and the combined state that GitHub gives them. */
export function checksOf(rollup: Row): readonly SeenCheck[] {
  const rows = nodesIn(rollup, 'contexts')
  const checks = rows.map((each) =>
    textIn(each, '__typename') === 'CheckRun' ? checkRunOf(each) : statusOf(each),
  )
  const more = (numberIn(rowIn(rollup, 'contexts'), 'totalCount') ?? 0) - rows.length
  return more > 0 ? [...checks, restOf(rollup, more)] : checks
}

function checkRunOf(row: Row): SeenCheck {
  const id = numberIn(row, 'databaseId') ?? /\/job\/(\d+)/.exec(textIn(row, 'detailsUrl'))?.[1]
  const isJob = textIn(rowIn(rowIn(row, 'checkSuite'), 'app'), 'slug') === 'github-actions'
  const isOver = textIn(row, 'status') === 'COMPLETED'
  return {
    name: oneLineOf(textIn(row, 'name')),
    is: isOver ? (CONCLUSIONS.get(textIn(row, 'conclusion')) ?? 'pending') : 'pending',
    url: webAddressIn(row, 'detailsUrl') || webAddressIn(row, 'url'),
    log: id === undefined || !isOver ? null : `${isJob ? 'job' : 'check'}:${id}`,
    summary: maskOutput(oneLineOf(textIn(row, 'title') || textIn(row, 'summary'))).slice(
      0,
      LONGEST_SUMMARY,
    ),
  }
}

const LONGEST_SUMMARY = 500

/** A check that waits for a person (ACTION_REQUIRED), or that GitHub has given up (STALE), has no result. */
const CONCLUSIONS: ReadonlyMap<string, Standing> = new Map<string, Standing>([
  ['SUCCESS', 'pass'],
  ['NEUTRAL', 'neutral'],
  ['SKIPPED', 'neutral'],
  ['FAILURE', 'fail'],
  ['CANCELLED', 'fail'],
  ['TIMED_OUT', 'fail'],
  ['STARTUP_FAILURE', 'fail'],
])

const statusOf = (row: Row): SeenCheck => ({
  name: oneLineOf(textIn(row, 'context')),
  is: STATES.get(textIn(row, 'state')) ?? 'pending',
  url: webAddressIn(row, 'targetUrl'),
  log: null,
  summary: maskOutput(oneLineOf(textIn(row, 'description'))).slice(0, LONGEST_SUMMARY),
})

const STATES: ReadonlyMap<string, Standing> = new Map<string, Standing>([
  ['SUCCESS', 'pass'],
  ['FAILURE', 'fail'],
  ['ERROR', 'fail'],
])

/** A commit may have hundreds of checks. Those that were not read count as the combined state. */
const restOf = (rollup: Row, count: number): SeenCheck => ({
  name: `${count} more checks`,
  is: STATES.get(textIn(rollup, 'state')) ?? 'pending',
  url: '',
  log: null,
  summary: '',
})
