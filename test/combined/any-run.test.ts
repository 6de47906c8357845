/** Runs of combined features: every surface tells each state that stops a run, with a next step that works. */
import { expect, it } from 'vitest'
import { inLeanProcess } from './lean-process.ts'

/** CI draws more than a developer has to wait for. */
const RUNS = Number(process.env['COMBINED_RUNS'] ?? (process.env['CI'] === 'true' ? 300 : 100))
const SEED = Number(process.env['COMBINED_SEED'] ?? 1)
/** COMBINED_PATH names a run that went wrong, which is then played again alone. */
const SEEDS = process.env['COMBINED_PATH'] === undefined ? [SEED, SEED + 1] : [SEED]

it(
  'a run of any features is told the same everywhere, and what it says brings it to its end',
  { timeout: 60_000 + RUNS * 5000 },
  async () => {
    const each = Math.ceil(RUNS / SEEDS.length)
    // This is the longest test of all: two processes need half the time.
    const played = await Promise.all(SEEDS.map((seed) => playFrom(seed, each)))
    for (const { code, printed } of played) {
      if (printed.includes('went wrong once')) console.warn(printed)
      expect(printed).toContain(`${each} drawn runs were told the same everywhere`)
      expect(code).toBe(0)
    }
  },
)

const playFrom = (seed: number, runs: number): ReturnType<typeof inLeanProcess> =>
  inLeanProcess('play-drawn-runs.ts', {
    COMBINED_SEED: String(seed),
    COMBINED_RUNS: String(runs),
  })
