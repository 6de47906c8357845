/** conductor attention: prints what needs a person, once or at each change. */
import { setTimeout as sleep } from 'node:timers/promises'
import { attentionDocument, attentionFor } from '../../core/report/attention-document.ts'
import { linesAbout } from '../../core/text/command-line.ts'
import type { Run } from '../../core/run/run.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { liveStatus } from './live-status.ts'
import { reworded, type Console } from '../console/console.ts'
import { followRun } from '../conduct/live-run.ts'
import { otherRuns, waitingHere, withOthers } from './other-runs.ts'
import { openStoreToRead, readRun } from './read-runs.ts'
import { attentionReport } from '../../report-text/say-needs-you.ts'
import { withBranchesSettled } from '../ask/settle-branches.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'

export async function attentionCommand(
  wanted: string | undefined,
  follow: boolean,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const store = openStoreToRead(workspace)
  try {
    const run = await withBranchesSettled(workspace, readRun(store, wanted, workspace))
    const lines = linesAbout(run.id, store.runs())
    const view: View = { workspace, lines, console: reworded(console, lines) }
    const { text, document, what } = await queueNow(run, view)
    view.console.answer(text, document)
    if (!follow) return 0
    using following = followRun(store, run, () => {})
    await sayChanges(run, view, { said: what, look: following.look })
    return 0
  } finally {
    store.close()
  }
}

interface View {
  readonly workspace: Workspace
  readonly console: Console
  /** Rewrites the commands in a text so that they name this run. */
  readonly lines: (text: string) => string
}

const LOOK_EVERY = 300

/** Runs for as long as a coordinator conducts the run; the last look is after its end. */
async function sayChanges(
  run: Run,
  view: View,
  { said, look }: { said: string; readonly look: () => void },
): Promise<void> {
  for (let last = said, isOver = false; !isOver; await sleep(LOOK_EVERY)) {
    isOver = findCoordinator(view.workspace.home)?.run !== run.id
    look()
    const { what, text, document } = await queueNow(run, view)
    if (what !== last) view.console.answer(`\n${text}`, document)
    last = what
  }
}

/** what: changes only when something other than the clock has changed. */
async function queueNow(recorded: Run, { workspace, console, lines }: View) {
  const { run, isConducted, frozen } = await liveStatus(recorded, workspace)
  const now = Date.now()
  const items = attentionFor(run, { now, isConducted, frozen })
  const others = otherRuns(workspace, run.id)
  const waiting = waitingHere(workspace, run.id)
  return {
    what: JSON.stringify([items, others, waiting]),
    text: withOthers(attentionReport(run, items, { now, isConducted, colour: console.colour }), [
      ...waiting,
      ...others,
    ]),
    document: {
      run: run.id,
      attention: attentionDocument(run, items, now, lines),
      other_runs: others,
      waiting_runs: waiting,
    },
  }
}
