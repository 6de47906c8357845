/**
 * Measures what landing costs. First: landing a clean branch on the target without checks, compared with a new worktree
 * and `git merge` in it, in turns in one repository. Then: landing 50 independent branches with a check of half a
 * second in trains, compared with a queue that checks one after another.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openLander } from '../src/conduct/land/land-tasks.ts'
import { hindrancesOf, retryingWhileHindered } from '../src/conduct/retry-while-hindered.ts'
import type { Tell } from '../src/conduct/recorder.ts'
import type { Workshop } from '../src/conduct/git-workshop.ts'
import type { Target } from '../src/conduct/worktree-ports.ts'
import { applyEvent } from '../src/core/run/apply-event.ts'
import { commitId, type CommitId } from '../src/core/value/ids.ts'
import type { Run } from '../src/core/run/run.ts'
import { openChecks } from '../src/git/land/check-rooms.ts'
import { mustGit } from '../src/git/call/git-command.ts'
import { findRepository } from '../src/git/call/repository.ts'
import { startTarget } from '../src/git/land/target.ts'
import { deliveredRun } from '../test/repository/delivered-run.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const FILES = 5000
const ROUNDS = process.argv.includes('--quick') ? 3 : 11
const BRANCHES = process.argv.includes('--quick') ? 10 : 50
const CHECK = 'sleep 0.5'
const folder = mkdtempSync(join(tmpdir(), 'conductor-bench-'))
const root = join(folder, 'repo')
const git = (...args: readonly string[]): Promise<string> => mustGit(args, { in: root })

try {
  await makeRepository()
  const branches: CommitId[] = []
  for (let number = 0; number < ROUNDS; number++) branches.push(await makeBranch(number))
  await compare(branches)
  await compareTrains()
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

async function compareTrains(): Promise<void> {
  const commits: CommitId[] = []
  for (let number = 0; number < BRANCHES; number++) commits.push(await makeBranch(100 + number))
  const serial = await landAll(commits, 'serial', { trainLength: 1, trainsAtOnce: 1 })
  const train = await landAll(commits, 'train', { trainLength: 8, trainsAtOnce: 2 })
  printTable(
    [
      `${BRANCHES} branches, each checked for 0.5 s`,
      'seconds',
      'over the checks alone',
      'ratio (at most 0.6)',
    ],
    [
      ['one after another', serial.toFixed(1), (serial / (BRANCHES * 0.5)).toFixed(2), '1'],
      [
        'in trains',
        train.toFixed(1),
        (train / (BRANCHES * 0.5)).toFixed(2),
        (train / serial).toFixed(2),
      ],
    ],
  )
}

async function landAll(
  commits: readonly CommitId[],
  branch: string,
  how: Pick<Workshop, 'trainLength' | 'trainsAtOnce'>,
): Promise<number> {
  const found = await findRepository(root)
  if (!found.ok) throw new Error(found.why)
  const base = commitId(await git('rev-parse', 'main'))
  const target = await startTarget(found.repository, branch, base)
  const notation = commits.map((_, number) => `t${number}:`).join('\n')
  const run = deliveredRun(notation, base, (task) => commits[Number(task.slice(1))]!)
  const home = join(root, '.conductor', branch)
  const options = { repository: found.repository, home, root: folder, run: run.id }
  const checks = openChecks({
    ...options,
    setup: null,
    environment: {},
    timeoutSeconds: null,
    coverage: null,
  })
  const workshop = {
    target,
    checks,
    rescue: async () => {},
    checkOf: () => CHECK,
    resolverOf: () => null,
    ...how,
  } as unknown as Workshop
  const took = await timed(() => untilLanded(run, workshop))
  await checks.close()
  return took / 1000
}

async function untilLanded(run: Run, workshop: Workshop): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const tell: Tell = async (facts) => {
    const recorded = facts()
    for (const fact of recorded)
      applyEvent(run, { ...fact, run: run.id, at: 0, sequence: run.sequence + 1 })
    if (run.counts.landing === 0) resolve()
    else if (recorded.length > 0) lander.goOn()
  }
  const lander = openLander(run, workshop, {
    tell,
    retryWhileHindered: retryingWhileHindered(hindrancesOf(run, tell)),
    leaving: new AbortController().signal,
  })
  lander.goOn()
  await promise
  if (run.counts.landed !== run.plan.tasks.length) throw new Error('not all have landed')
}
