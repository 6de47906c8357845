import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import * as oracle from '../../../test/played/oracle.ts'
import {
  Game,
  OUTCOMES,
  planFrom,
  play,
  playGame,
  statesOf,
  type Script,
} from '../../../test/played/play.ts'
import type { Ask } from '../ask/ask.ts'
import { laneName, taskId, type TaskId } from '../value/ids.ts'
import { taskOf, type Run } from '../run/run.ts'
import { scheduleOf } from './schedule.ts'
import { whyWaiting } from './why-waiting.ts'

/** Calls `look` for each start, with the run as it was just before. */
const atEachStart = (look: (run: Run, task: TaskId, now: number) => void) => (game: Game) => {
  game.onEvent = (event, before) => {
    if (event.type === 'attempt-started') look(before, event.task, event.at)
  }
}

const id = taskId

describe('in any run of any plan', () => {
  it('[S1] starts nothing when as many tasks work as there are agents, however often that changes', () => {
    inAnyGame({
      begin: atEachStart((run) =>
        expect(oracle.workingTasks(run).length).toBeLessThan(oracle.mostAtOnce(run)),
      ),
    })
  })

  it('[S1] has each task that works on a worker of its own, and takes the lowest that is free', () => {
    inAnyGame({
      begin(game) {
        game.onEvent = (event, before) => {
          if (event.type !== 'attempt-started') return
          const busy = before.states.map((state) => (state.is === 'working' ? state.worker : 0))
          expect(busy).not.toContain(event.worker)
          for (let lower = 1; lower < event.worker; lower++) expect(busy).toContain(lower)
        }
      },
    })
  })

  it('[S1] never takes more of the machine than there is, but for a task alone', () => {
    inAnyGame(
      {
        rest({ run }) {
          const working = oracle.workingTasks(run)
          if (working.length < 2) return
          expect(oracle.usedBy(working).cpu).toBeLessThanOrEqual(1000)
          expect(oracle.usedBy(working).memory).toBeLessThanOrEqual(1000)
        },
      },
      { machine: { cpu: 1, memoryBytes: 1000 } },
    )
  })

  it('[S2] starts a task only after everything it comes after has landed', () => {
    inAnyGame({
      begin: atEachStart((run, task) =>
        expect(oracle.landedAllBefore(run, taskOf(run, task))).toBe(true),
      ),
    })
  })

  it('[S3] lets no agent idle while a task may start', () => {
    inAnyGame({
      rest({ run, now }) {
        if (oracle.workingTasks(run).length < oracle.mostAtOnce(run))
          expect(oracle.startable(run, now)).toEqual([])
      },
    })
  })

  it('[S3] comes to its end when nothing stands in the way any more', () => {
    inAnyGame({ over: ({ run }) => expect(run.ended).not.toBe(null) })
  })

  it('[S4] starts the first of those that may start, by urgency, pressing work and place', () => {
    inAnyGame({
      begin: atEachStart((run, task, now) => {
        const [best] = oracle
          .startable(run, now)
          .toSorted((a, b) => oracle.compare(run, now, [a, b]))
        expect(best?.id).toBe(task)
      }),
    })
  })

  it('[S5] never lets tasks that predict the same file work at once', () => {
    inAnyGame(
      {
        begin: atEachStart((run, task) =>
          expect(oracle.collidesNow(run, taskOf(run, task))).toBe(false),
        ),
      },
      { allowCollisions: false },
    )
  })

  it('[S8] starts nothing of a batch while that is paused', () => {
    inAnyGame({
      begin: atEachStart((run, task) =>
        expect(run.pausedBatches.has(oracle.batchOf(run, taskOf(run, task)))).toBe(false),
      ),
    })
  })

  it('[S8] starts nothing while paused or once cancelled', () => {
    inAnyGame({
      begin: atEachStart((run) => expect([run.paused, run.cancelled]).toEqual([false, false])),
    })
  })

  it('[S10] starts nothing of a batch before the batches before it are over, if so asked', () => {
    inAnyGame(
      {
        begin: atEachStart((run, task) => {
          if (oracle.halfDone(run, taskOf(run, task)) === 1) return
          expect(oracle.unfinishedBatches(run, taskOf(run, task))).toEqual([])
        }),
      },
      { strictBatches: true },
    )
  })

  it('decides the same when it is built anew, as after a crash', () => {
    inAnyGame({
      begin(game) {
        game.onEvent = () => {
          const { run, now, schedule } = game
          const anew = scheduleOf(run)
          expect(schedule.next(now)).toBe(anew.next(now))
          expect(schedule.nextRetryAt()).toBe(anew.nextRetryAt())
          expect(schedule.line(now)).toEqual(anew.line(now))
        }
      },
    })
  })
})

describe('the order of starts', () => {
  const starts = (notation: string, script: Script = {}): readonly string[] =>
    play(notation, { agents: 1, ...script })
      .filter((line) => line.startsWith('attempt-started'))
      .map((line) => line.slice('attempt-started '.length))

  it('[S2] follows the dependencies', () => {
    expect(play('a:\nb: a')).toEqual([
      'attempt-started a',
      'task-landed a',
      'attempt-started b',
      'task-landed b',
    ])
  })

  it('[S4] puts the more urgent first, then the longest path, then the order of the plan', () => {
    const tasks = { d: { priority: 1 }, c: { estimate: { seconds: 90, from: 'file' } } } as const
    expect(starts('a:\nb:\nc:\nd:\ne: b', { tasks })).toEqual(['d', 'b', 'c', 'a', 'e'])
  })

  it('[S4] makes a task as urgent as the most urgent task that waits for it', () => {
    expect(starts('a:\nb:\nc: b', { tasks: { c: { priority: 1 } } })).toEqual(['b', 'c', 'a'])
  })

  it('[S4] makes a task more urgent the longer it waits', () => {
    const tasks = {
      low: { priority: 4 },
      first: { estimate: { seconds: 200, from: 'file' } },
      last: { dependencies: [id('first')] },
    } as const
    const plan = 'low:\nfirst:\nlast:'
    expect(starts(plan, { tasks, agingSeconds: 201 })).toEqual(['first', 'last', 'low'])
    expect(starts(plan, { tasks, agingSeconds: 200 })).toEqual(['first', 'low', 'last'])
  })

  it('[S4] counts the work others still have on the same file', () => {
    const files = ['routes.ts']
    const tasks = {
      a: { estimate: { seconds: 100, from: 'file' } },
      b: { files },
      c: { files },
    } as const
    expect(starts('a:\nb:\nc:', { tasks, agents: 2 })).toEqual(['b', 'a', 'c'])
    expect(starts('a:\nb:\nc:', { tasks, agents: 2, allowCollisions: true })).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('[S4] lets a blocked task block none behind it', () => {
    const tasks = { a: { files: ['x'] }, b: { files: ['x'] } }
    expect(starts('a:\nb:\nc:', { tasks, agents: 2 })).toEqual(['a', 'c', 'b'])
  })

  it('[S5] lets tasks on the same file work at once when the user allows it', () => {
    const tasks = { a: { files: ['src'] }, b: { files: ['src/*.ts'] } }
    const script = { tasks, agents: 2 }
    expect(play('a:\nb:', script)[1]).toBe('task-landed a')
    expect(play('a:\nb:', { ...script, allowCollisions: true })[1]).toBe('attempt-started b')
  })

  it('[S1] ends nothing when there are to be fewer agents, and starts more when there may be', () => {
    const game = new Game(planFrom('a:\nb:\nc:\nd:'), { agents: 2 })
    const after = (ask: Ask): readonly TaskId[] => {
      game.ask(ask)
      game.startAll()
      return game.working()
    }
    expect(after({ ask: 'unpause' })).toEqual(['a', 'b'])
    expect(after({ ask: 'agents', agents: 1 })).toEqual(['a', 'b'])
    game.end(id('a'), OUTCOMES.succeeded)
    expect(after({ ask: 'unpause' })).toEqual(['b'])
    expect(after({ ask: 'agents', agents: 3 })).toEqual(['b', 'c', 'd'])
  })

  it('[S1] adds fractions of a CPU without losing any', () => {
    const cpu = (cpus: number) => ({ resources: { cpu: cpus, memoryBytes: 0 } })
    const tasks = { a: cpu(0.1), b: cpu(0.2), c: cpu(0.3), d: cpu(0.6) }
    const machine = { cpu: 0.6, memoryBytes: 0 }
    const game = playGame('a:\nb:\nc:\nd: a b c', { tasks, machine, agents: 3 })
    expect(game.events.slice(1, 4).map((event) => event.type)).toEqual(
      Array.from({ length: 3 }, () => 'attempt-started'),
    )
    expect(game.run.ended?.status).toBe('completed')
  })

  it('[S3] runs a task that wants more than the machine alone instead of never', () => {
    const tasks = { big: { resources: { cpu: 64, memoryBytes: 0 } } }
    const machine = { cpu: 4, memoryBytes: 1 }
    expect(play('big:\na:', { tasks, machine })).toEqual([
      'attempt-started big',
      'task-landed big',
      'attempt-started a',
      'task-landed a',
    ])
  })

  it('[S8] starts what is left after a pause, and nothing in between', () => {
    const asks = { 30: { ask: 'pause' }, 300: { ask: 'unpause' } } as const
    const game = playGame('a:\nb: a', { asks })
    const started = game.events.filter((event) => event.type === 'attempt-started')
    expect(started.map((event) => event.at)).toEqual([0, 300_000])
  })

  it('[S8] starts a batch when it goes on, and others meanwhile', () => {
    const game = new Game(planFrom('a:\nb: a\nc:'), { agents: 3 })
    game.startAll()
    game.ask({ ask: 'pause-batch', batch: 1 })
    game.end(id('a'), OUTCOMES.succeeded)
    game.startAll()
    expect(statesOf(game.run)).toEqual({ a: 'landed', b: 'waiting', c: 'working' })
    game.ask({ ask: 'unpause-batch', batch: 1 })
    game.startAll()
    expect(statesOf(game.run)).toEqual({ a: 'landed', b: 'working', c: 'working' })
  })

  it('[S8] puts a preempted task back in line, and does not count the try', () => {
    const asks = {
      10: [
        { ask: 'prioritise', task: id('b'), priority: 1 },
        { ask: 'preempt', task: id('a') },
      ],
    } as const
    const game = playGame('a:\nb:', { agents: 1, asks, outcomes: { a: ['try again'] } })
    expect(play('a:\nb:', { agents: 1, asks })).toEqual([
      'attempt-started a',
      'priority-changed b',
      'attempt-started b',
      'task-landed b',
      'attempt-started a',
      'task-landed a',
    ])
    expect(game.events.find((event) => event.type === 'retry-scheduled')).toMatchObject({
      retryAt: (10 + 60 + 60 + 5) * 1000,
    })
  })

  it('[S10] waits for a whole batch only if so asked', () => {
    const tasks = { slow: { estimate: { seconds: 600, from: 'file' } } } as const
    expect(starts('slow:\na:\nb: a', { tasks, agents: 2 })).toEqual(['slow', 'a', 'b'])
    const strict = play('slow:\na:\nb: a', { tasks, agents: 2, strictBatches: true })
    expect(strict.indexOf('attempt-started b')).toBeGreaterThan(strict.indexOf('task-landed slow'))
  })

  it('[S10] lets half-done work go on that a change has moved behind a batch which needs its lane', () => {
    const tasks = {
      begun: { epic: 'one', budgetUsd: 3 },
      other: { priority: 1, needsHuman: true },
    } as const
    const game = new Game(planFrom('begun:\nother:', tasks), {
      agents: 1,
      strictBatches: true,
      isolation: 'worktree',
    })
    game.startAll()
    game.spend(id('begun'), 3)
    game.end(id('begun'), OUTCOMES['over budget'])
    const change = { lane: laneName('epic-one'), apartFrom: [id('begun')] }
    expect(game.ask({ ask: 'change', task: id('other'), change }).accepted).toBe(true)
    game.ask({ ask: 'approve', task: id('other') })
    expect(game.schedule.next(game.now)).toBe(null)
    game.ask({ ask: 'budget', task: id('begun'), usd: 9 })
    expect([...game.run.graph.batch]).toEqual([1, 0])
    expect(game.schedule.next(game.now)).toBe('begun')
    expect(whyWaiting(game.run, id('other'), game.now)).toMatchObject({ is: 'lane-busy' })
  })

  it('[S10] opens the next batch when a batch ends badly', () => {
    const game = playGame('a:\nb:\nc: b', { strictBatches: true, outcomes: { a: ['failed'] } })
    expect(statesOf(game.run)).toEqual({ a: 'failed', b: 'landed', c: 'landed' })
  })
})

describe('a long plan', () => {
  const chain = (length: number): string =>
    Array.from({ length }, (_, i) => (i === 0 ? 't0:' : `t${i}: t${i - 1}`)).join('\n')

  it('is taken up again however deep it is', () => {
    const game = new Game(planFrom(chain(20_000)), {})
    game.record(
      game.run.plan.tasks
        .slice(0, -1)
        .map(({ id }) => ({ type: 'task-landed', task: id, commit: null })),
    )
    expect(scheduleOf(game.run).next(0)).toBe('t19999')
  }, 60_000)

  it('waits for a retry even when it was told of the end of the attempt alone', () => {
    const game = playGame('a:', { outcomes: { a: ['killed'] } })
    expect(game.events.map((event) => [event.type, event.at])).toContainEqual([
      'attempt-started',
      65_000,
    ])
  })
})
