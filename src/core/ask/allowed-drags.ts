/** Which drags are allowed: what dragging a card to another column or lane does, or why it may not go there. */
import { troubleKind } from '../landing/delivery.ts'
import type { LaneName, TaskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import { deliveryOf, stateOf, taskOf, type Run } from '../run/run.ts'
import { sayRefusal } from '../say/say-failure.ts'
import { sayHindrance } from '../say/say-hindrance.ts'
import { sayWait } from '../say/say-wait.ts'
import type { ActionName } from './ask.ts'
import { columnOf, type Column } from './board-columns.ts'
import { changeLane } from './kinds/change.ts'
import { refusalOf, thinkable, type TaskAction } from './task-actions.ts'
import type { TaskState } from '../run/task-state.ts'
import { whyWaiting } from '../schedule/why-waiting.ts'

/** no: the card goes back to where it was, and `why` is shown. */
export type CardMove =
  | { readonly is: 'action'; readonly action: TaskAction }
  | { readonly is: 'no'; readonly why: string }
  | { readonly is: 'same' }

export function cardMove(run: Run, task: TaskId, to: Column, now: number): CardMove {
  const state = stateOf(run, task)
  if (columnOf(state) === to) return { is: 'same' }
  const meant = meaning(run, task, to, now)
  if (typeof meant !== 'string') return meant
  const action = thinkable(run, task, now).find(({ name }) => name === meant)
  if (action === undefined) return no('it is being stopped already')
  const refusal = refusalOf(run, task, action)
  return refusal === null ? { is: 'action', action } : no(sayRefusal(refusal))
}

/** What dragging a task into the lane of another worktree does. */
export function laneMove(run: Run, task: TaskId, to: LaneName): CardMove {
  if (laneOf(taskOf(run, task)) === to) return { is: 'same' }
  const action = changeLane(task, to)
  const refusal = refusalOf(run, task, action)
  if (refusal === null) return { is: 'action', action }
  const isBegun = refusal.is === 'wrong-state' || refusal.is === 'already-tried'
  return no(isBegun ? 'it has begun, and its work is in its own worktree' : sayRefusal(refusal))
}

const no = (why: string): CardMove => ({ is: 'no', why })

type Meaning = ActionName | CardMove

function meaning(run: Run, task: TaskId, to: Column, now: number): Meaning {
  const state = stateOf(run, task)
  switch (state.is) {
    case 'waiting':
      return to === 'in-progress' ? meaningOfStart(run, task, now) : ofWaiting(to)
    case 'working':
      return ofWorking(to)
    case 'stuck':
      return ofStuck(to, state)
    case 'landing':
      return ofLanding(to)
    case 'review':
      return ofReview(to, state)
    case 'failed':
      return ofFailed(to)
    case 'skipped':
    case 'cancelled':
      return to === 'backlog' ? 'retry' : no(BACK_TO_BACKLOG)
    case 'landed':
      return no(sayUndo(run, task, state))
  }
}

/** A person can only start a task sooner when it waits for a person, or for nothing but a free agent. */
function meaningOfStart(run: Run, task: TaskId, now: number): Meaning {
  const wait = whyWaiting(run, task, now)!
  if (wait.is === 'needs-human') return 'approve'
  if (wait.is === 'paused') return no('the run is paused; resume it first')
  if (wait.is === 'hindered')
    return no(`the machine blocks the run: ${sayHindrance({ is: wait.by })}`)
  if (wait.is === 'batch-paused') return no(`batch ${wait.batch + 1} is paused; resume it first`)
  if (wait.is !== 'agents-busy') return no(`it cannot start yet: ${sayWait(wait, now)}`)
  if (taskOf(run, task).priority > 1) return 'sooner'
  return no('it already has the highest priority; it starts as soon as an agent is free')
}

const ofWaiting = (to: Column): Meaning => (to === 'done' ? 'skip' : no(COMES_BY_ITSELF))

function ofWorking(to: Column): Meaning {
  if (to === 'backlog') return 'preempt'
  return to === 'done' ? 'cancel' : no(COMES_BY_ITSELF)
}

function ofStuck(to: Column, { why }: TaskState & { is: 'stuck' }): Meaning {
  if (to === 'done') return 'cancel'
  if (why.is === 'question') return to === 'backlog' ? 'guide' : no('it waits for your answer')
  if (why.of === 'run') return no('the run has used up its budget; raise the budget first')
  return to === 'backlog' ? 'budget' : no('it has used up its budget; raise the budget first')
}

function ofLanding(to: Column): Meaning {
  if (to === 'done') return no('it is being merged and checked, and comes here once it has landed')
  return no('it is being merged and checked; cancel it first, then you can retry it')
}

function ofReview(to: Column, { trouble }: TaskState & { is: 'review' }): Meaning {
  if (to === 'done') return troubleKind(trouble) === 'conflict' ? 'land-worktree' : 'land'
  return to === 'backlog' ? 'reject' : no('drag it to Backlog to send it back to an agent')
}

function ofFailed(to: Column): Meaning {
  if (to === 'backlog') return 'retry'
  return to === 'done' ? 'land' : no(BACK_TO_BACKLOG)
}

const COMES_BY_ITSELF = 'it comes to Review by itself when its agent is done'

const BACK_TO_BACKLOG = 'drag it to Backlog to retry it; it starts when an agent is free'

/** A landing is a merge commit (L2), so it can be reverted; a task that changed nothing has no commit of its own. */
function sayUndo(run: Run, task: TaskId, { commit }: TaskState & { is: 'landed' }): string {
  if (commit === null) return 'it has landed; its changes can only be undone by hand'
  if (deliveryOf(run, task) === null) return 'it is done, and has changed nothing'
  return `it has landed; undo it with git revert -m 1 ${commit.slice(0, 9)}`
}
