import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planFrom, SETTINGS } from '../../../test/played/play.ts'
import { sharedFiles } from './glob-overlap.ts'
import type { Plan } from '../plan/plan.ts'
import { planGraph } from '../plan/graph.ts'
import type { RunSettings } from '../run/event.ts'
import { predictedConflicts, type PredictedConflict } from './predicted-conflicts.ts'

const planOf = (...files: readonly (readonly string[])[]): Plan =>
  planFrom(
    files.map((_, i) => `t${i}:`).join('\n'),
    Object.fromEntries(files.map((list, i) => [`t${i}`, { files: list }])),
  )

const conflictsIn = (plan: Plan, settings: RunSettings = SETTINGS): readonly PredictedConflict[] =>
  predictedConflicts(plan, planGraph(plan, settings)).conflicts

const inShort = (plan: Plan): readonly string[] =>
  conflictsIn(plan).map(
    ({ task_ids, predicted_files, conflict_type }) =>
      `${task_ids.join('+')} ${conflict_type} ${predicted_files.join(',')}`,
  )

describe('conflicts that can be predicted', () => {
  it('are pairs that name the same file, or files of the same folder', () => {
    const plan = planOf(['src/a.ts'], ['src/b.ts'], ['src/a.ts', 'docs/x.md'], ['README.md'], [])
    expect(inShort(plan)).toEqual([
      't0+t2 same_file src/a.ts',
      't0+t1 same_directory src/a.ts',
      't1+t2 same_directory src/b.ts',
    ])
  })

  it('do not count the top folder as one that tasks share', () => {
    expect(inShort(planOf(['a.ts'], ['b.ts']))).toEqual([])
  })

  it('are those that comparing every pair would find', () => {
    const file = fc.constantFrom(
      'src/a.ts',
      'src/b.ts',
      'src/*.ts',
      'lib/c.ts',
      '**',
      'x.md',
      'src',
    )
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(file, { maxLength: 3 }), { maxLength: 8 }), (files) => {
        const conflicts = conflictsIn(planOf(...files, []))
        const same = conflicts.filter(({ conflict_type }) => conflict_type === 'same_file')
        const pairs = files.flatMap((a, i) =>
          files.flatMap((b, j) => (j > i && sharedFiles(a, b).length > 0 ? [`t${i}+t${j}`] : [])),
        )
        expect(same.map(({ task_ids }) => task_ids.join('+'))).toEqual(pairs)
      }),
    )
  })

  it('are at most a thousand, however many tasks want the same file', () => {
    const plan = planOf(...Array.from({ length: 3000 }, () => ['src/a.ts']))
    const { conflicts, isCut } = predictedConflicts(plan, planGraph(plan, SETTINGS))
    expect([conflicts.length, isCut]).toEqual([1000, true])
  })
})
