/** Starting a run of a task file, with everything that was drafted for it. */
import { join } from 'node:path'
import type { RunId } from '../../core/ids.ts'
import type { PlanChange } from '../../core/plan-changes.ts'
import type { Run } from '../../core/run.ts'
import { notNow } from '../api-error.ts'
import type { Started, StartRequest } from '../served-repository.ts'
import type { Desk } from './desk.ts'

export async function startDrafted(desk: Desk, request: StartRequest): Promise<RunId> {
  const { served, known, drafts } = desk
  mustBeFree(desk)
  const { changes, file } = await drafts.read(request.file)
  if (request.unfinished === null) mustBeOver(known.newest(), join(served.folder, file))
  const isChanged = changes.length > 0 && request.unfinished !== 'resume'
  const hold = request.hold || isChanged
  const { run } = mustHaveStarted(await served.start({ ...request, hold }))
  if (!isChanged) return run
  await makeChanges(desk, changes, request.hold)
  drafts.drop(file)
  return run
}

/** One run at a time. */
export function mustBeFree({ served }: Pick<Desk, 'served'>): void {
  const run = served.conductedRun()
  if (run !== null)
    throw notNow('already_conducted', `run ${run} goes on here`, 'wait for its end, or cancel it')
}

function mustBeOver(run: Run | null, file: string): void {
  if (run === null || run.ended !== null || run.source.file !== file) return
  const { landed } = run.counts
  throw notNow(
    'unfinished',
    `run ${run.id} of this file is not finished: ${landed} of ${run.plan.tasks.length} tasks landed`,
    '`unfinished` says what to do: "resume" goes on with it, "new" leaves it as it is',
  )
}

export function mustHaveStarted(started: Started): Started & { readonly ok: true } {
  if (!started.ok) throw notNow('cannot_start', started.message, started.hint)
  return started
}

/** Everything is held until they are made. Afterwards there may be fewer batches than were paused. */
async function makeChanges(
  { served, known }: Desk,
  changes: readonly PlanChange[],
  hold: boolean,
): Promise<void> {
  for (const change of changes) await served.ask({ ask: 'change', ...change })
  const held = hold ? [] : [...known.find('current').pausedBatches]
  for (const batch of held) await served.ask({ ask: 'unpause-batch', batch })
}
