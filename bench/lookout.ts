/** Measures what one look over eight worktrees of a repository with 5,000 files costs. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commitId, laneName } from '../src/core/value/ids.ts'
import { openLookout } from '../src/git/land/lookout.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const top = mkdtempSync(join(tmpdir(), 'conductor-bench-'))
const root = join(top, 'repository')
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

for (let number = 0; number < 5000; number++) {
  const folder = join(root, `folder-${number % 100}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `file-${number}.txt`), `${number}\n`.repeat(50))
}
git('init', '-q', '-b', 'main')
git('add', '-A')
git('-c', 'user.name=U', '-c', 'user.email=u@x', 'commit', '-qm', 'first')
const base = commitId(git('rev-parse', 'HEAD'))
const open = Array.from({ length: 8 }, (_, number) => {
  const path = join(top, `lane-${number}`)
  git('worktree', 'add', '-q', '-b', `lane-${number}`, path)
  const lane = laneName(`lane-${number}`)
  return { lane, path, branch: lane, base, environment: {}, notes: [] }
})
const lookout = openLookout({ root, common: join(root, '.git') }, join(top, 'scratch'))
const look = () => lookout.look(open)

const TIMES = 9
const rows = [
  ['nothing has changed', await timed(() => {})],
  ['one worktree has changed', await timed((time) => touch(0, time))],
  [
    'all have changed the same file',
    await timed((time) => open.forEach((_, lane) => touch(lane, time))),
  ],
] as const
rmSync(top, { recursive: true })

printTable(
  ['a look over 8 worktrees of 5,000 files', 'ms', 'ms of one core'],
  rows.map(([what, { wall, cpu }]) => [what, Math.round(wall), Math.round(cpu)]),
)

function touch(lane: number, time: number): void {
  writeFileSync(join(open[lane]!.path, 'folder-1/file-1.txt'), `lane ${lane}, time ${time}\n`)
}

async function timed(
  before: (time: number) => void,
): Promise<{ readonly wall: number; readonly cpu: number }> {
  await look()
  const used = childTime()
  const taken: number[] = []
  for (let time = 0; time < TIMES; time++) {
    before(time)
    const began = performance.now()
    await look()
    taken.push(performance.now() - began)
  }
  return { wall: median(taken), cpu: (childTime() - used) / TIMES }
}

/** CPU time of all git processes that have ended, in milliseconds; the kernel counts in hundredths of a second. */
function childTime(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}
