import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import * as oracle from '../../../test/played/oracle.ts'
import {
  DELIVERY,
  Game,
  OUTCOMES,
  planFrom,
  play,
  playGame,
  statesOf,
} from '../../../test/played/play.ts'
import type { RunSettings } from './event.ts'
import { NO_PROFILE, type Outcome } from './failure.ts'
import { commitId, taskId } from '../value/ids.ts'
import type { Task } from '../plan/plan.ts'
import { DEFAULT_RETRY } from './retry-policy.ts'
import { afterAttempt } from './after-attempt.ts'
import { attemptsAt, deliveryOf, openAttempts, stateOf, taskOf } from './run.ts'
import { whyWaiting } from '../schedule/why-waiting.ts'

describe('when an attempt fails', () => {
  it('[S6] skips what waits for the task, and the rest goes on', () => {
    const game = playGame('a:\nb: a\nc: b\nd:\ne: d', { outcomes: { a: ['failed'] } })
    expect(statesOf(game.run)).toEqual({
      a: 'failed',
      b: 'skipped',
      c: 'skipped',
      d: 'landed',
      e: 'landed',
    })
    expect(game.run.ended?.status).toBe('failed')
  })

  it('[S6] skips exactly what comes after, directly or not, in any run', () => {
    inAnyGame({
      begin(game) {
        game.onEvent = (event, before) => {
          if (event.type !== 'tasks-skipped' || event.because.is !== 'dependency') return
          const after = oracle.everythingAfter(before, taskOf(before, event.because.task))
          const idle = [...after].filter(
            (task) => oracle.isOpen(before, task) && stateOf(before, task).is !== 'working',
          )
          expect(new Set(event.tasks)).toEqual(new Set(idle))
        }
      },
    })
  })

  it('[S6] leaves no task waiting for one that will not land', () => {
    inAnyGame({
      rest({ run }) {
        const waiting = run.plan.tasks.filter((task) => stateOf(run, task.id).is === 'waiting')
        const hopeless = waiting.filter((task) =>
          task.dependencies.some(
            (id) => !oracle.isOpen(run, id) && stateOf(run, id).is !== 'landed',
          ),
        )
        expect(hopeless).toEqual([])
      },
    })
  })

  it('[S7] tries three times, waiting longer each time', () => {
    const outcomes = { a: ['killed', 'killed', 'killed'] } as const
    expect(play('a:\nb: a', { outcomes })).toEqual([
      'attempt-started a',
      'retry-scheduled a in 5 s',
      'attempt-started a',
      'retry-scheduled a in 10 s',
      'attempt-started a',
      'task-failed a',
      'tasks-skipped b',
    ])
  })

  it('[S7] tries a plain failure again only when a policy says so', () => {
    const tasks = { b: { retry: { ...DEFAULT_RETRY, maxAttempts: 2 } } }
    const outcomes = { a: ['failed'], b: ['failed'], c: ['missing'] } as const
    const game = playGame('a:\nb:\nc:', { tasks, outcomes })
    expect(statesOf(game.run)).toEqual({ a: 'failed', b: 'landed', c: 'failed' })
  })

  it('[S7] counts the attempts at a task, and never more than its policy allows', () => {
    inAnyGame({
      begin(game) {
        game.onEvent = (event) => {
          if (event.type !== 'retry-scheduled') return
          const state = stateOf(game.run, event.task)
          const { maxAttempts } = taskOf(game.run, event.task).retry ?? DEFAULT_RETRY
          expect(state).toMatchObject({ is: 'waiting', retryAt: event.retryAt })
          // V4: an attempt that waits for its model uses up no try, however often that happens.
          const outcome = attemptsAt(game.run, event.task).at(-1)!.ended!.outcome
          const isLimited = outcome.is === 'failed' && outcome.failure.is === 'rate-limited'
          const allowed = isLimited ? Infinity : maxAttempts
          expect(state.is === 'waiting' && state.tries).toBeLessThan(allowed)
          expect(event.retryAt).toBeGreaterThan(event.at)
        }
      },
    })
  })

  it('[S8] counts neither a lost nor a preempted attempt as a try', () => {
    const outcomes = { a: ['lost', 'preempted', 'killed', 'lost', 'killed', 'killed'] } as const
    expect(play('a:', { outcomes }).filter((line) => !line.startsWith('attempt'))).toEqual([
      'retry-scheduled a in 5 s',
      'retry-scheduled a in 10 s',
      'task-failed a',
    ])
  })
})

describe('when a model lets nobody in for a while', () => {
  const DAY = 24 * 60 * 60
  const waits = (until: number | null, times = 1, task: Partial<Task> = {}) => {
    const game = new Game(planFrom('a:', { a: task }), {})
    for (let i = 0; i < times; i++) {
      game.startAll()
      game.end(taskId('a'), limited(until))
      game.now = game.schedule.nextRetryAt() ?? game.now
    }
    return game.events.flatMap((e) =>
      e.type === 'retry-scheduled' ? (e.retryAt - e.at) / 1000 : [],
    )
  }
  const limited = (until: number | null): Outcome => ({
    is: 'failed',
    failure: { is: 'rate-limited', until, reason: 'too many' },
    profile: NO_PROFILE,
    lastLines: [],
  })

  it('[V4] the task waits as long as the model says, but not more than a day', () => {
    expect(waits(3_600_000)).toEqual([3600])
    expect(waits(365 * DAY * 1000)).toEqual([DAY])
  })

  it('[V4] it waits longer each time when nobody says how long, or that is over', () => {
    expect(waits(null, 8)).toEqual([5, 10, 20, 40, 80, 160, 300, 300])
    expect(waits(-1, 3)).toEqual([5, 10, 20])
  })

  it('[V4] no other task of its lane takes its worktree meanwhile', () => {
    const task = { epic: 'shop', work: { is: 'prompt', text: 'do it' } } as const
    const game = new Game(planFrom('a:\nb:', { a: task, b: task }), { isolation: 'worktree' })
    game.startAll()
    game.end(taskId('a'), limited(3_600_000))
    game.startAll()
    expect(statesOf(game.run)).toEqual({ a: 'waiting', b: 'waiting' })
    expect(whyWaiting(game.run, taskId('b'), game.now)).toEqual({ is: 'lane-busy', with: 'a' })
  })

  it('a task whose coordinator died keeps its worktree from the others of its lane', () => {
    const task = { epic: 'shop', work: { is: 'prompt', text: 'do it' } } as const
    const game = new Game(planFrom('a:\nb:', { a: task, b: task }), { isolation: 'worktree' })
    game.startAll()
    game.crash()
    expect(whyWaiting(game.run, taskId('b'), game.now)).toEqual({ is: 'lane-busy', with: 'a' })
  })

  it('[V4] whoever resolves waits for it, too', () => {
    const outcomes = { a: ['succeeded', 'rate limited', 'succeeded'] } as const
    const landings = { a: ['conflict'] } as const
    const events = play('a:', { isolation: 'worktree', outcomes, landings })
    expect(events).not.toContain('review-needed a')
    expect(events.at(-1)).toBe('task-landed a')
  })

  it('[V4] it is tried again also where nothing else would be', () => {
    const retry = { ...DEFAULT_RETRY, maxAttempts: 1 }
    expect(waits(60_000, 2, { retry })).toEqual([60, 10])
  })
})

describe('when an agent leaves markers in what was sent back to it after a conflict', () => {
  const a = taskId('a')
  const LEFT = { ...DELIVERY, commit: commitId('7'.repeat(40)) }
  const sentBack = (outcome: Outcome): Game => {
    const work = { work: { is: 'prompt', text: 'do it' } } as const
    const game = new Game(planFrom('a:', { a: work }), { isolation: 'worktree' })
    game.startAll()
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'conflict', false)
    game.ask({ ask: 'reject', task: a, why: 'use both' })
    game.startAll()
    const attempt = openAttempts(game.run)[0]!
    const end = { outcome, delivery: LEFT, files: ['a.ts'], unresolved: ['a.ts'] }
    game.record(afterAttempt(game.run, attempt, end, { now: game.now, chance: 0.5 }))
    return game
  }

  it.each(['succeeded', 'failed'] as const)(
    '[L4] the conflict and the delivery from before stand again: %s',
    (outcome) => {
      const { run, events } = sentBack(OUTCOMES[outcome])
      const state = stateOf(run, a)
      expect(state).toMatchObject({ is: 'review', trouble: { is: 'conflict' }, delivery: DELIVERY })
      const said = events.flatMap((event) => (event.type === 'noticed' ? [event.what] : []))
      expect(said).toEqual([expect.stringContaining('left conflict markers in a.ts')])
    },
  )

  it('also when the task is cancelled then, or its agent is tried again', () => {
    const game = sentBack(OUTCOMES.succeeded)
    game.ask({ ask: 'cancel', task: a })
    expect([stateOf(game.run, a).is, deliveryOf(game.run, a)]).toEqual(['cancelled', DELIVERY])
    const again = sentBack(OUTCOMES.killed)
    expect([stateOf(again.run, a).is, deliveryOf(again.run, a)]).toEqual(['waiting', DELIVERY])
  })
})

describe('when a run is cancelled', () => {
  it('[S8] ends with what works stopped and what waits cancelled', () => {
    const game = playGame('a:\nb: a\nc:', { agents: 1, asks: { 5: { ask: 'cancel-run' } } })
    expect(statesOf(game.run)).toEqual({ a: 'cancelled', b: 'cancelled', c: 'cancelled' })
    expect(game.run.ended).toEqual({ at: 5000, status: 'cancelled' })
  })

  it.each(['lost', 'preempted', 'killed'] as const)(
    '[S8] does not try again what was %s on the way',
    (outcome) => {
      const game = new Game(planFrom('a:'), {})
      game.startAll()
      game.record([{ type: 'run-cancelled' }])
      game.end(taskId('a'), OUTCOMES[outcome])
      expect(game.run.ended?.status).toBe('cancelled')
    },
  )

  it('[S8] stops one task and skips what waits for it', () => {
    const asks = { 5: { ask: 'cancel', task: taskId('a') } } as const
    expect(play('a:\nb: a\nc:', { asks })).toEqual([
      'attempt-started a',
      'attempt-started c',
      'task-cancelled a',
      'tasks-skipped b',
      'task-landed c',
    ])
  })
})

describe('when a task is cancelled while it is being stopped for something else, or ends by itself', () => {
  const cancelledAs = (outcome: keyof typeof OUTCOMES, settings: Partial<RunSettings> = {}) => {
    const game = new Game(planFrom('a:\nb: a'), settings)
    game.startAll()
    game.record([{ type: 'stop-asked', task: taskId('a'), as: 'cancelled' }])
    game.end(taskId('a'), OUTCOMES[outcome])
    return statesOf(game.run)
  }

  it.each(['preempted', 'over budget', 'lost', 'asked', 'killed', 'rate limited'] as const)(
    '[S8] it stays cancelled though it was %s',
    (outcome) => expect(cancelledAs(outcome)).toEqual({ a: 'cancelled', b: 'skipped' }),
  )

  it('[S8] it does not land any more, but what is done in place is done', () => {
    expect(cancelledAs('succeeded', { isolation: 'worktree' })).toMatchObject({ a: 'cancelled' })
    expect(cancelledAs('succeeded')).toMatchObject({ a: 'landed' })
  })
})
