import { expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../test/played/play.ts'
import { taskId } from '../core/value/ids.ts'
import { watchForApprovals } from './say-approvals.ts'

it('says once of each task that it needs approval, as soon as nothing else keeps it from starting', () => {
  const game = new Game(
    planFrom('a:\nb: a\nc:', { b: { needsHuman: true }, c: { needsHuman: true } }),
    {},
  )
  const lines: string[] = []
  const look = watchForApprovals(game.run, (line) => lines.push(line.slice(10)))
  game.onEvent = look
  game.startAll()
  expect(lines).toEqual(['c  needs your approval to start'])
  game.end(taskId('a'), OUTCOMES.succeeded)
  game.ask({ ask: 'approve', task: taskId('c') })
  game.startAll()
  expect(lines).toEqual(['c  needs your approval to start', 'b  needs your approval to start'])
})
