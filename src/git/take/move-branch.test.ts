import { existsSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempRepository, type TempRepository } from '../../../test/repository/temp-repository.ts'
import { commitId } from '../../core/value/ids.ts'
import { moveBranch, settleMove } from './move-branch.ts'

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
    expect(await settleMove(repo, step)).toEqual(['a.txt'])
    expect([tip(repo), status(repo)]).toEqual([step.from, before])
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
