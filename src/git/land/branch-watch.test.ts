import { execSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { asking, never, opened, worktreePlace } from '../../../test/repository/worktree-place.ts'
import { branchFacts, type BranchFact, type MovedBranch } from '../../core/landing/branch-moves.ts'
import { runId } from '../../core/value/ids.ts'
import { waysWithMove } from '../../core/say/landing/say-branch-move.ts'
import { findRepository } from '../call/repository.ts'
import { watchBranches } from './branch-watch.ts'

it('[W26] tells of branches that were moved behind the user, also after a crash, and how to put them back', async () => {
  using place = worktreePlace()
  for (const branch of ['side', 'gone', 'taken', 'into']) place.git('branch', branch)
  place.git('worktree', 'add', '--quiet', join(place.top, 'theirs'), 'taken')
  place.git('worktree', 'add', '--quiet', '--detach', join(place.top, 'lane'))
  const repository = await place.repository()
  const movedBranches = new Map<string, MovedBranch>()
  const options = { repository, home: place.home, run: runId(1), target: 'into' }
  const look = async (): Promise<readonly BranchFact[]> => {
    // A new watch each time, as after a crash.
    const watch = watchBranches(options)
    const facts = branchFacts({ movedBranches }, await watch.look(movedBranches.keys()))
    const moves = facts.filter((fact) => fact.type === 'branch-moved')
    await watch.keep(moves)
    for (const move of moves) movedBranches.set(move.branch, { ...move, since: 0, settled: null })
    return facts
  }
  expect(await look()).toEqual([])
  const was = place.head()

  place.commit('own.txt', 'the user commits')
  execSync('git commit -q --allow-empty -m own', { cwd: join(place.top, 'theirs') })
  place.git('branch', 'new')
  expect(await look()).toEqual([])

  const own = place.head()
  const agents = place.git('commit-tree', '-p', own, '-m', 'agent', 'HEAD^{tree}')
  const moves = `git update-ref refs/heads/main ${agents}; git branch -qf side ${agents}; git branch -qf into ${agents}; git branch -qD gone`
  execSync(moves, { cwd: join(place.top, 'lane') })
  expect(await look()).toEqual([
    { type: 'branch-moved', branch: 'gone', from: was, to: null },
    { type: 'branch-moved', branch: 'main', from: own, to: agents },
    { type: 'branch-moved', branch: 'side', from: was, to: agents },
  ])
  expect(await look()).toEqual([])
  expect(place.git('for-each-ref', '--format=%(*objectname)', 'refs/conductor')).toContain(agents)

  for (const move of movedBranches.values())
    execSync(waysWithMove(move)[0]!.command, { cwd: place.root })
  expect(await look()).toEqual(
    ['gone', 'main', 'side'].map((branch) => ({ type: 'branch-settled', branch, how: 'back' })),
  )
  expect([place.head('main'), place.head('gone')]).toEqual([own, was])
  expect(place.git('status', '--porcelain')).toBe('')
})

it('[W26] tells of a branch that was moved back to where its user has been before', async () => {
  using place = worktreePlace()
  const repository = await place.repository()
  const watch = watchBranches({ repository, home: place.home, run: runId(1), target: 'into' })
  const was = place.head()
  const own = place.commit('own.txt', 'the user commits')
  await watch.look([])
  place.git('worktree', 'add', '--quiet', '--detach', join(place.top, 'lane'))
  execSync(`git update-ref refs/heads/main ${was}`, { cwd: join(place.top, 'lane') })
  const [rewound] = branchFacts({ movedBranches: new Map() }, await watch.look([]))
  expect(rewound).toEqual({ type: 'branch-moved', branch: 'main', from: own, to: was })
  place.git('update-ref', 'refs/heads/main', own)
  place.git('reset', '--quiet', '--hard', was)
  expect(branchFacts({ movedBranches: new Map() }, await watch.look([]))).toEqual([])
})

it('[W26] tells of a branch that an agent moved in the checkout of its user, by update-ref', async () => {
  using place = worktreePlace()
  const repository = await place.repository()
  const watch = watchBranches({ repository, home: place.home, run: runId(1), target: 'into' })
  await watch.look([])
  const was = place.head()
  const agents = place.git('commit-tree', '-p', was, '-m', 'agent', 'HEAD^{tree}')
  place.git('update-ref', 'refs/heads/main', agents)
  expect(await watch.look([])).toEqual([
    { branch: 'main', lastOwn: was, tip: agents, isOwn: false },
  ])
  place.git('reset', '--quiet', '--hard', was)
  place.commit('own.txt', 'the user commits')
  expect(await watch.look([])).toMatchObject([{ branch: 'main', isOwn: true }])
})

it('[W26] does not take lanes of a run in another checkout of the repository for branches of the user', async () => {
  using place = worktreePlace()
  const base = place.head()
  const worktrees = await place.worktrees()
  const lane = await opened(worktrees.open(asking('task-a', base), never))
  place.git('branch', 'side')
  const other = join(place.top, 'other')
  place.git('worktree', 'add', '--quiet', '--detach', other)
  const found = await findRepository(other)
  if (!found.ok) throw new Error(found.why)
  const home = join(other, '.conductor')
  const options = { repository: found.repository, home, run: runId(1), target: 'into' }
  const watch = watchBranches(options)
  const branches = (await watch.look([])).map(({ branch }) => branch)
  expect(branches).toEqual(['main', 'side'])
  const agents = place.git('commit-tree', '-p', base, '-m', 'agent', 'HEAD^{tree}')
  execSync(`git reset -q ${agents}; git update-ref refs/heads/side ${agents}`, { cwd: lane.path })
  const seen = await watch.look([])
  expect(seen.find(({ branch }) => branch === 'side')).toMatchObject({ tip: agents, isOwn: false })
  await worktrees.close()
})
