/** One try at one task in a worktree: open it, let the agent work, commit whatever is there. */
import { withoutDelivery, type AttemptEnd } from '../../core/run/after-attempt.ts'
import type { AttemptOrder, Beginning } from '../../core/run/attempt-order.ts'
import { MOST_FILES_NAMED } from '../../core/landing/delivery.ts'
import type { Fact } from '../../core/run/event.ts'
import { NO_PROFILE, type Failure, type Outcome } from '../../core/run/failure.ts'
import { HinderedBy, type Hindrance } from '../../core/run/hindrance.ts'
import type { CommitId, TaskId } from '../../core/value/ids.ts'
import { titleOf } from '../../core/landing/landing-message.ts'
import { laneOf } from '../../core/plan/lanes.ts'
import { guidanceOf } from '../../core/agent/guidance.ts'
import type { Task } from '../../core/plan/plan.ts'
import { taskOf, type Attempt, type Run } from '../../core/run/run.ts'
import { wordsOf } from '../../core/agent/prompt.ts'
import { sayFailure } from '../../core/say/say-failure.ts'
import { aimOf, type Purpose } from '../../core/run/task-state.ts'
import { attemptTask, outcomeOfStop, type Watch } from './attempt-task.ts'
import type { Outlast } from '../outlast.ts'
import type { Tell } from '../tell.ts'
import type { Agent } from '../ports.ts'
import type { Opened, Sealed, Worktree, WorktreeRequest } from '../worktree-ports.ts'
import { lookAtBranches } from '../watch-branches.ts'
import type { Workshop } from '../workshop.ts'

export interface WorktreeAttempt {
  readonly run: Run
  readonly workshop: Workshop
  readonly agent: Agent
  readonly order: AttemptOrder & { readonly place: Beginning }
  readonly stopping: AbortController
  /** Called when the words for its agent are made: whatever people say after that is not among them. */
  readonly watch: (task: Task) => Watch
  readonly tell: Tell
  readonly outlast: Outlast
  /** Nobody waits for the machine any longer. */
  readonly leaving: AbortSignal
}

export async function attemptInWorktree(attempt: WorktreeAttempt): Promise<AttemptEnd> {
  const { run, workshop, order, stopping, tell, outlast, leaving } = attempt
  const { task, purpose } = order
  const { signal } = stopping
  const from = await outlast(() => startOf(workshop, order.place), signal)
  if (from === null) return withoutDelivery(failed(WAITS_FOR_OTHERS))
  const opened = await outlast(() => openFor(attempt, from), signal, hinderedIn)
  if (!opened.ok) {
    if (signal.aborted) return withoutDelivery(outcomeOfStop(NOTHING, signal, task))
    return withoutDelivery(failed(opened.failure, opened.lastLines))
  }
  const { worktree, conflicts } = opened
  await tell(() => factsOf(worktree, task.id))
  const aimed = asFound(purpose, conflicts)
  const outcome = await outlast(() => work(attempt, worktree, aimed), signal)
  const sealing = { ...sealRequest(order, outcome), ...keptMerge(purpose) }
  using _saying = sayAfter(tell, task.id)
  const seal = () => workshop.worktrees.seal(worktree, sealing)
  const sealed = await outlast(seal, leaving, hinderedIn)
  await outlast(() => lookAtBranches(run, workshop, tell), leaving)
  return putBack(attempt, await endOf(outcome, sealed, task.id, tell))
}

/** Its agent has ended, and nothing more is heard of it: when there is much to commit, people should know. */
function sayAfter(tell: Tell, about: TaskId): Disposable {
  const what = 'its agent is done; committing what it has left takes a while'
  const timer = setTimeout(() => void tell(() => noticed([what], about)), QUIET)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

/** Milliseconds. */
const QUIET = 5000

/** Whoever resolves, or is sent back to what conflicts, finds the merge in the folder. */
async function openFor(
  { workshop: { worktrees, target }, order, stopping }: WorktreeAttempt,
  from: CommitId,
): Promise<Refused | ({ readonly ok: true } & Begun)> {
  const opened = await worktrees.open(requestFor(order, from, order.start), stopping.signal)
  if (!opened.ok) return opened
  const { merge } = order.place
  const commit = merge?.is === 'target' ? await target.tip() : (merge?.commit ?? null)
  if (commit === null) return { ...opened, conflicts: null }
  return { ok: true, ...(await worktrees.beginMerge(opened.worktree, commit)) }
}

interface Begun {
  readonly worktree: Worktree
  /** In the merge that was begun; null: none was. */
  readonly conflicts: readonly string[] | null
}

const requestFor = (
  { run, task, attempt }: Pick<AttemptOrder, 'run' | 'task' | 'attempt'>,
  from: CommitId,
  start: WorktreeRequest['start'],
): WorktreeRequest => ({ run, lane: laneOf(task), task: task.id, attempt, from, start })

type Refused = Opened & { readonly ok: false }

const hinderedIn = (
  end: { readonly ok: true } | Refused | (Sealed & { ok: false }),
): Hindrance | null => (end.ok ? null : (end.hindrance ?? null))

/**
 * Takes in what stands in the worktree of a task: after a crash, or when a person has changed it. Throws when
 * the machine is in the way.
 */
export async function sealAgain(
  { run, workshop, tell }: Pick<WorktreeAttempt, 'run' | 'workshop' | 'tell'>,
  attempt: Attempt,
  outcome: Outcome,
): Promise<AttemptEnd> {
  const task = taskOf(run, attempt.task)
  const about = { run: run.id, attempt: attempt.id, task }
  const request = requestFor(about, run.target!.tip, 'as-it-is')
  const opened = await workshop.worktrees.open(request, new AbortController().signal)
  throwIfHindered(opened)
  if (!opened.ok) return withoutDelivery(failed(opened.failure, opened.lastLines))
  await tell(() => factsOf(opened.worktree, task.id))
  const sealed = await workshop.worktrees.seal(opened.worktree, sealRequest(about, outcome))
  throwIfHindered(sealed)
  // Nobody works there: its place is free for whoever does.
  await workshop.worktrees.release(request.lane, 'kept', request.from)
  await tell(() => [{ type: 'worktree-released', lane: request.lane, how: 'kept' }])
  return endOf(outcome, sealed, task.id, tell)
}

function throwIfHindered(end: Opened | Sealed): void {
  const hindrance = hinderedIn(end)
  if (hindrance !== null) throw new HinderedBy(hindrance)
}

/** On one delivery: on its very branch. On several: on all of them merged; null when that cannot be done. */
async function startOf({ target }: Workshop, { tip, below }: Beginning): Promise<CommitId | null> {
  if (below.length < 2) return below[0] ?? tip
  let onto = tip
  for (const commit of below) {
    const merge = await target.merge({ onto, commit, message: 'what the next task stands on\n' })
    if (merge.is === 'conflict') return null
    onto = merge.commit
  }
  return onto
}

const WAITS_FOR_OTHERS: Failure = {
  is: 'cannot-start',
  reason: 'what it stands on conflicts with each other; it waits until that has landed',
  passing: true,
}

const factsOf = ({ lane, path, branch, base, notes }: Worktree, task: TaskId): readonly Fact[] => [
  { type: 'worktree-opened', task, lane, path, branch, base },
  ...noticed(notes, task),
]

const noticed = (notes: readonly string[], about: TaskId): readonly Fact[] =>
  notes.map((what) => ({ type: 'noticed', about, what }))

/** The target may have moved since it was sent back: other files may conflict by now, or none. */
function asFound(purpose: Purpose, conflicts: readonly string[] | null): Purpose {
  if (conflicts === null || purpose.is !== 'redo' || purpose.trouble?.is !== 'conflict')
    return purpose
  const { trouble, ...rest } = purpose
  const known = new Map(trouble.files.map((file) => [file.path, file]))
  const files = conflicts.map((path) => known.get(path) ?? { ...UNKNOWN, path })
  return files.length === 0 ? rest : { ...rest, trouble: { ...trouble, files } }
}

const UNKNOWN = { kind: 'content', base: null, target: null, task: null }

/** What a person sent back stays on top of the target, also while marks are left in it for the next who looks. */
const keptMerge = (purpose: Purpose): { readonly goesOn?: true } => {
  const aim = aimOf(purpose)
  return aim.is === 'redo' && aim.trouble !== undefined ? { goesOn: true } : {}
}

async function work(
  { run, agent, order, stopping, watch, workshop }: WorktreeAttempt,
  { path, branch, environment }: Worktree,
  purpose: Purpose,
): Promise<Outcome> {
  const place = { directory: workshop.directoryIn(path), environment, isWorktree: true }
  const guidance = guidanceOf(run, order.task.id)
  const words = wordsOf({ ...order, purpose, guidance, parts: { ...order.parts, branch } })
  return attemptTask(agent, { ...order, ...words, place }, stopping, watch(words.task))
}

const sealRequest = (
  { run, task, attempt }: Pick<AttemptOrder, 'run' | 'task' | 'attempt'>,
  outcome: Outcome,
) => ({
  run,
  task: task.id,
  attempt,
  subject: titleOf(task),
  succeeded: outcome.is === 'succeeded',
  goesOn: outcome.is === 'asked' || outcome.is === 'over-budget',
})

async function endOf(
  outcome: Outcome,
  sealed: Sealed,
  task: TaskId,
  tell: Tell,
): Promise<AttemptEnd> {
  if (sealed.ok) {
    await tell(() => noticed(sealed.notes, task))
    const failure = whatIsMissing(sealed)
    if (failure === null) return { ...sealed, outcome }
    if (outcome.is === 'succeeded') return { ...sealed, outcome: failedAfter(outcome, failure) }
    await tell(() => noticed([sayFailure(failure)], task))
    return { ...sealed, outcome }
  }
  const { reason } = sealed
  if (outcome.is === 'succeeded') return withoutDelivery(failed({ is: 'cannot-keep', reason }))
  const what = `what it left could not be committed and stays in its folder: ${reason}`
  await tell(() => noticed([what], task))
  return withoutDelivery(outcome)
}

/** What an agent says it has done has to be there. */
function whatIsMissing(sealed: Sealed & { ok: true }): Failure | null {
  const { delivery, gone, hidden, elsewhere = [] } = sealed
  if (gone !== undefined) return { is: 'folder-gone', ...gone, branch: delivery?.branch ?? null }
  if (delivery !== null) return null
  if (hidden.length > 0) return { is: 'all-ignored', files: hidden.slice(0, MOST_FILES_NAMED) }
  return elsewhere.length > 0 ? { is: 'all-elsewhere', folders: elsewhere } : null
}

/** A resolution that failed goes to rescue; the person who is asked next finds the delivery as it was. */
async function putBack({ workshop, order }: WorktreeAttempt, end: AttemptEnd): Promise<AttemptEnd> {
  const aim = aimOf(order.purpose)
  if (aim.is !== 'resolve') return end
  const { outcome, delivery, unresolved } = end
  const isGood = outcome.is === 'succeeded' && delivery !== null && unresolved.length === 0
  if (isGood || !isOver(outcome)) return end
  const request = requestFor(order, aim.delivery.commit, 'fresh')
  const opened = await workshop.worktrees.open(request, new AbortController().signal)
  if (opened.ok) await workshop.worktrees.seal(opened.worktree, sealRequest(order, outcome))
  return end
}

/** Nobody tries again: it did not do it, or was not to. */
const isOver = (outcome: Outcome): boolean =>
  outcome.is === 'succeeded' ||
  outcome.is === 'cancelled' ||
  (outcome.is === 'failed' && outcome.failure.is !== 'rate-limited')

/** The agent did its part; what that took stays known. */
const failedAfter = ({ profile }: Outcome & { is: 'succeeded' }, failure: Failure): Outcome => ({
  is: 'failed',
  failure,
  profile,
  lastLines: [],
})

const NOTHING = { is: 'stopped', profile: NO_PROFILE, lastLines: [] } as const

const failed = (failure: Failure, lastLines: readonly string[] = []): Outcome => ({
  is: 'failed',
  failure,
  profile: NO_PROFILE,
  lastLines,
})
