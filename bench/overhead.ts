/**
 * What Conductor costs: `true` tasks with 8 agents and full durability, the whole command from start
 * to end, over a bare Node loop that spawns `true` with the same limit. Below 1 we are faster than
 * not having us. With a gigabyte of ballast in the coordinator the figure must stay the same.
 */
import { spawn } from 'node:child_process'
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

const rows: string[][] = []
for (const size of sizes)
  for (const shape of ['wide', 'layered'] as const) {
    const ours: number[] = []
    const bare: number[] = []
    const heavy: number[] = []
    for (let round = 0; round < (size > 1000 ? 1 : rounds); round++) {
      bare.push(await bareLoop(size))
      ours.push(await conductorRun(plan(size, shape)))
      heavy.push((await conductorRun(plan(size, shape), ballast())) - (await loadBallast()))
    }
    const ratio = median(ours) / median(bare)
    rows.push([
      `${shape} ${size}`,
      `${median(bare).toFixed(2)} s`,
      `${median(ours).toFixed(2)} s`,
      ratio.toFixed(2),
      (median(heavy) / median(ours)).toFixed(2),
    ])
  }
printTable(
  ['tasks', 'bare loop', 'conductor', 'ratio (at most 1.0)', 'with 1 GB ballast (at most 1.2)'],
  rows,
)

function plan(size: number, shape: 'wide' | 'layered'): string {
  const tasks = Array.from({ length: size }, (_, i) => {
    const after = shape === 'layered' && i >= 50 ? `, dependencies: [t${i - 50}]` : ''
    return `  - {id: t${i}, run: "true"${after}}`
  })
  return ['tasks:', ...tasks, ''].join('\n')
}

async function conductorRun(yaml: string, nodeOptions: readonly string[] = []): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'conductor-bench-'))
  writeFileSync(join(folder, 'tasks.yaml'), yaml)
  const args = [...nodeOptions, BIN, 'run', 'tasks.yaml', '-p', String(AGENTS), '--json']
  const began = performance.now()
  const code = await new Promise((resolve) => {
    const env = { ...process.env, HOME: folder }
    spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] }).on(
      'exit',
      resolve,
    )
  })
  const seconds = (performance.now() - began) / 1000
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0) throw new Error(`conductor run ended with ${String(code)}`)
  return seconds
}

/** A gigabyte that is really there, kept alive by the global object. */
function ballast(): readonly string[] {
  const code = 'globalThis.ballast = Array.from({ length: 1024 }, () => Buffer.alloc(2 ** 20, 1))'
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}

/** What merely having the ballast costs. */
async function loadBallast(): Promise<number> {
  const began = performance.now()
  await new Promise((resolve) => {
    spawn(process.execPath, [...ballast(), '-e', '0'], { stdio: 'inherit' }).on('exit', resolve)
  })
  return (performance.now() - began) / 1000
}

async function bareLoop(size: number): Promise<number> {
  const code = `
    import { spawn } from 'node:child_process'
    let next = 0
    const worker = async () => {
      while (next++ < ${size}) await new Promise((resolve) => spawn('true', { stdio: 'ignore' }).on('exit', resolve))
    }
    await Promise.all(Array.from({ length: ${AGENTS} }, worker))`
  const began = performance.now()
  await new Promise((resolve) => {
    spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' }).on(
      'exit',
      resolve,
    )
  })
  return (performance.now() - began) / 1000
}
