import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import {
  Game,
  OUTCOMES,
  planFrom,
  playGame,
  statesOf,
  type Script,
} from '../../../test/played/play.ts'
import { cardMove, laneMove } from './allowed-drags.ts'
import { columnOf, COLUMNS, type Column } from './board-columns.ts'
import { laneName, taskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import { stateOf } from '../run/run.ts'
import { actionsFor } from './task-actions.ts'
import { whyWaiting } from '../schedule/why-waiting.ts'

const id = taskId

function drag(game: Game, task: string, to: Column): string {
  const move = cardMove(game.run, id(task), to, game.now)
  if (move.is === 'same') return 'same'
  return move.is === 'no' ? `no: ${move.why}` : move.action.name
}

const begun = (notation: string, { tasks, ...settings }: Script = {}): Game => {
  const game = new Game(planFrom(notation, tasks), { agents: 1, ...settings })
  game.startAll()
  return game
}

/** A game in which a waits for a person to review its delivery. */
const delivered = (): Game => {
  const game = begun('a:\nb: a', { isolation: 'worktree', review: true })
  game.end(id('a'), OUTCOMES.succeeded)
  return game
}

describe('a card that is dragged out of Backlog', () => {
  it('is approved when it waits for a person', () => {
    const game = begun('a:\nb:', { tasks: { b: { needsHuman: true } } })
    expect(drag(game, 'b', 'in-progress')).toBe('approve')
  })

  it('becomes urgent when it only lacks an agent, and cannot become more than that', () => {
    const game = begun('a:\nb:')
    expect(drag(game, 'b', 'in-progress')).toBe('sooner')
    game.ask({ ask: 'prioritise', task: id('b'), priority: 1 })
    expect(drag(game, 'b', 'in-progress')).toBe(
      'no: it already has the highest priority; it starts as soon as an agent is free',
    )
  })

  it('snaps back when something else is in its way, and says what', () => {
    const game = begun('a:\nb: a\nc:')
    expect(drag(game, 'b', 'in-progress')).toBe('no: it cannot start yet: after a')
    game.ask({ ask: 'pause-batch', batch: 0 })
    expect(drag(game, 'c', 'in-progress')).toBe('no: batch 1 is paused; resume it first')
    game.ask({ ask: 'pause' })
    expect(drag(game, 'c', 'in-progress')).toBe('no: the run is paused; resume it first')
  })

  it('is left out in Done, with those behind it, once that is confirmed', () => {
    const game = begun('a:\nb: a\nc: b')
    const move = cardMove(game.run, id('b'), 'done', game.now)
    expect(move).toMatchObject({
      action: {
        name: 'skip',
        confirm: 'Skip "b"? 1 dependent task will be skipped too.',
      },
    })
  })

  it('cannot be in Review before its agent is done', () => {
    expect(drag(begun('a:\nb:'), 'b', 'review')).toBe(
      'no: it comes to Review by itself when its agent is done',
    )
  })
})

describe('a card that is dragged out of In Progress', () => {
  it('goes back in line in Backlog', () => {
    expect(drag(begun('a:'), 'a', 'backlog')).toBe('preempt')
  })

  it('is given up in Done, once that is confirmed', () => {
    const game = begun('a:')
    game.now += 90_000
    expect(cardMove(game.run, id('a'), 'done', game.now)).toMatchObject({
      action: {
        name: 'cancel',
        confirm: 'Cancel "a" after 1m 30s of work?',
      },
    })
  })

  it('stays while it is being stopped', () => {
    const game = begun('a:')
    game.record([{ type: 'stop-asked', task: id('a'), as: 'preempted' }])
    expect(drag(game, 'a', 'backlog')).toBe('no: it is being stopped already')
  })

  it('is back in line when its question is answered', () => {
    const game = begun('a:')
    game.end(id('a'), OUTCOMES.asked)
    expect(drag(game, 'a', 'backlog')).toBe('guide')
    expect(drag(game, 'a', 'review')).toBe('no: it waits for your answer')
    expect(drag(game, 'a', 'done')).toBe('cancel')
  })

  it('is back in line when it may spend more', () => {
    const game = begun('a:', { tasks: { a: { budgetUsd: 1 } } })
    game.spend(id('a'), 2)
    game.end(id('a'), OUTCOMES['over budget'])
    expect(drag(game, 'a', 'backlog')).toBe('budget')
  })

  it('stays when the whole run has spent what it may', () => {
    const game = begun('a:', { budgetUsd: 1 })
    game.spend(id('a'), 2)
    game.end(id('a'), OUTCOMES['over budget'])
    expect(drag(game, 'a', 'backlog')).toBe(
      'no: the run has used up its budget; raise the budget first',
    )
  })
})

describe('a card that is dragged out of Review', () => {
  it('lands in Done and is sent back in Backlog', () => {
    expect(drag(delivered(), 'a', 'done')).toBe('land')
    expect(drag(delivered(), 'a', 'backlog')).toBe('reject')
    expect(drag(delivered(), 'a', 'in-progress')).toBe(
      'no: drag it to Backlog to send it back to an agent',
    )
  })

  it('stays while it is being merged and checked', () => {
    const game = begun('a:', { isolation: 'worktree' })
    game.end(id('a'), OUTCOMES.succeeded)
    expect(drag(game, 'a', 'done')).toMatch('comes here once it has landed')
    expect(drag(game, 'a', 'backlog')).toMatch('cancel it first')
  })

  it('is tried again in Backlog when it has failed, also when the run is over', () => {
    const game = playGame('a:\nb: a', { outcomes: { a: ['failed'] } })
    expect(drag(game, 'a', 'backlog')).toBe('retry')
    expect(drag(game, 'a', 'done')).toBe(
      'no: "a" has no delivery that could land; it can be retried',
    )
  })

  it('can land in Done though it has failed, if it left something', () => {
    const game = playGame('a:', { isolation: 'worktree', outcomes: { a: ['failed'] } })
    expect(cardMove(game.run, id('a'), 'done', game.now)).toMatchObject({
      action: { name: 'land', confirm: 'Land the work of "a", although it did not succeed?' },
    })
  })
})

describe('a card that is dragged out of Done', () => {
  it('is tried again in Backlog when it was cancelled or skipped', () => {
    const game = playGame('a:\nb: a', { asks: { 1: { ask: 'cancel', task: id('a') } } })
    expect(statesOf(game.run)).toEqual({ a: 'cancelled', b: 'skipped' })
    expect(drag(game, 'a', 'backlog')).toBe('retry')
    expect(drag(game, 'b', 'backlog')).toMatch('no: "b" comes after "a", which has not landed')
    expect(drag(game, 'a', 'review')).toMatch('no: drag it to Backlog')
  })

  it('stays when it has landed, and says how that is undone', () => {
    const game = playGame('a:', { isolation: 'worktree' })
    expect(drag(game, 'a', 'backlog')).toBe(
      'no: it has landed; undo it with git revert -m 1 444444444',
    )
    expect(drag(playGame('a:'), 'a', 'backlog')).toMatch('undone by hand')
  })

  it('does not tell anybody to undo the commit of somebody else for a task that changed nothing', () => {
    const game = begun('a:', { isolation: 'worktree' })
    game.end(id('a'), OUTCOMES.succeeded, 0.5, false)
    expect(statesOf(game.run)).toEqual({ a: 'landed' })
    expect(drag(game, 'a', 'backlog')).toBe('no: it is done, and has changed nothing')
  })
})

describe('a task that is dragged into the lane of another worktree', () => {
  const b = id('b')
  const lane = laneName('task-a')

  it('works there, after whoever works there now', () => {
    const game = begun('a:\nb:', { isolation: 'worktree', agents: 2 })
    game.ask({ ask: 'preempt', task: b })
    expect(laneMove(game.run, b, lane)).toMatchObject({ is: 'no' })
    const fresh = begun('a:\nb:', { isolation: 'worktree' })
    const move = laneMove(fresh.run, b, lane)
    expect(move).toMatchObject({ action: { label: 'Let it work in task-a', confirm: null } })
    if (move.is === 'action') fresh.ask(move.action.ask!)
    expect(whyWaiting(fresh.run, b, 0)).toEqual({ is: 'lane-busy', with: 'a' })
    expect(laneMove(fresh.run, b, lane)).toEqual({ is: 'same' })
  })

  it('stays where its work is once it has begun', () => {
    const game = begun('a:\nb:', { isolation: 'worktree' })
    expect(laneMove(game.run, id('a'), laneName('task-b'))).toEqual({
      is: 'no',
      why: 'it has begun, and its work is in its own worktree',
    })
  })

  it('stays where there are no worktrees', () => {
    expect(laneMove(begun('a:\nb:').run, b, lane)).toMatchObject({
      why: 'this run works in your folder, so it has no worktrees to choose from',
    })
  })
})

it('a card that is dropped where it was, or in its own lane, stays as it is', () => {
  inAnyGame({
    rest({ run, now }) {
      for (const task of run.plan.tasks) {
        expect(cardMove(run, task.id, columnOf(stateOf(run, task.id)), now)).toEqual({ is: 'same' })
        expect(laneMove(run, task.id, laneOf(task))).toEqual({ is: 'same' })
        expect(laneMove(run, task.id, laneName('elsewhere'))).not.toEqual({ is: 'same' })
      }
    },
  })
})

it('a drag always has an answer, and what it offers is one of the actions of the task', () => {
  inAnyGame({
    rest({ run, now }) {
      for (const { id: task } of run.plan.tasks)
        for (const to of COLUMNS) {
          const move = cardMove(run, task, to, now)
          if (move.is === 'no') expect(move.why).not.toBe('')
          if (move.is === 'action') expect(actionsFor(run, task, now)).toContainEqual(move.action)
        }
    },
  })
})
