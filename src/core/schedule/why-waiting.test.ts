import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import * as oracle from '../../../test/played/oracle.ts'
import { Game, OUTCOMES, planFrom, type Script } from '../../../test/played/play.ts'
import { taskId } from '../value/ids.ts'
import { stateOf, taskOf, type Run } from '../run/run.ts'
import { scheduleOf } from './schedule.ts'
import { waitingTasks, whyWaiting, type Wait } from './why-waiting.ts'

const id = taskId

/** Whether the wait is true, by the rules written a second time. */
function isTrue(run: Run, of: string, wait: Wait, now: number): boolean {
  const task = taskOf(run, id(of))
  switch (wait.is) {
    case 'on-tasks':
      return (
        wait.tasks.length > 0 &&
        task.dependencies.every(
          (dependency) => wait.tasks.includes(dependency) !== oracle.mayBuildOn(run, dependency),
        )
      )
    case 'needs-human':
      return !oracle.isApproved(run, task)
    case 'batch': {
      const earlier = oracle.unfinishedBatches(run, task)
      const ofBatch = earlier.filter((other) => oracle.batchOf(run, other) === wait.batch)
      return run.settings.strictBatches && ofBatch.length === wait.unfinished && wait.unfinished > 0
    }
    case 'retry-at':
      return wait.at > now && !oracle.isTimeToTry(run, task, now)
    case 'paused':
      return run.paused
    case 'hindered':
      return run.hindered?.is === wait.by
    case 'batch-paused':
      return wait.batch === oracle.batchOf(run, task) && run.pausedBatches.has(wait.batch)
    case 'over-budget':
      return run.budgetUsd === wait.limitUsd && (run.usage.costUsd ?? 0) >= wait.limitUsd
    case 'would-collide':
      return (
        oracle.collide(run, task, taskOf(run, wait.with)) &&
        ['working', 'landing'].includes(stateOf(run, wait.with).is)
      )
    case 'lane-busy':
      return oracle.laneHolder(run, task)?.id === wait.with
    case 'no-worktree':
      return (
        oracle.workingTasks(run).length >= wait.limit && wait.limit === run.settings.maxWorktrees
      )
    case 'resources':
      return !oracle.fitsNow(run, task)
    case 'agents-busy':
      return oracle.mayStart(run, task, now)
  }
}

describe('in any run of any plan', () => {
  it('[S2] waits in a stack until all below has landed, when that could not be merged', () => {
    const game = new Game(planFrom('a:\nb: a\nc: b'), { isolation: 'worktree', stacked: true })
    game.startAll()
    game.end(id('a'), OUTCOMES.succeeded)
    game.startAll()
    game.end(id('b'), OUTCOMES.succeeded, 0.5, false)
    game.startAll()
    game.putOff(id('c'))
    expect(stateOf(game.run, id('c'))).toMatchObject({ is: 'waiting', tries: 0 })
    expect(game.schedule.next(game.now)).toBe(null)
    expect(whyWaiting(game.run, id('c'), game.now)).toEqual({ is: 'on-tasks', tasks: ['a'] })
    game.land(id('a'))
    expect(game.schedule.next(game.now)).toBe('c')
    expect(scheduleOf(game.run).next(game.now)).toBe('c')
  })

  it('[S9] gives every waiting task, and no other, a reason that is true', () => {
    inAnyGame({
      rest({ run, now }) {
        const waits = waitingTasks(run, now)
        expect(waits.size).toBe(run.counts.waiting)
        for (const [task, wait] of waits) {
          expect(stateOf(run, task).is).toBe('waiting')
          expect([task, wait, isTrue(run, task, wait, now)]).toEqual([task, wait, true])
        }
      },
    })
  })

  it('[S9] says agents busy of exactly those that nothing else keeps, in order of their turn', () => {
    inAnyGame({
      rest({ run, now }) {
        const busy = [...waitingTasks(run, now)].filter(([, wait]) => wait.is === 'agents-busy')
        if (oracle.mostAtOnce(run) < run.agents) return
        const expected = oracle
          .startable(run, now)
          .toSorted((a, b) => oracle.compare(run, now, [a, b]))
          .map((task, i) => [task.id, { is: 'agents-busy', place: i + 1 }])
        expect(busy).toEqual(expected)
      },
    })
  })

  it('[S9] puts in first place the task that one more agent would take', () => {
    inAnyGame({
      rest({ run, now }) {
        if (oracle.mostAtOnce(run) < run.agents) return
        const agents = Math.max(run.agents, run.counts.working) + 1
        const settings = { ...run.settings, maxWorktrees: null }
        const taken = scheduleOf({ ...run, settings, agents }).next(now)
        const first = [...waitingTasks(run, now)].find(([, wait]) => wait.is === 'agents-busy')
        expect(first?.[0] ?? null).toBe(taken)
      },
    })
  })

  it('[S9] answers for one task as for all', () => {
    inAnyGame({
      rest({ run, now }) {
        const waits = waitingTasks(run, now)
        for (const task of run.plan.tasks)
          expect(whyWaiting(run, task.id, now)).toEqual(waits.get(task.id) ?? null)
      },
    })
  })
})

describe('why a task waits', () => {
  const begun = (notation: string, { tasks, ...settings }: Script): Game => {
    const game = new Game(planFrom(notation, tasks), settings)
    game.startAll()
    return game
  }

  it('[S9] names the task it would collide with, and the files', () => {
    const tasks = { a: { files: ['src/*.ts'] }, b: { files: ['src/b.ts', 'README.md'] } }
    expect(whyWaiting(begun('a:\nb:', { tasks }).run, id('b'), 0)).toEqual({
      is: 'would-collide',
      with: 'a',
      files: ['src/b.ts'],
      chance: 1,
    })
  })

  it('[S9] says what it needs of the machine and what is free', () => {
    const needs = { cpu: 0.7, memoryBytes: 0 }
    const script = { tasks: { a: { resources: needs }, b: { resources: needs } } }
    const { run } = begun('a:\nb:', { ...script, machine: { cpu: 1, memoryBytes: 0 } })
    expect(whyWaiting(run, id('b'), 0)).toEqual({
      is: 'resources',
      needs,
      free: { cpu: 0.3, memoryBytes: 0 },
    })
  })

  it('[S9] counts what is left of the batch before', () => {
    const { run } = begun('a:\nb:\nc:\nd: a\ne: d', { strictBatches: true })
    expect(whyWaiting(run, id('d'), 0)).toEqual({ is: 'on-tasks', tasks: ['a'] })
    const other = begun('a:\nb:\nc: a', { strictBatches: true })
    other.record([{ type: 'task-landed', task: id('a'), commit: null }])
    expect(whyWaiting(other.run, id('c'), 0)).toEqual({ is: 'batch', batch: 0, unfinished: 1 })
  })

  it('[S9] gives a task whose retry is due a place in line', () => {
    const game = begun('a:\nb:', { agents: 1 })
    game.record([{ type: 'retry-scheduled', task: id('b'), retryAt: 5000 }])
    expect(whyWaiting(game.run, id('b'), 4999)).toEqual({ is: 'retry-at', at: 5000 })
    expect(whyWaiting(game.run, id('b'), 5000)).toEqual({ is: 'agents-busy', place: 1 })
  })

  it('[S9] does not blame the machine for a task that may run alone', () => {
    const tasks = { big: { resources: { cpu: 64, memoryBytes: 0 } } }
    const { run } = new Game(planFrom('big:', tasks), { machine: { cpu: 4, memoryBytes: 0 } })
    expect(whyWaiting(run, id('big'), 0)).toEqual({ is: 'agents-busy', place: 1 })
  })

  it('[S9] has nothing to say of a task that does not wait', () => {
    expect(whyWaiting(begun('a:', {}).run, id('a'), 0)).toBe(null)
  })
})
