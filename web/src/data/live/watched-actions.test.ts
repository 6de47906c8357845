import { expect, it } from 'vitest'
import { saidAttemptId } from '../../../../src/core/value/ids.ts'
import type { FromBrowser } from '../../../../src/server/live/messages.ts'
import { watchActions } from './watched-actions.ts'

const attempt = saidAttemptId('1-a-1')

it('asks once for all views, tells the later ones what is known, and asks again after a reconnection', () => {
  const sent: FromBrowser['type'][] = []
  const heard: string[] = []
  const actions = watchActions(({ type }) => sent.push(type))
  const watch = (name: string) =>
    actions.watch((all) => heard.push(`${name}: ${all.get(attempt) ?? ''}`))
  const stopBoard = watch('board')
  actions.heard([{ attempt, says: 'Edits cart.ts' }])
  const stopLanes = watch('lanes')
  expect(heard).toEqual(['board: Edits cart.ts', 'lanes: Edits cart.ts'])
  stopBoard()
  actions.resume()
  stopLanes()
  actions.resume()
  expect(sent).toEqual(['watch-actions', 'watch-actions', 'unwatch-actions'])
})
