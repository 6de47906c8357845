import { expect, it } from 'vitest'
import { Game, planFrom } from '../../test/played/play.ts'
import { taskId } from '../core/value/ids.ts'
import { watchForStandstill } from './say-on-hold.ts'

it('says that a paused run stands still, but not when its last task is cancelled: then it is over', () => {
  const game = new Game(planFrom('a:\nb:'), {})
  game.record([{ type: 'coordinator-started', process: { pid: 1, startedAt: '1' } }])
  game.startAll()
  game.ask({ ask: 'pause' })
  const said: string[] = []
  const look = watchForStandstill(game.run, '', (text) => said.push(text))
  // The end of an attempt and what becomes of its task are told together; that the run is over comes after that.
  game.onEvent = ({ type }) => void (type === 'task-cancelled' && look())
  game.ask({ ask: 'cancel', task: taskId('a') })
  game.ask({ ask: 'cancel', task: taskId('b') })
  expect(said).toEqual([])
  const held = new Game(planFrom('a:'), {})
  held.record([{ type: 'coordinator-started', process: { pid: 1, startedAt: '1' } }])
  held.onEvent = watchForStandstill(held.run, '', (text) => said.push(text))
  held.ask({ ask: 'pause' })
  expect(said).toEqual(['Nothing is running: the run is paused; to continue: conductor resume'])
})
