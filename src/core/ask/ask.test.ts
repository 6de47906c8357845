import { tasksIn } from '../run/event.ts'
import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import { Game, OUTCOMES, planFrom, playGame, statesOf } from '../../../test/played/play.ts'
import type { Refusal } from './answer.ts'
import { answerAsk, sayAnswer, type Ask } from './ask.ts'
import { sayRefusal } from '../say/say-failure.ts'
import { attentionOf } from '../report/attention.ts'
import { taskId } from '../value/ids.ts'

const id = taskId
const begun = (notation: string): Game => {
  const game = new Game(planFrom(notation), { agents: 1 })
  game.startAll()
  return game
}
const refusal = (game: Game, ask: Ask): unknown => {
  const answer = answerAsk(game.run, ask)
  return answer.accepted ? 'accepted' : answer.refusal
}
const added = (notation: string): Ask => ({
  ask: 'add',
  tasks: planFrom(notation).tasks,
  by: null,
})

describe('a cancel', () => {
  it('gives up what failed, also when the run is over, and attention forgets it', () => {
    const game = playGame('a:\nb: a\nc:', { outcomes: { a: ['failed'] } })
    expect(attentionOf(game.run, game.now)).toMatchObject([{ kind: 'task-failed', task: 'a' }])
    game.ask({ ask: 'cancel', task: id('a') })
    expect(statesOf(game.run)).toEqual({ a: 'cancelled', b: 'skipped', c: 'landed' })
    expect(attentionOf(game.run, game.now)).toEqual([])
    expect(game.run.ended?.status).toBe('failed')
    expect(refusal(game, { ask: 'cancel', task: id('c') })).toMatchObject({ is: 'run-is-over' })
  })

  it('of a task below in a stack stops what is built on it, and counts that', () => {
    const game = new Game(planFrom('a:\nb: a\nc: b\nd:'), {
      isolation: 'worktree',
      stacked: true,
      review: true,
      agents: 9,
    })
    game.startAll()
    game.end(id('a'), OUTCOMES.succeeded)
    game.startAll()
    expect(statesOf(game.run)).toMatchObject({ a: 'review', b: 'working', d: 'working' })
    const answer = game.ask({ ask: 'cancel', task: id('a') })
    expect(answer).toMatchObject({ affected: ['a', 'b', 'c'] })
    expect(statesOf(game.run)).toEqual({
      a: 'cancelled',
      b: 'skipped',
      c: 'skipped',
      d: 'working',
    })
    game.ask({ ask: 'retry', task: id('a') })
    expect(statesOf(game.run)).toMatchObject({ a: 'waiting', b: 'waiting', c: 'waiting' })
  })

  it('of the run does not claim that what still has to stop has stopped', () => {
    const game = begun('a:\nb:')
    const ask = { ask: 'cancel-run' } as const
    const answer = answerAsk(game.run, ask)
    if (!answer.accepted) throw new Error('refused')
    const said = (): string => sayAnswer(ask, answer.affected, () => game.run)
    game.record(answer.facts)
    expect(said()).toBe('Cancelled: b. Being stopped: a.')
    game.end(id('a'), OUTCOMES.cancelled)
    expect(said()).toBe('Cancelled: a, b.')
    expect(sayAnswer(ask, [], () => game.run)).toBe('Cancelled: nothing was left.')
  })
})

describe('a retry', () => {
  it('brings back the task and what was skipped because of it', () => {
    const game = playGame('a:\nb: a\nc: b\nd:', { outcomes: { a: ['failed'] } })
    expect(game.ask({ ask: 'retry', task: id('a') })).toMatchObject({ affected: ['a', 'b', 'c'] })
    expect(statesOf(game.run)).toEqual({ a: 'waiting', b: 'waiting', c: 'waiting', d: 'landed' })
    expect(game.run.ended).toBe(null)
  })

  it('leaves skipped what also waits for something else that did not land', () => {
    const game = playGame('a:\nb:\nc: a b', { outcomes: { a: ['failed'], b: ['failed'] } })
    expect(game.ask({ ask: 'retry', task: id('a') })).toMatchObject({ affected: ['a'] })
    expect(game.ask({ ask: 'retry', task: id('b') })).toMatchObject({ affected: ['b', 'c'] })
  })

  it('leaves skipped what a person skipped', () => {
    const asks = { 1: { ask: 'skip', task: id('b') } } as const
    const game = playGame('a:\nb: a\nc: b', { asks, outcomes: { a: ['failed'] } })
    expect(game.ask({ ask: 'retry', task: id('a') })).toMatchObject({ affected: ['a'] })
  })

  it('is refused in words that name the one to retry, and a merge only of what is there', () => {
    const game = begun('a:\nb: a\nc: b\nd:')
    game.end(id('a'), OUTCOMES.failed)
    const retried = refusal(game, { ask: 'retry', task: id('c') })
    expect(retried).toMatchObject({ is: 'dependency-not-landed', dependency: 'a' })
    const sayPreemptRefusal = (task: string) =>
      sayRefusal(refusal(game, { ask: 'preempt', task: id(task) }) as Refusal)
    expect(sayPreemptRefusal('c')).toBe(
      '"c" was skipped; it comes after "a", which has not landed; retry that one first: `conductor retry a`',
    )
    expect(sayRefusal(retried as Refusal)).toMatch(/retry that one first: `conductor retry a`$/)
    expect(sayPreemptRefusal('a')).toBe('"a" has failed; it can be retried')
    const review = sayRefusal({ is: 'wrong-state', task: id('a'), state: 'review' })
    expect(review).toBe(
      '"a" is waiting for review; `conductor approve a` lands it; it can also be rejected or cancelled',
    )
    expect(sayRefusal({ is: 'run-is-over' })).not.toContain('<task>')
    const left = sayRefusal({ is: 'wrong-state', task: id('a'), state: 'failed', hasLeft: true })
    expect(left).toBe('"a" has failed; it can be retried, or its work can be merged')
  })

  it('names the one to retry also when the run is over, and for a task that is added', () => {
    const game = playGame('a:\nb: a\nc: b', { outcomes: { a: ['failed'] } })
    const skipped = refusal(game, { ask: 'skip', task: id('c') }) as Refusal
    expect(sayRefusal(skipped)).toBe(
      'the run is over, and "c" was skipped; it comes after "a", which has not landed; retry that one first: `conductor retry a`',
    )
    const failed = refusal(game, { ask: 'skip', task: id('a') }) as Refusal
    expect(sayRefusal(failed)).toMatch(/"a" has failed; `conductor retry a` retries it$/)
    const live = begun('a:\nb: a\nc: b\nd:')
    live.end(id('a'), OUTCOMES.failed)
    const { tasks } = planFrom('e: c')
    expect(refusal(live, { ask: 'add', tasks, by: null })).toMatchObject({ dependency: 'a' })
  })

  it('is refused while something before the task has not landed', () => {
    const game = playGame('a:\nb: a', { outcomes: { a: ['failed'] } })
    expect(refusal(game, { ask: 'retry', task: id('b') })).toEqual({
      is: 'dependency-not-landed',
      task: 'b',
      dependency: 'a',
    })
  })

  it('is refused for a task that is not over or has landed', () => {
    const game = begun('a:\nb:')
    expect(refusal(game, { ask: 'retry', task: id('b') })).toMatchObject({ state: 'waiting' })
    game.end(id('a'), OUTCOMES.succeeded)
    expect(refusal(game, { ask: 'retry', task: id('a') })).toMatchObject({ state: 'landed' })
  })

  it('takes up a run that was cancelled', () => {
    const game = playGame('a:\nb:', { asks: { 1: { ask: 'cancel-run' } } })
    game.ask({ ask: 'retry', task: id('b') })
    game.startAll()
    expect(statesOf(game.run)).toEqual({ a: 'cancelled', b: 'working' })
  })
})

describe('an ask about one task', () => {
  it.each(['cancel', 'preempt', 'retry', 'skip', 'approve'] as const)(
    '%s is refused for a task nobody knows',
    (ask) => {
      expect(refusal(begun('a:'), { ask, task: id('x') })).toEqual({
        is: 'unknown-task',
        task: 'x',
      })
    },
  )

  it.each(['cancel', 'skip', 'approve', 'preempt'] as const)(
    '%s is refused when the task has landed',
    (ask) => {
      const game = begun('a:\nb:')
      game.end(id('a'), OUTCOMES.succeeded)
      expect(refusal(game, { ask, task: id('a') })).toEqual({
        is: 'wrong-state',
        task: 'a',
        state: 'landed',
      })
    },
  )

  it('to skip takes along what waits for the task', () => {
    const game = begun('a:\nb: a\nc: b')
    expect(game.ask({ ask: 'skip', task: id('b') })).toMatchObject({ affected: ['b', 'c'] })
    expect(statesOf(game.run)).toEqual({ a: 'working', b: 'skipped', c: 'skipped' })
  })

  it('to cancel a waiting task is done at once, a working one when it has stopped', () => {
    const game = begun('a:\nb: a\nc: b')
    expect(answerAsk(game.run, { ask: 'cancel', task: id('b') })).toMatchObject({
      facts: [{ type: 'task-cancelled' }, { type: 'tasks-skipped', tasks: ['c'] }],
      affected: ['b', 'c'],
    })
    expect(answerAsk(game.run, { ask: 'cancel', task: id('a') })).toMatchObject({
      facts: [{ type: 'stop-asked', task: 'a', as: 'cancelled' }],
    })
  })

  it('to approve lets a task start that needs a person', () => {
    const tasks = { a: { needsHuman: true } }
    expect(statesOf(playGame('a:\nb:', { tasks }).run)).toEqual({ a: 'waiting', b: 'landed' })
    expect(refusal(begun('a:\nb: a'), { ask: 'approve', task: id('b') })).toEqual({
      is: 'needs-no-approval',
      task: 'b',
    })
    const asks = { 100: { ask: 'approve', task: id('a') } } as const
    expect(statesOf(playGame('a:\nb:', { tasks, asks }).run)).toEqual({ a: 'landed', b: 'landed' })
  })
})

describe('tasks that are added', () => {
  it('run after what they come after', () => {
    const game = begun('a:')
    game.ask({ ask: 'add', tasks: planFrom('a:\nb: a').tasks.slice(1), by: id('a') })
    game.end(id('a'), OUTCOMES.succeeded)
    game.startAll()
    expect(statesOf(game.run)).toEqual({ a: 'landed', b: 'working' })
  })

  it('are refused when one of them is there already', () => {
    expect(refusal(begun('a:'), added('b:\na:'))).toEqual({ is: 'task-exists', task: 'a' })
  })

  it('are refused when they come after something that did not land', () => {
    const game = begun('a:\nb:')
    game.end(id('a'), OUTCOMES.failed)
    expect(refusal(game, { ask: 'add', by: null, tasks: planFrom('c: a').tasks })).toEqual({
      is: 'dependency-not-landed',
      task: 'c',
      dependency: 'a',
    })
  })

  it('are refused once the run is over or cancelled', () => {
    const game = begun('a:')
    game.record([{ type: 'run-cancelled' }])
    expect(refusal(game, added('b:'))).toEqual({ is: 'being-cancelled', run: '1' })
    game.end(id('a'), OUTCOMES.cancelled)
    expect(refusal(game, added('b:'))).toEqual({ is: 'run-is-over', lost: 'a' })
  })
})

describe('an ask about the pace of a run', () => {
  it('changes how many agents work at once, however it began, up to 100', () => {
    const game = begun('a:')
    expect(answerAsk(game.run, { ask: 'agents', agents: 16 })).toMatchObject({
      facts: [{ type: 'agents-changed', agents: 16 }],
    })
    for (const agents of [0, 101, 1.5, -1])
      expect(refusal(game, { ask: 'agents', agents })).toEqual({
        is: 'agents-out-of-range',
        most: 100,
      })
  })

  it('changes nothing when it is so already', () => {
    const game = begun('a:\nb: a')
    expect(answerAsk(game.run, { ask: 'agents', agents: 1 })).toMatchObject({ facts: [] })
    expect(answerAsk(game.run, { ask: 'unpause-batch', batch: 1 })).toMatchObject({ facts: [] })
    game.ask({ ask: 'pause-batch', batch: 1 })
    expect(answerAsk(game.run, { ask: 'pause-batch', batch: 1 })).toMatchObject({ facts: [] })
  })

  it('names what waits in the batch, and is refused for a batch that is not there', () => {
    const game = begun('a:\nb: a\nc: a')
    expect(answerAsk(game.run, { ask: 'pause-batch', batch: 1 })).toMatchObject({
      affected: ['b', 'c'],
    })
    for (const batch of [2, -1, 0.5])
      expect(refusal(game, { ask: 'pause-batch', batch })).toEqual({
        is: 'unknown-batch',
        batch,
        batches: 2,
      })
    expect(refusal(game, { ask: 'unpause-batch', batch: 2 })).toMatchObject({ batches: 2 })
  })
})

describe('asks that are made together', () => {
  const change = (task: string, ...dependencies: readonly string[]) => ({
    ask: 'change' as const,
    task: id(task),
    change: { dependencies: dependencies.map(id) },
  })

  it('are answered one after another, as if each had come true', () => {
    const game = begun('a:\nb: a\nc: b')
    const swapped: Ask = { ask: 'together', asks: [change('c', 'a'), change('b', 'c')] }
    expect(answerAsk(game.run, swapped)).toMatchObject({
      facts: [{ task: 'c' }, { task: 'b' }],
      affected: ['c', 'b'],
    })
    expect(game.run.plan.tasks[1]!.dependencies).toEqual(['a'])
    game.ask(swapped)
    expect(game.run.plan.tasks[1]!.dependencies).toEqual(['c'])
  })

  it('are all refused when one is', () => {
    const game = begun('a:\nb: a\nc: b')
    const asks = [{ ask: 'agents' as const, agents: 2 }, change('b', 'c')]
    expect(refusal(game, { ask: 'together', asks })).toMatchObject({ is: 'would-circle' })
    expect(game.run.agents).toBe(1)
  })
})

describe('an ask about the run', () => {
  it('changes nothing when it is so already', () => {
    const game = begun('a:')
    expect(answerAsk(game.run, { ask: 'unpause' })).toMatchObject({ facts: [] })
    game.ask({ ask: 'pause' })
    expect(answerAsk(game.run, { ask: 'pause' })).toMatchObject({ facts: [] })
    game.record([{ type: 'run-cancelled' }])
    expect(answerAsk(game.run, { ask: 'cancel-run' })).toMatchObject({
      facts: [{ type: 'stop-asked', task: 'a', as: 'cancelled' }],
    })
  })

  it('is refused while the run is being cancelled, but to cancel again and what its agents say', () => {
    const game = begun('a:')
    const attempt = game.run.attemptsOf.get(id('a'))![0]!
    game.record([{ type: 'run-cancelled' }])
    const refused: readonly Ask[] = [
      { ask: 'pause' },
      { ask: 'unpause' },
      { ask: 'pause-batch', batch: 0 },
      { ask: 'unpause-batch', batch: 0 },
      { ask: 'agents', agents: 1 },
      { ask: 'guide', task: id('a'), text: 'go on' },
      { ask: 'preempt', task: id('a') },
      { ask: 'retry', task: id('a') },
      { ask: 'land', task: id('a') },
    ]
    for (const ask of refused)
      expect(refusal(game, ask)).toEqual({ is: 'being-cancelled', run: '1' })
    expect(sayRefusal({ is: 'being-cancelled', run: game.run.id })).toBe('run 1 is being cancelled')
    const heard: readonly Ask[] = [
      { ask: 'cancel-run' },
      { ask: 'cancel', task: id('a') },
      { ask: 'take-guidance', attempt },
    ]
    for (const ask of heard) expect(refusal(game, ask)).toBe('accepted')
  })

  it('is refused when the run is over', () => {
    const game = playGame('a:')
    for (const ask of ['pause', 'unpause', 'cancel-run'] as const)
      expect(refusal(game, { ask })).toEqual({ is: 'run-is-over' })
  })

  it('never changes a task it does not name as affected', () => {
    inAnyGame({
      rest({ run }) {
        for (const { id: task } of run.plan.tasks) {
          const answer = answerAsk(run, { ask: 'cancel', task })
          if (!answer.accepted) continue
          const changed = answer.facts.flatMap(tasksIn)
          expect(answer.affected).toEqual(expect.arrayContaining(changed))
        }
      },
    })
  })
})
