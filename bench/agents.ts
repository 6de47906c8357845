/**
 * Measures what it costs to listen to 30 agents that each produce 50 events a second: CPU and memory of the
 * coordinator, compared with a bare Node process that reads the same streams and writes them to files. No event may be
 * lost. Also measures how long guidance takes from the command to the agent.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { askCoordinator } from '../src/server/control/ask-coordinator.ts'
import { taskId } from '../src/core/value/ids.ts'
import { printTable } from './print-table.ts'

const AGENTS = 30
const isQuick = process.argv.includes('--quick')
/** Milliseconds until all agents stream, and for how long they are measured then. */
const GETTING_UP = 3000
const WATCHED = isQuick ? 2000 : 12_000
/** How many times guidance is given, twenty times a second. */
const GUIDED = isQuick ? 20 : 80
const SECONDS = (GETTING_UP + WATCHED + GUIDED * 50) / 1000 + 3
const BIN = fileURLToPath(new URL('../bin/conductor.js', import.meta.url))
const AGENT = fileURLToPath(new URL('programs/streaming-agent.mjs', import.meta.url))
const TICKS_A_SECOND = 100

interface Cost {
  /** Share of one core. */
  readonly cpu: number
  readonly megabytes: number
  readonly lost: number
}

let guided = 0
const folder = mkdtempSync(join(tmpdir(), 'conductor-bench-'))
const latencies = join(folder, 'latencies')
const environment = {
  ...process.env,
  HOME: folder,
  STREAM_SECONDS: String(SECONDS),
  LATENCIES: latencies,
}
writeFileSync(latencies, '')
try {
  const bare = await bareReader()
  const ours = await conductor()
  const times = readFileSync(latencies, 'utf8').split('\n').filter(Boolean).map(Number)
  printTable(
    ['30 agents, 50 events a second each', 'bare reader', 'coordinator', 'limit'],
    [
      ['processor, of one core', percent(bare.cpu), percent(ours.cpu), '25 %'],
      ['memory', `${bare.megabytes} MB`, `${ours.megabytes} MB`, '200 MB'],
      ['events lost', String(bare.lost), String(ours.lost), '0'],
    ],
  )
  console.log(
    `\nguidance: ${times.length} messages, p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`,
  )
  if (ours.cpu > 0.25 || ours.megabytes > 200 || ours.lost > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function bareReader(): Promise<Cost> {
  const code = `
    const { spawn } = require('node:child_process')
    const { createWriteStream } = require('node:fs')
    for (let i = 0; i < ${AGENTS}; i++) {
      const child = spawn(process.execPath, [process.argv[1]], { stdio: ['pipe', 'pipe', 'inherit'] })
      child.stdout.pipe(createWriteStream(process.argv[2] + i))
      child.stdin.write('{"type":"user","message":{"content":"begin"}}\\n')
    }`
  const beginning = join(folder, 'bare-')
  const cost = await costOf(
    spawn(process.execPath, ['-e', code, AGENT, beginning], { env: environment, stdio: 'inherit' }),
  )
  return { ...cost, lost: lostIn((i) => readFileSync(`${beginning}${i}`, 'utf8')) }
}

async function conductor(): Promise<Cost> {
  const home = join(folder, '.conductor')
  mkdirSync(home)
  const command = JSON.stringify([process.execPath, AGENT])
  const agent = `{driver: claude, command: ${command}, pass: [STREAM_SECONDS, LATENCIES]}`
  writeFileSync(join(home, 'config.yaml'), `agent: stream\nagents:\n  stream: ${agent}\n`)
  const tasks = Array.from({ length: AGENTS }, (_, i) => `  - {id: t${i}, prompt: stream}`)
  writeFileSync(join(folder, 'tasks.yaml'), ['tasks:', ...tasks, ''].join('\n'))
  const many = ['--parallel', String(AGENTS), '--max-agents', String(AGENTS)]
  const args = ['run', 'tasks.yaml', '--no-ui', '--isolation', 'none', ...many]
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const cost = await costOf(child, () => guide(join(home, 'control.sock')))
  return { ...cost, lost: lostIn((i) => transcriptOf(join(home, 'run-1'), `t${i}`)) }
}

/** Measured while everything streams; `besides` runs after that. */
async function costOf(
  child: ChildProcess,
  besides: () => Promise<void> = async () => {},
): Promise<Omit<Cost, 'lost'>> {
  const over = new Promise((resolve) => child.on('close', resolve))
  await sleep(GETTING_UP)
  const [before, began] = [processorTime(child.pid!), performance.now()]
  await sleep(WATCHED)
  const cpu = (processorTime(child.pid!) - before) / ((performance.now() - began) / 1000)
  for (let i = 0; i < GUIDED; i++) await Promise.all([sleep(50), besides()])
  const megabytes = residentMegabytes(child.pid!)
  await over
  return { cpu, megabytes }
}

/** In seconds, from /proc/<pid>/stat (man 5 proc). */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

function residentMegabytes(pid: number): number {
  return Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024,
  )
}

async function guide(socket: string): Promise<void> {
  const task = taskId(`t${guided++ % AGENTS}`)
  await askCoordinator(socket, { ask: 'guide', task, text: `sent at ${Date.now()}` })
}

function transcriptOf(runFolder: string, task: string): string {
  const [file] = globSync(`executor_*/${task}/transcript.jsonl`, { cwd: runFolder })
  return readFileSync(join(runFolder, file!), 'utf8')
}

/** Each agent numbers its events, so the missing ones can be counted. */
function lostIn(textOf: (agent: number) => string): number {
  let lost = 0
  for (let agent = 0; agent < AGENTS; agent++) {
    const text = textOf(agent)
    const numbers = new Set([...text.matchAll(/event (\d+):/g)].map(([, number]) => number))
    lost += SECONDS * 50 - numbers.size
  }
  return lost
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
}
