/** What goes on beside the attempts of a run in a repository: landing, watching worktrees, giving them back. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '../core/run/event.ts'
import type { TaskId } from '../core/value/ids.ts'
import { openMoves } from '../core/landing/branch-moves.ts'
import { laneOf } from '../core/plan/lanes.ts'
import { ofEachTask, stateOf, taskOf, type Run } from '../core/run/run.ts'
import { isOver } from '../core/run/task-state.ts'
import { openLander, type LanderPorts } from './land/land-tasks.ts'
import { lookAtBranches } from './watch-branches.ts'
import { watchWorktrees } from './watch-worktrees.ts'
import type { Workshop } from './git-workshop.ts'

export interface LandingAndWatching {
  goOn(events: readonly Event[]): void
  /** Called when an agent has ended: it may have moved branches of the user's. */
  lookAtBranches(): Promise<void>
  isBusy(): boolean
  stop(): void
  /** Resolves when nothing is under way any more. */
  rest(): Promise<void>
  close(): void
}

const LOOK_EVERY = 2000
const MOMENT = 10
/** The share of the time that looking may take: in large repositories the lookout looks more rarely. */
const SHARE = 0.05
/** On a busy machine a look takes long without costing much, and a collision must not go unseen for minutes then. */
const LONGEST_REST = 15_000
/** Measuring the folders is too expensive for every look. */
const LOOKS_PER_DISK = 15

export function landAndWatch(run: Run, workshop: Workshop, ports: LanderPorts): LandingAndWatching {
  const { tell, retryWhileHindered, leaving } = ports
  workshop.onNote((what) => void tell(() => [{ type: 'noticed', about: null, what }]))
  const lander = openLander(run, workshop, ports)
  const watch = watchWorktrees(run, workshop.lookout, tell)
  let releasing = 0
  let looks = 0
  let isDiskSaid = false
  let timer = setTimeout(look, LOOK_EVERY).unref()
  giveBackLanded()

  return {
    goOn(events) {
      if (events.length === 0) return
      for (const event of events) giveBack(event)
      // An agent can move the target, too; the run does not end before that has been checked.
      if (events.some(({ type }) => type === 'attempt-ended') && !run.stopping)
        lander.lookAtTarget()
      if ((run.counts.landing > 0 || lander.isBusy()) && !run.stopping) lander.goOn()
    },
    lookAtBranches: () => retryWhileHindered(() => lookAtBranches(run, workshop, tell), leaving),
    isBusy,
    stop: lander.stop,
    async rest() {
      while (isBusy()) await sleep(MOMENT)
    },
    close() {
      clearTimeout(timer)
      lander.stop()
    },
  }

  function isBusy(): boolean {
    return lander.isBusy() || releasing > 0
  }

  function look(): void {
    const began = performance.now()
    if (!run.stopping && !lander.isBusy()) lander.lookAtTarget()
    const disk = looks++ % LOOKS_PER_DISK === 0 ? lookAtDisk() : Promise.resolve()
    // A failed look only means less information, and the next one follows.
    const moved = openMoves(run).length > 0 ? lookAtBranches(run, workshop, tell) : null
    void Promise.allSettled([watch.look(), disk, moved]).then(() => {
      if (run.ended !== null || run.coordinator === null) return
      timer = setTimeout(look, restAfterLook(performance.now() - began)).unref()
    })
  }

  /** Reported once, because people stop reading what they are told twice. */
  async function lookAtDisk(): Promise<void> {
    const what = isDiskSaid ? null : await workshop.overDisk()
    if (what === null || isDiskSaid) return
    isDiskSaid = true
    await tell(() => [{ type: 'noticed', about: null, what }])
  }

  function giveBack(event: Event): void {
    if (event.type === 'attempt-ended') return release(event.task, 'kept')
    if (event.type === 'task-landed')
      return release(event.task, hasMore(event.task) ? 'kept' : 'landed')
  }

  /** An earlier coordinator landed these tasks and died before it gave their worktrees back. */
  function giveBackLanded(): void {
    for (const { lane, task } of run.worktrees.values()) {
      const own = ofEachTask(run, (one, state) => (laneOf(one) === lane ? [state] : []))
      if (own.every(({ is }) => is === 'landed')) release(task, 'landed')
    }
  }

  function hasMore(task: TaskId): boolean {
    const lane = laneOf(taskOf(run, task))
    return run.plan.tasks.some((other) => laneOf(other) === lane && !isOver(stateOf(run, other.id)))
  }

  function release(task: TaskId, how: 'landed' | 'kept'): void {
    const lane = laneOf(taskOf(run, task))
    if (!run.worktrees.has(lane)) return
    releasing++
    void retryWhileHindered(() => workshop.worktrees.release(lane, how, run.target!.tip), leaving)
      .then(() => tell(() => [{ type: 'worktree-released', lane, how }]))
      .catch((error: unknown) =>
        tell(() => [
          { type: 'noticed', about: task, what: `its worktree stays: ${String(error)}` },
        ]),
      )
      .finally(() => {
        releasing--
        void tell(() => [])
      })
  }
}

/** Milliseconds until the next look, after one that took this long. */
export const restAfterLook = (took: number): number =>
  Math.min(LONGEST_REST, Math.max(LOOK_EVERY, took / SHARE))
