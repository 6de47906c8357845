/** Measures `conductor plan` of 1,000 tasks, as a command and in its parts: together at most 2 seconds. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NO_KNOWLEDGE, withEstimates } from '../src/core/durations/estimate-tasks.ts'
import { factsOfPaths } from '../src/core/planning/facts-of-paths.ts'
import { planOffline } from '../src/core/planning/offline/plan-offline.ts'
import { planOverview } from '../src/core/planning/plan-overview.ts'
import { USUAL_SENSITIVE_AREAS } from '../src/core/planning/flags/sensitive-areas.ts'
import { withThreshold } from '../src/core/schedule/choose-threshold.ts'
import { readOwnPlan } from '../src/plan-file/parse-plan-file.ts'
import { newPlanFile } from '../src/plan-file/write-plan-file.ts'
import { SETTINGS } from '../test/played/play.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const BIN = fileURLToPath(new URL('../bin/conductor.js', import.meta.url))
const TASKS = Number(process.argv[2] ?? 1000)
const ROUNDS = 5
const COMMITS = 1000
/** The same process without a plan, in the same run: what else the machine does changes both. */
const BASELINE = 'conductor --version'

/** Prints what the command and everything that it waited for have used of the processor. */
const COUNTED = '"$0" "$@" > /dev/null || exit $?; times'

const AREAS = ['search', 'login', 'cart', 'orders', 'invoices', 'reports', 'mail', 'export']
const paths = AREAS.flatMap((area) =>
  Array.from({ length: 40 }, (_, i) => `src/${area}/${area}-${i}.ts`),
)
const spec = specOf(TASKS)
const facts = factsOfPaths(paths, () => null)
const request = { requirements: spec, agents: 3, sensitiveAreas: USUAL_SENSITIVE_AREAS }

const rows = new Map<string, number[]>()
for (let round = 0; round < ROUNDS; round++) measureParts()
measureCommand()
const baseline = median(rows.get(BASELINE)!)
printTable(
  [`plan of ${TASKS} tasks`, 'median ms', `times ${BASELINE}`],
  [...rows].map(([name, times]) => [
    name,
    median(times).toFixed(0),
    (median(times) / baseline).toFixed(1),
  ]),
)

/** In milliseconds of the processor, so that other work on the machine does not count. */
function measureParts(): void {
  const draft = timed('read the requirements offline', () => planOffline(request, facts))
  const file = timed('write the task file', () => newPlanFile(draft, { parallel: 3, check: null }))
  const read = timed('check what was written', () => readOwnPlan(file))
  if (!read.ok) throw new Error('the task file cannot be read')
  const plan = withEstimates(read.plan, NO_KNOWLEDGE)
  const wish = { ...SETTINGS, collisions: { ...SETTINGS.collisions, isAuto: true } }
  const settings = timed('choose the threshold', () => withThreshold(plan, wish))
  timed('execution plan, agents, flags, timeline', () =>
    planOverview(plan, settings, {
      limits: { most: 6, usdPerHour: null },
      sensitiveAreas: USUAL_SENSITIVE_AREAS,
    }),
  )
}

function add(name: string, milliseconds: number): void {
  rows.set(name, [...(rows.get(name) ?? []), milliseconds])
}

function processorTime(times: string): number {
  const used = [...times.split('\n')[1]!.matchAll(/(\d+)m([\d.]+)s/g)]
  return used.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60e3 + Number(seconds) * 1e3,
    0,
  )
}

function timed<Value>(name: string, work: () => Value): Value {
  const began = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(began)
  add(name, (user + system) / 1000)
  return value
}

/** As a user types it, in a repository with some history: with the start of Node, git, and the files that foresight tells. */
function measureCommand(): void {
  const folder = mkdtempSync(join(tmpdir(), 'conductor-bench-'))
  makeHistory(folder)
  writeFileSync(join(folder, 'spec.md'), spec)
  for (let round = 0; round < ROUNDS; round++) {
    rmSync(join(folder, 'tasks.yaml'), { force: true })
    const when = round === 0 ? ', the first time' : ''
    const took = typed(folder, ['plan', 'spec.md', '--offline', '--json'])
    add(`conductor plan, on the clock (at most 2000)${when}`, took.clock)
    add(`conductor plan, processor with git and foresight${when}`, took.processor)
    add(BASELINE, typed(folder, ['--version']).processor)
  }
  rmSync(folder, { recursive: true, force: true })
}

interface Took {
  readonly clock: number
  readonly processor: number
}

function typed(folder: string, args: readonly string[]): Took {
  const began = performance.now()
  const env = { ...process.env, HOME: folder }
  const words = ['-c', COUNTED, process.execPath, BIN, ...args]
  const { status, stdout } = spawnSync('/bin/sh', words, { cwd: folder, env })
  if (status !== 0) throw new Error(`conductor ${args[0]} ended with ${status}`)
  return { clock: performance.now() - began, processor: processorTime(String(stdout)) }
}

/** Each commit changes a few files of one area. */
function makeHistory(folder: string): void {
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', args, { cwd: folder, input, stdio: ['pipe', 'ignore', 'inherit'] })
  git(['init', '--quiet', '--initial-branch=main'])
  const file = (path: string, text: string) =>
    `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`
  const commit = (at: number, message: string, changes: string) =>
    `commit refs/heads/main\ncommitter b <b@b> ${1_700_000_000 + at * 3600} +0000\ndata ${message.length}\n${message}\n${changes}`
  const contentOf = (path: string, at: number) => `export const name${at} = '${path}'\n`
  const first = commit(0, 'begin', paths.map((path) => file(path, contentOf(path, 0))).join(''))
  const others = Array.from({ length: COMMITS }, (_, i) => {
    const area = AREAS[(i * 7) % AREAS.length]!
    const changed = [i % 40, (i * 13) % 40].map((n) => `src/${area}/${area}-${n}.ts`)
    const changes = [...new Set(changed)].map((path) => file(path, contentOf(path, i + 1)))
    return commit(i + 1, `${area}: ${nameOf(i)}`, changes.join(''))
  })
  git(['fast-import', '--quiet'], [first, ...others].join(''))
  git(['reset', '--quiet', '--hard'])
}

function specOf(count: number): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const heading = i % 20 === 0 ? `\n## ${AREAS[(i / 20) % AREAS.length]} ${i / 20}\n\n` : ''
    const after = i % 7 === 3 ? `, after "${nameOf(i - 1)}"` : ''
    return `${heading}- [ ] ${nameOf(i)}${after}`
  })
  return `# Shop\n${lines.join('\n')}\n`
}

function nameOf(i: number): string {
  const what = ['filter', 'button', 'endpoint', 'check', 'table'][i % 5]!
  return `Add ${what} ${i} to ${AREAS[(i * 31) % AREAS.length]}`
}
