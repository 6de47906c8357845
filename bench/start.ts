/** Measures how long a command takes to answer, compared with a Node that does nothing: at most 3 times as long. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const BIN = fileURLToPath(new URL('../bin/conductor.js', import.meta.url))
const ROUNDS = 21
const folder = mkdtempSync(join(tmpdir(), 'conductor-bench-'))
writeFileSync(join(folder, 'tasks.yaml'), 'tasks: [{id: a, run: echo a}, {id: b, run: echo b}]\n')
milliseconds(BIN, 'run', 'tasks.yaml', '--no-ui')

const calls: Readonly<Record<string, readonly string[]>> = {
  'node -e 0': ['-e', '0'],
  'conductor --help': [BIN, '--help'],
  'conductor status': [BIN, 'status'],
}
const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]))
for (let round = 0; round < ROUNDS; round++)
  for (const [name, args] of Object.entries(calls)) times.get(name)!.push(milliseconds(...args))
rmSync(folder, { recursive: true, force: true })

const baseline = median(times.get('node -e 0')!)
printTable(
  ['command', 'median ms', 'ratio (at most 3)'],
  [...times].map(([name, all]) => [
    name,
    median(all).toFixed(0),
    (median(all) / baseline).toFixed(2),
  ]),
)

function milliseconds(...args: readonly string[]): number {
  const began = performance.now()
  const env = { ...process.env, HOME: folder }
  spawnSync(process.execPath, args, { cwd: folder, env, stdio: 'ignore' })
  return performance.now() - began
}
