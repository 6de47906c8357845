import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { tempRepository, type TempRepository } from '../../../test/repository/temp-repository.ts'
import { commitId } from '../../core/value/ids.ts'
import { moveBranch, settleMove } from './move-branch.ts'
import { staleSubmodules } from './stale-submodules.ts'

const HOW = { reason: 'take run 7', name: '7' }

/** main, checked out, and a commit on top of it that adds, changes and deletes files. */
function place() {
  const repo = tempRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'gone.txt': 'gone\n' })
  repo.git('checkout', '--quiet', '--detach')
  repo.git('rm', '--quiet', 'gone.txt')
  symlinkSync('a.txt', join(repo.root, 'link'))
  const to = repo.commit({ 'a.txt': 'A\n', 'deep/new.txt': 'new\n' })
  repo.git('checkout', '--quiet', 'main')
  const from = commitId(repo.git('rev-parse', 'main'))
  return { repo, step: { branch: 'main', from, to } }
}

const status = (repo: TempRepository): string => repo.git('status', '--porcelain')
const tip = (repo: TempRepository): string => repo.git('rev-parse', 'main')

it('moves a branch that is checked out, with its files, and back', async () => {
  const { repo, step } = place()
  expect(await moveBranch(repo, step, HOW)).toBeNull()
  expect([tip(repo), status(repo)]).toEqual([step.to, ''])
  expect(readFileSync(join(repo.root, 'link'), 'utf8')).toBe('A\n')
  const back = { branch: 'main', from: step.to, to: step.from }
  expect(await moveBranch(repo, back, HOW)).toBeNull()
  expect([tip(repo), status(repo)]).toEqual([step.from, ''])
  expect(existsSync(join(repo.root, 'deep'))).toBe(false)
})

it('changes nothing when the branch is not where it was', async () => {
  const { repo, step } = place()
  repo.commit({ 'b.txt': 'mine\n' })
  const before = tip(repo)
  expect(await moveBranch(repo, step, HOW)).toEqual({ is: 'moved', branch: 'main' })
  expect([tip(repo), status(repo)]).toEqual([before, ''])
})

it('puts the files back when the branch cannot be moved after all', async () => {
  const { repo, step } = place()
  // There cannot be a ref below this one, so git refuses the whole transaction.
  repo.git('update-ref', 'refs/conductor/kept/taken', step.from)
  await expect(moveBranch(repo, step, HOW)).rejects.toThrow(/update-ref/)
  expect([tip(repo), status(repo)]).toEqual([step.from, ''])
})

describe('a move that was cut off', () => {
  it('after the files: they are put back', async () => {
    const { repo, step } = place()
    repo.git('read-tree', '-m', '-u', step.from, step.to)
    expect(status(repo)).not.toBe('')
    expect(await settleMove(repo, step)).toBe('not-moved')
    expect([tip(repo), status(repo)]).toEqual([step.from, ''])
  })

  it('amid the files, before the index: those of the move are put back, and no others', async () => {
    const { repo, step } = place()
    repo.write({ 'a.txt': 'A\n', 'deep/new.txt': 'new\n', 'mine.txt': 'mine\n' })
    rmSync(join(repo.root, 'gone.txt'))
    writeFileSync(join(repo.common, 'index.lock'), '')
    const old = Date.now() / 1000 - 60
    utimesSync(join(repo.common, 'index.lock'), old, old)
    expect(await settleMove(repo, step)).toBe('not-moved')
    expect([tip(repo), status(repo)]).toEqual([step.from, '?? mine.txt'])
  })

  it('is left as it is when a file has changes that nobody can tell from ours', async () => {
    const { repo, step } = place()
    repo.git('read-tree', '-m', '-u', step.from, step.to)
    repo.write({ 'a.txt': 'precious\n' })
    const before = status(repo)
    expect(await settleMove(repo, step)).toEqual({ changed: ['a.txt'], added: [] })
    expect([tip(repo), status(repo)]).toEqual([step.from, before])
  })

  it('amid a file, because the disk was full or git was killed: what is there of it is ours', async () => {
    const { repo, step } = place()
    repo.write({ 'a.txt': '', 'deep/new.txt': 'ne' })
    expect(await settleMove(repo, step)).toBe('not-moved')
    expect([tip(repo), status(repo)]).toEqual([step.from, ''])
    expect(existsSync(join(repo.root, 'deep'))).toBe(false)
    repo.write({ 'a.txt': 'A\n', 'deep/new.txt': 'nearly' })
    expect(await settleMove(repo, step)).toEqual({ changed: [], added: ['deep/new.txt'] })
    expect(readFileSync(join(repo.root, 'a.txt'), 'utf8')).toBe('A\n')
    repo.write({ 'deep/new.txt': 'new\nand more\n' })
    expect(await settleMove(repo, step)).toEqual({ changed: [], added: ['deep/new.txt'] })
  })

  it('needs no more space on a disk that is full', async () => {
    const { repo, step } = place()
    repo.write({ 'a.txt': 'A\n', 'deep/new.txt': 'ne' })
    vi.stubEnv('TMPDIR', join(repo.root, 'a.txt'))
    const settled = settleMove(repo, step).finally(() => vi.unstubAllEnvs())
    expect(await settled).toBe('not-moved')
    expect([tip(repo), status(repo)]).toEqual([step.from, ''])
  })

  it('after the branch: it is done, also when its user has gone on', async () => {
    const { repo, step } = place()
    await moveBranch(repo, step, HOW)
    expect(await settleMove(repo, step)).toBe('moved')
    repo.commit({ 'b.txt': 'more\n' })
    expect(await settleMove(repo, step)).toBe('moved')
    const back = { branch: 'main', from: step.to, to: step.from }
    expect(await settleMove(repo, back)).toBe('not-moved')
  })
})

/** A filter for files named *.cut, which runs this command line when git writes one. */
function placeWithFilter(smudge: string) {
  const { repo } = place()
  repo.git('config', 'filter.cut.smudge', smudge)
  const from = repo.commit({ '.gitattributes': '*.cut filter=cut\n' })
  const to = repo.commitOn(from, { 'a.txt': 'A\n', 'f1.txt': 'f1\n', 'g.cut': 'g\n' })
  return { repo, step: { branch: 'main', from, to } }
}

it('does not begin again, over its own files, when git is killed amid them, and puts them back', async () => {
  const { repo, step } = placeWithFilter('kill -INT $PPID; cat')
  await expect(moveBranch(repo, step, HOW)).rejects.toThrow(/read-tree was killed \(SIGINT\)/)
  expect([tip(repo), status(repo)]).toEqual([step.from, ''])
})

it('cannot be cut off by a Ctrl-C in the terminal', async () => {
  const group = (pid: string): string => `ps -o pgid= -p ${pid} | tr -d ' '`
  const { repo, step } = placeWithFilter(group('$PPID'))
  expect(await moveBranch(repo, step, HOW)).toBeNull()
  const own = execFileSync('sh', ['-c', group(String(process.pid))], { encoding: 'utf8' })
  expect(readFileSync(join(repo.root, 'g.cut'), 'utf8')).not.toBe(own)
})

describe('a file that git was told not to look at', () => {
  it.each(['skip-worktree', 'assume-unchanged'])(
    '%s: its changes are seen and stay',
    async (mark) => {
      const { repo, step } = place()
      repo.git('update-index', `--${mark}`, 'a.txt', 'b.txt')
      repo.write({ 'a.txt': 'LOCAL\n', 'b.txt': 'LOCAL, too\n' })
      const refused = { is: 'unwatched', branch: 'main', files: ['a.txt'] }
      expect(await moveBranch(repo, step, HOW)).toEqual(refused)
      // A take of an earlier version stumbled there, and waits to be settled.
      expect(await settleMove(repo, step)).toBe('not-moved')
      expect([tip(repo), status(repo)]).toEqual([step.from, ''])
      expect(readFileSync(join(repo.root, 'a.txt'), 'utf8')).toBe('LOCAL\n')
    },
  )

  it('does not matter while it is as it was', async () => {
    const { repo, step } = place()
    repo.git('update-index', '--skip-worktree', 'a.txt')
    expect(await moveBranch(repo, step, HOW)).toBeNull()
    expect(readFileSync(join(repo.root, 'a.txt'), 'utf8')).toBe('A\n')
  })
})

it('moves a submodule without its folder, and back', async () => {
  const { repo } = place()
  const library = tempRepository()
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.root, 'sub')
  const from = repo.commit({})
  const next = library.commit({ 'more.txt': 'more\n' })
  repo.git('update-index', '--cacheinfo', `160000,${next},sub`)
  repo.git('commit', '--quiet', '-m', 'the library moves')
  const to = commitId(repo.git('rev-parse', 'HEAD'))
  repo.git('reset', '--quiet', '--hard', from)
  const step = { branch: 'main', from, to }
  expect(await moveBranch(repo, step, HOW)).toBeNull()
  expect(status(repo)).toBe(' M sub')
  expect(await staleSubmodules(repo, step)).toEqual(['sub'])
  const back = { branch: 'main', from: to, to: from }
  expect(await moveBranch(repo, back, HOW)).toBeNull()
  expect([tip(repo), status(repo)]).toEqual([from, ''])
  // A submodule that is about to be committed is a change like any other.
  repo.git('update-index', '--cacheinfo', `160000,${next},sub`)
  expect(await moveBranch(repo, step, HOW)).toMatchObject({ is: 'dirty', files: ['sub'] })
})
