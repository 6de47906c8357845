import { expect, it } from 'vitest'
import { opened, playPublished } from '../../../test/played/published.ts'
import { taskId } from '../value/ids.ts'
import { sayResultInPulls } from './result-in-pulls.ts'

it('says how much of a result pull requests have merged or will merge', () => {
  const game = playPublished('a:\nb:\nc:')
  expect(sayResultInPulls(game.run, new Set([taskId('a'), taskId('c')]))).toBeNull()
  game.record(opened('task-a', 1, { state: 'merged' }))
  game.record(opened('task-b', 2))
  expect(sayResultInPulls(game.run, new Set([taskId('a'), taskId('c')]))).toBe(
    '1 of 3 landed tasks is merged already, by pull requests on origin (git pull brings them here); 1 pull request is open: merge it on origin instead',
  )
  game.record(opened('task-b', 2, { state: 'closed' }))
  game.record(opened('task-c', 3, { state: 'merged' }))
  expect(sayResultInPulls(game.run, new Set([taskId('a'), taskId('c')]))).toBe(
    '2 of 3 landed tasks are merged already, by pull requests on origin (git pull brings them here)',
  )
  // Once they are pulled, nobody is told to pull them.
  expect(sayResultInPulls(game.run, new Set())).toBe(
    '2 of 3 landed tasks are merged already, by pull requests on origin',
  )
})
