import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitPlace, type GitPlace } from '../../../test/repository/git-place.ts'
import { laneName } from '../../core/value/ids.ts'
import { countingGit } from '../../../test/repository/counting-git.ts'
import { openLaneCommits, type LaneBranch, type LaneCommits } from './lane-commits.ts'

const at = (lane: string): LaneBranch => ({ lane: laneName(lane), branch: `conductor/${lane}` })

const opened = (place: GitPlace): LaneCommits =>
  openLaneCommits(place.repository, join(place.top, 'scratch'))

it('says of each lane where it stands and whether it would merge', async () => {
  using place = gitPlace({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
  const [clean, clashing, behind] = ['clean', 'clashing', 'behind'].map((lane) =>
    place.worktree(lane),
  )
  clean!.commit('first', { 'c.txt': 'c\n' })
  const head = clean!.commit('second: done', { 'd.txt': 'd\n' })
  clashing!.commit('mine', { 'a.txt': 'mine\n', 'b.txt': 'mine\n' })
  place.commit('theirs', { 'a.txt': 'theirs\n', 'b.txt': 'theirs\n' })
  const lanes = ['clean', 'clashing', 'behind', 'missing'].map(at)
  const rows = await opened(place).look(lanes, 'main')
  expect(rows[0]).toEqual({
    ...at('clean'),
    head,
    subject: 'second: done',
    at: Number(clean!.git('log', '-1', '--format=%ct')) * 1000,
    author: 'User',
    ahead: 2,
    behind: 1,
    mergesCleanly: true,
    conflicts: [],
  })
  expect(rows[1]).toMatchObject({
    ahead: 1,
    behind: 1,
    mergesCleanly: false,
    conflicts: ['a.txt', 'b.txt'],
  })
  expect(rows[2]).toMatchObject({
    head: behind!.base,
    ahead: 0,
    behind: 1,
    mergesCleanly: true,
    conflicts: [],
  })
  expect(rows[3]).toEqual({
    ...at('missing'),
    head: null,
    subject: null,
    at: null,
    author: null,
    ahead: null,
    behind: null,
    mergesCleanly: null,
    conflicts: [],
  })
})

it('changes nothing in the repository, and leaves nothing behind', async () => {
  using place = gitPlace()
  place.worktree('one').commit('mine', { 'a.txt': 'mine\n' })
  place.commit('theirs', { 'a.txt': 'theirs\n' })
  const state = (): string => place.git('count-objects') + place.git('for-each-ref')
  const before = state()
  await opened(place).look([at('one')], 'main')
  expect(state()).toBe(before)
  expect(readdirSync(join(place.top, 'scratch'))).toEqual([])
})

it('asks git once when nothing has moved, and only about what has', async () => {
  using place = gitPlace()
  const lanes = Array.from({ length: 8 }, (_, number) => `lane-${number}`)
  const worktrees = lanes.map((lane) => place.worktree(lane))
  for (const [number, worktree] of worktrees.entries())
    worktree.commit('mine', { [`${number}.txt`]: 'mine\n' })
  place.commit('theirs', { 'a.txt': 'theirs\n' })
  const commits = opened(place)
  const first = await commits.look(lanes.map(at), 'main')
  using calls = countingGit(place.top)
  expect(await commits.look(lanes.map(at), 'main')).toEqual(first)
  expect(calls.taken()).toEqual(['for-each-ref'])
  worktrees[3]!.commit('again', { 'a.txt': 'mine\n' })
  calls.taken()
  const moved = await commits.look(lanes.map(at), 'main')
  expect(calls.taken()).toEqual(['for-each-ref', 'rev-list', 'merge-tree'])
  expect(moved[3]).toMatchObject({ ahead: 2, mergesCleanly: false, conflicts: ['a.txt'] })
  expect(moved.filter((_, number) => number !== 3)).toEqual(
    first.filter((_, number) => number !== 3),
  )
})

it('has heads without a target, and any branch beside any other', async () => {
  using place = gitPlace()
  const lane = place.worktree('one')
  const head = lane.commit('mine', { 'b.txt': 'b\n' })
  const commits = opened(place)
  const [without] = await commits.look([at('one')], 'no-such-branch')
  expect(without).toMatchObject({ head, subject: 'mine', ahead: null, mergesCleanly: null })
  const [itself] = await commits.look([at('one')], 'conductor/one')
  expect(itself).toMatchObject({ head, ahead: 0, behind: 0, mergesCleanly: true })
  expect(await commits.look([], 'main')).toEqual([])
})

it('names the file where the other side has a folder', async () => {
  using place = gitPlace()
  place.worktree('one').commit('a file', { thing: 'x\n' })
  place.commit('a folder', { 'thing/in.txt': 'x\n' })
  const [row] = await opened(place).look([at('one')], 'main')
  expect(row).toMatchObject({ mergesCleanly: false, conflicts: ['thing'] })
})
