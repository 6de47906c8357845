import { expect, it } from 'vitest'
import { Game, planFrom } from '../../../test/played/play.ts'
import { taskId } from '../value/ids.ts'
import { explainDocument } from './explain-document.ts'

it('numbers the batch that a task waits for as people do, from 1', () => {
  const game = new Game(planFrom('a:\nb:\nc: a'), { strictBatches: true })
  game.record([{ type: 'task-landed', task: taskId('a'), commit: null }])
  const { why, batch } = explainDocument(game.run, taskId('c'), { now: 0, isConducted: true })
  expect({ why, batch }).toEqual({ why: { is: 'batch', batch: 1, unfinished: 1 }, batch: 2 })
})
