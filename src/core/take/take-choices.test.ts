import { describe, expect, it } from 'vitest'
import { playGame } from '../../../test/played/play.ts'
import { sayEndAndCost, sayEndState } from '../say/say-end-state.ts'
import { sayMergeAhead, sayTakeRefusal } from '../say/say-take.ts'
import { commitId, runId } from '../value/ids.ts'
import type { Place } from './result-sight.ts'
import { mergeOf, remoteOf, undoOfTake, type FastForward } from './take-choices.ts'
import { applyTakeFact, lastTaken, type MergeTaking, type WithTakes } from './taking.ts'

const [OLD, NEW] = [commitId('a'.repeat(40)), commitId('b'.repeat(40))]
const HERE = {
  is: 'here',
  folder: '/shop',
  busy: null,
  changed: [],
  unwatched: [],
  inTheWay: [],
} as const

const into = (holds: 'all' | 'ancestor' | 'diverged', place: Place = HERE) => ({
  into: { branch: 'main', tip: OLD, holds, conflicts: [], place },
})

const how = (holds: 'all' | 'ancestor' | 'diverged', ff: FastForward): string => {
  const decided = mergeOf(into(holds), ff)
  return decided.ok ? decided.how : decided.refusal.is
}

describe('a merge', () => {
  it('is a fast-forward if it can be, a merge commit if it must be, and as it is wanted', () => {
    expect(
      (['auto', 'only', 'never'] as const).map((ff) => [how('ancestor', ff), how('diverged', ff)]),
    ).toEqual([
      ['fast-forward', 'merge-commit'],
      ['fast-forward', 'diverged'],
      ['merge-commit', 'merge-commit'],
    ])
    expect(how('all', 'only')).toBe('already')
  })

  it('does not touch a checkout in which anything could be lost', () => {
    const places: readonly (readonly [Place, string])[] = [
      [{ ...HERE, busy: 'a rebase' }, 'busy'],
      [{ ...HERE, changed: ['a.txt'] }, 'dirty'],
      [{ ...HERE, unwatched: ['c.txt'] }, 'unwatched'],
      [{ ...HERE, inTheWay: ['b.txt'] }, 'in-the-way'],
      [{ is: 'elsewhere', folder: '/other' }, 'elsewhere'],
    ]
    for (const [place, refused] of places)
      expect(mergeOf(into('ancestor', place), 'auto')).toMatchObject({ refusal: { is: refused } })
    expect(mergeOf(into('ancestor', { is: 'nowhere' }), 'auto').ok).toBe(true)
    expect(mergeOf({ into: null }, 'auto')).toMatchObject({ refusal: { is: 'detached' } })
  })

  it('is told before it is done', () => {
    const decided = mergeOf(into('diverged'), 'auto')
    expect(decided.ok && sayMergeAhead(decided)).toBe(
      'the result is merged into main with a merge commit on top of aaaaaaaaa',
    )
  })
})

it('pushes to the remote that is named, to the only one, or to origin', () => {
  const chosen = (remotes: readonly string[], wanted: string | null): string => {
    const decided = remoteOf({ remotes }, wanted)
    return decided.ok ? decided.remote : decided.refusal.is
  }
  expect([
    chosen(['hub'], null),
    chosen(['hub', 'origin'], null),
    chosen(['hub', 'origin'], 'hub'),
    chosen(['hub', 'lab'], null),
    chosen([], null),
    chosen(['hub'], 'lab'),
  ]).toEqual(['hub', 'origin', 'hub', 'no-remote', 'no-remote', 'no-remote'])
})

const taking: MergeTaking = { is: 'merge', how: 'fast-forward', branch: 'main', from: OLD, to: NEW }
const TAKEN = { taking, result: NEW, check: 'passed', at: 1 } as const

describe('an undo', () => {
  const undo = (sight: object, conducted: string | null = null): string => {
    const { run } = playGame('a:')
    const standing = { tip: NEW, place: HERE, publishedAt: null, ...sight } as const
    const conduct = { conducted: conducted === null ? null : runId(Number(conducted)) }
    const decided = undoOfTake({ ...run, taken: [TAKEN] }, conduct, standing)
    return decided.ok ? 'possible' : decided.refusal.is
  }

  it('is possible while nothing was built on what was taken', () => {
    expect(undo({})).toBe('possible')
    expect(undo({ tip: OLD })).toBe('gone-on')
    expect(undo({ tip: null })).toBe('branch-gone')
    expect(undo({ publishedAt: 'origin' })).toBe('published')
    expect(undo({ place: { ...HERE, changed: ['a'] } })).toBe('dirty')
    expect(undo({}, '1')).toBe('working')
    expect(undo({}, '2')).toBe('other-run')
  })
})

it('remembers takes until they are undone, and tells a merge rather than a copy', () => {
  const run: { -readonly [Key in keyof WithTakes]: WithTakes[Key] } = {
    takeUnderWay: null,
    taken: [],
  }
  applyTakeFact(run, { type: 'take-begun', ...TAKEN, isUndo: false })
  expect(run.takeUnderWay).toMatchObject({ taking })
  applyTakeFact(run, { type: 'result-taken', ...TAKEN })
  const copy = { is: 'branch', branch: 'x', to: NEW } as const
  applyTakeFact(run, { type: 'result-taken', ...TAKEN, taking: copy })
  expect([run.takeUnderWay, lastTaken(run)?.taking]).toEqual([null, taking])
  // A copy that is taken meanwhile says nothing about a merge that was cut off.
  applyTakeFact(run, { type: 'take-begun', ...TAKEN, isUndo: true })
  applyTakeFact(run, { type: 'result-taken', ...TAKEN, taking: { ...copy, branch: 'y' } })
  applyTakeFact(run, { type: 'take-undone', taking: { ...copy, branch: 'y' }, at: 2 })
  expect(run.takeUnderWay).toMatchObject({ isUndo: true })
  applyTakeFact(run, { type: 'take-dropped', at: 2 })
  expect(run.takeUnderWay).toBeNull()
  applyTakeFact(run, { type: 'take-undone', taking: copy, at: 2 })
  applyTakeFact(run, { type: 'take-undone', taking, at: 3 })
  expect(lastTaken(run)).toBeNull()
})

it('says why not, with a next step', () => {
  const { run } = playGame('a:')
  const said = sayTakeRefusal(run, { is: 'gone-on', branch: 'main', taking })
  expect(said).toEqual({
    why: 'main has gone on since, so going back would lose commits',
    remedy: 'undo it with a new commit: git revert aaaaaaaaa..bbbbbbbbb',
  })
  const half = { is: 'half-done', changed: ['a b'], added: ['f3', 'f4'] } as const
  expect(sayTakeRefusal(run, half)).toEqual({
    why: 'a take was cut off, and these files are neither as before nor as after it: a b, f3, f4',
    remedy:
      "keep what is yours in them elsewhere, and put them back as they were before: git restore --source=HEAD --staged --worktree -- 'a b'; rm -- f3 f4; then take again",
  })
  const because = ['unable to write file f4', 'no space left']
  expect(sayTakeRefusal(run, { is: 'not-put-back', because }).why).toBe(
    'unable to write file f4; and the files that were changed could not be put back: no space left',
  )
})

it('tells a run that is over in one line', () => {
  const tasks = { total: 5, landed: 5, failed: 0, skipped: 0, cancelled: 0, review: 0, stuck: 0 }
  const landing = { conflicts: 0 } as never
  expect(sayEndState({ tasks, landing, wall_s: 720, sequential_s: 2460 })).toBe(
    '5 landed, 0 conflicts, 12m instead of 41m',
  )
  expect(
    sayEndState({ tasks: { ...tasks, landed: 4 }, landing: null, wall_s: 9, sequential_s: 8 }),
  ).toBe('4 landed, 1 not, 9s')
  const said = { tasks, landing, wall_s: 720, sequential_s: 2460, cost_is_partial: false }
  const usage = { estimated_usd: 0 } as never
  expect(sayEndAndCost({ ...said, usage, cost_usd: 1.2 })).toBe(
    '5 landed, 0 conflicts, $1.20, 12m instead of 41m',
  )
  expect(sayEndAndCost({ ...said, usage, cost_usd: null })).toContain(', cost not known, 12m')
})
