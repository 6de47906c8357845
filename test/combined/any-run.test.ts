/** Runs of combined features: every surface tells each state that stops a run, with a next step that works. */
import { expect, it } from 'vitest'
import { howMany } from '../thorough.ts'
import { inLeanProcess } from './lean-process.ts'

const USUAL = howMany(24, 100)
/** COMBINED_PATH names a run that went wrong, which is then played again alone. */
const isAgain = process.env['COMBINED_PATH'] !== undefined
const PARTS = isAgain ? [1] : [1, 2]
/** Each part plays as many. */
const EACH = isAgain ? 1 : Math.ceil(Number(process.env['COMBINED_RUNS'] ?? USUAL) / 2)

it(
  'a run of any features is told the same everywhere, and what it says brings it to its end',
  { timeout: 60_000 + EACH * 15_000 },
  async () => {
    // This is the longest test of all: two processes need half the time.
    const played = await Promise.all(PARTS.map(playPart))
    for (const { code, printed } of played) {
      if (printed.includes('went wrong once')) console.warn(printed)
      expect(printed).toContain(`${EACH} drawn runs were told the same everywhere`)
      expect(code).toBe(0)
    }
  },
)

const playPart = (part: number): ReturnType<typeof inLeanProcess> =>
  inLeanProcess('play-drawn-runs.ts', {
    COMBINED_RUNS: String(EACH * PARTS.length),
    COMBINED_PART: `${part}/${PARTS.length}`,
  })
