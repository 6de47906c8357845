/**
 * Draws runs and plays them, in a process of its own: starting git costs a small process a fifth of what it
 * costs one as large as a test runner. Says the first run that goes wrong in a form that a person can type.
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

/** As with every test: what goes wrong twice is broken, what goes wrong once is named. */
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

const found = await fc.check(property, {
  numRuns,
  seed,
  ...(path === undefined ? {} : { path, endOnFailure: true }),
})
if (found.failed) {
  const error = found.errorInstance as Error
  console.log(`${error.message}\n\nCOMBINED_SEED=${seed} COMBINED_PATH=${found.counterexamplePath}`)
  process.exitCode = 1
} else console.log(`${found.numRuns} drawn runs were told the same everywhere`)

function replay(run: DrawnRun, story: readonly string[]): string {
  return ['tasks.yaml:', taskFileOf(run), 'typed:', ...story.map((line) => `  ${line}`)].join('\n')
}
