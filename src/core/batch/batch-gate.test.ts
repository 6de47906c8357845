import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { taskId } from '../value/ids.ts'
import { batchGate, batchGateNow } from './batch-gate.ts'
import { batchHasDelivered, batchWaitsFor } from './batch-delivery.ts'
import { batchStatuses } from './batch-status.ts'

/** Batch 1 has a and b, batch 2 has c. */
const THREE = 'a:\nb:\nc: a'
const [A, B, C] = [0, 1, 2]

describe('[S10] a strict batch', () => {
  it('opens when all tasks of the batch before it are over, and not before', () => {
    const { run } = new Game(planFrom(THREE), { strictBatches: true })
    const gate = batchGate(run)
    expect([A, B, C].map((place) => gate.isOpen(place))).toEqual([true, true, false])
    expect(gate.waitsFor(C)).toEqual({ batch: 0, unfinished: 2 })
    expect(gate.end(A)).toEqual([])
    expect(gate.waitsFor(C)).toEqual({ batch: 0, unfinished: 1 })
    expect(gate.end(B)).toEqual([C])
    expect(gate.isOpen(C)).toBe(true)
    expect(gate.waitsFor(C)).toBeNull()
    expect(gate.end(C)).toEqual([])
  })

  it('goes through its whole life: it starts, waits for its last delivery, lands and lets the next one start', () => {
    const game = new Game(planFrom(THREE), {
      strictBatches: true,
      isolation: 'worktree',
      agents: 2,
    })
    const life = () => batchStatuses(game.run).map(({ status }) => status)
    game.startAll()
    expect(life()).toEqual(['running', 'pending'])
    game.end(taskId('a'), OUTCOMES.succeeded)
    expect(batchHasDelivered(game.run)(taskId('a'))).toBe(false)
    expect(batchWaitsFor(game.run, taskId('a'))).toEqual(['b'])
    game.end(taskId('b'), OUTCOMES.succeeded)
    expect(life()).toEqual(['merging', 'pending'])
    expect(batchHasDelivered(game.run)(taskId('a'))).toBe(true)
    expect(batchGateNow(game.run).isOpen(C)).toBe(false)
    for (const task of game.landing()) game.land(task)
    expect(batchGateNow(game.run).isOpen(C)).toBe(true)
    game.startAll()
    expect(life()).toEqual(['completed', 'running'])
  })
})

it('[S8] a paused batch is closed, and the others are open', () => {
  const game = new Game(planFrom(THREE), {})
  game.record([{ type: 'batch-paused', batch: 0 }])
  const gate = batchGateNow(game.run)
  expect([A, B, C].map((place) => gate.isOpen(place))).toEqual([false, false, true])
  expect(gate.waitsFor(A)).toBeNull()
})
