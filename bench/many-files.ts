/**
 * Measures what an attempt with very many new files costs: from the end of its agent until its work has landed,
 * compared with `git add -A` and `git commit` of the same files by hand, in turns on the same disk. Ours is synced to
 * the disk, git's own is not. `--files 100000` sets the number of files.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runId } from '../src/core/value/ids.ts'
import { openSqliteEventStore } from '../src/store/sqlite-event-store.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const BIN = fileURLToPath(new URL('../bin/conductor.js', import.meta.url))
const isQuick = process.argv.includes('--quick')
const files = filesFromFlag() ?? (isQuick ? 5000 : 20_000)
const rounds = isQuick || files > 50_000 ? 1 : 3

/** Puts a hundred files into each folder. */
const WRITE = `seq ${files} | awk '{ folder = "part-" int($1 / 100); if (folder != last) { system("mkdir -p " folder); last = folder }; file = folder "/" $1 ".txt"; print "line of file " $1 > file; close(file) }'`

const byHand: number[] = []
const ours: number[] = []
for (let round = 0; round < rounds; round++) {
  byHand.push(inFolder(commitByHand))
  ours.push(inFolder(landByConductor))
}
printTable(
  [`${files} files`, 'seconds', 'ratio'],
  [
    ['git add -A && git commit', median(byHand).toFixed(1), '1.00'],
    ['from the end of the agent to landed', median(ours).toFixed(1), ratio()],
  ],
)

function ratio(): string {
  return (median(ours) / median(byHand)).toFixed(2)
}

function filesFromFlag(): number | null {
  const at = process.argv.indexOf('--files')
  return at < 0 ? null : Number(process.argv[at + 1])
}

function inFolder(measure: (repository: string) => number): number {
  const top = mkdtempSync(join(tmpdir(), 'conductor-bench-'))
  try {
    const repository = join(top, 'shop')
    mkdirSync(repository)
    git(repository, 'init', '--quiet', '--initial-branch=main')
    git(repository, 'commit', '--quiet', '--allow-empty', '--message=first')
    return measure(repository)
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}

function commitByHand(repository: string): number {
  execFileSync('sh', ['-c', WRITE], { cwd: repository })
  const began = performance.now()
  git(repository, 'add', '--all')
  git(repository, 'commit', '--quiet', '--message=many')
  return (performance.now() - began) / 1000
}

function landByConductor(repository: string): number {
  const run = `${WRITE}; date +%s%3N > "$CONDUCTOR_ROOT/../ended"`
  const plan = JSON.stringify({ tasks: [{ id: 'many', run }] })
  writeFileSync(join(repository, 'tasks.yaml'), plan)
  const words = [BIN, 'run', 'tasks.yaml', '--no-ui']
  execFileSync(process.execPath, words, {
    cwd: repository,
    env: { ...process.env, HOME: repository },
    stdio: 'ignore',
  })
  const store = openSqliteEventStore(join(repository, '.conductor/conductor.db'), {
    readOnly: true,
  })
  const landed = [...store.eventsOf(runId(1))].find(({ type }) => type === 'task-landed')!
  store.close()
  return (landed.at - Number(readFileSync(join(repository, '../ended'), 'utf8'))) / 1000
}

function git(folder: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', '-c', 'gc.auto=0']
  execFileSync('git', [...who, ...args], { cwd: folder })
}
