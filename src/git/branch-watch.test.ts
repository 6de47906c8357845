import { execSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { worktreePlace } from '../../test/worktree-place.ts'
import { runId } from '../core/ids.ts'
import { watchBranches } from './branch-watch.ts'
import { openWorktreeRecords } from './worktree-record.ts'

it('[W26] tells of branches that were moved behind the user, and how to put them back', async () => {
  using place = worktreePlace()
  for (const branch of ['side', 'gone', 'taken']) place.git('branch', branch)
  place.git('worktree', 'add', '--quiet', join(place.top, 'theirs'), 'taken')
  place.git('worktree', 'add', '--quiet', '--detach', join(place.top, 'lane'))
  const repository = await place.repository()
  const watch = watchBranches(repository, openWorktreeRecords(place.home))
  await watch.begin()
  const was = place.head()

  place.commit('own.txt', 'the user commits')
  execSync('git commit -q --allow-empty -m own', { cwd: join(place.top, 'theirs') })
  place.git('branch', 'new')
  expect(await watch.look(runId(1))).toEqual([])

  const own = place.head()
  const agents = place.git('commit-tree', '-p', own, '-m', 'agent', 'HEAD^{tree}')
  const moves = `git update-ref refs/heads/main ${agents}; git branch -qf side ${agents}; git branch -qD gone`
  execSync(moves, { cwd: join(place.top, 'lane') })
  const said = await watch.look(runId(1))
  expect(said).toEqual([
    expect.stringContaining(`\`git branch gone ${was}\``),
    expect.stringContaining(`\`git update-ref refs/heads/main ${own} ${agents}\``),
    expect.stringContaining('branch side was moved'),
  ])
  expect(await watch.look(runId(1))).toEqual([])
  for (const sentence of said) execSync(/`(.*?)`/.exec(sentence)![1]!, { cwd: place.root })
  expect([place.head('main'), place.head('gone')]).toEqual([own, was])
  expect(place.git('for-each-ref', '--format=%(*objectname)', 'refs/conductor')).toContain(agents)
  expect(place.git('status', '--porcelain')).toBe('')
})
