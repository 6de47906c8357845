import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempRepository, type TempRepository } from '../../../test/repository/temp-repository.ts'
import { until } from '../../../test/until.ts'
import { commitId, runId, type CommitId } from '../../core/value/ids.ts'
import { openRoomRecords } from './check-room-records.ts'
import { openChecks, type ChecksOptions } from './check-rooms.ts'

const forever = new AbortController().signal

function place(options: Partial<ChecksOptions> = {}, files?: Record<string, string>) {
  const repo = tempRepository(files)
  const home = join(repo.root, '.conductor')
  const folder = dirname(repo.root)
  writeFileSync(join(repo.common, 'info', 'exclude'), '.conductor/\n')
  const open = () => {
    const checks = openChecks({
      repository: repo,
      home,
      root: '..',
      run: runId(7),
      setup: null,
      environment: {},
      timeoutSeconds: null,
      coverage: null,
      ...options,
    })
    onTestFinished(() => checks.close())
    return checks
  }
  return {
    repo,
    home,
    folder,
    open,
    beside: () => readdirSync(folder).sort(),
    worktrees: () => repo.git('worktree', 'list', '--porcelain').match(/^worktree .*$/gm),
    said: (log: string) => readFileSync(log, 'utf8'),
    /** The process that ran checks until now is gone. */
    killed() {
      const records = openRoomRecords(home)
      const holder = { pid: process.pid, startedAt: 'before the last start of the machine' }
      for (const room of records.all()) records.write({ ...room, holder })
    },
  }
}

const head = (repo: TempRepository): CommitId => commitId(repo.git('rev-parse', 'main'))

describe('a check', () => {
  it('runs on the tree of the commit, beside the repository, and leaves nothing', async () => {
    const { repo, home, open, beside, worktrees, said } = place({ environment: { GIVEN: 'yes' } })
    const commit = repo.commitOn(head(repo), { 'new.txt': 'new\n' })
    const checks = open()
    const end = await checks.run(
      commit,
      'ls; pwd; env | grep -E "CONDUCTOR|GIVEN"; exit 3',
      forever,
    )
    expect(end).toMatchObject({ passed: false, code: 3, log: join(home, 'run-7/checks/1.log') })
    expect(said(end.log)).toMatch(/^first.txt\nnew.txt\n\/.*\/repo-check-1\n/)
    for (const line of [`HOME=${home}`, `COMMIT=${commit}`, 'RUN=7'])
      expect(said(end.log)).toContain(`CONDUCTOR_${line}\n`)
    expect(said(end.log)).toContain('GIVEN=yes')
    expect(await checks.run(head(repo), 'test ! -e new.txt', forever)).toMatchObject({
      passed: true,
      code: 0,
    })
    expect(beside()).toEqual(['repo', 'repo-check-1'])
    await checks.close()
    expect([beside(), worktrees()]).toEqual([['repo'], [`worktree ${repo.root}`]])
    expect(existsSync(join(repo.root, 'new.txt'))).toBe(false)
  })

  it('finds what git ignores from the check before, and nothing else', async () => {
    const { repo, open } = place({}, { '.gitignore': 'node_modules\n', a: 'a\n' })
    const checks = open()
    const made = 'mkdir -p node_modules out && touch node_modules/x out/y z && echo b > a'
    await checks.run(head(repo), made, forever)
    expect(
      await checks.run(head(repo), 'ls; cat a; test -e node_modules/x', forever),
    ).toMatchObject({ passed: true, lastLines: ['a', 'node_modules', 'a'] })
  })

  it('[W13] finds what .worktreeinclude names, from the first check on', async () => {
    const { repo, open } = place({ setup: 'cp .env seen' }, { '.gitignore': '.env\nseen\n' })
    repo.write({ '.worktreeinclude': '.env\n', '.env': 'KEY=1\n' })
    const checks = open()
    for (const _ of [1, 2])
      expect(await checks.run(head(repo), 'cat .env seen', forever)).toMatchObject({
        passed: true,
        lastLines: ['KEY=1', 'KEY=1'],
      })
  })

  it('tells the coverage that it has written, and not one that was there before', async () => {
    const file = 'coverage/coverage-summary.json'
    const { repo, open } = place({ coverage: file }, { '.gitignore': 'coverage\n', a: 'a\n' })
    const summary = (percent: number) => `{"total":{"lines":{"pct":${percent}}}}`
    mkdirSync(join(repo.root, 'coverage'))
    writeFileSync(join(repo.root, file), summary(11))
    const checks = open()
    const coverageAfter = async (line: string) =>
      (await checks.run(head(repo), line, forever)).coverage
    expect(await coverageAfter('true')).toBeNull()
    const writes = (percent: number) => `mkdir -p coverage && echo '${summary(percent)}' > ${file}`
    expect(await coverageAfter(writes(93))).toBe(93)
    expect(await coverageAfter('true')).toBeNull()
    expect(await coverageAfter(writes(93.5))).toBe(93.5)
  })

  it('has its room where the user wants it, also behind a symbolic link', async () => {
    const { repo, folder, open, worktrees } = place({ root: '../link' })
    mkdirSync(join(folder, 'real'))
    symlinkSync('real', join(folder, 'link'))
    const checks = open()
    expect(await checks.run(head(repo), 'true', forever)).toMatchObject({ passed: true })
    expect(readdirSync(join(folder, 'real'))).toEqual(['repo-check-1'])
    await checks.close()
    expect([readdirSync(join(folder, 'real')), worktrees()?.length]).toEqual([[], 1])
  })

  it('has a room of its own while others run', async () => {
    const { repo, folder, open, beside } = place()
    mkdirSync(join(folder, 'repo-check-2'))
    const checks = open()
    const commits = ['a', 'b', 'c'].map((name) => repo.commitOn(head(repo), { own: name }))
    const ends = await Promise.all(
      commits.map((commit) => checks.run(commit, 'sleep 0.3; cat own', forever)),
    )
    expect(ends.map(({ lastLines }) => lastLines)).toEqual([['a'], ['b'], ['c']])
    const rooms = [1, 2, 3, 4].map((n) => `repo-check-${n}`)
    expect(beside()).toEqual(['repo', ...rooms])
    await checks.close()
    expect(beside()).toEqual(['repo', 'repo-check-2'])
  })

  it('is stopped when it takes too long', async () => {
    const { repo, open } = place({ timeoutSeconds: 0.3 })
    const end = await open().run(head(repo), 'echo busy; exec sleep 60', forever)
    expect(end).toMatchObject({ passed: false, code: 124 })
    expect(end.lastLines).toEqual(['busy', expect.stringMatching(/land\.check_timeout/)])
  })

  it('is stopped when told, also while its room is being set up', async () => {
    const { repo, open, folder } = place({ setup: 'touch ../ready; sleep 60' })
    const stop = new AbortController()
    const running = open().run(head(repo), 'touch ../run', stop.signal)
    await until('it runs', () => existsSync(join(folder, 'ready')))
    stop.abort()
    expect(await running).toMatchObject({ passed: false, code: 143 })
    expect(existsSync(join(folder, 'run'))).toBe(false)
  })

  it('cannot be run on what is not there, and that is no red check', async () => {
    const { repo, home, open, beside } = place()
    const checks = open()
    const lost = commitId('deadbeef'.repeat(5))
    await expect(checks.run(lost, 'true', forever)).rejects.toThrow(
      /no check can be run on deadbeef/,
    )
    const blob = repo.git('rev-parse', 'main:first.txt')
    rmSync(join(repo.common, 'objects', blob.slice(0, 2), blob.slice(2)), { force: true })
    await expect(checks.run(head(repo), 'true', forever)).rejects.toThrow(/no check can be run on/)
    expect(beside().filter((name) => !name.startsWith('.'))).toEqual(['repo'])
    expect(readdirSync(join(home, 'check-rooms'))).toEqual([])
  })
})

describe('the setup', () => {
  const setup = 'cat package.json >> ../setups; touch installed'

  it('is done in a new room and when a manifest has changed', async () => {
    const { repo, folder, open } = place(
      { setup },
      { 'package.json': '1\n', '.gitignore': 'installed\n' },
    )
    const checks = open()
    const base = head(repo)
    const other = repo.commitOn(base, { 'a.ts': 'a' })
    const newer = repo.commitOn(base, { 'package.json': '2\n' })
    for (const commit of [base, other, newer, other])
      expect(await checks.run(commit, 'test -e installed', forever)).toMatchObject({ passed: true })
    expect(readFileSync(join(folder, 'setups'), 'utf8')).toBe('1\n2\n1\n')
  })

  it('that fails is no red check, and is tried again', async () => {
    const { repo, home, open } = place({ setup: 'echo no network; exit 4' })
    const checks = open()
    for (const number of [1, 2])
      await expect(checks.run(head(repo), 'true', forever)).rejects.toThrow(
        new RegExp(
          `setup of a room.*ended with 4 \\(no network\\); all it said is in ${home}/run-7/checks/${number}.setup.log`,
        ),
      )
  })
})

it('sets a room up again after a setup that did not come to its end', async () => {
  const { repo, folder, open } = place(
    { setup: 'echo began >> ../setups; ! grep -q broken package.json' },
    { 'package.json': 'fine\n' },
  )
  const checks = open()
  const broken = repo.commitOn(head(repo), { 'package.json': 'broken\n' })
  await checks.run(head(repo), 'true', forever)
  await expect(checks.run(broken, 'true', forever)).rejects.toThrow(/setup/)
  expect(await checks.run(head(repo), 'true', forever)).toMatchObject({ passed: true })
  expect(readFileSync(join(folder, 'setups'), 'utf8')).toBe('began\n'.repeat(3))
})

describe('after a coordinator was killed', () => {
  it('its rooms are used again, and its numbers are not', async () => {
    const { repo, open, beside, killed } = place({ setup: 'touch ../setup-$(date +%N)' })
    await open().run(head(repo), 'true', forever)
    killed()
    const checks = open()
    const end = await checks.run(head(repo), 'pwd', forever)
    expect(end.lastLines).toEqual([expect.stringMatching(/repo-check-1$/)])
    expect(end.log).toMatch(/\/2\.log$/)
    expect(beside().filter((name) => name.startsWith('setup'))).toHaveLength(1)
  })

  it('its rooms go when there is nothing more to check', async () => {
    const { repo, open, beside, worktrees, killed } = place()
    await open().run(head(repo), 'true', forever)
    killed()
    await open().close()
    expect([beside(), worktrees()?.length]).toEqual([['repo'], 1])
  })

  it('rooms that are broken or gone are replaced', async () => {
    const { repo, home, folder, open, beside, worktrees, killed } = place()
    const first = open()
    const run = () => {
      killed()
      return open().run(head(repo), 'pwd', forever)
    }
    await Promise.all([1, 2].map(() => first.run(head(repo), 'sleep 0.2', forever)))
    rmSync(join(folder, 'repo-check-1'), { recursive: true })
    writeFileSync(join(repo.common, 'worktrees', 'repo-check-2', 'index.lock'), '')
    expect(await run()).toMatchObject({ passed: true })
    writeFileSync(join(home, 'check-rooms', 'repo-check-9.json'), '')
    expect(await run()).toMatchObject({ passed: true })
    killed()
    await open().close()
    expect([beside(), worktrees()?.length]).toEqual([['repo'], 1])
  })

  it('what someone else has put in the place of a room stays', async () => {
    const { repo, folder, open, killed } = place()
    await open().run(head(repo), 'true', forever)
    killed()
    const room = join(folder, 'repo-check-1')
    rmSync(room, { recursive: true })
    mkdirSync(room)
    writeFileSync(join(room, 'precious'), 'p')
    expect(await open().run(head(repo), 'pwd', forever)).toMatchObject({ passed: true })
    await open().close()
    expect(readFileSync(join(room, 'precious'), 'utf8')).toBe('p')
  })
})

it('leaves alone the rooms of others that are still at it, and has numbers of its own', async () => {
  const { repo, open, beside, worktrees } = place()
  const [one, other] = [open(), open()]
  const first = await one.run(head(repo), 'pwd', forever)
  const second = await other.run(head(repo), 'pwd', forever)
  const third = await one.run(head(repo), 'pwd', forever)
  expect([first, second, third].map(({ lastLines }) => /\d$/.exec(lastLines[0]!)?.[0])).toEqual([
    '1',
    '2',
    '1',
  ])
  expect(new Set([first.log, second.log, third.log]).size).toBe(3)
  await other.close()
  expect(await one.run(head(repo), 'true', forever)).toMatchObject({ passed: true })
  await one.close()
  expect([beside(), worktrees()?.length]).toEqual([['repo'], 1])
})
