import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitIn, readIn, writeIn } from '../../../test/repository/git-in.ts'
import {
  asking,
  never,
  opened,
  sealed,
  worktreePlace,
  type WorktreePlace,
} from '../../../test/repository/worktree-place.ts'
import type { Worktree } from '../../conduct/worktree-ports.ts'
import { laneName, runId, type RunId } from '../../core/value/ids.ts'
import { openRoomRecords } from '../land/check-room-records.ts'
import { listWorktrees } from './list-worktrees.ts'
import { makeManualWorktree, type MadeByHand } from './manual-worktree.ts'
import { pruneWorktrees } from './prune-worktrees.ts'
import { removeManualWorktree, type RemovedByHand } from './remove-manual-worktree.ts'
import { listRescues } from '../keep/rescued.ts'
import { openWorktreeRecords } from '../worktree/worktree-record.ts'
import type { WorktreesOptions } from '../worktree/worktrees.ts'

interface Wanted extends Partial<WorktreesOptions> {
  readonly from?: string
}

async function make(place: WorktreePlace, name: string, wanted: Wanted = {}): Promise<MadeByHand> {
  const { from = 'HEAD', ...options } = wanted
  const places = {
    repository: await place.repository(),
    home: place.home,
    root: place.top,
    branchPrefix: '',
    setup: null,
    ports: { first: 42_000, each: 2 },
    ...options,
  }
  return makeManualWorktree(places, { name, from, signal: never })
}

async function made(place: WorktreePlace, name: string, wanted?: Wanted): Promise<Worktree> {
  const answer = await make(place, name, wanted)
  if (!answer.ok) throw new Error(answer.why)
  return answer.worktree
}

const remove = async (
  place: WorktreePlace,
  wanted: string,
  inUse: RunId | null = null,
): Promise<RemovedByHand> =>
  removeManualWorktree(await place.repository(), place.home, { wanted, folder: place.root, inUse })

const like = (words: RegExp): unknown => expect.stringMatching(words)

const branches = (place: WorktreePlace): readonly string[] =>
  place.git('branch', '--format=%(refname:short)').split('\n')

const beside = (place: WorktreePlace): readonly string[] => readdirSync(place.top).sort()

describe('a worktree made by hand', () => {
  it('[W22] stands beside the checkout on a branch of its name, is listed, and has what others get', async () => {
    using place = worktreePlace()
    place.commit('.gitignore', '.env\n')
    place.write('.env', 'KEY=1\n')
    place.write('.worktreeinclude', '.env\n')
    const setup = 'echo "$CONDUCTOR_LANE $CONDUCTOR_BRANCH $CONDUCTOR_PORT" > .env.setup'
    const { path, branch, base } = await made(place, 'fix-login', { setup, branchPrefix: 'mine/' })
    expect({ path, branch, base }).toEqual({
      path: join(place.top, 'shop-fix-login'),
      branch: 'mine/fix-login',
      base: place.head(),
    })
    expect(readIn(path, '.env')).toBe('KEY=1\n')
    expect(readIn(path, '.env.setup')).toBe('fix-login mine/fix-login 42000\n')
    const rows = await listWorktrees(await place.repository(), place.home, 'main')
    const row = rows.find((one) => one.path === path)
    expect(row).toMatchObject({ status: 'manual', lane: 'fix-login', run: null, task: null })
    const other = await made(place, 'other')
    expect(other.environment['CONDUCTOR_PORT']).toBe('42002')
  })

  it('[W22] starts from any commit that exists, and is refused where there is none', async () => {
    using place = worktreePlace()
    const first = place.head()
    place.git('tag', 'v1')
    place.commit('b.txt', 'b\n')
    expect((await made(place, 'one', { from: 'v1' })).base).toBe(first)
    expect((await made(place, 'two', { from: 'main~1' })).base).toBe(first)
    for (const from of ['nope', '--help', '-x', '', 'main..v1', 'v1\0', 'HEAD:a.txt', 'a b'])
      expect(await make(place, 'three', { from })).toMatchObject({
        ok: false,
        why: `there is no commit "${from}"`,
      })
    expect(beside(place)).toEqual(['shop', 'shop-one', 'shop-two'])
  })

  it('[W22] overwrites nothing that has its name, and takes only names that a lane could have', async () => {
    using place = worktreePlace()
    place.git('branch', 'taken')
    mkdirSync(join(place.top, 'shop-folder'))
    const names = [
      '',
      '-x',
      'a/b',
      '../x',
      'a b',
      'a.lock',
      '~',
      'ü',
      'x'.repeat(61),
      'a\nb',
      'a\0',
    ]
    for (const name of names)
      expect(await make(place, name)).toMatchObject({ ok: false, remedy: like(/letters, digits/) })
    expect(await make(place, 'taken')).toEqual({
      ok: false,
      is: 'refused',
      why: 'branch taken exists already',
      remedy: 'choose another name',
    })
    expect(await make(place, 'folder')).toMatchObject({ why: like(/shop-folder exists already/) })
    expect(await make(place, 'HEAD')).toMatchObject({ ok: false })
    expect(branches(place)).toEqual(['main', 'taken'])
    expect(beside(place)).toEqual(['shop', 'shop-folder'])
    expect(openWorktreeRecords(place.home).all()).toEqual([])
  })

  it('[W22] is not made when its setup fails, and all that said is in a file', async () => {
    using place = worktreePlace()
    const answer = await make(place, 'fix', { setup: 'echo no such thing; exit 7' })
    expect(answer).toMatchObject({ ok: false, remedy: like(/no such thing/) })
    const [, log] = /exit code 7, see (.+)$/.exec(answer.ok ? '' : answer.why) ?? []
    expect(readFileSync(log!, 'utf8')).toBe('no such thing\n')
    expect(beside(place)).toEqual(['shop'])
    expect(branches(place)).toEqual(['main'])
  })

  it('[W22] is not taken over by a run, not even by a lane of its name, and not pruned', async () => {
    using place = worktreePlace()
    const { path } = await made(place, 'task-api')
    const worktrees = await place.worktrees({ max: 1, ports: { first: 42_000, each: 2 } })
    const lane = await opened(worktrees.open(asking('task-api', place.head()), never))
    expect(lane).toMatchObject({
      branch: 'task-api-run1',
      path: join(place.top, 'shop-task-api-run1'),
    })
    expect(lane.environment['CONDUCTOR_PORT']).toBe('42002')
    writeIn(lane.path, 'b.txt', 'b\n')
    await sealed(worktrees, lane)
    await worktrees.release(laneName('task-api'), 'kept', place.head())
    for (const name of ['task-b', 'task-c']) {
      await opened(worktrees.open(asking(name, place.head()), never))
      await worktrees.release(laneName(name), 'kept', place.head())
    }
    await worktrees.close()
    expect(openWorktreeRecords(place.home).of(path)).toMatchObject({ status: 'manual', run: null })
    const pruned = await pruneWorktrees(await place.repository(), place.home, {
      dryRun: false,
      inUse: null,
    })
    expect(pruned.kept).toContainEqual({ path, why: expect.stringContaining('made by hand') })
    expect(gitIn(path, 'branch', '--show-current')).toBe('task-api')
  })
})

describe('removing a worktree by hand', () => {
  it('[W23] keeps what was not committed on its branch, and loose ignored files in a folder', async () => {
    using place = worktreePlace()
    place.commit('.gitignore', '*.log\n')
    const { path } = await made(place, 'fix')
    writeIn(path, 'new.txt', 'new\n')
    writeIn(path, 'my.log', 'log\n')
    const removed = await remove(place, 'fix')
    expect(removed).toMatchObject({ ok: true, path, branch: 'fix', branchStays: true })
    expect(existsSync(path)).toBe(false)
    expect(place.git('show', 'fix:new.txt')).toBe('new')
    expect(place.git('worktree', 'list')).not.toContain('shop-fix')
    const [, kept] = /kept in (.+)$/.exec(removed.ok ? removed.notes.join('\n') : '') ?? []
    expect(readIn(kept!, 'my.log')).toBe('log\n')
    expect(await remove(place, 'fix')).toMatchObject({
      ok: false,
      why: '"fix" has no folder any more',
      remedy: 'what it held is on branch fix',
    })
  })

  it('[W23] removes the branch too when another has all of it', async () => {
    using place = worktreePlace()
    await made(place, 'unused')
    expect(await remove(place, '../shop-unused')).toMatchObject({ ok: true, branchStays: false })
    const { path } = await made(place, 'merged')
    writeIn(path, 'new.txt', 'new\n')
    gitIn(path, 'add', '.')
    gitIn(path, 'commit', '--quiet', '--message=new')
    place.git('merge', '--quiet', 'merged')
    expect(await remove(place, path)).toMatchObject({ ok: true, branchStays: false })
    expect(branches(place)).toEqual(['main'])
    expect(openWorktreeRecords(place.home).all()).toEqual([])
  })

  it('[W23] keeps commits that no branch has in rescue, also when the folder was gone', async () => {
    using place = worktreePlace()
    const work = (path: string, file: string): void => {
      writeIn(path, file, 'x\n')
      gitIn(path, 'add', '.')
      gitIn(path, 'commit', '--quiet', `--message=${file}`)
      gitIn(path, 'reset', '--quiet', '--hard', 'main')
    }
    const { path } = await made(place, 'here')
    work(path, 'here.txt')
    expect(await remove(place, 'here')).toMatchObject({ ok: true, notes: [like(/kept as/)] })
    const gone = await made(place, 'gone')
    work(gone.path, 'gone.txt')
    rmSync(gone.path, { recursive: true })
    expect(await remove(place, 'gone')).toMatchObject({
      ok: true,
      notes: [like(/was gone already/), like(/kept as/)],
    })
    const rescued = await listRescues(await place.repository())
    const byName = rescued.toSorted((one, other) => one.name.localeCompare(other.name))
    expect(byName).toMatchObject([
      { name: 'by-hand/gone/1', run: null, lane: 'gone', subject: 'gone.txt' },
      { name: 'by-hand/here/1', run: null, lane: 'here', subject: 'here.txt' },
    ])
    expect(branches(place)).toEqual(['main'])
  })

  it('[W23] leaves a lane its branch, on which its run goes on', async () => {
    using place = worktreePlace()
    const worktrees = await place.worktrees()
    const lane = await opened(worktrees.open(asking('task-api', place.head()), never))
    writeIn(lane.path, 'b.txt', 'b\n')
    await worktrees.release(laneName('task-api'), 'kept', place.head())
    expect(await remove(place, 'task-api')).toMatchObject({ ok: true, branchStays: true })
    const request = asking('task-api', place.head(), { start: 'continue', attemptNumber: 2 })
    const again = await opened(worktrees.open(request, never))
    expect(again.path).toBe(lane.path)
    expect(readIn(again.path, 'b.txt')).toBe('b\n')
    await worktrees.close()
  })

  it('[W23] leaves alone what is in use, other people’s, a room, and the checkout', async () => {
    using place = worktreePlace()
    const worktrees = await place.worktrees()
    await opened(worktrees.open(asking('task-api', place.head()), never))
    place.git('worktree', 'add', '--quiet', '-b', 'theirs', join(place.top, 'theirs'))
    const room = join(place.top, 'shop-check-1')
    place.git('worktree', 'add', '--quiet', '--detach', room)
    openRoomRecords(place.home).write({ path: room, holder: null, setUp: null })
    const before = [beside(place), branches(place)]
    const why = async (wanted: string, inUse: RunId | null = null): Promise<string> => {
      const answer = await remove(place, wanted, inUse)
      return answer.ok ? 'removed' : answer.why
    }
    expect(await why('task-api', runId(1))).toMatch(/run 1 is being conducted/)
    expect(await why('theirs')).toMatch(/theirs is not one of Conductor's/)
    expect(await why('shop-check-1')).toMatch(/is a room for checks/)
    expect(await why('.')).toMatch(/is your checkout/)
    expect(await why('shop')).toMatch(/is your checkout/)
    expect(await why('')).toMatch(/is your checkout/)
    expect(await why('..')).toBe('there is no worktree ".."')
    expect(await why('/')).toBe('there is no worktree "/"')
    expect(await remove(place, 'task-apo')).toMatchObject({ is: 'unknown' })
    expect(await remove(place, 'theirs')).toMatchObject({ is: 'refused' })
    expect(await why('task-apo')).toBe('there is no worktree "task-apo"')
    expect([beside(place), branches(place)]).toEqual(before)
    await worktrees.close()
  })

  it('[W23] leaves alone what is locked, holds a repository with work, or is something else', async () => {
    using place = worktreePlace()
    const locked = await made(place, 'locked')
    place.git('worktree', 'lock', locked.path)
    expect(await remove(place, 'locked')).toMatchObject({ ok: false, why: like(/has been locked/) })
    rmSync(locked.path, { recursive: true })
    expect(await remove(place, 'locked')).toMatchObject({ ok: false, why: like(/has been locked/) })
    const nested = await made(place, 'nested')
    mkdirSync(join(nested.path, 'inner'))
    gitIn(join(nested.path, 'inner'), 'init', '--quiet')
    writeFileSync(join(nested.path, 'inner', 'x.txt'), 'x\n')
    expect(await remove(place, 'nested')).toMatchObject({
      ok: false,
      why: like(/repository of its own/),
    })
    const moved = await made(place, 'moved')
    rmSync(moved.path, { recursive: true })
    symlinkSync(place.root, moved.path)
    expect(await remove(place, 'moved')).toMatchObject({
      ok: false,
      why: like(/something else stands/),
    })
    expect(beside(place).map((name) => basename(name))).toEqual([
      'shop',
      'shop-moved',
      'shop-nested',
    ])
    expect(readIn(place.root, 'a.txt')).toBe('a\n')
  })

  it('[W23] tells git again of a folder that it has forgotten, so that its work is kept', async () => {
    using place = worktreePlace()
    const { path } = await made(place, 'fix')
    writeIn(path, 'new.txt', 'new\n')
    rmSync(join(place.root, '.git', 'worktrees'), { recursive: true })
    expect(await remove(place, 'fix')).toMatchObject({ ok: true, branchStays: true })
    expect(place.git('show', 'fix:new.txt')).toBe('new')
  })

  it('[W23] keeps the work of a folder whose index and HEAD git cannot read', async () => {
    using place = worktreePlace()
    const { path } = await made(place, 'fix')
    writeIn(path, 'new.txt', 'new\n')
    for (const file of ['index', 'HEAD'])
      writeIn(place.root, `.git/worktrees/${basename(path)}/${file}`, 'xx')
    expect(await remove(place, 'fix')).toMatchObject({ ok: true, branchStays: true })
    expect(place.git('show', 'fix:new.txt')).toBe('new')
  })

  it('[W23] asks which one is meant when two have the lane', async () => {
    using place = worktreePlace()
    const mine = await made(place, 'task-api')
    const worktrees = await place.worktrees()
    const lane = await opened(worktrees.open(asking('task-api', place.head()), never))
    expect(await remove(place, 'task-api')).toMatchObject({ ok: false, remedy: 'name the folder' })
    expect(await remove(place, basename(mine.path))).toMatchObject({ ok: true, path: mine.path })
    expect(existsSync(lane.path)).toBe(true)
    await worktrees.close()
  })
})
