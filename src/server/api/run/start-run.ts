/** Starting a run of a task file, with the draft of that file. */
import { join } from 'node:path'
import type { AskTogether } from '../../../core/ask/ask.ts'
import type { RunId, TaskId } from '../../../core/value/ids.ts'
import { tryChanges, type PlanChange, type RefusedChange } from '../../../core/plan/plan-changes.ts'
import type { Run } from '../../../core/run/run.ts'
import { notNow, Refused, refusedAsk } from '../../http/api-error.ts'
import type { Started, StartRequest } from '../../served/served-starts.ts'
import { reached } from '../send-ask.ts'
import type { ApiContext } from '../api-context.ts'
import { badChanges } from '../plan/drafts.ts'

export async function startDrafted(apiContext: ApiContext, request: StartRequest): Promise<RunId> {
  const { served, runs, drafts } = apiContext
  mustBeFree(apiContext)
  const { changes, file, drop } = await drafts.read(request.file)
  if (request.unfinished === null) mustBeOver(runs.newest(), join(served.folder, file))
  const isChanged = changes.length > 0 && request.unfinished !== 'resume'
  const hold = request.hold || isChanged
  const { run } = mustHaveStarted(await served.start({ ...request, hold }))
  if (!isChanged) return run
  await makeChanges(apiContext, run, { changes, hold: request.hold })
  drop()
  return run
}

/** Throws Refused while a run is conducted here: there is one run at a time. */
export function mustBeFree({ served }: Pick<ApiContext, 'served'>): void {
  const run = served.conductedRun()
  if (run !== null)
    throw notNow(
      'already_conducted',
      `run ${run} is in progress here`,
      'wait for its end, or cancel it',
    )
}

function mustBeOver(run: Run | null, file: string): void {
  if (run === null || run.ended !== null || run.source.file !== file) return
  const { landed } = run.counts
  throw notNow(
    'unfinished',
    `run ${run.id} of this file is not finished: ${landed} of ${run.plan.tasks.length} tasks landed`,
    '`unfinished` says what to do: "resume" continues it, "new" leaves it as it is',
  )
}

export function mustHaveStarted(started: Started): Started & { readonly ok: true } {
  if (!started.ok) throw notNow('cannot_start', started.message, started.hint)
  return started
}

/** All batches are paused until the changes are made. When one is refused, the run is cancelled before it began. */
async function makeChanges(
  apiContext: ApiContext,
  id: RunId,
  { changes, hold }: { readonly changes: readonly PlanChange[]; readonly hold: boolean },
): Promise<void> {
  const run = apiContext.runs.find(id)
  const tried = tryChanges(run, changes)
  const refused = tried.ok
    ? await askChanges(apiContext, tried.changes, hold ? null : run)
    : tried.refused
  if (refused.length > 0) throw await giveUp(apiContext, id, refused)
}

/** The held batches are released in the same ask. After the changes there may be fewer batches than were paused. */
async function askChanges(
  { served }: ApiContext,
  changes: readonly PlanChange[],
  held: Run | null,
): Promise<readonly RefusedChange[]> {
  const asks: readonly AskTogether[] = [
    ...changes.map((change) => ({ ask: 'change' as const, ...change })),
    ...[...(held?.pausedBatches ?? [])].map((batch) => ({ ask: 'unpause-batch' as const, batch })),
  ]
  const reply = await reached(() => served.ask({ ask: 'together', asks }))
  if (reply.accepted) return []
  const { refusal } = reply
  if (refusal.is === 'not-conducted' || refusal.is === 'no-answer') throw refusedAsk(refusal)
  return [{ task: 'task' in refusal ? (refusal.task as TaskId) : changes[0]!.task, refusal }]
}

async function giveUp(
  { served }: ApiContext,
  run: RunId,
  refused: readonly RefusedChange[],
): Promise<Refused> {
  const { accepted } = await reached(() => served.ask({ ask: 'cancel-run' }))
  const { message, problems } = badChanges(refused).body
  return new Refused(409, {
    error: 'bad_changes',
    message: `what was drafted cannot be done in run ${run}, so it ${accepted ? 'was cancelled' : 'waits, everything paused,'} before anything began: ${message}`,
    hint: 'the draft is still there: look at the plan, and start again',
    ...(problems === undefined ? {} : { problems }),
  })
}
