/** Measures time and memory of a large plan: parsing it, building its schedule, simulating it, folding its events. */
import { USUAL_COLLISIONS } from '../src/core/plan/collision-settings.ts'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Event, Fact, RunSettings } from '../src/core/run/event.ts'
import { attemptId, runId } from '../src/core/value/ids.ts'
import type { Plan } from '../src/core/plan/plan.ts'
import { foldRun } from '../src/core/run/apply-event.ts'
import { scheduleOf } from '../src/core/schedule/schedule.ts'
import { simulate, type Bar } from '../src/core/schedule/simulate.ts'
import { timeLeft } from '../src/core/schedule/time-left.ts'
import { waitingTasks } from '../src/core/schedule/why-waiting.ts'
import { parsePlanFile } from '../src/plan-file/parse-plan-file.ts'
import { printTable } from './print-table.ts'
import { between, chanceFrom, duration, numbers, planOf, SHAPES } from './random-plans.ts'

const SIZES = [1_000, 10_000, 100_000]
const RUN = runId(1)
const SETTINGS: RunSettings = {
  agents: 16,
  machine: null,
  strictBatches: false,
  allowCollisions: false,
  collisions: USUAL_COLLISIONS,
  agingSeconds: 3600,
  isolation: 'none',
  maxWorktrees: null,
  stacked: false,
  review: false,
  check: null,
  budgetUsd: null,
  askFirst: {},
  directory: '/',
}

interface Cost {
  readonly size: number
  readonly seconds: Readonly<Record<string, number>>
  readonly bytesPerTask: number
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const costs = SIZES.map(measure)
const steps = Object.keys(costs[0]!.seconds)
console.log('seconds, and bytes of heap per task')
printTable(
  ['tasks', ...steps, 'bytes/task'],
  costs.map(({ size, seconds, bytesPerTask }) => [
    size.toLocaleString('en'),
    ...steps.map((step) => seconds[step]!.toFixed(4)),
    Math.round(bytesPerTask),
  ]),
)
console.log('growth against n log n (1 is exactly that)')
printTable(
  ['from to', ...steps],
  costs.slice(1).map((to, i) => {
    const from = costs[i]!
    return [
      `${from.size.toLocaleString('en')} to ${to.size.toLocaleString('en')}`,
      ...steps.map((step) => growth(from, to, step).toFixed(2)),
    ]
  }),
)

function measure(size: number): Cost {
  const plan = largePlan(size)
  const started = [runStarted(plan)]
  const run = foldRun(started)!
  const { bars } = simulate(plan, SETTINGS)
  const events = [...started, ...eventsOf(bars)]
  const file = fileOf(plan)
  return {
    size,
    seconds: {
      load: bestOf(() => mustParse(file)),
      build: bestOf(() => scheduleOf(foldRun(started)!)),
      simulate: bestOf(() => simulate(plan, SETTINGS)),
      fold: bestOf(() => foldRun(events)),
      explain: bestOf(() => waitingTasks(run, 0)),
      'time left': bestOf(() => timeLeft({ ...run }, 0)),
      again: bestOf(() => timeLeft(run, 0)),
    },
    bytesPerTask: heapOf(() => scheduleOf(foldRun(events)!)) / size,
  }
}

/** Half of the tasks predict two files: one of their own, and one that other tasks predict, too. */
function largePlan(size: number): Plan {
  const chance = chanceFrom(size)
  return planOf(SHAPES['random']!(size, chance), (i) => ({
    seconds: duration(chance),
    files: chance() < 0.5 ? [`src/${i}.ts`, `src/shared-${between(chance, 0, size / 20)}.ts`] : [],
  }))
}

/** The plan as a person would write it. */
function fileOf({ tasks }: Plan): string {
  const entries = tasks.map(({ id, estimate, files, dependencies }) =>
    [
      `  - id: ${id}`,
      `    name: Task ${id}`,
      `    run: echo ${id}`,
      `    estimate: ${Math.ceil(estimate.seconds)}s`,
      ...(files.length > 0 ? [`    files: [${files.join(', ')}]`] : []),
      ...(dependencies.length > 0 ? [`    dependencies: [${dependencies.join(', ')}]`] : []),
    ].join('\n'),
  )
  return `tasks:\n${entries.join('\n')}\n`
}

function mustParse(file: string): void {
  const read = parsePlanFile(file)
  if (!read.ok) throw new Error(read.problems[0]!.message)
}

function runStarted(plan: Plan): Event {
  const source = { file: null, digest: '' }
  const fact: Fact = { type: 'run-started', plan, settings: SETTINGS, source, planningSeconds: 0 }
  return { ...fact, run: RUN, at: 0, sequence: 1 }
}

function eventsOf(bars: readonly Bar[]): readonly Event[] {
  const profile = { wallSeconds: 1, cpuSeconds: 1, peakMemoryBytes: 1 }
  const timed = bars.flatMap(({ id, worker, startSeconds, endSeconds }) => {
    const named = { task: id, attempt: attemptId(RUN, id, 1) }
    const facts: readonly (readonly [number, Fact])[] = [
      [startSeconds, { type: 'attempt-started', ...named, worker }],
      [endSeconds, { type: 'attempt-ended', ...named, outcome: { is: 'succeeded', profile } }],
      [endSeconds, { type: 'task-landed', task: id, commit: null }],
    ]
    return facts
  })
  return timed
    .toSorted(([a], [b]) => a - b)
    .map(([second, fact], i) => ({ ...fact, run: RUN, at: second * 1000, sequence: i + 2 }))
}

function bestOf(work: () => unknown): number {
  const times = numbers(3).map(() => {
    const start = performance.now()
    work()
    return (performance.now() - start) / 1000
  })
  return Math.min(...times)
}

/** How much of the heap is still used after garbage collection. */
function heapOf(make: () => unknown): number {
  collectGarbage()
  const before = usedBytes()
  const kept = make()
  collectGarbage()
  const after = usedBytes()
  return kept === undefined ? 0 : after - before
}

function usedBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function growth(from: Cost, to: Cost, step: string): number {
  const expected = (to.size * Math.log(to.size)) / (from.size * Math.log(from.size))
  return to.seconds[step]! / from.seconds[step]! / expected
}
