/**
 * Draws runs and plays those that combine the most, in a small process of its own, which starts git in a fifth of the
 * time that a test runner needs. Prints the first run that goes wrong, with the commands to type.
 */
import * as fc from 'fast-check'
import { chooseRuns, DRAWN_FOR_ONE } from '../combined/choose-runs.ts'
import { anyRun, taskFileOf, type DrawnRun } from '../combined/drawn-run.ts'
import { playDrawnRun } from '../combined/play-drawn-run.ts'
import { Disagreement } from '../combined/play.ts'
import { openPlaces } from '../combined/place.ts'

const numRuns = Number(process.env['COMBINED_RUNS'] ?? 150)
const seed = Number(process.env['COMBINED_SEED'] ?? 1)
const path = process.env['COMBINED_PATH']
/** 2/3: of the chosen runs, this process plays the second of every three. */
const [part = 1, parts = 1] = (process.env['COMBINED_PART'] ?? '')
  .split('/')
  .filter(Boolean)
  .map(Number)

for (const name of Object.keys(process.env))
  if (name.startsWith('CONDUCTOR_')) delete process.env[name]
using places = openPlaces()

/** As with every test: a run that goes wrong twice is broken, one that goes wrong once is named. */
const property = fc.asyncProperty(anyRun, async (run) => {
  try {
    await play(run)
  } catch (error) {
    await play(run)
    console.log(`went wrong once:\n${(error as Error).message}\n`)
  }
})

const paths = path === undefined ? pathsOfChosen() : [path]
let failed = false
for (const path of paths) {
  failed = await goesWrong(path)
  if (failed) break
}
if (failed) process.exitCode = 1
else console.log(`${paths.length} drawn runs were told the same everywhere`)

/** The path of a drawn run is its place. */
function pathsOfChosen(): readonly string[] {
  const drawn = fc.sample(anyRun, { seed, numRuns: numRuns * DRAWN_FOR_ONE })
  const places = chooseRuns(drawn).filter((_, i) => i % parts === part - 1)
  return places.map(String)
}

/** Plays the run at this path. If it goes wrong, plays simpler ones, and prints the simplest that goes wrong, too. */
async function goesWrong(at: string): Promise<boolean> {
  const endOnFailure = path !== undefined
  const check = await fc.check(property, { seed, path: at, numRuns: 1, endOnFailure })
  if (!check.failed) return false
  const error = check.errorInstance as Error
  console.log(`${error.message}\n\nCOMBINED_SEED=${seed} COMBINED_PATH=${check.counterexamplePath}`)
  return true
}

async function play(run: DrawnRun): Promise<void> {
  const story: string[] = []
  using place = places.open()
  try {
    await playDrawnRun(run, place, story)
  } catch (error) {
    const why = error instanceof Disagreement ? error.message : (error as Error).stack
    throw new Error(`${replay(run, story)}\n\n${why}`, { cause: error })
  }
}

function replay(run: DrawnRun, story: readonly string[]): string {
  return ['tasks.yaml:', taskFileOf(run), 'typed:', ...story.map((line) => `  ${line}`)].join('\n')
}
