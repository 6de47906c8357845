import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitPlace } from '../../../test/repository/git-place.ts'
import { showDiff } from './show-diff.ts'

it('shows what was delivered, in lines or in numbers', async () => {
  using place = gitPlace()
  const lane = place.worktree('task-one')
  const commit = lane.commit('mine', { 'a.txt': 'b\n', 'c.txt': 'c\n' })
  const work = { base: lane.base, commit }
  const here = { repository: place.repository, scratch: join(place.top, 'scratch') }
  const { text, changes } = await showDiff(here, work)
  expect(text).toContain('-a\n+b')
  expect(changes).toEqual({ filesCreated: 1, filesChanged: 1, linesAdded: 2, linesDeleted: 1 })
  const stat = await showDiff(here, work, { stat: true, colour: true, target: null })
  expect(stat.text).toContain('2 files changed')
  expect(stat.text).toContain('\x1b[32m')
})

it('shows a worktree under way, untracked files included, and leaves nothing behind', async () => {
  using place = gitPlace()
  const lane = place.worktree('task-one')
  lane.commit('mine', { 'c.txt': 'c\n' })
  lane.write('new.txt', 'n\n')
  const scratch = join(place.top, 'scratch')
  const { text, changes } = await showDiff({ repository: place.repository, scratch }, lane)
  expect(text).toMatch(/\+c[\s\S]*\+n/)
  expect(changes.filesCreated).toBe(2)
  expect(readdirSync(scratch)).toEqual([])
  expect(lane.git('status', '--porcelain')).toBe('?? new.txt')
})

it('shows what landing would change in the target, which has gone on', async () => {
  using place = gitPlace({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
  const lane = place.worktree('task-one')
  place.commit('theirs', { 'b.txt': 'theirs\n' })
  lane.git('merge', '--quiet', 'main')
  lane.write('a.txt', 'mine\n')
  const here = { repository: place.repository, scratch: join(place.top, 'scratch') }
  const plain = { stat: false, colour: false }
  expect((await showDiff(here, lane, { ...plain, target: null })).text).toContain('+theirs')
  const landing = (await showDiff(here, lane, { ...plain, target: 'main' })).text
  expect(landing).toContain('+mine')
  expect(landing).not.toContain('+theirs')
  const commit = lane.commit('mine')
  const delivered = { base: lane.base, commit }
  expect((await showDiff(here, delivered, { ...plain, target: 'main' })).text).toBe(landing)
  const gone = await showDiff(here, delivered, { ...plain, target: 'no-such-branch' })
  expect(gone.text).toContain('+theirs')
})
