/**
 * Brings deliveries into the target: L1 to L6 of docs/landing.md. Deliveries are coupled into trains, each built on
 * the one before; a train is merged in memory and its last commit checked, and when that is green the target advances
 * to it. All steps are taken one after another; only checks run in parallel.
 */
import { errorMessage } from '../../core/text/error-message.ts'
import { afterLanding, afterRefusal, afterReplaced } from '../../core/landing/after-landing.ts'
import type { Trouble } from '../../core/landing/delivery.ts'
import type { Fact } from '../../core/run/event.ts'
import { hindranceOf } from '../../core/run/hindrance.ts'
import type { CommitId, TaskId } from '../../core/value/ids.ts'
import {
  isStillWanted,
  landable,
  longer,
  shorter,
  standsOn,
} from '../../core/landing/landing-order.ts'
import { landingMessage } from '../../core/landing/landing-message.ts'
import { stateOf, taskOf, type Run } from '../../core/run/run.ts'
import { trainChecks, type Member, type TrainChecks, type Verdict } from './check-train.ts'
import type { Tell } from '../recorder.ts'
import type { RetryWhileHindered } from '../retry-while-hindered.ts'
import { changesByPeople } from './include-changes.ts'
import { oldWorkIn } from './old-work.ts'
import { targetWatch } from './watch-target.ts'
import type { Workshop } from '../git-workshop.ts'

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
  const includeChanges = changesByPeople({ run, workshop, tell, refuse })
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
    await includeChanges()
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
      const old = await oldWorkIn(run, target, { task, ...state }, onto)
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
   * The merged commits are gone (`git gc`), but the deliveries are on their branches, so the train is built again.
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

function goneOrThrow(error: unknown): Verdict & { readonly is: 'gone' } {
  if (hindranceOf(error)?.is !== 'objects-missing') throw error
  return { is: 'gone', reason: errorMessage(error) }
}

/** Work that the machine prevented is retried unchanged. */
function goneOrMessage(error: unknown): (Verdict & { readonly is: 'gone' }) | string {
  return hindranceOf(error) === null ? errorMessage(error) : goneOrThrow(error)
}
