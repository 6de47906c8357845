import { expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../../../test/played/play.ts'
import { commitId, laneName, taskId } from '../../../../src/core/value/ids.ts'
import { gitDigest } from './git-digest.ts'

const a = taskId('a')

it('changes with everything after which a branch may stand elsewhere, and with nothing else', () => {
  const game = new Game(planFrom('a:\nb:'), { isolation: 'worktree', agents: 1 })
  const seen = new Set<string>()
  const isNew = (happens: () => void): boolean => {
    seen.add(gitDigest(game.run))
    happens()
    return !seen.has(gitDigest(game.run))
  }
  const opened = {
    type: 'worktree-opened',
    task: a,
    lane: laneName('task-a'),
    path: '/shop-task-a',
    branch: 'task-a',
    base: commitId('1'.repeat(40)),
  } as const
  const changes = { filesCreated: 1, filesChanged: 0, linesAdded: 3, linesDeleted: 0 }
  expect(isNew(() => game.startAll())).toBe(false)
  expect(isNew(() => game.ask({ ask: 'guide', task: a, text: 'hm' }))).toBe(false)
  expect(isNew(() => game.record([opened]))).toBe(true)
  expect(
    isNew(() => game.record([{ type: 'files-touched', task: a, files: ['x'], changes }])),
  ).toBe(true)
  expect(isNew(() => game.end(a, OUTCOMES.succeeded))).toBe(true)
  expect(isNew(() => game.land(a))).toBe(true)
})
