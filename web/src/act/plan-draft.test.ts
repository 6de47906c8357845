import { beforeEach, describe, expect, it } from 'vitest'
import { Game, planFrom } from '../../../test/played/play.ts'
import { saidEstimate } from '../../../src/core/durations/estimate.ts'
import { taskId } from '../../../src/core/value/ids.ts'
import { compareChains, comparePlans, figuresOf } from '../views/plan/edit/compare-plans.ts'
import {
  clearDraft,
  draftFor,
  putChange,
  readDraft,
  readDraftedChanges,
  subscribeDraft,
  takeBack,
} from './plan-draft.ts'
import { whyFixed, whyNotChange, withDraft } from '../views/plan/edit/propose-change.ts'
import { changeTyped, textOf } from '../views/plan/edit/task-form.ts'

const [a, b, c] = [taskId('a'), taskId('b'), taskId('c')]

describe('a draft', () => {
  beforeEach(clearDraft)

  it('has one change for each task, and each field of it can be taken back', () => {
    putChange(a, { priority: 1 })
    putChange(b, { files: ['x'] })
    putChange(a, { name: 'First' })
    expect(readDraft()).toEqual([
      { task: 'a', change: { priority: 1, name: 'First' } },
      { task: 'b', change: { files: ['x'] } },
    ])
    takeBack(a, 'priority')
    expect(readDraft()).toEqual([
      { task: 'b', change: { files: ['x'] } },
      { task: 'a', change: { name: 'First' } },
    ])
  })

  it('replaces an earlier change of the same field', () => {
    putChange(a, { priority: 1 })
    putChange(a, { priority: 5 })
    expect(readDraftedChanges()).toEqual([
      { task: 'a', field: 'priority', change: { priority: 5 } },
    ])
  })

  it('tells its subscribers of each change', () => {
    let calls = 0
    const stop = subscribeDraft(() => calls++)
    putChange(a, { priority: 1 })
    clearDraft()
    stop()
    putChange(a, { priority: 1 })
    expect(calls).toBe(2)
  })

  it('belongs to one plan', () => {
    draftFor('run 1')
    putChange(a, { priority: 1 })
    draftFor('run 1')
    expect(readDraft()).toHaveLength(1)
    draftFor('the file')
    expect(readDraft()).toEqual([])
    putChange(b, { priority: 5 })
    draftFor('run 1')
    expect(readDraft()).toEqual([{ task: 'a', change: { priority: 1 } }])
    clearDraft()
    draftFor('the file')
    expect(readDraft()).toEqual([{ task: 'b', change: { priority: 5 } }])
    clearDraft()
    draftFor('run 1')
    expect(readDraft()).toEqual([])
  })
})

describe('a change that is proposed', () => {
  const { run } = new Game(planFrom('a:\nb: a\nc: b'), {})

  it('is refused with a reason when it makes a circle, or names an unknown task', () => {
    expect(whyNotChange(run, [], { task: a, change: { dependencies: [c] } })).toMatch(
      /circle|after/,
    )
    expect(whyNotChange(run, [], { task: a, change: { dependencies: [taskId('x')] } })).toBe(
      'there is no task "x" in this run',
    )
    expect(whyNotChange(run, [], { task: c, change: { dependencies: [] } })).toBeNull()
  })

  it('is tried together with what is drafted', () => {
    const draft = [{ task: c, change: { dependencies: [] } }]
    expect(whyNotChange(run, draft, { task: a, change: { dependencies: [c] } })).toBeNull()
  })

  it('is refused for a task that is working', () => {
    const game = new Game(planFrom('a:\nb: a'), {})
    game.startAll()
    expect(whyFixed(game.run, a)).toContain('"a" is working')
    expect(whyFixed(game.run, b)).toBeNull()
    const draft = [
      { task: a, change: { priority: 1 as const } },
      { task: b, change: { priority: 1 as const } },
    ]
    const drafted = withDraft(game.run, draft)
    expect([...drafted.refused.keys()]).toEqual(['a'])
    expect(drafted.changes.map(({ task }) => task)).toEqual(['b'])
    expect(drafted.run.plan.tasks[1]!.priority).toBe(1)
    expect(game.run.plan.tasks[1]!.priority).toBe(3)
  })
})

describe('what a draft comes to', () => {
  it('is told before and after', () => {
    const { run } = new Game(planFrom('a:\nb: a\nc: b'), {})
    const after = withDraft(run, [{ task: c, change: { dependencies: [] } }])
    const figures = [figuresOf(run, null), figuresOf(after.run, null)] as const
    expect(comparePlans(...figures)).toEqual([
      { name: 'Takes', before: '3m', after: '2m', is: 'better' },
      { name: 'Speedup', before: '1.0 times', after: '1.5 times', is: 'better' },
    ])
    expect(compareChains(...figures)).toBe('a → b; before: a → b → c')
    expect(compareChains(figures[0], figures[0])).toBe('a → b → c, as before')
  })

  it('is also the time left of a run that goes on', () => {
    const game = new Game(planFrom('a:\nb: a\nc: b'), {})
    game.startAll()
    const after = withDraft(game.run, [{ task: c, change: { dependencies: [] } }])
    const figures = comparePlans(figuresOf(game.run, 30_000), figuresOf(after.run, 30_000))
    expect(figures[1]).toMatchObject({ name: 'Time left', is: 'better' })
  })
})

describe('what is typed about a task', () => {
  const [task] = planFrom('a:', { a: { files: ['x.ts'] } }).tasks

  it.each([
    ['name', 'All', { ok: true, change: { name: 'All' } }],
    ['name', '  ', { ok: false, why: 'a task needs a name' }],
    ['estimate', '45m', { ok: true, change: { estimate: saidEstimate(2700) } }],
    ['estimate', '1m', { ok: true, change: {} }],
    ['estimate', 'soon', { ok: false, why: 'a time, such as 45m, 1h 30m or 90s' }],
    ['estimate', '99d', { ok: false, why: 'at most 30 days' }],
    ['files', 'a.ts\n\n  b.ts ', { ok: true, change: { files: ['a.ts', 'b.ts'] } }],
    ['files', '', { ok: true, change: { files: [] } }],
    ['lane', 'epic-shop', { ok: true, change: { lane: 'epic-shop' } }],
    ['lane', '', { ok: true, change: { lane: null } }],
    ['lane', 'a b', { ok: false, why: 'it becomes a branch: letters, digits, "-" and "_"' }],
  ] as const)('%s: %s', (field, typed, expected) => {
    expect(changeTyped(task!, field, typed)).toEqual(expected)
  })

  it('is nothing new when it is what was there', () => {
    for (const field of ['name', 'estimate', 'files', 'lane'] as const)
      expect(changeTyped(task!, field, textOf(task!, field))).toEqual({ ok: true, change: {} })
  })
})
