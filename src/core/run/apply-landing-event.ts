/** The part of the fold that is about worktrees, the target, and bringing work into it. */
import { isForAgent, type Delivery, type Trouble } from '../landing/delivery.ts'
import type { Event } from './event.ts'
import { commitId, type TaskId } from '../value/ids.ts'
import { moveTask, noteSetback, type Draft } from './run-draft.ts'
import { laneOf } from '../plan/lanes.ts'
import { attemptsAt, deliveryOf, stateOf, taskOf, type LandingCounts, type Run } from './run.ts'
import type { TaskState } from './task-state.ts'

type LandingEvent = Extract<
  Event,
  {
    type:
      | 'target-opened'
      | 'target-moved'
      | 'worktree-opened'
      | 'worktree-released'
      | 'noticed'
      | 'branch-moved'
      | 'branch-settled'
      | 'landing-queued'
      | 'landing-asked'
      | 'work-resealed'
      | 'landing-started'
      | 'check-ended'
      | 'resolve-needed'
      | 'review-needed'
      | 'task-sent-back'
      | 'task-landed'
      | 'files-touched'
      | 'collision-found'
      | 'collision-gone'
  }
>

export function applyLandingEvent(run: Draft, event: LandingEvent): void {
  const { at } = event
  switch (event.type) {
    case 'target-opened':
      run.target = { branch: event.branch, base: event.base, from: event.from, tip: event.base }
      return
    case 'target-moved':
      return moveTarget(run, event)
    case 'worktree-opened': {
      const { lane, path, branch, base, task } = event
      run.worktrees.set(lane, { lane, path, branch, base, task, isOpen: true })
      return
    }
    case 'worktree-released':
      return release(run, event)
    case 'landing-queued':
      return moveTask(run, event.task, {
        ...landingOf(run, event.task, 'queued', at),
        delivery: newest(run, event.task),
      })
    case 'landing-asked':
      run.ended = null
      run.cancelled = false
      return askLanding(run, event)
    case 'work-resealed': {
      const landing = landingOf(run, event.task, 'queued', at)
      return moveTask(run, event.task, { ...landing, delivery: event.delivery })
    }
    case 'landing-started':
      for (const task of event.tasks) moveTask(run, task, landingOf(run, task, 'checking', at))
      return
    case 'check-ended':
      // A check of the target alone says nothing about any task.
      return event.tasks.length > 0 ? countCheck(run, event) : undefined
    case 'resolve-needed': {
      const { delivery, tries } = landingOf(run, event.task, 'queued', at)
      const purpose = { is: 'resolve', trouble: event.trouble, delivery } as const
      noteTrouble(run, event)
      return moveTask(run, event.task, { is: 'waiting', since: at, tries, retryAt: null, purpose })
    }
    case 'review-needed': {
      const { phase: _phase, ...rest } = landingOf(run, event.task, 'queued', at)
      noteTrouble(run, event)
      return moveTask(run, event.task, { ...rest, is: 'review', trouble: event.trouble })
    }
    case 'task-sent-back': {
      const { tries } = landingOf(run, event.task, 'queued', at)
      const purpose = { is: 'redo', why: event.why, ...troubleOf(run, event.task) } as const
      noteSetback(run, event.task, ({ sentBack }) => ({ sentBack: sentBack + 1 }))
      return moveTask(run, event.task, { is: 'waiting', since: at, tries, retryAt: null, purpose })
    }
    case 'task-landed':
      return land(run, event)
    case 'files-touched':
      run.touched.set(event.task, { files: event.files, changes: event.changes })
      return
    case 'collision-found':
      run.collisions.set(pairOf(event.tasks), { tasks: event.tasks, files: event.files })
      return
    case 'collision-gone':
      run.collisions.delete(pairOf(event.tasks))
      return
    case 'branch-moved': {
      const { branch, from, to } = event
      run.movedBranches.set(branch, { branch, from, to, since: at, settled: null })
      return
    }
    case 'branch-settled': {
      const moved = run.movedBranches.get(event.branch)!
      run.movedBranches.set(event.branch, { ...moved, settled: event.how })
      return
    }
    case 'noticed':
      return
  }
}

const pairOf = (tasks: readonly [TaskId, TaskId]): string => tasks.toSorted().join(' ')

/** The state `landing` with the last delivery of the task, whatever its state was before. */
function landingOf(
  run: Run,
  task: TaskId,
  phase: (TaskState & { is: 'landing' })['phase'],
  at: number,
): TaskState & { is: 'landing' } {
  const state = stateOf(run, task)
  if (state.is === 'landing') return { ...state, phase }
  const delivery = deliveryOf(run, task)
  const attempt = attemptsAt(run, task).at(-1)
  if (delivery === null || attempt === undefined) throw new Error(`${task} has delivered nothing`)
  const tries = 'tries' in state ? state.tries : 0
  return { is: 'landing', since: at, tries, attempt: attempt.id, delivery, phase }
}

/** What kept the delivery that a person sends back from landing, and the delivery if an agent merges the target into it. */
function troubleOf(
  run: Run,
  task: TaskId,
): { readonly trouble?: Trouble; readonly delivery?: Delivery } {
  const state = stateOf(run, task)
  if (state.is !== 'review' || !isForAgent(state.trouble)) return {}
  const { trouble, delivery } = state
  const isMerged = trouble.is !== 'broken' && taskOf(run, task).work.is === 'prompt'
  return isMerged ? { trouble, delivery } : { trouble }
}

function askLanding(run: Draft, { task, resolved, at }: Event & { type: 'landing-asked' }): void {
  const before = stateOf(run, task)
  const was = before.is === 'review' ? { was: before.trouble } : {}
  moveTask(run, task, {
    ...landingOf(run, task, 'asked', at),
    ...was,
    ...(resolved && { resolved }),
  })
}

function newest(run: Run, task: TaskId): Delivery {
  const state = stateOf(run, task)
  if (state.is === 'landing' || state.is === 'review') return state.delivery
  return attemptsAt(run, task).findLast(({ delivery }) => delivery !== null)!.delivery!
}

function moveTarget(run: Draft, event: Event & { type: 'target-moved' }): void {
  const { to, lost, at } = event
  if (run.target !== null) {
    noteMove(run, run.target.branch, event)
    run.target = { ...run.target, tip: to }
  }
  for (const task of lost) {
    forgetWork(run, task)
    const { commit, delivery } = stateOf(run, task) as TaskState & { is: 'landed' }
    if (delivery === null) continue
    const { phase: _phase, ...rest } = landingOf(run, task, 'queued', at)
    const trouble = { is: 'left-target', commit: commitId(commit ?? '') } as const
    moveTask(run, task, { ...rest, is: 'review', trouble })
  }
}

/**
 * Commits that others add to the target are welcome. A target that was rewound can be put back until a task lands on it;
 * if it lost tasks, each of them needs a person instead.
 */
function noteMove(
  run: Draft,
  branch: string,
  { from, to, isRewound = false, lost, at }: Event & { type: 'target-moved' },
): void {
  const before = run.movedBranches.get(branch)
  const isOpen = before?.to === from && before.settled === null
  if (!isRewound && !isOpen) return
  const first = isOpen ? before.from : from
  const settled = first === to ? 'back' : lost.length > 0 ? 'gone-on' : null
  run.movedBranches.set(branch, { branch, from: first, to, since: at, settled })
}

function release(run: Draft, { lane, how }: Event & { type: 'worktree-released' }): void {
  const worktree = run.worktrees.get(lane)
  if (how === 'landed') run.worktrees.delete(lane)
  else if (worktree) run.worktrees.set(lane, { ...worktree, isOpen: false })
}

function land(run: Draft, { task, commit, checked }: Event & { type: 'task-landed' }): void {
  if (commit === null || run.target === null) return
  rememberWork(run, task)
  const { branch } = run.target
  const moved = run.movedBranches.get(branch)
  if (moved !== undefined) run.movedBranches.set(branch, { ...moved, settled: 'gone-on' })
  run.target = { ...run.target, tip: commitId(commit) }
  if (checked) run.checked.add(task)
}

/** Records the piece of work for the pull request of the lane. */
function rememberWork(run: Draft, task: TaskId): void {
  const delivery = deliveryOf(run, task)
  if (delivery === null) return
  const lane = laneOf(taskOf(run, task))
  const { base, commit } = delivery
  run.landedWork.set(lane, [...(run.landedWork.get(lane) ?? []), { task, base, commit }])
}

function forgetWork(run: Draft, task: TaskId): void {
  const lane = laneOf(taskOf(run, task))
  const others = run.landedWork.get(lane)?.filter((piece) => piece.task !== task)
  if (others !== undefined) run.landedWork.set(lane, others)
}

function noteTrouble(
  run: Draft,
  { task, trouble }: Event & { type: 'resolve-needed' | 'review-needed' },
): void {
  if (trouble.is === 'conflict')
    run.conflicted.set(task, [
      ...new Set([...(run.conflicted.get(task) ?? []), ...trouble.files.map(({ path }) => path)]),
    ])
  if (trouble.is === 'red-check' && !trouble.before)
    noteSetback(run, task, () => ({ redCheck: true }))
}

function countCheck(run: Draft, event: Event & { type: 'check-ended' }): void {
  const { passed, again, commit, coverage } = event
  if (passed && coverage !== undefined) run.coverage.set(commit, coverage)
  if (passed && again) count(run, 'flakes')
  count(run, passed ? 'checksPassed' : 'checksFailed')
}

function count(run: Draft, what: keyof LandingCounts): void {
  run.landing = { ...run.landing, [what]: run.landing[what] + 1 }
}
