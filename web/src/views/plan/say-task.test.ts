import { expect, it } from 'vitest'
import { Game, planFrom } from '../../../../test/played/play.ts'
import { taskId } from '../../../../src/core/value/ids.ts'
import { sayTime } from './say-task.ts'

it('a task of the plan shows its estimate until it is done, then what it took', () => {
  const game = new Game(planFrom('a:'), {})
  game.startAll()
  expect(sayTime({ run: game.run, plan: game.run.plan }, 0)).toBe('1m')
  game.end(taskId('a'), { is: 'succeeded', profile: { wallSeconds: 18 } as never })
  expect(sayTime({ run: game.run, plan: game.run.plan }, 0)).toBe('took 18s')
})
