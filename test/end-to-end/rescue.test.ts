import { execSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attemptId, commitId, laneName, runId, taskId } from '../../src/core/value/ids.ts'
import { rescue } from '../../src/git/keep/rescue.ts'
import { folder, type Folder } from '../conductor.ts'
import { makeRepository } from '../repository/git-in.ts'
import { gitFolder, type GitFolder } from '../repository/git-place.ts'

/** A repository with two commits that were reset away and rescued. */
async function placeWithRescues(place: Folder): Promise<GitFolder> {
  const git = gitFolder(place.path)
  makeRepository(place.path, { 'a.txt': 'a\n' })
  const note = { run: runId(7), lane: laneName('task-api'), why: 'amended away' }
  const attempt = attemptId(runId(7), taskId('api'), 1)
  for (const text of ['one', 'two']) {
    git.commit(`api: ${text}`, { 'api.txt': `${text}\n\x1b[2J\n` })
    const lost = commitId(git.git('rev-parse', 'HEAD'))
    git.git('reset', '-q', '--hard', 'HEAD~1')
    await rescue({ root: place.path, common: join(place.path, '.git') }, [lost], {
      ...note,
      attempt,
    })
  }
  return git
}

describe('conductor rescue', () => {
  it('says that nothing has been rescued', async () => {
    await using place = folder()
    makeRepository(place.path)
    expect(await place.conductor('rescue')).toMatchObject({
      code: 0,
      stdout: 'there is nothing in rescue\n',
    })
    expect(await place.json('rescue', 'list')).toEqual([])
  })

  it('leaves out what has landed, on your branch or on that of a run, until that is taken back', async () => {
    await using place = folder()
    const { git } = await placeWithRescues(place)
    const [one, two] = git('for-each-ref', '--format=%(*objectname)', 'refs/conductor').split('\n')
    git('update-ref', 'refs/heads/conductor/run-7', one!)
    git('update-ref', 'refs/conductor/kept/landed/conductor/run-7', one!)
    expect(await place.json('rescue')).toMatchObject([{ commit: two }])
    git('reset', '-q', '--hard', two!)
    expect(await place.json('rescue')).toEqual([])
    const landed = { commit: one, in_branches: true }
    expect(await place.json('rescue', '--all')).toMatchObject([{ commit: two }, landed])
    const { stdout } = await place.conductor('rescue', 'list')
    expect(stdout).toBe('2 rescues are in your branches already: conductor rescue list --all\n')
    const shown = await place.conductor('rescue', 'show', 'run-7/task-api/1')
    expect(shown.stdout).toContain('your branches already contain all of it')
    git('update-ref', 'refs/heads/conductor/run-7', `${one}~1`)
    expect(await place.json('rescue')).toMatchObject([{ commit: one, in_branches: false }])
    expect((await place.conductor('rescue')).stdout).toMatch(
      /lines\n\n1 more is in your branches already: conductor rescue list --all\n$/,
    )
  })

  it('lists what was kept, with why and how much it is', async () => {
    await using place = folder()
    await placeWithRescues(place)
    rmSync(join(place.path, '.conductor'), { recursive: true, force: true })
    const { stdout } = await place.conductor('rescue')
    expect(stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')).toBe(
      [
        'run-7/task-api/2  api: two',
        '    TIME, run 7, task-api, 7-api-1',
        '    amended away',
        '    1 commit that main lacks: 1 file, +2 -0 lines',
        '',
        'run-7/task-api/1  api: one',
        '    TIME, run 7, task-api, 7-api-1',
        '    amended away',
        '    1 commit that main lacks: 1 file, +2 -0 lines',
        '',
      ].join('\n'),
    )
    expect(await place.json('rescue')).toMatchObject([
      { name: 'run-7/task-api/2', why: 'amended away', files_created: 1, compared_with: 'main' },
      { name: 'run-7/task-api/1' },
    ])
  })

  it('shows one, without what could harm a terminal', async () => {
    await using place = folder()
    await placeWithRescues(place)
    const { stdout } = await place.conductor('rescue', 'show', 'run-7/task-api/1')
    expect(stdout).toContain('+one\n+^[[2J')
    expect(
      await place.json('rescue', 'show', 'refs/conductor/rescue/run-7/task-api/1'),
    ).toMatchObject({
      subject: 'api: one',
      patch: expect.stringContaining('+one'),
    })
  })

  it('makes a branch of one, and never changes a branch', async () => {
    await using place = folder()
    const git = await placeWithRescues(place)
    const { stdout } = await place.conductor('rescue', 'restore', 'run-7/task-api/1')
    expect(stdout).toContain('Made the branch rescued/task-api-1 from run-7/task-api/1')
    expect(git.git('show', 'rescued/task-api-1:api.txt')).toContain('one')
    const [, see] = /^See it: +(.+)$/m.exec(stdout)!
    expect(execSync(see!, { cwd: place.path, encoding: 'utf8' })).toContain('api: one')
    const [, take] = /^Take it: +(.+?) {3}/m.exec(stdout)!
    git.git('switch', '-q', '-c', 'tried')
    execSync(take!, { cwd: place.path, env: { ...process.env, EMAIL: 'me@example.com' } })
    expect(git.git('show', 'tried:api.txt')).toContain('one')
    git.git('switch', '-q', 'main')
    expect(
      await place.json('rescue', 'restore', 'run-7/task-api/2', '--branch', 'mine'),
    ).toMatchObject({ branch: 'mine' })
    expect(await place.json('rescue', 'restore', 'run-7/task-api/1')).toMatchObject({
      branch: 'rescued/task-api-1-2',
    })
    const main = git.git('rev-parse', 'main')
    for (const name of ['main', 'a..b', 'mine/x']) {
      const refused = await place.conductor(
        'rescue',
        'restore',
        'run-7/task-api/1',
        '--branch',
        name,
      )
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(name)])
    }
    expect(git.git('rev-parse', 'main')).toBe(main)
  })

  it('names what is near when it does not know one', async () => {
    await using place = folder()
    await placeWithRescues(place)
    const near = await place.conductor('rescue', 'show', 'run-7/task-ap/1')
    expect([near.code, near.stderr]).toEqual([2, expect.stringContaining('run-7/task-api/1?')])
    const part = await place.conductor('rescue', 'restore', 'task-api')
    expect(part.stderr).toContain('did you mean run-7/task-api/2, run-7/task-api/1?')
    for (const words of [['show'], ['drop']])
      expect((await place.conductor('rescue', ...words)).code).toBe(2)
  })
})
