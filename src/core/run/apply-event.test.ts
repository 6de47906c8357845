import type { TaskStatus } from './task-state.ts'
import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import type { Event, Fact } from './event.ts'
import { pendingGuidance } from '../agent/guidance.ts'
import { attemptId, runId, taskId } from '../value/ids.ts'
import { foldRun } from './apply-event.ts'
import type { Task } from '../plan/plan.ts'
import { openAttempts, planAtStart } from './run.ts'

describe('in any run of any plan', () => {
  it('counts the tasks in each state', () => {
    inAnyGame({
      rest({ run }) {
        for (const status of Object.keys(run.counts) as TaskStatus[])
          expect(run.counts[status]).toBe(run.states.filter((s) => s.is === status).length)
      },
    })
  })

  it('folds to the same run from events that were written down and read again', () => {
    inAnyGame({
      over({ run, events }) {
        expect(foldRun(JSON.parse(JSON.stringify(events)) as Event[])).toEqual(run)
      },
    })
  })

  it('remembers the plan that it began with, whatever is added and changed', () => {
    inAnyGame({
      rest({ run, events }) {
        const began = events[0] as Event & { type: 'run-started' }
        const withoutBudget = ({ budgetUsd: _, ...task }: Task) => task
        expect(planAtStart(run).tasks.map(withoutBudget)).toEqual(
          began.plan.tasks.map(withoutBudget),
        )
      },
    })
  })

  it('has an open attempt for each working task, and for no other', () => {
    inAnyGame({
      rest({ run }) {
        const open = [...run.attempts.values()].filter((attempt) => attempt.ended === null)
        expect(new Set(open)).toEqual(new Set(openAttempts(run)))
        expect(open.length).toBe(run.counts.working)
      },
    })
  })

  it('numbers the attempts at a task from 1', () => {
    inAnyGame({
      over({ run }) {
        for (const [task, ids] of run.attemptsOf)
          ids.forEach((id, i) =>
            expect(run.attempts.get(id)).toMatchObject({ id, task, number: i + 1 }),
          )
      },
    })
  })
})

describe('a run', () => {
  it('counts only the time in which a coordinator had it', () => {
    const game = new Game(planFrom('a:'), {})
    const coordinator: Fact = {
      type: 'coordinator-started',
      process: { pid: 1, startedAt: 'then' },
    }
    const at = (second: number, fact: Fact): void => {
      game.now = second * 1000
      game.record([fact])
    }
    at(10, coordinator)
    at(15, { type: 'coordinator-stopped' })
    at(100, coordinator)
    at(107, { type: 'run-paused' })
    at(200, coordinator)
    at(201, { type: 'run-unpaused' })
    expect(game.run.activeSeconds).toBe(5 + 7 + 1)
  })

  it('forgets the tries of a task that is reset, not its attempts', () => {
    const game = new Game(planFrom('a:'), {})
    game.startAll()
    game.end(taskId('a'), OUTCOMES.failed)
    game.ask({ ask: 'retry', task: taskId('a') })
    game.startAll()
    expect(game.run.states[0]).toMatchObject({ is: 'working', tries: 1, attempt: '1-a-2' })
  })

  it('[V11] takes guidance that was heard as heard, in whatever order that is told', () => {
    const game = new Game(planFrom('a:'), {})
    const a = taskId('a')
    game.startAll()
    for (const text of ['one', 'two']) game.ask({ ask: 'guide', task: a, text })
    const heard = {
      type: 'guidance-delivered',
      task: a,
      attempt: attemptId(runId(1), a, 1),
    } as const
    game.record([{ ...heard, said: 2, how: 'read' }])
    game.record([{ ...heard, said: 1, how: 'in-prompt' }])
    expect(pendingGuidance(game.run, a)).toEqual([])
  })

  it('[V11] counts no try for what goes on only because a person has said more', () => {
    const work = { is: 'prompt', text: 'do it' } as const
    const game = new Game(planFrom('a:', { a: { work } }), {})
    for (const text of ['one', 'two', 'three']) {
      game.startAll()
      game.ask({ ask: 'guide', task: taskId('a'), text })
      game.end(taskId('a'), OUTCOMES.succeeded)
    }
    game.startAll()
    expect(game.run.states[0]).toMatchObject({ is: 'working', tries: 1, attempt: '1-a-4' })
  })

  it('[L4] whoever resolves and is cut off begins anew, also when a person has said something', () => {
    const game = new Game(planFrom('a:'), { isolation: 'worktree' })
    game.startAll()
    game.end(taskId('a'), OUTCOMES.succeeded)
    game.land(taskId('a'), 'conflict')
    game.startAll()
    game.ask({ ask: 'guide', task: taskId('a'), text: 'keep both' })
    game.end(taskId('a'), OUTCOMES.lost)
    expect(game.run.states[0]).toMatchObject({ is: 'waiting', purpose: { is: 'resolve' } })
  })

  it('does not begin with anything but its start', () => {
    const event: Event = {
      type: 'run-paused',
      run: new Game(planFrom('a:'), {}).run.id,
      at: 0,
      sequence: 1,
    }
    expect(() => foldRun([event])).toThrow('run-paused before run-started')
    expect(foldRun([])).toBe(null)
  })
})
