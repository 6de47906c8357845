/** Features combined: whatever is drawn, every state that stops a run is told everywhere, with a next step that works. */
import { expect, it } from 'vitest'
import { inLeanProcess } from './lean-process.ts'

const RUNS = Number(process.env['COMBINED_RUNS'] ?? 300)

it(
  'a run of any features is told the same everywhere, and what it says brings it to its end',
  { timeout: 60_000 + RUNS * 5000 },
  async () => {
    const { code, printed } = await inLeanProcess('play-drawn-runs.ts')
    expect(printed).toContain(`${RUNS} drawn runs were told the same everywhere`)
    expect(code).toBe(0)
  },
)
