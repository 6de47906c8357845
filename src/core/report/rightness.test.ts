import { describe, expect, it } from 'vitest'
import { DELIVERY, Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { saySummary } from '../../report-text/say-summary.ts'
import type { Task } from '../plan/plan.ts'
import { taskId } from '../value/ids.ts'
import { NOT_MEASURED, summarise, type Summary } from './summary.ts'

const id = taskId

/** The tasks deliver these files, one after another, and land; `conflicting` ones after a conflict on a.txt. */
function ran(
  tasks: Readonly<Record<string, Partial<Task>>>,
  delivered: Readonly<Record<string, readonly string[]>>,
  conflicting: readonly string[] = [],
): Summary {
  const notation = Object.keys(tasks)
    .map((name) => `${name}:`)
    .join('\n')
  const game = new Game(planFrom(notation, tasks), { isolation: 'worktree', agents: 9 })
  game.startAll()
  const deliver = (task: string): void => {
    const files = delivered[task]!.map((path) => ({ path, is: 'changed' as const }))
    game.end(id(task), OUTCOMES.succeeded, 0.5, { ...DELIVERY, files })
  }
  for (const task of Object.keys(tasks)) {
    if (!game.working().includes(id(task))) game.startAll()
    deliver(task)
    if (conflicting.includes(task)) {
      game.land(id(task), 'conflict')
      game.startAll()
      deliver(task)
    }
    game.land(id(task))
  }
  return summarise(game.run, NOT_MEASURED)
}

describe('how right predictions were', () => {
  it('is unknown when nothing was predicted', () => {
    expect(ran({ a: {} }, { a: ['x.ts'] }).foresight).toBeNull()
  })

  it('compares predicted with touched files, task by task and in all', () => {
    const summary = ran(
      {
        a: { files: ['src/**'], foreseen: [{ path: 'docs/a.md', p: 0.6 }] },
        b: {
          foreseen: [
            { path: 'lib/b.ts', p: 0.9 },
            { path: 'lib/c.ts', p: 0.1 },
          ],
        },
        c: {},
      },
      { a: ['src/x.ts', 'src/y.ts'], b: ['lib/b.ts', 'lib/c.ts', 'lib/d.ts'], c: ['z.ts'] },
    )
    expect(summary.results.map(({ foresight }) => foresight)).toEqual([
      { predicted: 2, touched: 2, right: 1, precision: 0.5, recall: 1 },
      { predicted: 1, touched: 3, right: 1, precision: 1, recall: 0.3333 },
      null,
    ])
    expect(summary.foresight).toMatchObject({
      tasks: 2,
      predicted_files: 3,
      touched_files: 5,
      right_files: 2,
      precision: 0.6667,
      recall: 0.6,
    })
    expect(saySummary(summary, false)).toContain(
      '  foresight     2 of 3 predicted files changed; 3 of 5 changed files had been predicted\n',
    )
  })

  it('compares expected with real collisions, and says how much merged without a conflict', () => {
    const likely = (path: string): Partial<Task> => ({ foreseen: [{ path, p: 0.6 }] })
    const summary = ran(
      {
        a: likely('a.txt'),
        b: likely('a.txt'),
        c: { foreseen: [{ path: 'c.txt', p: 0.65 }] },
        d: { foreseen: [{ path: 'c.txt', p: 0.65 }] },
        e: { foreseen: [{ path: 'e.txt', p: 0.6 }] },
      },
      {
        a: ['a.txt'],
        b: ['a.txt'],
        c: ['c.txt'],
        d: ['d.txt'],
        e: ['d.txt'],
      },
      ['b'],
    )
    expect(summary.foresight!.pairs).toEqual({
      predicted: 2,
      right: 1,
      missed: 1,
      conflicts: 1,
      conflicts_predicted: 1,
      at_once: 0,
      at_once_conflicts: 0,
    })
    expect(summary.landing).toMatchObject({ conflicts: 1, merge_success_rate: 0.8 })
    const text = saySummary(summary, false)
    expect(text).toContain(
      '  collisions    1 of 2 expected pairs of tasks shared a file; 1 other pair did; 1 pair had a merge conflict, which was expected\n',
    )
    expect(text).toContain('80 % merged without one')
  })
})
