/** The files that Conductor and an agent write to each other in `.conductor/` of a worktree are not work. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitIn, writeIn } from '../../../test/repository/git-in.ts'
import {
  asking,
  never,
  opened,
  sealed,
  worktreePlace,
} from '../../../test/repository/worktree-place.ts'
import type { WorktreePlace } from '../../../test/repository/worktree-place.ts'
import { openLookout } from '../land/lookout.ts'

const FILES = ['session-context.json', 'session-prompt.md', 'session-state.json'] as const

const talk = (path: string): void => {
  for (const file of FILES) writeIn(path, `.conductor/${file}`, '{}\n')
}

const left = (path: string): readonly string[] =>
  FILES.filter((file) => existsSync(join(path, '.conductor', file)))

const kept = (place: WorktreePlace): readonly string[] =>
  existsSync(join(place.home, 'kept')) ? readdirSync(join(place.home, 'kept')) : []

it.each([
  ['nobody has anything there', () => {}],
  [
    'the repository has its configuration there',
    (place: WorktreePlace) => void place.commit('.conductor/config.yaml', 'parallel: 2\n'),
  ],
])('is in no delivery, no diff, no count and no rescue when %s', async (_, prepare) => {
  using place = worktreePlace()
  prepare(place)
  const worktrees = await place.worktrees()
  const worktree = await opened(worktrees.open(asking('task-a', place.head()), never))
  talk(worktree.path)
  expect(gitIn(worktree.path, 'status', '--porcelain')).toBe('')
  const sighting = await openLookout(await place.repository(), join(place.home, 'scratch')).look([
    worktree,
  ])
  expect(sighting.touched.get(worktree.lane)?.files ?? []).toEqual([])
  expect(await sealed(worktrees, worktree)).toBe(worktree.base)
  await worktrees.release(worktree.lane, 'landed', worktree.base)
  const next = await opened(worktrees.open(asking('task-b', place.head()), never))
  expect(next.notes).toEqual([])
  expect(left(next.path)).toEqual([])
  expect(kept(place)).toEqual([])
  expect(place.git('for-each-ref', 'refs/conductor')).toBe('')
  await worktrees.close()
})
