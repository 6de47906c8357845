import { describe, expect, it } from 'vitest'
import { A, everyStanding, LATER } from '../../../test/played/every-standing.ts'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { stateOf } from '../run/run.ts'
import { taskId } from '../value/ids.ts'
import { LOOKS, sayStanding, standingOf, wordFor, type StandingWord } from './task-standing.ts'

describe('a task that', () => {
  it.each(everyStanding())('$name is $word: $says', ({ game, isConducted, word, says }) => {
    const standing = standingOf(game.run, A, { now: game.now + LATER, isConducted })
    expect(standing).toMatchObject({ word, says, ...LOOKS[word], since: game.now })
    expect(sayStanding(standing)).toBe(says === '' ? word : `${word}: ${says}`)
    expect(wordFor(stateOf(game.run, A), isConducted)).toBe(word)
  })

  it('stands in any way is drawn above', () => {
    const words = new Set(everyStanding().map(({ word }) => word))
    expect([...words].toSorted()).toEqual(Object.keys(LOOKS).toSorted())
  })
})

it('names what the delivery of a strict batch waits for', () => {
  const game = new Game(planFrom('a:\nb:'), { isolation: 'worktree', strictBatches: true })
  game.startAll()
  game.end(A, OUTCOMES.succeeded)
  const says = (): string => standingOf(game.run, A, { now: game.now, isConducted: true }).says
  expect(says()).toBe('waits to be merged with the rest of its batch: b')
  game.end(taskId('b'), OUTCOMES.succeeded)
  expect(says()).toBe('waits to be merged')
})

it('tells who is at work, and of nobody who is not', () => {
  const workers = (word: StandingWord): readonly (number | null)[] =>
    everyStanding()
      .filter((drawn) => drawn.word === word)
      .map(({ game, isConducted }) => standingOf(game.run, A, { now: 0, isConducted }).worker)
  expect(new Set(workers('working'))).toEqual(new Set([1]))
  expect(new Set([...workers('cut off'), ...workers('waiting')])).toEqual(new Set([null]))
})

it('works out nothing that is handed to it, also when that is too old to know of a task', () => {
  const { run } = new Game(planFrom('a:'), {})
  const sight = { now: 0, isConducted: true }
  expect(standingOf(run, A, { ...sight, waits: new Map([[A, { is: 'paused' }]]) })).toMatchObject({
    wait: { is: 'paused' },
    says: 'paused',
  })
  expect(standingOf(run, A, { ...sight, waits: new Map() })).toMatchObject({ wait: null, says: '' })
})
