import { createServer } from 'node:net'
import { lstatSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readIn, writeIn } from '../../../test/repository/git-in.ts'
import { asking, never, opened, worktreePlace } from '../../../test/repository/worktree-place.ts'

it('[W13] copies what is ignored and named in .worktreeinclude, and nothing else', async () => {
  using place = worktreePlace()
  place.commit('.gitignore', '.env*\n*.key\nbuild/\nlinked\n')
  place.commit('taken.key', 'as committed\n')
  place.write('.worktreeinclude', '.env\n*.key\nbuild/\nlinked\nloose.txt\n')
  for (const file of ['.env', '.env.other', 'deep/er/my own\n.key', 'build/out.js', 'loose.txt'])
    place.write(file, `${file}\n`)
  symlinkSync('.env', join(place.root, 'linked'))
  for (let i = 0; i < 500; i++) place.write(`build/many/${i}`, String(i))
  const worktrees = await place.worktrees()
  const { path } = await opened(worktrees.open(asking('task-a', place.head()), never))
  expect(readIn(path, '.env')).toBe('.env\n')
  expect(readIn(path, 'deep/er/my own\n.key')).toBe('deep/er/my own\n.key\n')
  expect(readIn(path, 'build/out.js')).toBe('build/out.js\n')
  expect(readdirSync(join(path, 'build/many')).length).toBe(500)
  expect(lstatSync(join(path, 'linked')).isSymbolicLink()).toBe(true)
  expect(readlinkSync(join(path, 'linked'))).toBe('.env')
  expect(readIn(path, '.env.other')).toBe(null)
  expect(readIn(path, 'loose.txt')).toBe(null)
  expect(readIn(path, 'taken.key')).toBe('as committed\n')
})

it('[W13] writes nothing through a link that leads out of the worktree', async () => {
  using place = worktreePlace()
  writeIn(place.top, 'outside/.keep', '')
  symlinkSync(join(place.top, 'outside'), join(place.root, 'out'))
  place.git('add', 'out')
  place.git('commit', '--quiet', '--message=link')
  const from = place.head()
  place.git('rm', '--quiet', 'out')
  place.commit('.gitignore', 'out/\n')
  place.write('.worktreeinclude', 'out/\n')
  place.write('out/secret', 'x')
  const worktrees = await place.worktrees()
  await opened(worktrees.open(asking('task-a', from), never))
  expect(readdirSync(join(place.top, 'outside'))).toEqual(['.keep'])
})

it('[W14] runs the setup line in every new worktree, with a log', async () => {
  using place = worktreePlace()
  place.commit('.gitignore', 'made\n')
  const worktrees = await place.worktrees({ setup: 'echo "on $CONDUCTOR_BRANCH" | tee made' })
  const { path } = await opened(worktrees.open(asking('task-a', place.head()), never))
  expect(readIn(path, 'made')).toBe('on task-a\n')
  expect(readIn(place.home, 'run-1/setup/task-a.log')).toContain('on task-a')
})

it('[W14] a setup that fails is told with its code and its last lines, and leaves no worktree', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees({ setup: 'echo no such package; exit 3' })
  const answer = await worktrees.open(asking('task-a', place.head()), never)
  const log = join(place.home, 'run-1/setup/task-a.log')
  expect(answer).toEqual({
    ok: false,
    failure: { is: 'setup', code: 3, log },
    lastLines: ['no such package'],
  })
  await worktrees.close()
  expect(readdirSync(place.top)).toEqual(['shop'])
  expect(place.git('branch', '--list')).toBe('* main')
})

it('[W14] a setup that is stopped leaves no worktree either', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees({
    setup: 'echo begun > "$CONDUCTOR_ROOT/begun"; sleep 60',
  })
  const stop = new AbortController()
  const opening = worktrees.open(asking('task-a', place.head()), stop.signal)
  await expect.poll(() => readIn(place.root, 'begun')).toBe('begun\n')
  stop.abort()
  expect(await opening).toMatchObject({ ok: false, failure: { is: 'cannot-start' } })
  await worktrees.close()
  expect(readdirSync(place.top)).toEqual(['shop'])
})

it('[W15] tells a worktree where it is, and gives it ports nobody else has', async () => {
  using place = worktreePlace()
  await using busy = createServer()
  await new Promise<void>((resolve) => busy.listen(41_301, '127.0.0.1', resolve))
  const worktrees = await place.worktrees({ ports: { first: 41_300, each: 2 } })
  const [a, b] = await Promise.all(
    ['task-a', 'task-b'].map((lane) => opened(worktrees.open(asking(lane, place.head()), never))),
  )
  const ports = [a, b].map((worktree) => worktree!.environment['CONDUCTOR_PORT'])
  expect(new Set(ports)).toEqual(new Set(['41302', '41304']))
  expect(a!.environment).toMatchObject({
    CONDUCTOR_WORKTREE: a!.path,
    CONDUCTOR_BRANCH: 'task-a',
    CONDUCTOR_LANE: 'task-a',
    CONDUCTOR_BASE: place.head(),
    CONDUCTOR_ROOT: place.root,
  })
  const { CONDUCTOR_PORT: first, CONDUCTOR_PORT_LAST: last } = a!.environment
  expect(Number(last)).toBe(Number(first) + 1)
})
