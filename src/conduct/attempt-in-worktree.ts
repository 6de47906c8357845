/** One try at one task in a worktree: open it, let the agent work, commit whatever is there. */
import { withoutDelivery, type AttemptEnd } from '../core/run/after-attempt.ts'
import { assigned, howToStart, standsOn } from '../core/run/attempt-start.ts'
import { MOST_FILES_NAMED } from '../core/landing/delivery.ts'
import type { Fact } from '../core/run/event.ts'
import { NO_PROFILE, type Failure, type Outcome } from '../core/run/failure.ts'
import { HinderedBy, type Hindrance } from '../core/run/hindrance.ts'
import type { CommitId, TaskId } from '../core/value/ids.ts'
import { titleOf } from '../core/landing/landing-message.ts'
import { laneOf } from '../core/plan/lanes.ts'
import type { Task } from '../core/plan/plan.ts'
import { purposeOf, taskOf, type Attempt, type Run } from '../core/run/run.ts'
import { wordsFor, type Briefing } from '../core/agent/prompt.ts'
import { sayFailure } from '../core/say/say-failure.ts'
import { aimOf, type Purpose } from '../core/run/task-state.ts'
import { attemptTask, outcomeOfStop, type Watch } from './attempt-task.ts'
import type { Outlast } from './outlast.ts'
import type { Tell } from './tell.ts'
import type { Agent, Assignment } from './ports.ts'
import type { Opened, Sealed, Worktree, WorktreeRequest } from './worktree-ports.ts'
import { lookAtBranches } from './watch-branches.ts'
import type { Workshop } from './workshop.ts'

export interface WorktreeAttempt {
  readonly run: Run
  readonly workshop: Workshop
  readonly agent: Agent
  readonly assignment: Omit<Assignment, 'place' | 'prompt' | 'conversation'>
  readonly briefing: Briefing
  readonly stopping: AbortController
  /** Called when the words for its agent are made: whatever people say after that is not among them. */
  readonly watch: (task: Task) => Watch
  readonly tell: Tell
  readonly outlast: Outlast
  /** Nobody waits for the machine any longer. */
  readonly leaving: AbortSignal
}

export async function attemptInWorktree(attempt: WorktreeAttempt): Promise<AttemptEnd> {
  const { run, workshop, assignment, stopping, tell, outlast, leaving } = attempt
  const { task } = assignment
  const { signal } = stopping
  const purpose = purposeOf(run, task.id)
  const request = await outlast(() => requestFor(attempt, purpose), signal)
  if (request === null) return withoutDelivery(failed(WAITS_FOR_OTHERS))
  const opened = await outlast(() => openFor(attempt, request, purpose), signal, hinderedIn)
  if (!opened.ok) {
    if (signal.aborted) return withoutDelivery(outcomeOfStop(NOTHING, signal, task))
    return withoutDelivery(failed(opened.failure, opened.lastLines))
  }
  const { worktree, purpose: aimed } = opened
  await tell(() => factsOf(worktree, task.id))
  const outcome = await outlast(() => work(attempt, worktree, aimed, request.start), signal)
  const sealing = { ...sealRequest(assignment, outcome), ...keptMerge(purpose) }
  using _saying = sayAfter(tell, task.id)
  const seal = () => workshop.worktrees.seal(worktree, sealing)
  const sealed = await outlast(seal, leaving, hinderedIn)
  await outlast(() => lookAtBranches(run, workshop, tell), leaving)
  return putBack(attempt, purpose, await endOf(outcome, sealed, task.id, tell))
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
  { workshop, stopping }: WorktreeAttempt,
  request: WorktreeRequest,
  purpose: Purpose,
): Promise<
  Refused | ({ readonly ok: true; readonly purpose: Purpose } & { readonly worktree: Worktree })
> {
  const opened = await workshop.worktrees.open(request, stopping.signal)
  if (!opened.ok) return opened
  return { ok: true, ...(await mergeFirst(workshop, opened.worktree, purpose)) }
}

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
  const request: WorktreeRequest = {
    run: run.id,
    lane: laneOf(task),
    task: task.id,
    attempt: attempt.id,
    from: run.target!.tip,
    start: 'as-it-is',
  }
  const opened = await workshop.worktrees.open(request, new AbortController().signal)
  throwIfHindered(opened)
  if (!opened.ok) return withoutDelivery(failed(opened.failure, opened.lastLines))
  await tell(() => factsOf(opened.worktree, task.id))
  const assignment = { run: run.id, attempt: attempt.id, task }
  const sealed = await workshop.worktrees.seal(opened.worktree, sealRequest(assignment, outcome))
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

async function requestFor(
  { run, workshop, assignment }: WorktreeAttempt,
  purpose: Purpose,
): Promise<(WorktreeRequest & { start: 'fresh' | 'continue' }) | null> {
  const { task, attempt } = assignment
  const from = await startOf(workshop, run.target!.tip, below(run, task.id, purpose))
  if (from === null) return null
  const start = howToStart(run, task, purpose)
  return { run: run.id, lane: laneOf(task), task: task.id, attempt, from, start }
}

/** Whoever goes on with a merge has the delivery on its branch, and is measured against the target, as when it was begun. */
function below(run: Run, task: TaskId, purpose: Purpose): readonly CommitId[] {
  if (purpose.is === 'resolve') return [purpose.delivery.commit]
  return aimOf(purpose).is === 'resolve' ? [] : standsOn(run, task)
}

/** On one delivery: on its very branch. On several: on all of them merged; null when that cannot be done. */
async function startOf(
  { target }: Workshop,
  tip: CommitId,
  below: readonly CommitId[],
): Promise<CommitId | null> {
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

async function mergeFirst(
  { worktrees, target }: Workshop,
  worktree: Worktree,
  purpose: Purpose,
): Promise<{ readonly worktree: Worktree; readonly purpose: Purpose }> {
  const trouble = purpose.is === 'resolve' || purpose.is === 'redo' ? purpose.trouble : undefined
  if (trouble === undefined || trouble.is === 'broken') return { worktree, purpose }
  const isOld = purpose.is === 'resolve' && trouble.is === 'conflict'
  const commit = isOld ? trouble.with : await target.tip()
  if (commit === null) return { worktree, purpose }
  const begun = await worktrees.beginMerge(worktree, commit)
  return { worktree: begun.worktree, purpose: asFound(purpose, begun.conflicts) }
}

/** The target may have moved since it was sent back: other files may conflict by now, or none. */
function asFound(purpose: Purpose, conflicts: readonly string[]): Purpose {
  if (purpose.is !== 'redo' || purpose.trouble?.is !== 'conflict') return purpose
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
  { run, agent, assignment, briefing, stopping, watch, workshop }: WorktreeAttempt,
  { path, environment }: Worktree,
  purpose: Purpose,
  start: 'fresh' | 'continue',
): Promise<Outcome> {
  const task = assigned(run, assignment.task, purpose, workshop.resolverOf(assignment.task))
  const place = { directory: workshop.directoryIn(path), environment, isWorktree: true }
  const words = wordsFor(run, task, purpose, { briefing, start })
  return attemptTask(agent, { ...assignment, ...words, task, place }, stopping, watch(task))
}

const sealRequest = (
  { run, task, attempt }: Pick<Assignment, 'run' | 'task' | 'attempt'>,
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
    const failure = whatIsMissing(sealed, task)
    const left = { ...sealed, ...sealed.astray }
    if (failure === null) return { ...left, outcome }
    if (outcome.is === 'succeeded') return { ...left, outcome: failedAfter(outcome, failure) }
    await tell(() => noticed([sayFailure(failure)], task))
    return { ...left, outcome }
  }
  const { reason } = sealed
  if (outcome.is === 'succeeded') return withoutDelivery(failed({ is: 'cannot-keep', reason }))
  const what = `what it left could not be committed and stays in its folder: ${reason}`
  await tell(() => noticed([what], task))
  return withoutDelivery(outcome)
}

/** What an agent says it has done has to be there. */
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

/** A resolution that failed goes to rescue; the person who is asked next finds the delivery as it was. */
async function putBack(
  { run, workshop, assignment }: WorktreeAttempt,
  purpose: Purpose,
  end: AttemptEnd,
): Promise<AttemptEnd> {
  const aim = aimOf(purpose)
  if (aim.is !== 'resolve') return end
  const { outcome, delivery, unresolved } = end
  const isGood = outcome.is === 'succeeded' && delivery !== null && unresolved.length === 0
  if (isGood || !isOver(outcome)) return end
  const { task, attempt } = assignment
  const from = aim.delivery.commit
  const lane = laneOf(task)
  const request = { run: run.id, lane, task: task.id, attempt, from, start: 'fresh' } as const
  const opened = await workshop.worktrees.open(request, new AbortController().signal)
  if (opened.ok) await workshop.worktrees.seal(opened.worktree, sealRequest(assignment, outcome))
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
