/**
 * Draws runs and plays them, in a small process of its own, which starts git in a fifth of the time that a test
 * runner needs. Prints the first run that goes wrong, with the commands to type.
 */
import * as fc from 'fast-check'
import { anyRun, taskFileOf, type DrawnRun } from '../combined/drawn-run.ts'
import { playDrawnRun } from '../combined/play-drawn-run.ts'
import { Disagreement } from '../combined/play.ts'
import { openPlaces } from '../combined/place.ts'

const numRuns = Number(process.env['COMBINED_RUNS'] ?? 300)
const seed = Number(process.env['COMBINED_SEED'] ?? 1)
const path = process.env['COMBINED_PATH']

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

const check = await fc.check(property, {
  numRuns,
  seed,
  ...(path === undefined ? {} : { path, endOnFailure: true }),
})
if (check.failed) {
  const error = check.errorInstance as Error
  console.log(`${error.message}\n\nCOMBINED_SEED=${seed} COMBINED_PATH=${check.counterexamplePath}`)
  process.exitCode = 1
} else console.log(`${check.numRuns} drawn runs were told the same everywhere`)

function replay(run: DrawnRun, story: readonly string[]): string {
  return ['tasks.yaml:', taskFileOf(run), 'typed:', ...story.map((line) => `  ${line}`)].join('\n')
}
