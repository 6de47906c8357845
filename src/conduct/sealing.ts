/** Seals a worktree, and says what that means for the end of its attempt. */
import { withoutDelivery, type AttemptEnd } from '../core/run/after-attempt.ts'
import { MOST_FILES_NAMED } from '../core/landing/delivery.ts'
import { NO_PROFILE, type Failure, type Outcome } from '../core/run/failure.ts'
import { HinderedBy, type Hindrance } from '../core/run/hindrance.ts'
import type { AttemptId, CommitId, RunId, TaskId } from '../core/value/ids.ts'
import { titleOf } from '../core/landing/landing-message.ts'
import { laneOf } from '../core/plan/lanes.ts'
import type { Task } from '../core/plan/plan.ts'
import { purposeOf, taskOf, type Attempt, type Run } from '../core/run/run.ts'
import { putBackAfter } from '../core/run/put-back.ts'
import type { Purpose } from '../core/run/task-state.ts'
import { sayFailure } from '../core/say/say-failure.ts'
import type { Tell } from './recorder.ts'
import { noticedFacts, openedFacts } from './worktree-facts.ts'
import type { Opened, Sealed, SealRequest, WorktreeRequest } from './worktree-ports.ts'
import type { Workshop } from './git-workshop.ts'

/** The attempt that a worktree is opened and sealed for. */
interface About {
  readonly run: RunId
  readonly task: Task
  readonly attempt: AttemptId
}

/** Commits what is in a worktree after a crash, or after a person changed it. Throws when the machine prevents it. */
export async function sealAgain(
  { run, workshop, tell }: { readonly run: Run; readonly workshop: Workshop; readonly tell: Tell },
  attempt: Attempt,
  outcome: Outcome,
): Promise<AttemptEnd> {
  const { worktrees } = workshop
  const task = taskOf(run, attempt.task)
  const about = { run: run.id, attempt: attempt.id, task, purpose: purposeOf(run, task.id) }
  const request = openRequest(about, run.target!.tip, 'as-it-is')
  const opened = await worktrees.open(request, new AbortController().signal)
  throwIfHindered(opened)
  if (!opened.ok) return withoutDelivery(failedWith(opened.failure, opened.lastLines))
  await tell(() => openedFacts(opened.worktree, task.id))
  const sealed = await worktrees.seal(opened.worktree, sealRequest(about, outcome))
  throwIfHindered(sealed)
  const sealedEnd = await endAfterSeal(outcome, sealed, task.id, (what) =>
    tell(() => noticedFacts(what, task.id)),
  )
  const end = await putBack(workshop, about, sealedEnd)
  // No attempt works in the worktree, so its room is free for others.
  await worktrees.release(request.lane, 'kept', request.from)
  await tell(() => [{ type: 'worktree-released', lane: request.lane, how: 'kept' }])
  return end
}

export function throwIfHindered(end: Opened | Sealed): void {
  const hindrance = hinderedIn(end)
  if (hindrance !== null) throw new HinderedBy(hindrance)
}

export const hinderedIn = (
  end: { readonly ok: true } | (Opened & { ok: false }) | (Sealed & { ok: false }),
): Hindrance | null => (end.ok ? null : (end.hindrance ?? null))

export const openRequest = (
  { run, task, attempt }: About,
  from: CommitId,
  start: WorktreeRequest['start'],
): WorktreeRequest => ({ run, lane: laneOf(task), task: task.id, attempt, from, start })

export const sealRequest = ({ run, task, attempt }: About, outcome: Outcome): SealRequest => ({
  run,
  task: task.id,
  attempt,
  subject: titleOf(task),
  succeeded: outcome.is === 'succeeded',
  goesOn: outcome.is === 'asked' || outcome.is === 'over-budget',
})

/** notice: records sentences for people. */
export async function endAfterSeal(
  outcome: Outcome,
  sealed: Sealed,
  task: TaskId,
  notice: (what: readonly string[]) => Promise<void>,
): Promise<AttemptEnd> {
  if (sealed.ok) {
    await notice(sealed.notes)
    const failure = whatIsMissing(sealed, task)
    const left = { ...sealed, ...sealed.astray }
    if (failure === null) return { ...left, outcome }
    if (outcome.is === 'succeeded') return { ...left, outcome: failedAfter(outcome, failure) }
    await notice([sayFailure(failure)])
    return { ...left, outcome }
  }
  const { reason } = sealed
  if (outcome.is === 'succeeded') return withoutDelivery(failedWith({ is: 'cannot-keep', reason }))
  const what = `its remaining files could not be committed and stay in its folder: ${reason}`
  await notice([what])
  return withoutDelivery(outcome)
}

/** A failed resolution is kept in rescue; the person who is asked next finds the delivery as it was. */
export async function putBack(
  { worktrees }: Workshop,
  about: About & { readonly purpose: Purpose },
  end: AttemptEnd,
): Promise<AttemptEnd> {
  const before = putBackAfter(about.purpose, end)
  if (before === null) return end
  const request = openRequest(about, before.commit, 'fresh')
  const opened = await worktrees.open(request, new AbortController().signal)
  if (opened.ok) await worktrees.seal(opened.worktree, sealRequest(about, end.outcome))
  return end
}

/** Checks that what an agent says it has done is really there. */
function whatIsMissing(sealed: Sealed & { ok: true }, task: TaskId): Failure | null {
  const { delivery, gone, hidden, elsewhere = [], astray } = sealed
  if (gone !== undefined) return { is: 'folder-gone', ...gone, branch: delivery?.branch ?? null }
  if (astray !== undefined)
    return {
      is: 'all-astray',
      places: astray.places,
      task: astray.delivery === null ? null : task,
    }
  if (delivery !== null) return null
  if (hidden.length > 0) return { is: 'all-ignored', files: hidden.slice(0, MOST_FILES_NAMED) }
  return elsewhere.length > 0 ? { is: 'all-elsewhere', folders: elsewhere } : null
}

/** The agent did its part, so its profile is kept. */
const failedAfter = ({ profile }: Outcome & { is: 'succeeded' }, failure: Failure): Outcome => ({
  is: 'failed',
  failure,
  profile,
  lastLines: [],
})

export const failedWith = (failure: Failure, lastLines: readonly string[] = []): Outcome => ({
  is: 'failed',
  failure,
  profile: NO_PROFILE,
  lastLines,
})
