import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { deliveredRun } from '../../../test/repository/delivered-run.ts'
import { gitPlace, type GitPlace } from '../../../test/repository/git-place.ts'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import type { Worktree } from '../../conduct/worktree-ports.ts'
import type { RunSettings } from '../../core/run/event.ts'
import { runId, taskId, type CommitId } from '../../core/value/ids.ts'
import type { Run } from '../../core/run/run.ts'
import { openChecks } from './check-rooms.ts'
import { checkMerge } from './merge-check.ts'

const a = taskId('a')
const TARGET = 'conductor/run-1'

function open(place: GitPlace, setup: string | null = null) {
  place.git('branch', TARGET)
  const { repository } = place
  const home = join(place.path, '.git', 'conductor')
  const checks = openChecks({
    repository,
    home,
    root: place.top,
    run: runId(1),
    setup,
    environment: {},
    timeoutSeconds: null,
    coverage: null,
  })
  const check = (run: Run, signal = new AbortController().signal) =>
    checkMerge({ repository, scratch: join(home, 'scratch'), checks }, run, a, signal)
  return {
    check,
    state: () => place.git('for-each-ref') + place.git('status', '--porcelain'),
    [Symbol.asyncDispose]: () => checks.close(),
  }
}

const delivered = (commit: CommitId, settings: Partial<RunSettings> = {}): Run =>
  deliveredRun('a:', commit, () => commit, settings)

/** The task works in the worktree, or is in review with it. */
function atWork({ lane, path, branch, base }: Worktree, check: string | null = null): Game {
  const game = new Game(planFrom('a:'), { isolation: 'worktree', check })
  game.startAll()
  game.record([{ type: 'worktree-opened', task: a, lane, path, branch, base }])
  return game
}

describe('a delivery', () => {
  it('is merged and checked as it would land, and nothing moves', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-a')
    const commit = lane.commit('mine', { 'b.txt': 'b\n' })
    await using tried = open(place)
    const { check, state } = tried
    place.git('checkout', '--quiet', TARGET)
    const onto = place.commit('theirs', { 'c.txt': 'c\n' })
    place.git('checkout', '--quiet', 'main')
    const before = state()
    const run = delivered(commit, { check: 'cat a.txt b.txt c.txt' })
    const merge = await check(run)
    expect(merge).toMatchObject({
      ok: true,
      of: 'delivery',
      onto,
      mergesCleanly: true,
      conflicts: [],
      check: 'passed',
      command: 'cat a.txt b.txt c.txt',
      lastLines: ['a', 'b', 'c'],
    })
    expect(merge.ok && readFileSync(merge.log!, 'utf8')).toBe('a\nb\nc\n')
    expect(state()).toBe(before)
  })

  it('says which files conflict, and then checks nothing', async () => {
    using place = gitPlace()
    const commit = place.worktree('task-a').commit('mine', { 'a.txt': 'mine\n' })
    place.commit('theirs', { 'a.txt': 'theirs\n' })
    await using tried = open(place)
    const { check } = tried
    expect(await check(delivered(commit, { check: 'false' }))).toMatchObject({
      mergesCleanly: false,
      conflicts: ['a.txt'],
      check: 'none',
      log: null,
    })
  })

  it('fails its check on the merged tree, or is checked by nothing', async () => {
    using place = gitPlace()
    const commit = place.worktree('task-a').commit('mine', { 'b.txt': 'b\n' })
    await using tried = open(place)
    const { check } = tried
    const red = await check(delivered(commit, { check: 'echo no; ! test -e b.txt' }))
    expect(red).toMatchObject({ mergesCleanly: true, check: 'failed', lastLines: ['no'] })
    expect(await check(delivered(commit))).toMatchObject({ mergesCleanly: true, check: 'none' })
  })
})

describe('a worktree', () => {
  it('is tried with all that stands in it, and left as it is', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', '.gitignore': 'ignored\n' })
    const lane = place.worktree('task-a')
    lane.commit('mine', { 'b.txt': 'b\n' })
    lane.write('a.txt', 'changed\n')
    lane.write('new.txt', 'new\n')
    lane.write('ignored', 'i\n')
    await using tried = open(place)
    const { check, state } = tried
    const [before, status] = [state(), lane.git('status', '--porcelain')]
    const merge = await check(atWork(lane, 'cat a.txt b.txt new.txt; ls').run)
    expect(merge).toMatchObject({
      of: 'worktree',
      check: 'passed',
      lastLines: ['changed', 'b', 'new', 'a.txt', 'b.txt', 'new.txt'],
    })
    expect([state(), lane.git('status', '--porcelain')]).toEqual([before, status])
  })

  it('of a task in review counts with what a person has put right there', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-a')
    lane.commit('mine', { 'a.txt': 'mine\n' })
    place.commit('theirs', { 'a.txt': 'theirs\n' })
    await using tried = open(place)
    const { check } = tried
    const game = atWork(lane)
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'conflict', false)
    expect(await check(game.run)).toMatchObject({ mergesCleanly: false, conflicts: ['a.txt'] })
    expect(() => lane.git('merge', '--quiet', TARGET)).toThrow('git merge')
    expect(await check(game.run)).toMatchObject({ mergesCleanly: false, conflicts: ['a.txt'] })
    lane.write('a.txt', 'both\n')
    expect(await check(game.run)).toMatchObject({ of: 'worktree', mergesCleanly: true })
    expect(lane.git('status', '--porcelain')).toBe('UU a.txt')
  })

  it('that is gone leaves the delivery', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-a')
    const commit = lane.commit('mine', { 'b.txt': 'b\n' })
    await using tried = open(place)
    const { check } = tried
    const game = atWork(lane)
    game.end(a, OUTCOMES.succeeded, 0.5, { ...DELIVERED, commit, base: lane.base })
    game.land(a, 'red', false)
    rmSync(lane.path, { recursive: true })
    expect(await check(game.run)).toMatchObject({ of: 'delivery', mergesCleanly: true })
  })
})

const DELIVERED = {
  branch: 'conductor/task-a',
  changes: { filesCreated: 1, filesChanged: 0, linesAdded: 1, linesDeleted: 0 },
  files: [],
  leftover: false,
}

describe('nothing is tried', () => {
  it('where nothing was made, and where there is no target', async () => {
    using place = gitPlace()
    const commit = place.worktree('task-a').commit('mine', { 'b.txt': 'b\n' })
    await using tried = open(place)
    const { check } = tried
    const why = async (run: Run): Promise<string> => {
      const merge = await check(run)
      return merge.ok ? 'tried' : merge.why
    }
    const fresh = new Game(planFrom('a:'), { isolation: 'worktree' }).run
    expect(await why(fresh)).toBe('"a" has not changed anything')
    expect(await why(new Game(planFrom('a:'), {}).run)).toBe('run 1 has no target')
    place.git('branch', '-D', TARGET)
    expect(await why(delivered(commit))).toBe('the branch conductor/run-1 is gone')
  })

  it('when the room cannot be set up, or somebody stops it', async () => {
    using place = gitPlace()
    const commit = place.worktree('task-a').commit('mine', { 'b.txt': 'b\n' })
    await using tried = open(place, 'test -e b.txt && exit 4')
    const { check } = tried
    expect(await check(delivered(commit, { check: 'true' }))).toMatchObject({
      ok: false,
      why: expect.stringMatching(/"a" cannot be tried: the setup of a room for checks failed/),
    })
    const stopper = new AbortController()
    using other = gitPlace()
    const theirs = other.worktree('task-a').commit('mine', { 'b.txt': 'b\n' })
    await using more = open(other)
    const stopped = more.check(delivered(theirs, { check: 'sleep 60' }), stopper.signal)
    await sleep(300)
    stopper.abort()
    expect(await stopped).toMatchObject({ ok: false, why: 'the check was stopped' })
  })
})
