/**
 * Measures what publishing costs. A stack of 10 branches over 5,000 files, whose lowest one was merged by squash: putting
 * the others on the new base in memory, compared with `git rebase` of each in a worktree, in turns in one repository.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PublishGit } from '../src/conduct/forge-ports.ts'
import { commitId, type CommitId } from '../src/core/value/ids.ts'
import { mustGit } from '../src/git/call/git-command.ts'
import { findRepository } from '../src/git/call/repository.ts'
import { openPublishGit } from '../src/git/publish/publish-git.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const FILES = 5000
const STACK = 10
const COMMITS_EACH = 2
const ROUNDS = process.argv.includes('--quick') ? 1 : 5
/** The repository is kept for the next time, because it takes longer to make than to measure. */
const folder = join(tmpdir(), 'conductor-bench-forge-1')
const root = join(folder, 'repo')
const git = (...args: readonly string[]): Promise<string> => mustGit(args, { in: root })

if (!existsSync(folder)) await makeRepository()
await compareRestack()

async function makeRepository(): Promise<void> {
  rmSync(`${folder}.new`, { recursive: true, force: true })
  const place = join(`${folder}.new`, 'repo')
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    writeFileSync(join(place, file), text)
  }
  for (let i = 0; i < FILES; i++)
    write(`part-${i % 50}/piece-${i % 7}/file-${i}.txt`, `line of file ${i}\n`.repeat(40))
  const there = (...args: readonly string[]): Promise<string> => mustGit(args, { in: place })
  await there('init', '--quiet', '--initial-branch=main')
  await there('config', 'user.name', 'Bench')
  await there('config', 'user.email', 'bench@localhost')
  const commit = async (message: string): Promise<void> => {
    await there('add', '--all')
    await there('commit', '--quiet', `--message=${message}`)
  }
  await commit('first')
  for (let branch = 1; branch <= STACK; branch++) {
    for (let number = 1; number <= COMMITS_EACH; number++) {
      // Each of them also changes a file that the branch below has changed.
      write('part-0/shared.txt', `${branch} ${number}\n`)
      write(`part-${branch}/piece-1/new-${number}.txt`, `${branch}\n`)
      await commit(`branch ${branch}, commit ${number}`)
    }
    await there('branch', `stack-${branch}`)
  }
  await there('checkout', '--quiet', '-B', 'main', `stack-1~${COMMITS_EACH}`)
  write('part-49/other.txt', 'the work of others\n')
  await commit('others')
  await there('merge', '--quiet', '--squash', 'stack-1')
  await commit('branch 1, squashed')
  renameSync(`${folder}.new`, folder)
}

async function compareRestack(): Promise<void> {
  const found = await findRepository(root)
  if (!found.ok) throw new Error(found.why)
  const scratch = join(folder, 'scratch')
  const publish = openPublishGit(found.repository, { remote: 'origin', scratch })
  const main = commitId(await git('rev-parse', 'main'))
  const tips: CommitId[] = []
  for (let branch = 1; branch <= STACK; branch++)
    tips.push(commitId(await git('rev-parse', `stack-${branch}`)))
  const usual: number[] = []
  const reused: number[] = []
  const ours: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    usual.push(await timed(() => rebaseAll(tips, main, { each: true })))
    reused.push(await timed(() => rebaseAll(tips, main, { each: false })))
    ours.push(await timed(() => replayAll(publish, tips, main)))
    await expectSame(
      await replayAll(publish, tips, main),
      await rebaseAll(tips, main, { each: false }),
    )
  }
  const ratio = (times: readonly number[]): string => (median(ours) / median(times)).toFixed(3)
  printTable(
    [
      `a stack of ${STACK} over ${FILES} files, put on a new base`,
      'median ms',
      'ours to it (at most 0.2)',
    ],
    [
      ['git rebase, a worktree for each branch', median(usual).toFixed(0), ratio(usual)],
      ['git rebase, one worktree for all', median(reused).toFixed(0), ratio(reused)],
      ['ours', median(ours).toFixed(0), '1'],
    ],
  )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function replayAll(
  publish: PublishGit,
  tips: readonly CommitId[],
  main: CommitId,
): Promise<CommitId> {
  let onto = main
  for (const [number, commit] of tips.slice(1).entries()) {
    const replayed = await publish.replay([{ base: tips[number]!, commit }], onto)
    if (replayed.is === 'conflict') throw new Error('it does not fit')
    onto = replayed.commit
  }
  return onto
}

async function rebaseAll(
  tips: readonly CommitId[],
  main: CommitId,
  { each }: { readonly each: boolean },
): Promise<CommitId> {
  const place = (number: number): string => join(folder, `worktree-${each ? number : 0}`)
  let onto = main
  for (const [number, commit] of tips.slice(1).entries()) {
    if (each || number === 0)
      await git('worktree', 'add', '--quiet', '--detach', place(number), commit)
    const there = { in: place(number) }
    await mustGit(['rebase', '--quiet', '--onto', onto, tips[number]!, commit], there)
    onto = commitId(await mustGit(['rev-parse', 'HEAD'], there))
    if (each) await git('worktree', 'remove', '--force', place(number))
  }
  if (!each) await git('worktree', 'remove', '--force', place(0))
  return onto
}

/** Both have to end with the same files. */
async function expectSame(one: CommitId, other: CommitId): Promise<void> {
  if ((await git('rev-parse', `${one}^{tree}`)) !== (await git('rev-parse', `${other}^{tree}`)))
    throw new Error('the files differ')
}
