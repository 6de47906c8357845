import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitPlace, type GitFolder, type GitPlace } from '../../../test/repository/git-place.ts'
import type { Worktree } from '../../conduct/worktree-ports.ts'
import { commitId } from '../../core/value/ids.ts'
import { openLookout } from './lookout.ts'

type Lane = Worktree & GitFolder

const FILES = { 'a.txt': '1\n2\n3\n', 'b.txt': 'b\n', 'old/c.txt': 'c\nc\nc\n', 'old/d.txt': 'd\n' }

function lookoutAt(place: GitPlace, limits?: Parameters<typeof openLookout>[2]) {
  return openLookout(place.repository, join(place.top, 'scratch'), limits)
}

const objectsOf = (place: GitPlace): readonly string[] =>
  readdirSync(join(place.path, '.git/objects'), { recursive: true }).map(String).toSorted()

it('sees what was committed, changed and added, and counts it', async () => {
  using place = gitPlace(FILES)
  const lane = place.worktree('task-one')
  lane.commit('mine', { 'b.txt': 'B\n' })
  lane.write('a.txt', '1\n2\n')
  lane.write('new/e.txt', 'e\n')
  const { touched, collisions, outside } = await lookoutAt(place).look([lane])
  expect([...touched]).toEqual([
    [
      'task-one',
      {
        files: ['a.txt', 'b.txt', 'new/e.txt'],
        filesCreated: 1,
        filesChanged: 2,
        linesAdded: 2,
        linesDeleted: 2,
      },
    ],
  ])
  expect([collisions, outside]).toEqual([[], []])
})

it('leaves a worktree alone in which very many files are changed, and says so', async () => {
  using place = gitPlace(FILES)
  const [one, two] = ['task-one', 'task-two'].map(place.worktree) as [Lane, Lane]
  for (const lane of [one, two]) for (const file of ['a.txt', 'e.txt']) lane.write(file, lane.lane)
  two.write('f.txt', 'one more')
  const { touched, collisions, outside } = await lookoutAt(place, { mostFiles: 2 }).look([one, two])
  expect([[...touched.keys()], collisions]).toEqual([['task-one'], []])
  expect(outside).toEqual([expect.stringMatching(/^task-two .* when its attempt ends\.$/)])
})

it('tells which lanes cannot be merged as they stand, and in which files', async () => {
  using place = gitPlace(FILES)
  const [one, two, three] = ['task-one', 'task-two', 'task-three'].map(place.worktree) as [
    Lane,
    Lane,
    Lane,
  ]
  one.commit('mine', { 'a.txt': 'one\n2\n3\n' })
  two.write('a.txt', 'two\n2\n3\n')
  three.write('a.txt', '1\n2\n3\nthree\n')
  const lookout = lookoutAt(place)
  expect((await lookout.look([one, two, three])).collisions).toEqual([
    { lanes: ['task-one', 'task-two'], files: ['a.txt'] },
  ])
  two.write('a.txt', 'one\n2\n3\n')
  expect((await lookout.look([one, two, three])).collisions).toEqual([])
})

it('tells of a file where the other has a folder, and of folders that were moved', async () => {
  using place = gitPlace(FILES)
  const [one, two] = ['task-one', 'task-two'].map(place.worktree) as [Lane, Lane]
  one.write('x', 'a file')
  two.write('x/y', 'in a folder')
  const lookout = lookoutAt(place)
  expect((await lookout.look([one, two])).collisions).toHaveLength(1)
  for (const lane of [one, two]) rmSync(join(lane.path, 'x'), { recursive: true })
  expect((await lookout.look([one, two])).collisions).toEqual([])
  renameSync(join(one.path, 'old'), join(one.path, 'moved'))
  two.write('old/new.txt', 'n\n')
  expect((await lookout.look([one, two])).collisions).toMatchObject([{ files: ['moved/new.txt'] }])
})

it('measures each lane from its own base, also after it has merged the target', async () => {
  using place = gitPlace(FILES)
  const [one, two] = ['task-one', 'task-two'].map(place.worktree) as [Lane, Lane]
  const landed = place.commit('landed', { 'b.txt': 'landed\n' })
  one.git('merge', '-q', 'main')
  one.write('a.txt', 'one\n2\n3\n')
  two.write('a.txt', '1\n2\n3\ntwo\n')
  const open = [{ ...one, base: commitId(landed) }, two]
  const { touched, collisions } = await lookoutAt(place).look(open)
  expect([...touched.values()].map(({ files }) => files)).toEqual([['a.txt'], ['a.txt']])
  expect(collisions).toEqual([])
})

it('sees a changed file that is changed again, in the same length', async () => {
  using place = gitPlace(FILES)
  const lane = place.worktree('task-one')
  const lookout = lookoutAt(place)
  lane.write('a.txt', '1\n2\n')
  expect((await lookout.look([lane])).touched.get(lane.lane)).toMatchObject({ linesAdded: 0 })
  lane.write('a.txt', '1\nx\n')
  expect((await lookout.look([lane])).touched.get(lane.lane)).toMatchObject({ linesAdded: 1 })
})

it('leaves no trace in the worktree, its index or the objects of the user', async () => {
  using place = gitPlace(FILES)
  const lane = place.worktree('task-one')
  lane.write('a.txt', 'x\n')
  lane.write('staged.txt', 's\n')
  lane.git('add', 'staged.txt')
  lane.write('new.txt', 'n\n')
  const own = join(place.path, '.git/worktrees/task-one')
  const before = [objectsOf(place), readdirSync(own), readFileSync(join(own, 'index'))]
  await lookoutAt(place).look([lane])
  expect([objectsOf(place), readdirSync(own), readFileSync(join(own, 'index'))]).toEqual(before)
})

it('is told what someone else did: a folder that is gone, a HEAD that is elsewhere', async () => {
  using place = gitPlace(FILES)
  const [one, two, three] = ['task-one', 'task-two', 'task-three'].map(place.worktree) as [
    Lane,
    Lane,
    Lane,
  ]
  rmSync(one.path, { recursive: true })
  two.git('switch', '-q', '-c', 'mine')
  three.git('switch', '-q', '--detach')
  const four = place.worktree('task-four')
  rmSync(join(place.path, '.git/worktrees/task-four'), { recursive: true })
  const { touched, outside } = await lookoutAt(place).look([one, two, three, four])
  expect([...touched.keys()]).toEqual(['task-two', 'task-three'])
  expect(outside).toEqual([
    `The folder of task-one is gone: ${one.path}`,
    `Git does not know the folder of task-four as a worktree any more: ${four.path}`,
    'task-two does not work on its branch conductor/task-two any more, but on mine.',
    'task-three does not work on its branch conductor/task-three any more, but on a commit of its own.',
  ])
})

it('lives with a scratch folder that is deleted or grows too large', async () => {
  using place = gitPlace(FILES)
  const [one, two] = ['task-one', 'task-two'].map(place.worktree) as [Lane, Lane]
  one.write('a.txt', 'one\n')
  two.write('a.txt', 'two\n')
  const lookout = lookoutAt(place)
  const small = openLookout(place.repository, join(place.top, 'small'), { mostBytes: 10 })
  for (let time = 0; time < 2; time++) {
    expect((await lookout.look([one, two])).collisions).toHaveLength(1)
    rmSync(join(place.top, 'scratch'), { recursive: true })
    expect((await small.look([one, two])).collisions).toHaveLength(1)
    expect(existsSync(join(place.top, 'small'))).toBe(false)
  }
})

it('passes over what it cannot see, and sees the rest', async () => {
  using place = gitPlace(FILES)
  const [one, two] = ['task-one', 'task-two'].map(place.worktree) as [Lane, Lane]
  one.git('init', '-q', 'inside')
  one.write('inside/x', 'x')
  one.write('b.txt', 'B\n')
  place.write('.git/worktrees/task-two/HEAD', 'nonsense')
  const { touched } = await lookoutAt(place).look([one, two])
  expect([...touched].map(([lane, { files }]) => [lane, files])).toEqual([['task-one', ['b.txt']]])
})
