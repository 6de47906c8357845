/** conductor resume: goes on with a run that is paused, stopped or crashed; other commands resume with it, too. */
import { answerAsk, type Ask } from '../../core/ask/ask.ts'
import type { Run } from '../../core/run/run.ts'
import { answerOrComplaint, Complaint } from '../console/complain.ts'
import { conductHere } from './conduct-here.ts'
import type { Console } from '../console/console.ts'
import { configOfRun, fileOf } from '../place/config-of-run.ts'
import { digestOf } from '../plan/load-plan.ts'
import { linesHere, lookAtRun, readRun } from '../look/read-runs.ts'
import { readBriefing } from '../plan/read-briefing.ts'
import {
  askOrConduct,
  mustBeOf,
  reachCoordinator,
  reachWhoever,
  refused,
} from '../ask/reach-coordinator.ts'
import { sayOnHold } from '../../report-text/say-on-hold.ts'
import type { ShowOptions } from './show-options.ts'
import { hintWhenOver } from '../ask/hints-when-not-running.ts'
import { findWorkspace } from '../place/workspace.ts'

export interface ResumeOptions {
  readonly run: string | undefined
  /** Only this batch, which was paused; 1 is the first. */
  readonly batch: number | undefined
  readonly showing: ShowOptions
}

export async function resumeCommand(options: ResumeOptions, console: Console): Promise<number> {
  const first = (run: Run): Ask | null => {
    mustNotBeOver(run, console.folder)
    const ask = batchAsk(options.batch)
    const answer = ask && answerAsk(run, ask)
    if (answer?.accepted === false) throw refused(answer.refusal)
    return ask
  }
  return askOrConduct(
    () => resumeIfConducted(options, console),
    () => goOn(options.run, options.showing, console, first),
  )
}

export function mustNotBeOver(run: Run, folder: string): void {
  if (run.ended === null) return
  throw new Complaint(`run ${run.id} is over (${run.ended.status})`, hintWhenOver(run, folder))
}

/** null: there is no coordinator here. */
export async function resumeIfConducted(
  { run: wanted, batch }: Omit<ResumeOptions, 'showing'>,
  console: Console,
): Promise<number | null> {
  const workspace = findWorkspace(console.folder)
  const ask = batchAsk(batch) ?? { ask: 'unpause' }
  const answered = await answerOrComplaint(
    reachWhoever(workspace.home, async (card) => {
      mustBeOf(card, wanted)
      return reachCoordinator(card, ask)
    }),
  )
  if (answered === null) return null
  const { coordinator, reply } = answered
  if (!reply.accepted) throw refused(reply.refusal)
  const words = [
    sayResumed(coordinator.run, batch),
    ...sayOnHold(lookAtRun(workspace, coordinator.run)),
  ]
  console.answer(words.join('\n'), { run: coordinator.run, ...reply })
  return 0
}

const batchAsk = (batch: number | undefined): Ask | null =>
  batch === undefined ? null : { ask: 'unpause-batch', batch: batch - 1 }

const sayResumed = (run: string, batch: number | undefined): string =>
  batch === undefined ? `Run ${run} continues.` : `Batch ${batch} of run ${run} continues.`

/** In complaints about this run, the commands to type name the run, too. */
function complainingOf(lines: (text: string) => string, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    const { message, hint, exitCode } = error
    throw new Complaint(lines(message), hint === null ? null : lines(hint), exitCode)
  }
}

/** Only without a coordinator: records the ask first, then conducts the run in this process. */
export async function goOn(
  wanted: string | undefined,
  showing: ShowOptions,
  console: Console,
  first: (run: Run) => Ask | null,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  // The run is read before anything is opened for writing, so that a refusal changes nothing.
  const seen = lookAtRun(workspace, wanted)
  complainingOf(linesHere(workspace, seen.id), () => first(seen))
  const file = fileOf(seen)
  const resolved = await configOfRun(seen, workspace)
  const { config } = resolved
  return conductHere({ workspace, config, console, ...showing }, async (store) => {
    const run = readRun(store, wanted)
    if (file !== null && digestOf(file) !== run.source.digest)
      console.remark(
        `note: ${file} has changed since; run ${run.id} continues with its original plan`,
      )
    const briefing = await readBriefing(resolved, workspace)
    return { run, briefing, first: first(run) }
  })
}
