import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitPlace } from '../../test/git-place.ts'
import { diffOf, diffOfWorktree } from './show-diff.ts'

it('shows what was delivered, in lines or in numbers', async () => {
  using place = gitPlace()
  const lane = place.worktree('task-one')
  const commit = lane.commit('mine', { 'a.txt': 'b\n', 'c.txt': 'c\n' })
  const work = { base: lane.base, commit }
  const { text, changes } = await diffOf(place.repository, work)
  expect(text).toContain('-a\n+b')
  expect(changes).toEqual({ filesCreated: 1, filesChanged: 1, linesAdded: 2, linesDeleted: 1 })
  const stat = await diffOf(place.repository, work, { stat: true, colour: true })
  expect(stat.text).toContain('2 files changed')
  expect(stat.text).toContain('\x1b[32m')
})

it('shows a worktree under way, untracked files included, and leaves nothing behind', async () => {
  using place = gitPlace()
  const lane = place.worktree('task-one')
  lane.commit('mine', { 'c.txt': 'c\n' })
  lane.write('new.txt', 'n\n')
  const scratch = join(place.top, 'scratch')
  const { text, changes } = await diffOfWorktree(place.repository, scratch, lane)
  expect(text).toMatch(/\+c[\s\S]*\+n/)
  expect(changes.filesCreated).toBe(2)
  expect(readdirSync(scratch)).toEqual([])
  expect(lane.git('status', '--porcelain')).toBe('?? new.txt')
})
