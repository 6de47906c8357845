import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseRuns, DRAWN_FOR_ONE, pairsIn } from './choose-runs.ts'
import { anyRun, type DrawnRun } from './drawn-run.ts'

const draw = (seed: number, numRuns: number): readonly DrawnRun[] =>
  fc.sample(anyRun, { seed, numRuns })

const pairsOf = (runs: readonly DrawnRun[], isolation: DrawnRun['isolation']): number =>
  new Set(runs.filter((run) => run.isolation === isolation).flatMap(pairsIn)).size

it.each([
  { chosen: 100, drawn: 300 },
  { chosen: 24, drawn: 75 },
])(
  '$chosen chosen runs combine more features than $drawn that are drawn one after another',
  ({ chosen, drawn }) => {
    const all = draw(1, chosen * DRAWN_FOR_ONE)
    const played = chooseRuns(all).map((place) => all[place]!)
    const inTurn = [...draw(1, drawn / 2), ...draw(2, drawn / 2)]
    expect(played).toHaveLength(chosen)
    for (const isolation of ['worktree', 'none'] as const)
      expect(pairsOf(played, isolation)).toBeGreaterThan(1.15 * pairsOf(inTurn, isolation))
  },
)
