import { expect, it } from 'vitest'
import { opened, playPublished, pushed } from '../../../test/played/published.ts'
import { sayPullCounts } from '../say/pulls/say-pull-counts.ts'
import { laneName } from '../value/ids.ts'
import { countPulls } from './count-pulls.ts'

it('counts what people can merge and have merged, and says it', () => {
  const game = playPublished('a:\nb:\nc:\nd:\ne:')
  const says = (): string | null => sayPullCounts(countPulls(game.run))
  expect(says()).toBe(null)
  game.record([pushed('task-a')])
  expect(says()).toBe(null)
  game.record(opened('task-a', 1))
  expect(says()).toBe('1 pull request is open: merge it on the forge')
  game.record([...opened('task-b', 2), ...opened('task-c', 3, { state: 'merged' })])
  game.record(opened('task-d', 4, { state: 'closed' }))
  game.record([{ type: 'pull-not-needed', lane: laneName('task-e'), containedIn: 'main' }])
  expect(countPulls(game.run)).toEqual({ open: 2, merged: 1 })
  expect(says()).toBe(
    '1 pull request is merged, and 2 pull requests are open: merge them on the forge',
  )
})
