import { expect, it } from 'vitest'
import { planFrom, SETTINGS } from '../../../test/played/play.ts'
import { NO_CONFLICT_HISTORY, type ConflictHistory } from '../durations/conflict-history.ts'
import { saidEstimate } from '../durations/estimate.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { RunSettings } from '../run/event.ts'
import { sayThreshold } from '../say/plan/say-threshold.ts'
import { withThreshold } from './choose-threshold.ts'

const likely = (p: number, seconds = 600): Partial<Task> => ({
  foreseen: [{ path: 'src/a.ts', p }],
  estimate: saidEstimate(seconds),
})

const chosen = (plan: Plan, settings: Partial<RunSettings> = {}): RunSettings['collisions'] =>
  withThreshold(plan, { ...SETTINGS, agents: 2, ...settings }).collisions

it('leaves the threshold alone when nothing is foreseen, or a person gave one', () => {
  const plan = planFrom('a:\nb:', { a: { files: ['x'] }, b: { files: ['x'] } })
  expect(chosen(plan)).toEqual(SETTINGS.collisions)
  const collisions = { ...SETTINGS.collisions, isAuto: false, apartAbove: 0.123 }
  const doubtful = planFrom('a:\nb:', { a: likely(0.9), b: likely(0.9) })
  expect(chosen(doubtful, { collisions })).toEqual(collisions)
  expect(chosen(doubtful, { agents: 1 }).chosen).toBeNull()
  expect(chosen(doubtful, { allowCollisions: true }).chosen).toBeNull()
})

it('keeps tasks apart when others can work meanwhile, since that costs nothing', () => {
  const plan = planFrom('a:\nb:\nc:\nd:', {
    a: likely(0.8),
    b: likely(0.8),
    c: { estimate: { seconds: 600, from: 'file' } },
    d: { estimate: { seconds: 600, from: 'file' } },
  })
  const collisions = chosen(plan)
  expect(collisions).toMatchObject({
    apartAbove: 0.5,
    chosen: { pairsApart: 1, costsSeconds: 0 },
  })
  expect(sayThreshold(collisions)).toBe(
    'tasks that are more than 50 % likely to collide are kept apart. 1 of these pairs would work at once otherwise: waiting costs no time and saves about 1m 20s of conflicts (assuming that git cannot merge 4 of 10 such pairs; no run here has shown it yet)',
  )
})

it('lets tasks work at once when waiting costs more than the conflicts it prevents', () => {
  const collisions = chosen(planFrom('a:\nb:', { a: likely(0.8), b: likely(0.8) }))
  expect(collisions).toMatchObject({ apartAbove: 0.7, chosen: { pairsApart: 0 } })
  expect(sayThreshold(collisions)).toContain('never has two of them at once')
})

it('is the same whenever it is asked', () => {
  const plan = planFrom('a:\nb:\nc: a\nd: b', { a: likely(0.9), b: likely(0.7), c: likely(0.8) })
  expect(chosen(plan)).toEqual(chosen(plan))
})

it('learns from earlier runs how often such tasks conflict, and how long resolving takes', () => {
  const plan = planFrom('a:\nb:\nc:\nd:', {
    a: likely(0.8),
    b: likely(0.8),
    c: { estimate: saidEstimate(600) },
    d: { estimate: saidEstimate(600) },
  })
  const after = (history: ConflictHistory): RunSettings['collisions'] =>
    withThreshold(plan, { ...SETTINGS, agents: 2 }, history).collisions
  const [harmless, usual, costly] = [
    after({ pairs: 90, conflicts: 0, resolutions: [] }),
    after(NO_CONFLICT_HISTORY),
    after({ pairs: 90, conflicts: 81, resolutions: [1200, 1200, 1200] }),
  ].map((collisions) => ({ ...collisions.chosen!, says: sayThreshold(collisions) }))
  expect(harmless!.savesSeconds).toBeLessThan(usual!.savesSeconds / 5)
  expect(costly!.savesSeconds).toBeGreaterThan(usual!.savesSeconds * 4)
  expect(costly!.says).toContain(
    '(in earlier runs 90 pairs changed a common file at once, of which git could not merge 81, and resolving a conflict took 20m)',
  )
})
