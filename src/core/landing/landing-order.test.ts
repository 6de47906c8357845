import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { taskId } from '../value/ids.ts'
import { landable } from './landing-order.ts'

const id = taskId

describe('[S10] the deliveries of a strict batch', () => {
  const strict = { isolation: 'worktree', strictBatches: true, agents: 3 } as const

  it('land together, once all of them are there', () => {
    const game = new Game(planFrom('a:\nb:\nc: a'), strict)
    game.startAll()
    game.end(id('a'), OUTCOMES.succeeded)
    expect(landable(game.run, new Set())).toEqual([])
    game.end(id('b'), OUTCOMES.succeeded)
    expect(landable(game.run, new Set())).toEqual(['a', 'b'])
  })

  it('do not wait for a task that can only start when one of them has landed', () => {
    const game = new Game(planFrom('a:\nb:'), { ...strict, agents: 1 })
    game.startAll()
    game.record([
      {
        type: 'files-touched',
        task: id('a'),
        files: ['x'],
        changes: { filesCreated: 0, filesChanged: 1, linesAdded: 1, linesDeleted: 0 },
      },
    ])
    game.ask({ ask: 'change', task: id('b'), change: { files: ['x'] } })
    game.end(id('a'), OUTCOMES.succeeded)
    game.startAll()
    expect([game.working(), landable(game.run, new Set())]).toEqual([[], ['a']])
  })

  it('always come to land when nothing else moves, in any run', () => {
    inAnyGame(
      {
        rest({ run, schedule }) {
          const isQueued = run.states.some((s) => s.is === 'landing' && s.phase === 'queued')
          const isStill = run.counts.working === 0 && schedule.nextRetryAt() === null
          const isHeld = run.paused || run.pausedBatches.size > 0 || run.budgetUsd !== null
          const isWithPeople = run.counts.review + run.counts.stuck > 0
          const isFree = run.plan.tasks.every(
            ({ needsHuman, budgetUsd }) => !needsHuman && budgetUsd === null,
          )
          if (isQueued && isStill && !isHeld && !isWithPeople && isFree && run.ended === null)
            expect(landable(run, new Set())).not.toEqual([])
        },
      },
      { ...strict, stacked: false, review: false },
    )
  })
})
