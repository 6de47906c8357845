import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitFolder, gitPlace, type GitFolder } from '../../../test/repository/git-place.ts'
import { nestedRepositories, withWork } from './nested-repositories.ts'

const inside = (lane: GitFolder, name: string): GitFolder => gitFolder(join(lane.path, name))

it('finds repositories below folders, one inside the other', async () => {
  using place = gitPlace()
  const lane = place.worktree('task-api')
  lane.git('init', '-q', 'deep/one')
  lane.git('init', '-q', 'deep/one/two')
  lane.git('init', '-q', 'elsewhere')
  expect(await nestedRepositories(lane.path, ['deep/'])).toEqual(['deep/one', 'deep/one/two'])
})

it('[W16] finds those that hold what nobody else has, or that git cannot tell of', async () => {
  using place = gitPlace()
  const lane = place.worktree('task-api')
  const names = ['nothing', 'files', 'clean', 'ahead', 'stashed', 'beside', 'odd']
  for (const name of ['nothing', 'files']) lane.git('init', '-q', name)
  for (const name of ['clean', 'ahead', 'stashed']) lane.git('clone', '-q', place.path, name)
  lane.write('files/file', 'f')
  inside(lane, 'ahead').commit('x')
  lane.write('stashed/a.txt', 'changed')
  inside(lane, 'stashed').git('stash', '-q')
  lane.git('worktree', 'add', '-q', '--detach', 'beside')
  lane.write('odd/.git/x', 'no repository')
  expect(await withWork(lane.path, names)).toEqual(['files', 'ahead', 'stashed', 'odd'])
  inside(lane, 'beside').commit('in a worktree of the same repository')
  expect(await withWork(lane.path, ['beside'])).toEqual(['beside'])
  rmSync(join(lane.path, 'files/file'))
  expect(await withWork(lane.path, ['files'])).toEqual([])
})
