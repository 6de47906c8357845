/** Measures how long runs take under our scheduler, compared with plan order and with level by level. */
import { USUAL_COLLISIONS } from '../src/core/plan/collision-settings.ts'
import type { RunSettings } from '../src/core/run/event.ts'
import { simulate } from '../src/core/schedule/simulate.ts'
import { inBatches, inPlanOrder, lowerBound, type Work } from './baseline-schedulers.ts'
import { printTable } from './print-table.ts'
import {
  between,
  chanceFrom,
  duration,
  idOf,
  numbers,
  planOf,
  SHAPES,
  type Chance,
} from './random-plans.ts'

const GRAPHS = 500

interface Case {
  readonly shape: string
  readonly work: Work
  /** The scheduler knows only these; work.seconds are the real durations. */
  readonly estimates: readonly number[]
}

interface Variant {
  readonly title: string
  readonly sharesFiles: boolean
  /** 0.5: estimates are wrong by up to half. */
  readonly error: number
}

const VARIANTS: readonly Variant[] = [
  { title: 'exact estimates', sharesFiles: false, error: 0 },
  { title: 'estimates wrong by up to 50 %', sharesFiles: false, error: 0.5 },
  { title: 'shared files, exact estimates', sharesFiles: true, error: 0 },
  { title: 'shared files, estimates wrong by up to 50 %', sharesFiles: true, error: 0.5 },
]

const RULES: Readonly<Record<string, (of: Case) => number>> = {
  ours: ({ work, estimates }) => ourMakespan(work, estimates),
  'plan order': ({ work }) => inPlanOrder(work),
  batches: ({ work }) => inBatches(work),
}

for (const variant of VARIANTS) report(variant)

function report(variant: Variant): void {
  const cases = numbers(GRAPHS).map((seed) => drawCase(seed, variant))
  const ratios = cases.map((of) => {
    const bound = lowerBound(of.work)
    return Object.values(RULES).map((makespanOf) => makespanOf(of) / bound)
  })
  const meansOf = (shape: string | null): string[] => {
    const rows = ratios.filter((_, i) => shape === null || cases[i]!.shape === shape)
    return Object.keys(RULES).map((_, rule) => mean(rows.map((row) => row[rule]!)).toFixed(4))
  }
  console.log(`${variant.title}: makespan / lower bound, mean of ${GRAPHS} plans`)
  printTable(
    ['shape', ...Object.keys(RULES)],
    [...Object.keys(SHAPES).map((shape) => [shape, ...meansOf(shape)]), ['all', ...meansOf(null)]],
  )
  Object.keys(RULES).forEach((rule, i) =>
    console.log(`ratio ${rule} (${variant.title}) ${meansOf(null)[i]}`),
  )
  console.log()
}

function drawCase(seed: number, { sharesFiles, error }: Variant): Case {
  const chance = chanceFrom(seed)
  const shape = Object.keys(SHAPES)[seed % Object.keys(SHAPES).length]!
  const size = between(chance, 50, 500)
  const agents = between(chance, 2, 16)
  const before = SHAPES[shape]!(size, chance)
  const seconds = before.map(() => duration(chance))
  const files = drawFiles(size, chance)
  return {
    shape,
    work: { before, seconds, agents, files: sharesFiles ? files : before.map(() => []) },
    estimates: seconds.map((truth) => truth * (1 + error * (2 * chance() - 1))),
  }
}

/** Four of ten tasks predict no file, the others one or two; some files are predicted by many tasks. */
function drawFiles(size: number, chance: Chance): readonly (readonly number[])[] {
  const pool = Math.max(2, Math.round(size / between(chance, 4, 16)))
  return numbers(size).map(() => {
    if (chance() < 0.4) return []
    const often = Math.floor(pool * chance() * chance())
    return chance() < 0.25 ? [...new Set([often, between(chance, 0, pool - 1)])] : [often]
  })
}

function ourMakespan(work: Work, estimates: readonly number[]): number {
  const plan = planOf(work.before, (i) => ({
    seconds: estimates[i]!,
    files: work.files[i]!.map((file) => `file-${file}`),
  }))
  const settings: RunSettings = {
    agents: work.agents,
    machine: null,
    strictBatches: false,
    allowCollisions: false,
    collisions: USUAL_COLLISIONS,
    agingSeconds: 1800,
    isolation: 'none',
    maxWorktrees: null,
    stacked: false,
    review: false,
    check: null,
    budgetUsd: null,
    askFirst: {},
    directory: '/',
  }
  const truth = new Map(work.seconds.map((seconds, i) => [idOf(i), seconds]))
  return simulate(plan, settings, truth).makespanSeconds
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}
