/**
 * Brings deliveries into the target: L1 to L6 of docs/landing.md. Deliveries are coupled into trains, each built on
 * the one before; a train is merged in memory and its last commit checked, and when that is green the target advances
 * to it. All steps are taken one after another; only checks run in parallel.
 */
import { errorMessage } from '../core/text/error-message.ts'
import {
  afterLanding,
  afterMarks,
  afterRefusal,
  afterReplaced,
  workOfOthers,
  type OldWork,
} from '../core/landing/after-landing.ts'
import type { Delivery, Trouble } from '../core/landing/delivery.ts'
import type { Fact } from '../core/run/event.ts'
import { NO_PROFILE, type Failure, type Outcome } from '../core/run/failure.ts'
import { hindranceOf } from '../core/run/hindrance.ts'
import type { CommitId, TaskId } from '../core/value/ids.ts'
import {
  isStillWanted,
  landable,
  longer,
  shorter,
  standsOn,
} from '../core/landing/landing-order.ts'
import { laneOf } from '../core/plan/lanes.ts'
import { landingMessage } from '../core/landing/landing-message.ts'
import { stateOf, taskOf, type Run } from '../core/run/run.ts'
import { sayCount } from '../core/say/say-count.ts'
import { sayMoveBack } from '../core/say/say-failure.ts'
import type { TaskState } from '../core/run/task-state.ts'
import { trainChecks, type Member, type TrainChecks, type Verdict } from './check-train.ts'
import type { Tell } from './recorder.ts'
import type { RetryWhileHindered } from './retry-while-hindered.ts'
import { sealAgain } from './sealing.ts'
import { targetWatch } from './watch-target.ts'
import type { Workshop } from './git-workshop.ts'

export interface Lander {
  /** Something may have changed: takes every step that is possible now. */
  goOn(): void
  lookAtTarget(): void
  isBusy(): boolean
  /** Ends the running checks; after a resume the rest lands. */
  stop(): void
}

export interface LanderPorts {
  readonly tell: Tell
  readonly retryWhileHindered: RetryWhileHindered
  /** Aborted when the coordinator no longer waits for the machine. */
  readonly leaving: AbortSignal
}

interface Train {
  readonly members: readonly Member[]
  readonly onto: CommitId
  readonly stopper: AbortController
  /** Resolves when no train is ahead of this one, or when it is given up. */
  readonly first: PromiseWithResolvers<void>
  verdict: Verdict | null
}

export function openLander(run: Run, workshop: Workshop, ports: LanderPorts): Lander {
  const { tell, retryWhileHindered, leaving } = ports
  const { target } = workshop
  const watch = targetWatch(run, workshop, tell)
  const checks: TrainChecks = trainChecks(run, workshop, tell)
  let trains: Train[] = []
  let length = workshop.trainLength
  let stopped = false
  let steps: Promise<void> = Promise.resolve()
  let isStepQueued = false
  let failedSteps = 0
  /** Trains in a row whose commits were gone before they could land. */
  let goneTrains = 0
  let retryTimer: NodeJS.Timeout | undefined
  /** The number of steps that are queued or under way, and of checks that run. */
  let busy = 0

  return {
    goOn,
    lookAtTarget: () => enqueue(async () => void (await watch.look())),
    isBusy: () => busy > 0,
    stop() {
      stopped = true
      clearTimeout(retryTimer)
      trains.forEach(giveUp)
      trains = []
    },
  }

  function giveUp({ stopper, first }: Train): void {
    stopper.abort()
    first.resolve()
  }

  function goOn(): void {
    if (isStepQueued) return
    isStepQueued = true
    enqueue(step)
  }

  /** Runs steps one at a time, in order; a step that fails does not end the others. */
  function enqueue(work: () => Promise<void>): void {
    if (stopped) return
    busy++
    steps = steps
      .then(() => (stopped ? undefined : retryWhileHindered(work, leaving)))
      .then(() => void (failedSteps = 0), retryLater)
      .finally(rest)
  }

  /** Git failed though the machine is not to blame, for example because of a lock. The step is retried, not forever. */
  async function retryLater(error: unknown): Promise<void> {
    const what = `landing has trouble: ${errorMessage(error)}`
    if (++failedSteps === 1) await tell(() => [{ type: 'noticed', about: null, what }])
    if (failedSteps <= MOST_RETRIES) return void (retryTimer = setTimeout(goOn, RETRY_AFTER))
    failedSteps = 0
    for (const { id } of run.plan.tasks)
      await refuse(id, { is: 'broken', reason: errorMessage(error) })
  }

  /** Wakes the loop, which may be waiting for landing to be done. */
  function rest(): void {
    busy--
    void tell(() => [])
  }

  async function step(): Promise<void> {
    isStepQueued = false
    await takeInWhatPeopleChanged()
    if (trains.some((train) => !isWanted(train))) await uncouple()
    while (trains[0]?.verdict) await settle(trains[0], trains[0].verdict)
    while (trains.length < workshop.trainsAtOnce) {
      const train = await couple()
      if (train === null || stopped) return
      trains.push(train)
      trains[0]!.first.resolve()
      runChecks(train)
    }
  }

  async function takeInWhatPeopleChanged(): Promise<void> {
    for (const { id } of run.plan.tasks) {
      const state = stateOf(run, id)
      if (state.is === 'landing' && state.phase === 'asked') await takeIn(id, state)
    }
  }

  async function takeIn(task: TaskId, state: TaskState & { is: 'landing' }): Promise<void> {
    const undecided = await workshop.worktrees.undecided(laneOf(taskOf(run, task)))
    if (undecided.length > 0) return tell(() => afterMarks(run, task, undecided, state.was))
    // Another task has used the folder since, so a person cannot have changed anything there for this one.
    const user = run.worktrees.get(laneOf(taskOf(run, task)))?.task
    if (user !== undefined && user !== task) return resealed(task, state.delivery, null)
    const attempt = run.attempts.get(state.attempt)!
    const end = await sealAgain({ run, workshop, tell }, attempt, DONE)
    if (end.outcome.is === 'failed' && !(await isAllDelivered(task, end.outcome.failure))) return
    const { unresolved } = end
    if (unresolved.length > 0) return tell(() => afterMarks(run, task, unresolved, state.was))
    const delivery = end.delivery ?? state.delivery
    if (await leavesOut(state, delivery)) return refuse(task, besideIts(state.delivery))
    await resealed(task, delivery, await sayChangedSince(state, delivery))
  }

  async function resealed(task: TaskId, delivery: Delivery, note: string | null): Promise<void> {
    const notes: readonly Fact[] =
      note === null ? [] : [{ type: 'noticed', about: task, what: note }]
    await tell(() =>
      stateOf(run, task).is === 'landing'
        ? [...notes, { type: 'work-resealed', task, delivery }]
        : [],
    )
  }

  /** The work that was to land is on another branch or in a stash, and the worktree has got other changes. */
  async function leavesOut(
    { attempt, delivery: wanted }: TaskState & { is: 'landing' },
    { commit }: Delivery,
  ): Promise<boolean> {
    const outcome = run.attempts.get(attempt)?.ended?.outcome
    if (outcome?.is !== 'failed' || outcome.failure.is !== 'all-astray') return false
    return !(await workshop.target.reached([wanted.commit], commit)).has(wanted.commit)
  }

  /**
   * People have reviewed the delivery, so whatever else lands with it is reported. After a conflict, changes in the
   * worktree are its resolution and need no report.
   */
  async function sayChangedSince(
    { delivery: before, was }: TaskState & { is: 'landing' },
    after: Delivery,
  ): Promise<string | null> {
    if (after.commit === before.commit || was?.is === 'conflict') return null
    const changes = await workshop.target.countChanges(before.commit, after.commit)
    const files = changes.filesCreated + changes.filesChanged
    if (files === 0) return null
    const land = files === 1 ? 'lands' : 'land'
    return `${sayCount(files, 'file')} changed in its worktree since the delivery ${land} with it`
  }

  /**
   * If the folder is gone, the sealed delivery is all there is; if it was moved, a person's changes may be in it. If all
   * work is on another branch or in a stash, that is what the person wants to land.
   */
  async function isAllDelivered(task: TaskId, failure: Failure): Promise<boolean> {
    if (failure.is === 'all-astray') return true
    if (failure.is !== 'folder-gone' || failure.movedTo !== null) {
      await refuse(task, failure.is === 'folder-gone' ? movedAway(failure) : NOT_TAKEN_IN)
      return false
    }
    const what = `its folder ${failure.path} is gone; its delivery lands`
    await tell(() => [{ type: 'noticed', about: task, what }])
    return true
  }

  /** The next train, merged; null when there is nothing to couple, or nothing that merges onto the trains ahead. */
  async function couple(): Promise<Train | null> {
    const ahead = new Set(trains.flatMap(({ members }) => members.map(({ task }) => task)))
    const tasks = landable(run, ahead).slice(0, length)
    if (tasks.length === 0) return null
    const onto = trains.at(-1)?.members.at(-1)?.commit ?? (await watch.look())
    const members: Member[] = []
    const placed = new Set(ahead)
    for (const task of tasks) {
      // The delivery below it in its stack was just refused, so this one goes on waiting for it.
      if (!standsOn(run, task, placed)) continue
      const isOnTarget = trains.length === 0 && members.length === 0
      const member = await merged(task, members.at(-1)?.commit ?? onto, isOnTarget)
      if (member === null) continue
      members.push(member)
      placed.add(task)
    }
    if (members.length === 0) return null
    const stopper = new AbortController()
    return { members, onto, stopper, first: Promise.withResolvers(), verdict: null }
  }

  /** A conflict with work that has not landed yet is nobody's fault: the merge is tried again when it has landed. */
  async function merged(task: TaskId, onto: CommitId, isOnTarget: boolean): Promise<Member | null> {
    const state = stateOf(run, task)
    if (state.is !== 'landing') return null
    const { commit: delivery } = state.delivery
    const message = landingMessage(taskOf(run, task), run.id, state.attempt)
    try {
      const old = await broughtBack(task, state, onto)
      if (old !== null) {
        await tell(() => afterReplaced(run, task, old))
        return null
      }
      const merge = await target.merge({ onto, commit: delivery, message })
      if (merge.is === 'merged') return { task, delivery, commit: merge.commit }
      if (isOnTarget) await refuse(task, { is: 'conflict', with: onto, files: merge.conflicts })
    } catch (error) {
      if (hindranceOf(error) !== null) throw error
      await refuse(task, { is: 'broken', reason: errorMessage(error) })
    }
    return null
  }

  /**
   * Work that the attempt had begun on, that is not in the target any more, and that the delivery would bring back.
   * A person may have taken it out of the delivery meanwhile.
   */
  async function broughtBack(
    task: TaskId,
    { attempt, delivery }: TaskState & { is: 'landing' },
    onto: CommitId,
  ): Promise<OldWork | null> {
    const begunOn = run.attempts.get(attempt)?.delivery?.base
    const beyond = begunOn === undefined ? null : await target.beyond(begunOn, onto)
    if (begunOn === undefined || beyond === null) return null
    const isStacked = run.settings.stacked && taskOf(run, task).dependencies.length > 0
    const work = isStacked ? new Map([[beyond, null]]) : workOfOthers(run, task)
    const begunWith = await target.reached([...work.keys()], begunOn)
    const inTarget = await target.reached([...begunWith], onto)
    const gone = [...begunWith.difference(inTarget)]
    const [commit] = await target.reached(gone, delivery.commit)
    return commit === undefined ? null : { commit, of: work.get(commit) ?? null }
  }

  function runChecks(train: Train): void {
    busy++
    const { signal } = train.stopper
    void retryWhileHindered(
      () => checks.verdictOn({ ...train, isFirst: train.first.promise }, signal).catch(goneOrThrow),
      AbortSignal.any([signal, leaving]),
    )
      .catch((error: unknown): Verdict => ({ is: 'broken', reason: errorMessage(error) }))
      .then(async (verdict) => {
        train.verdict = verdict
        if (!trains.includes(train)) await letGo(train)
        goOn()
      })
      .finally(rest)
  }

  async function settle(train: Train, verdict: Verdict): Promise<void> {
    if (!isWanted(train)) return uncouple()
    switch (verdict.is) {
      case 'green':
        return advance(train)
      case 'red':
        return turnBack(train, verdict.trouble)
      case 'broken':
        return turnBack(train, verdict)
      case 'gone':
        return buildAgain(train, verdict.reason)
    }
  }

  /** Whether the run still wants to land all members: nobody has cancelled or changed one of them. */
  function isWanted({ members }: Train): boolean {
    return members.every(({ task, delivery }) => isStillWanted(run, task, delivery))
  }

  async function advance(train: Train): Promise<void> {
    const { members, onto } = train
    const { commit } = members.at(-1)!
    const advanced = await target.advance(onto, commit).catch(goneOrMessage)
    if (typeof advanced === 'object') return buildAgain(train, advanced.reason)
    if (advanced !== true) await uncouple()
    if (typeof advanced === 'string')
      for (const { task } of members) await refuse(task, { is: 'broken', reason: advanced })
    if (advanced !== true) return void (await watch.look())
    goneTrains = 0
    trains.shift()
    trains[0]?.first.resolve()
    length = longer(length, workshop.trainLength)
    await tell(() => members.flatMap(landed))
    await checks.letGo(commit)
  }

  /**
   * Somebody has collected the merged commits, but the deliveries are on their branches, so the train is built again.
   * After MOST_RETRIES a person has to look.
   */
  async function buildAgain({ members }: Train, reason: string): Promise<void> {
    await uncouple()
    if (++goneTrains <= MOST_RETRIES) return
    goneTrains = 0
    for (const { task } of members) await refuse(task, { is: 'broken', reason })
  }

  function letGo({ members }: Train): Promise<void> {
    return checks.letGo(members.at(-1)!.commit)
  }

  function landed({ task, commit }: Member): readonly Fact[] {
    const checked = workshop.checkOf(taskOf(run, task)) !== null
    return afterLanding(run, task, { commit, checked })
  }

  /** L5: a single delivery is refused; of several, half are tried. */
  async function turnBack({ members }: Train, trouble: Trouble): Promise<void> {
    // With the faulty delivery removed, the next ones are trusted again.
    const isFound = members.length === 1
    length = isFound ? longer(1, workshop.trainLength) : shorter(members.length)
    await uncouple()
    if (isFound) await refuse(members[0]!.task, trouble)
  }

  async function uncouple(): Promise<void> {
    const dropped = trains
    const members = dropped.flatMap((train) => train.members)
    trains = []
    for (const train of dropped) {
      giveUp(train)
      // A train that is still being checked is released when its check has ended.
      if (train.verdict !== null) await letGo(train)
    }
    await tell(() => members.flatMap(({ task }) => queuedAgain(task)))
  }

  function queuedAgain(task: TaskId): readonly Fact[] {
    const state = stateOf(run, task)
    const isStopped = state.is === 'landing' && state.phase === 'checking'
    return isStopped ? [{ type: 'landing-queued', task }] : []
  }

  function refuse(task: TaskId, trouble: Trouble): Promise<void> {
    const canResolve = workshop.resolverOf(taskOf(run, task)) !== null
    return tell(() => afterRefusal(run, task, trouble, canResolve))
  }
}

const MOST_RETRIES = 5
const RETRY_AFTER = 1000

const DONE: Outcome = { is: 'succeeded', profile: NO_PROFILE }

const NOT_TAKEN_IN: Trouble = {
  is: 'broken',
  reason: 'the content of its worktree could not be included',
}

const besideIts = ({ commit }: Delivery): Trouble => ({
  is: 'broken',
  reason: `its worktree has changes of its own beside the work that was to land; to land both, run \`git merge ${commit.slice(0, 9)}\` in the worktree`,
})

const movedAway = ({ path, movedTo }: Failure & { is: 'folder-gone' }): Trouble => ({
  is: 'broken',
  reason: `its folder was moved to ${movedTo}; bring it back (\`${sayMoveBack(movedTo ?? '', path)}\`), so that your changes in it land, too`,
})

function goneOrThrow(error: unknown): Verdict & { readonly is: 'gone' } {
  if (hindranceOf(error)?.is !== 'objects-missing') throw error
  return { is: 'gone', reason: errorMessage(error) }
}

/** Work that the machine prevented is retried unchanged. */
function goneOrMessage(error: unknown): (Verdict & { readonly is: 'gone' }) | string {
  return hindranceOf(error) === null ? errorMessage(error) : goneOrThrow(error)
}
