/** Includes what people have changed in the worktree of a task that they want to land. */
import { afterMarks } from '../../core/landing/after-landing.ts'
import type { Delivery, Trouble } from '../../core/landing/delivery.ts'
import { laneOf } from '../../core/plan/lanes.ts'
import type { Fact } from '../../core/run/event.ts'
import { NO_PROFILE, type Failure, type Outcome } from '../../core/run/failure.ts'
import { stateOf, taskOf, type Run } from '../../core/run/run.ts'
import type { TaskState } from '../../core/run/task-state.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { sayMoveBack } from '../../core/say/say-failure.ts'
import type { TaskId } from '../../core/value/ids.ts'
import type { Workshop } from '../git-workshop.ts'
import { resolvedDeliveries } from './include-resolution.ts'
import type { Tell } from '../recorder.ts'
import { sealAgain } from '../sealing.ts'

interface Parts {
  readonly run: Run
  readonly workshop: Workshop
  readonly tell: Tell
  refuse(task: TaskId, trouble: Trouble): Promise<void>
}

type Landing = TaskState & { is: 'landing' }

/** Call the returned function before anything is merged. Afterwards every task that people asked for is queued, or refused. */
export function changesByPeople({ run, workshop, tell, refuse }: Parts): () => Promise<void> {
  const { target, worktrees } = workshop
  const delivered = resolvedDeliveries({ run, workshop, tell })

  return async () => {
    for (const { id } of run.plan.tasks) {
      const state = stateOf(run, id)
      if (state.is === 'landing' && state.phase === 'asked') await include(id, state)
    }
  }

  async function include(task: TaskId, state: Landing): Promise<void> {
    const lane = laneOf(taskOf(run, task))
    // If another task has used the folder since, nobody can have changed anything there for this one.
    const user = run.worktrees.get(lane)?.task ?? task
    if (state.resolved !== undefined) {
      const made = await delivered(task, state, state.resolved, user === task)
      return 'is' in made ? refuse(task, made) : queue(task, made, null)
    }
    if (user !== task) return queue(task, state.delivery, null)
    const undecided = await worktrees.undecided(lane)
    if (undecided.length > 0) return tell(() => afterMarks(run, task, undecided, state.was))
    const attempt = run.attempts.get(state.attempt)!
    const end = await sealAgain({ run, workshop, tell }, attempt, DONE)
    if (end.outcome.is === 'failed' && !(await isAllDelivered(task, end.outcome.failure))) return
    const { unresolved } = end
    if (unresolved.length > 0) return tell(() => afterMarks(run, task, unresolved, state.was))
    const delivery = end.delivery ?? state.delivery
    if (await leavesOut(state, delivery)) return refuse(task, changesBeside(state.delivery))
    await queue(task, delivery, await sayChangedSince(state, delivery))
  }

  async function queue(task: TaskId, delivery: Delivery, note: string | null): Promise<void> {
    const notes: readonly Fact[] =
      note === null ? [] : [{ type: 'noticed', about: task, what: note }]
    await tell(() =>
      stateOf(run, task).is === 'landing'
        ? [...notes, { type: 'work-resealed', task, delivery }]
        : [],
    )
  }

  /**
   * If the folder is gone, the sealed delivery is all there is; if it was moved, a person's changes may be in it. If all
   * work is on another branch or in a stash, that is what the person wants to land.
   */
  async function isAllDelivered(task: TaskId, failure: Failure): Promise<boolean> {
    if (failure.is === 'all-astray') return true
    if (failure.is !== 'folder-gone' || failure.movedTo !== null) {
      await refuse(task, failure.is === 'folder-gone' ? movedAway(failure) : NOT_INCLUDED)
      return false
    }
    const what = `its folder ${failure.path} is gone; its delivery lands`
    await tell(() => [{ type: 'noticed', about: task, what }])
    return true
  }

  /** The work that was to land is on another branch or in a stash, and the worktree has other changes. */
  async function leavesOut(
    { attempt, delivery: wanted }: Landing,
    { commit }: Delivery,
  ): Promise<boolean> {
    const outcome = run.attempts.get(attempt)?.ended?.outcome
    if (outcome?.is !== 'failed' || outcome.failure.is !== 'all-astray') return false
    return !(await target.reached([wanted.commit], commit)).has(wanted.commit)
  }

  /**
   * People have reviewed the delivery, so whatever else lands with it is reported. After a conflict, changes in the
   * worktree are its resolution and need no report.
   */
  async function sayChangedSince(
    { delivery: before, was }: Landing,
    after: Delivery,
  ): Promise<string | null> {
    if (after.commit === before.commit || was?.is === 'conflict') return null
    const changes = await target.countChanges(before.commit, after.commit)
    const files = changes.filesCreated + changes.filesChanged
    if (files === 0) return null
    const land = files === 1 ? 'lands' : 'land'
    return `${sayCount(files, 'file')} changed in its worktree since the delivery ${land} with it`
  }
}

const DONE: Outcome = { is: 'succeeded', profile: NO_PROFILE }

const NOT_INCLUDED: Trouble = {
  is: 'broken',
  reason: 'the content of its worktree could not be included',
}

const changesBeside = ({ commit }: Delivery): Trouble => ({
  is: 'broken',
  reason: `its worktree has changes of its own beside the work that was to land; to land both, run \`git merge ${commit.slice(0, 9)}\` in the worktree`,
})

const movedAway = ({ path, movedTo }: Failure & { is: 'folder-gone' }): Trouble => ({
  is: 'broken',
  reason: `its folder was moved to ${movedTo}; bring it back (\`${sayMoveBack(movedTo ?? '', path)}\`), so that your changes in it land, too`,
})
