/**
 * What landing costs: bringing a clean branch into the target, without checks, over doing the same the
 * usual way: a new worktree and `git merge` in it. Both by turns in one repository.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Target } from '../src/conduct/worktree-ports.ts'
import { commitId, type CommitId } from '../src/core/ids.ts'
import { mustGit } from '../src/git/git-command.ts'
import { findRepository } from '../src/git/repository.ts'
import { startTarget } from '../src/git/target.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const FILES = 5000
const ROUNDS = process.argv.includes('--quick') ? 3 : 11
const folder = mkdtempSync(join(tmpdir(), 'conductor-bench-'))
const root = join(folder, 'repo')
const git = (...args: readonly string[]): Promise<string> => mustGit(args, { in: root })

try {
  await makeRepository()
  const branches: CommitId[] = []
  for (let number = 0; number < ROUNDS; number++) branches.push(await makeBranch(number))
  await compare(branches)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function makeRepository(): Promise<void> {
  for (let i = 0; i < FILES; i++)
    write(`part-${i % 50}/piece-${i % 7}/file-${i}.txt`, `line of file ${i}\n`.repeat(40))
  await git('init', '--quiet', '--initial-branch=main')
  await git('config', 'user.name', 'Bench')
  await git('config', 'user.email', 'bench@localhost')
  await git('config', 'gc.auto', '0')
  await git('add', '--all')
  await git('commit', '--quiet', '--message=first')
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

/** Changes three files and adds one, as a small task would. */
async function makeBranch(number: number): Promise<CommitId> {
  await git('checkout', '--quiet', '--detach', 'main')
  for (const i of [0, 1, 2]) write(`part-${number}/piece-${i}/more-${number}.txt`, `${number}\n`)
  write(`part-${number}/new/file.txt`, `${number}\n`)
  await git('add', '--all')
  await git('commit', '--quiet', `--message=task ${number}`)
  return commitId(await git('rev-parse', 'HEAD'))
}

async function compare(branches: readonly CommitId[]): Promise<void> {
  const found = await findRepository(root)
  if (!found.ok) throw new Error(found.why)
  const base = commitId(await git('rev-parse', 'main'))
  const target = await startTarget(found.repository, 'conductor/run-1', base)
  const ours: number[] = []
  const usual: number[] = []
  for (const [number, branch] of branches.entries()) {
    const tip = (await target.tip())!
    usual.push(await timed(() => mergeInWorktree(number, tip, branch)))
    ours.push(await timed(() => land(target, tip, branch)))
  }
  printTable(
    [`landing on ${FILES} files`, 'median ms', 'ratio (at most 0.05)'],
    [
      ['git worktree add + git merge', median(usual).toFixed(0), '1'],
      ['ours', median(ours).toFixed(1), (median(ours) / median(usual)).toFixed(3)],
    ],
  )
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function mergeInWorktree(number: number, tip: CommitId, branch: CommitId): Promise<void> {
  const place = join(folder, `worktree-${number}`)
  await git('worktree', 'add', '--quiet', '--detach', place, tip)
  await mustGit(['merge', '--quiet', '--no-ff', '--message=landed', branch], { in: place })
}

async function land(target: Target, tip: CommitId, branch: CommitId): Promise<void> {
  const merge = await target.merge({ onto: tip, commit: branch, message: 'landed\n' })
  if (merge.is === 'conflict' || !(await target.advance(tip, merge.commit)))
    throw new Error('it did not land')
}
