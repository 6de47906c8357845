import { expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { taskId } from '../value/ids.ts'
import { sayEvents, sayLast } from './say-event.ts'

it('says what happened last in the words of the log, and passes over events without words', () => {
  const game = new Game(planFrom('a:'), {})
  game.startAll()
  expect(sayLast(game.events, game.run)).toBe('a  started (agent 1)')
  game.end(taskId('a'), OUTCOMES.succeeded)
  const lines = sayEvents(game.events, game.run)
  expect(lines.at(-1)).toBe(`${lines.at(-1)!.slice(0, 10)}${sayLast(game.events, game.run)}`)
  expect(sayLast([], game.run)).toBe('')
})
