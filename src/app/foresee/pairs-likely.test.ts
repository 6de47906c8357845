import { expect, it } from 'vitest'
import { planFrom, SETTINGS } from '../../../test/played/play.ts'
import { planGraph } from '../../core/plan/graph.ts'
import { predictedConflicts } from '../../core/schedule/predicted-conflicts.ts'
import { pairsLikely } from './pairs-likely.ts'

it('says of a pair what the plan says of it, also where one names the file', () => {
  const foreseen = [
    { path: 'src/a.ts', p: 0.8 },
    { path: 'src/b.ts', p: 0.3 },
  ]
  const settings = { ...SETTINGS, isolation: 'worktree' as const }
  const plan = planFrom('a:\nb:', { a: { files: ['src/a.ts'], foreseen }, b: { foreseen } })
  const [pair] = predictedConflicts(plan, planGraph(plan, settings)).conflicts
  const asked = plan.tasks.map(({ id, files }) => ({
    task: { id, subject: id, body: '', files },
    files: foreseen.map((file) => ({ ...file, evidence: [] })),
  }))
  expect(pairsLikely(asked, settings)).toEqual([
    { tasks: ['a', 'b'], p: expect.closeTo(pair!.probability, 6), files: pair!.predicted_files },
  ])
})
