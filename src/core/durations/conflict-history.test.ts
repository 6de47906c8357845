import { describe, expect, it } from 'vitest'
import type { Event } from '../run/event.ts'
import { conflictOdds, conflictsOf, NO_CONFLICT_HISTORY } from './conflict-history.ts'

/** `2 a starts`, `5 a ends f.ts`, `6 b conflicts f.ts`: at second 2 task a starts, and so on. */
const eventsOf = (...lines: readonly string[]): readonly Event[] =>
  lines.map((line, i) => {
    const [second, task, what, ...files] = line.split(' ')
    return {
      sequence: i,
      run: '1',
      at: Number(second) * 1000,
      task,
      ...factOf(what!, files),
    } as unknown as Event
  })

function factOf(what: string, files: readonly string[]): object {
  const paths = files.map((path) => ({ path }))
  if (what === 'starts') return { type: 'attempt-started', attempt: 'x' }
  if (what === 'ends')
    return { type: 'attempt-ended', outcome: { is: 'succeeded' }, delivery: { files: paths } }
  return { type: 'resolve-needed', trouble: { is: 'conflict', files: paths } }
}

describe('conflicts of earlier runs', () => {
  it('count pairs that worked at once on a common file, and those that git could not merge', () => {
    const events = eventsOf(
      '0 a starts',
      '0 b starts',
      '0 c starts',
      '5 a ends f.ts',
      '6 b ends f.ts g.ts',
      '7 c ends g.ts',
      '8 b conflicts f.ts',
    )
    expect(conflictsOf(events)).toEqual({ pairs: 2, conflicts: 1, resolutions: [] })
  })

  it('do not count tasks that worked one after another', () => {
    const events = eventsOf('0 a starts', '5 a ends f.ts', '5 b starts', '9 b ends f.ts')
    expect(conflictsOf(events)).toEqual(NO_CONFLICT_HISTORY)
  })

  it('tell how long the attempt to resolve took, and keep the files of the work itself', () => {
    const events = eventsOf(
      '0 a starts',
      '0 b starts',
      '5 a ends f.ts',
      '6 b ends f.ts',
      '7 b conflicts f.ts',
      '8 b starts',
      '38 b ends f.ts other.ts',
    )
    expect(conflictsOf(events)).toEqual({ pairs: 1, conflicts: 1, resolutions: [30] })
  })
})

describe('the odds of a conflict', () => {
  it('are the usual ones while nothing is known, and move with what happens here', () => {
    expect(conflictOdds(NO_CONFLICT_HISTORY)).toMatchObject({ rate: 0.4, resolveSeconds: null })
    const never = conflictOdds({ pairs: 30, conflicts: 0, resolutions: [] })
    expect(never.rate).toBeCloseTo(0.1)
    const always = conflictOdds({ pairs: 10, conflicts: 10, resolutions: [10, 600, 30] })
    expect(always).toMatchObject({ resolveSeconds: 30, trust: 0.5 })
    expect(always.rate).toBeCloseTo(0.7)
  })
})
