/**
 * Measures what Conductor costs: a run of `true` tasks with 8 agents and full durability, compared with a bare Node
 * loop that spawns `true` with the same limit, both from the first start to the last end. Below 1 Conductor is faster
 * than the bare loop. Also compares the whole command, with reading the plan and everything else that is done once,
 * with the whole bare process. With a gigabyte of ballast in the coordinator the run must take no longer.
 */
import { spawn, type SpawnOptions } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const AGENTS = 8
const BIN = fileURLToPath(new URL('../bin/conductor.js', import.meta.url))
const rounds = process.argv.includes('--quick') ? 1 : 3
const sizes = process.argv.includes('--quick') ? [1000] : [1000, 10_000]

interface Time {
  /** From the first start to the last end. */
  readonly run: number
  /** From typing the command to the next prompt. */
  readonly whole: number
}

const middle = (times: readonly Time[], part: keyof Time): number =>
  median(times.map((time) => time[part]))

const rows: string[][] = []
for (const size of sizes)
  for (const shape of ['wide', 'layered'] as const) {
    const bare: Time[] = []
    const ours: Time[] = []
    const heavy: Time[] = []
    for (let round = 0; round < (size > 1000 ? 1 : rounds); round++) {
      bare.push(await bareLoop(size))
      ours.push(await conductorRun(plan(size, shape)))
      heavy.push(await conductorRun(plan(size, shape), ballast()))
    }
    rows.push([
      `${shape} ${size}`,
      `${middle(bare, 'run').toFixed(2)} s`,
      `${middle(ours, 'run').toFixed(2)} s`,
      (middle(ours, 'run') / middle(bare, 'run')).toFixed(2),
      (middle(ours, 'whole') / middle(bare, 'whole')).toFixed(2),
      (middle(heavy, 'run') / middle(ours, 'run')).toFixed(2),
    ])
  }
printTable(
  [
    'tasks',
    'bare loop',
    'conductor',
    'ratio (at most 1.0)',
    'whole command',
    '1 GB ballast (at most 1.2)',
  ],
  rows,
)

function plan(size: number, shape: 'wide' | 'layered'): string {
  const tasks = Array.from({ length: size }, (_, i) => {
    const after = shape === 'layered' && i >= 50 ? `, dependencies: [t${i - 50}]` : ''
    return `  - {id: t${i}, run: "true"${after}}`
  })
  return ['tasks:', ...tasks, ''].join('\n')
}

async function conductorRun(yaml: string, nodeOptions: readonly string[] = []): Promise<Time> {
  const folder = mkdtempSync(join(tmpdir(), 'conductor-bench-'))
  writeFileSync(join(folder, 'tasks.yaml'), yaml)
  const args = [...nodeOptions, BIN, 'run', 'tasks.yaml', '-p', String(AGENTS), '--json']
  const { whole, stdout } = await timed(args, {
    cwd: folder,
    env: { ...process.env, HOME: folder },
  })
  rmSync(folder, { recursive: true, force: true })
  const summary = JSON.parse(stdout) as { status: string; wall_s: number }
  if (summary.status !== 'completed') throw new Error(`the run ${summary.status}`)
  return { whole, run: summary.wall_s }
}

async function timed(
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<{ whole: number; stdout: string }> {
  const began = performance.now()
  let stdout = ''
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
  await new Promise((resolve) => child.on('close', resolve))
  return { whole: (performance.now() - began) / 1000, stdout }
}

/** A gigabyte that is really allocated, kept alive by the global object. */
function ballast(): readonly string[] {
  const code = 'globalThis.ballast = Array.from({ length: 1024 }, () => Buffer.alloc(2 ** 20, 1))'
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}

async function bareLoop(size: number): Promise<Time> {
  const code = `
    import { spawn } from 'node:child_process'
    const began = performance.now()
    let next = 0
    const worker = async () => {
      while (next++ < ${size}) await new Promise((resolve) => spawn('true', { stdio: 'ignore' }).on('exit', resolve))
    }
    await Promise.all(Array.from({ length: ${AGENTS} }, worker))
    console.log((performance.now() - began) / 1000)`
  const { whole, stdout } = await timed(['--input-type=module', '-e', code])
  return { whole, run: Number(stdout) }
}
