import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import { playGame } from '../../../test/played/play.ts'
import { applyEvent } from './apply-event.ts'
import type { Event } from './event.ts'
import type { Run } from './run.ts'
import { packRun, unpackRun } from './run-snapshot.ts'

/** The snapshot after it was sent as JSON. */
const sent = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

const received = (run: Run): Run => unpackRun(sent(packRun(run)))

describe('the snapshot of a run', () => {
  it('is the same run, at every moment of any run', () => {
    inAnyGame({ rest: ({ run }) => expect(received(run)).toEqual(run) })
  })

  it('goes on like the run itself, whenever it was taken', () => {
    const copies: Run[] = []
    const hear = (event: Event): void =>
      copies.forEach((copy, i) => (copies[i] = applyEvent(copy, sent(event))))
    inAnyGame({
      begin(game) {
        copies.length = 0
        game.onEvent = hear
      },
      rest: ({ run }) => void copies.push(received(run)),
      over({ run }) {
        for (const copy of copies) expect(copy).toEqual(run)
      },
    })
  })

  it('keeps maps and sets, and finds the shape of the plan again', () => {
    const { run } = playGame('a:\nb: a', { isolation: 'worktree' })
    const copy = received(run)
    expect(copy.attempts).toBeInstanceOf(Map)
    expect([...copy.attempts.keys()]).toEqual([...run.attempts.keys()])
    expect(copy.checked).toEqual(run.checked)
    expect(copy.graph.order).toBeInstanceOf(Int32Array)
    expect(copy.graph).toEqual(run.graph)
  })

  it('does not change with the run it was taken from', () => {
    const game = playGame('a:', { outcomes: { a: ['failed'] } })
    const copy = received(game.run)
    const { ended } = copy
    game.ask({ ask: 'retry', task: game.run.plan.tasks[0]!.id })
    expect(game.run.ended).toBeNull()
    expect(copy.ended).toBe(ended)
  })
})
