/**
 * Measures opening and closing worktrees of a repository with 5,000 files, compared with as many `git worktree add` and
 * `git worktree remove`. Folders from the pool have served other lanes before. Then runs many rounds of eight at once,
 * of which none may fail. Uses memory instead of a disk if possible: the time a disk takes to create files changes from
 * minute to minute.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worktree, Worktrees } from '../src/conduct/worktree-ports.ts'
import {
  attemptId,
  commitId,
  laneName,
  runId,
  taskId,
  type CommitId,
} from '../src/core/value/ids.ts'
import { findRepository, type Repository } from '../src/git/call/repository.ts'
import { openWorktrees } from '../src/git/worktree/worktrees.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const FILES = 5000
const WORKTREES = 20
const AT_ONCE = 8
const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 3 : 7
const stormRounds = isQuick ? 20 : 200

const top = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'conductor-bench-'))
try {
  await compare(FILES)
  await storm(50)
} finally {
  rmSync(top, { recursive: true, force: true })
}

async function compare(files: number): Promise<void> {
  const { repository, head } = await sample('large', files)
  const plain: number[] = []
  const fresh: number[] = []
  const pooled: number[] = []
  for (let round = 0; round < rounds; round++) {
    plain.push(await timed(async () => plainGit(repository, head)))
    const worktrees = open(repository, `home-${round}`)
    fresh.push(await useAll(worktrees, head, `new-${round}`))
    pooled.push(await useAll(worktrees, head, `pool-${round}`))
    fresh[round]! += await timed(async () => worktrees.close())
  }
  const row = (name: string, times: readonly number[], limit: string): string[] => [
    name,
    `${((median(times) / WORKTREES) * 1000).toFixed(0)} ms`,
    (median(times) / median(plain)).toFixed(2),
    limit,
  ]
  printTable(
    [`${WORKTREES} worktrees, ${files} files`, 'each', 'ratio', 'at most'],
    [
      row('git worktree add, remove', plain, ''),
      row('opened and closed, new', fresh, '0.7'),
      row('opened and closed, from the pool', pooled, '0.2'),
    ],
  )
}

function plainGit({ root }: Repository, head: CommitId): void {
  const paths = Array.from({ length: WORKTREES }, (_, i) => join(top, `plain-${i}`))
  for (const [i, path] of paths.entries())
    git(root, 'worktree', 'add', '--quiet', '-b', `plain-${i}`, path, head)
  for (const path of paths) git(root, 'worktree', 'remove', path)
  for (const i of paths.keys()) git(root, 'branch', '--quiet', '-D', `plain-${i}`)
}

/** Opens all worktrees at once, works in them and releases them. The work is not counted. */
async function useAll(worktrees: Worktrees, head: CommitId, name: string): Promise<number> {
  const lanes = Array.from({ length: WORKTREES }, (_, i) => `${name}-${i}`)
  let opened: readonly Worktree[] = []
  const opening = await timed(async () => {
    opened = await Promise.all(lanes.map((lane) => openOne(worktrees, head, lane)))
  })
  const tips = await Promise.all(opened.map((worktree) => work(worktrees, worktree)))
  const leaving = await timed(async () => {
    await Promise.all(opened.map(({ lane }, i) => worktrees.release(lane, 'landed', tips[i]!)))
  })
  return opening + leaving
}

async function work(worktrees: Worktrees, worktree: Worktree): Promise<CommitId> {
  writeFileSync(join(worktree.path, 'part-0', 'new.ts'), 'export const more = 1\n')
  const [run, task] = [runId(1), taskId(worktree.lane)]
  const attempt = attemptId(run, task, 1)
  const sealed = await worktrees.seal(worktree, {
    run,
    task,
    attempt,
    subject: 'work',
    succeeded: true,
  })
  if (!sealed.ok) throw new Error(sealed.reason)
  return sealed.delivery?.commit ?? worktree.base
}

async function openOne(worktrees: Worktrees, from: CommitId, name: string): Promise<Worktree> {
  const [run, task] = [runId(1), taskId(name)]
  const lane = laneName(name)
  const attempt = attemptId(run, task, 1)
  const request = { run, lane, task, attempt, from, start: 'fresh' } as const
  const answer = await worktrees.open(request, new AbortController().signal)
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.worktree
}

/** Half of the rounds make new folders, and half reuse those of the round before. */
async function storm(files: number): Promise<void> {
  const { repository, head } = await sample('small', files)
  let failures = 0
  for (let round = 0; round < stormRounds; round += 2) {
    const worktrees = open(repository, 'home-storm')
    for (const half of [round, round + 1]) failures += await eightAtOnce(worktrees, head, half)
    await worktrees.close()
  }
  const opened = stormRounds * AT_ONCE
  printTable(
    [`${AT_ONCE} at once, ${stormRounds} rounds`, 'opened', 'failed (0)'],
    [['worktrees', opened, failures]],
  )
  if (failures > 0) process.exitCode = 1
}

async function eightAtOnce(worktrees: Worktrees, head: CommitId, round: number): Promise<number> {
  const lanes = Array.from({ length: AT_ONCE }, (_, i) => `storm-${round}-${i}`)
  const ends = await Promise.allSettled(
    lanes.map(async (lane) => {
      const worktree = await openOne(worktrees, head, lane)
      await worktrees.release(worktree.lane, 'landed', head)
    }),
  )
  const failed = ends.filter((end) => end.status === 'rejected')
  for (const { reason } of failed) console.error(reason)
  return failed.length
}

function open(repository: Repository, home: string): Worktrees {
  return openWorktrees({
    repository,
    home: join(top, home),
    root: top,
    branchPrefix: '',
    max: WORKTREES,
    setup: null,
    ports: { first: 42_000, each: 2 },
  })
}

async function sample(
  name: string,
  files: number,
): Promise<{ readonly repository: Repository; readonly head: CommitId }> {
  const root = join(top, name)
  mkdirSync(root)
  git(root, 'init', '--quiet')
  for (let i = 0; i < files; i++) {
    const folder = join(root, `part-${i % 100}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `file-${i}.ts`), `export const number${i} = ${i}\n`.repeat(40))
  }
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', '--message=all')
  git(root, 'gc', '--quiet')
  const found = await findRepository(root)
  if (!found.ok) throw new Error(found.why)
  return { repository: found.repository, head: commitId(git(root, 'rev-parse', 'HEAD')) }
}

function git(folder: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost']
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim()
}

async function timed(work: () => void | Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
