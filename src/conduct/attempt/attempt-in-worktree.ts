/** One attempt at one task in a worktree: open it, let the agent work, commit whatever is there. */
import { withoutDelivery, type AttemptEnd } from '../../core/run/after-attempt.ts'
import type { Beginning } from '../../core/run/attempt-order.ts'
import { beginsAnew } from '../../core/run/attempt-start.ts'
import { NO_PROFILE } from '../../core/run/failure.ts'
import type { CommitId } from '../../core/value/ids.ts'
import { aimOf, type Purpose } from '../../core/run/task-state.ts'
import type { AttemptInProcess } from './attempt-in-process.ts'
import { outcomeOfStop } from './attempt-task.ts'
import {
  endAfterSeal,
  failedWith,
  hinderedIn,
  openRequest,
  putBack,
  sealRequest,
} from '../sealing.ts'
import type { AttemptListener } from '../attempt-runner.ts'
import type { BegunMerge, Opened } from '../worktree-ports.ts'
import type { Workshop } from '../git-workshop.ts'

export async function attemptInWorktree(
  attempt: AttemptInProcess,
  beginning: Beginning,
  workshop: Workshop,
): Promise<AttemptEnd> {
  const { order, stopped, leaving, hear, retryWhileHindered } = attempt
  const { task, purpose } = order
  const from = await retryWhileHindered(() => startOf(workshop, beginning), stopped)
  if (from === null) {
    await hear({ is: 'noticed', what: [WAITS_FOR_OTHERS] })
    return { ...withoutDelivery({ is: 'preempted', profile: NO_PROFILE }), untilLanded: true }
  }
  const open = () => openFor(attempt, { ...beginning, from }, workshop)
  const opened = await retryWhileHindered(open, stopped, hinderedIn)
  if (!opened.ok) {
    if (stopped.aborted) return withoutDelivery(outcomeOfStop(NOTHING, stopped, task))
    return withoutDelivery(failedWith(opened.failure, opened.lastLines))
  }
  const { worktree } = opened
  await hear({ is: 'opened', worktree: worktree })
  const { path, branch, environment } = worktree
  const corrections = { purpose: asFound(purpose, opened), parts: { ...order.parts, branch } }
  const place = { directory: workshop.directoryIn(path), environment, isWorktree: true }
  const outcome = await retryWhileHindered(() => attempt.work(place, corrections), stopped)
  const sealing = { ...sealRequest(order, outcome), ...keptMerge(order) }
  using _saying = sayAfter(hear)
  const sealed = await retryWhileHindered(
    () => workshop.worktrees.seal(worktree, sealing),
    leaving,
    hinderedIn,
  )
  const end = await endAfterSeal(outcome, sealed, task.id, (what) => hear({ is: 'noticed', what }))
  return putBack(workshop, order, end)
}

/** The commit to start on: one delivery, or several merged; null when these conflict with each other. */
async function startOf({ target }: Workshop, { tip, below }: Beginning): Promise<CommitId | null> {
  const [first = tip, ...others] = below
  let onto = first
  for (const commit of others) {
    if ((await target.reached([commit], onto)).has(commit)) continue
    const merge = await target.merge({ onto, commit, message: 'what the next task stands on\n' })
    if (merge.is === 'conflict') return null
    onto = merge.commit
  }
  return onto
}

const WAITS_FOR_OTHERS =
  'the deliveries of its dependencies conflict with each other; it waits until they have landed'

/** The worktree as the agent finds it: opened, with the ordered merge begun in it. */
async function openFor(
  { order, stopped }: AttemptInProcess,
  { from, merge }: Pick<Beginning, 'merge'> & { readonly from: CommitId },
  { worktrees, target }: Workshop,
): Promise<(Opened & { readonly ok: false }) | ({ readonly ok: true } & Begun)> {
  const opened = await worktrees.open(openRequest(order, from, order.start), stopped)
  if (!opened.ok) return opened
  const commit = merge?.is === 'target' ? await target.tip() : (merge?.commit ?? null)
  if (commit === null) return { ...opened, conflicts: null, hunks: {} }
  return { ok: true, ...(await worktrees.beginMerge(opened.worktree, commit)) }
}

interface Begun extends Pick<BegunMerge, 'worktree' | 'hunks'> {
  /** The files that conflict in the merge that was begun; null: none was begun. */
  readonly conflicts: readonly string[] | null
}

/** The target may have moved since the delivery was sent back: by now other files may conflict, or none. */
function asFound(purpose: Purpose, { conflicts, hunks }: Omit<Begun, 'worktree'>): Purpose {
  const isAsked = purpose.is === 'redo' || purpose.is === 'resolve'
  if (conflicts === null || !isAsked || purpose.trouble?.is !== 'conflict') return purpose
  const { trouble } = purpose
  const conflictByPath = new Map(trouble.files.map((file) => [file.path, file]))
  const withHunks = (path: string) => (hunks[path] === undefined ? {} : { hunks: hunks[path] })
  const files = conflicts.map((path) => ({
    ...(conflictByPath.get(path) ?? { ...UNKNOWN, path }),
    ...withHunks(path),
  }))
  if (files.length > 0) return { ...purpose, trouble: { ...trouble, files } }
  return purpose.is === 'redo' ? { is: 'redo', why: purpose.why } : purpose
}

const UNKNOWN = { kind: 'content', base: null, target: null, task: null }

/** Work that a person sent back stays merged with the target, even while conflict marks are left in it. */
const keptMerge = ({ task, purpose }: AttemptInProcess['order']): { readonly goesOn?: true } => {
  const aim = aimOf(purpose)
  const isMerge = aim.is === 'redo' && aim.trouble !== undefined && !beginsAnew(task, purpose)
  return isMerge ? { goesOn: true } : {}
}

/** The agent has ended, so there are no more signs: when there is much to commit, people should be told. */
function sayAfter(hear: AttemptListener['hear']): Disposable {
  const what = 'its agent is done; committing its files takes a while'
  const timer = setTimeout(() => void hear({ is: 'noticed', what: [what] }), QUIET)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

/** Milliseconds. */
const QUIET = 5000

const NOTHING = { is: 'stopped', profile: NO_PROFILE, lastLines: [] } as const
