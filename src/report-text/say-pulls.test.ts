import { expect, it } from 'vitest'
import { openPull, opened, playPublished } from '../../test/played/published.ts'
import { sayPulls } from './say-pulls.ts'

it('says how a person makes a draft ready, or opens a closed one again, where it has no page', () => {
  const game = playPublished('a:')
  game.record(opened('task-a', 7, { url: '', isDraft: true }))
  expect(sayPulls(game.run, null, false)).toMatch(
    /conductor pr approve a +approve it, and make it ready\n/,
  )
  game.record(opened('task-a', 7, { url: '', state: 'closed' }))
  expect(sayPulls(game.run, null, false)).toMatch(
    /- closed, because its branch was deleted - [^]*To push its branch again: conductor pr a$/,
  )
  openPull(game, 'task-a', { isDraft: true })
  expect(sayPulls(game.run, null, false)).not.toContain('approve a')
})
