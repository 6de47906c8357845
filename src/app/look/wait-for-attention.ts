/** Waits until a person should look at a run: something needs one, the run is over, or it has no coordinator. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Console } from '../console/console.ts'
import { followRun } from '../conduct/live-run.ts'
import { openStoreToRead, readRun } from './read-runs.ts'
import { howToTake } from '../../report-text/say-next-steps.ts'
import { findWorkspace } from '../place/workspace.ts'
import {
  attentionDocument,
  attentionFor,
  type NeedDocument,
  type Watch,
} from '../../core/report/attention-document.ts'
import { linesAbout } from '../../core/text/command-line.ts'
import { statusNow } from '../../core/report/summary.ts'
import type { Run } from '../../core/run/run.ts'
import { findCoordinator, findFrozen } from '../../store/coordinator-lock.ts'

export interface Patience {
  readonly run: string | undefined
  readonly seconds: number
  /** Keys of the needs that the caller knows already. */
  readonly known: readonly string[]
  readonly signal: AbortSignal
}

export async function waitForAttention(patience: Patience, console: Console): Promise<void> {
  const workspace = findWorkspace(console.folder)
  const store = openStoreToRead(workspace)
  try {
    const run = readRun(store, patience.run)
    const lines = linesAbout(run.id, store.runs())
    using following = followRun(store, run, () => {})
    const deadline = Date.now() + patience.seconds * 1000
    for (;;) {
      const isConducted = findCoordinator(workspace.home)?.run === run.id
      const frozen = findFrozen(workspace.home, run.id)
      // Read after looking for the coordinator, which records everything before it ends.
      following.look()
      const now = Date.now()
      const seen = lookAt(run, { now, isConducted, frozen }, patience.known, lines)
      if (seen.why !== 'nothing-new' || Date.now() >= deadline || patience.signal.aborted)
        return console.answer(say(run, seen), { run: run.id, ...seen })
      await sleep(Math.min(200, Math.max(1, deadline - Date.now())))
    }
  } finally {
    store.close()
  }
}

interface Seen {
  readonly why: 'attention' | 'ended' | 'stopped' | 'nothing-new'
  readonly status: string
  readonly conducted: boolean
  readonly attention: readonly NeedDocument[]
  /** The branch that has what landed; null: the tasks worked in the folder itself. */
  readonly branch: string | null
}

function lookAt(
  run: Run,
  watch: Watch,
  known: readonly string[],
  lines: (text: string) => string,
): Seen {
  const { now, isConducted: conducted } = watch
  const attention = attentionDocument(run, attentionFor(run, watch), now, lines)
  const status = statusNow(run, conducted)
  const branch = run.target?.branch ?? null
  return { why: why(run, conducted, attention, known), status, conducted, attention, branch }
}

function why(
  run: Run,
  conducted: boolean,
  attention: readonly NeedDocument[],
  known: readonly string[],
): Seen['why'] {
  if (run.ended !== null) return 'ended'
  if (attention.some(({ key }) => !known.includes(key))) return 'attention'
  return conducted ? 'nothing-new' : 'stopped'
}

function say(run: Run, { why, attention }: Seen): string {
  const lines = attention.map(({ task, what }) => `  ${task ?? 'the run'}: ${what}`)
  return [
    HEADLINES[why](run),
    ...(lines.length > 0 ? ['Needs a person:', ...lines] : []),
    ...(why === 'ended' ? howToTake(run) : []),
  ].join('\n')
}

const HEADLINES: Readonly<Record<Seen['why'], (run: Run) => string>> = {
  attention: (run) => `Run ${run.id} needs you.`,
  ended: (run) => `Run ${run.id} is over: ${run.ended!.status}. ${landed(run)}`,
  stopped: (run) => `Run ${run.id} is not being conducted; resume_run continues it. ${landed(run)}`,
  'nothing-new': (run) => `Nothing new in run ${run.id}; wait again. ${landed(run)}`,
}

const landed = (run: Run): string =>
  `${run.counts.landed} of ${run.plan.tasks.length} tasks landed, ${run.counts.working} working.`
