import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRepository } from '../../../test/workspace/a-repository.ts'
import { checkMark } from './check-mark.ts'
import { foundWorkspace } from './found.ts'
import { changeMarks, marksOf, NO_MARKS, oppositeOf, type MarkChange } from './marks.ts'
import { trackerOf } from './tracker-of.ts'

const change = fc.record({
  do: fc.constantFrom('block', 'unblock', 'depend', 'undepend'),
  branch: fc.constantFrom('a', 'b'),
  reason: fc.constantFrom('x', 'y'),
  on: fc.constantFrom('lib:x', 'lib:y'),
}) as fc.Arbitrary<MarkChange>

describe('what people record', () => {
  it('is there once, and gone when it is taken back', () => {
    const block = { do: 'block', branch: 'api', reason: 'design review' } as const
    const once = changeMarks(NO_MARKS, block)
    expect(marksOf(once, 'api').blockers).toEqual(['design review'])
    expect(changeMarks(once, block)).toBe(once)
    expect(changeMarks(once, oppositeOf(block))).toEqual(NO_MARKS)
    expect(marksOf(once, 'web')).toEqual({ blockers: [], dependsOn: [] })
  })

  it.each(['toString', '__proto__', 'constructor'])('cannot be about a repository %s', (name) => {
    const tracker = trackerOf([], { startedAt: 0, now: 0, staleMinutes: 1, notices: [] })
    const block = { do: 'block', branch: 'api', reason: 'x' } as const
    expect(checkMark(tracker, name, block)).toMatchObject({ is: 'unknown' })
    expect(checkMark(tracker, name, oppositeOf(block))).toMatchObject({ is: 'unknown' })
  })

  it('is exactly as before after any change is taken back', () => {
    fc.assert(
      fc.property(fc.array(change), change, (before, next) => {
        const marks = before.reduce(changeMarks, NO_MARKS)
        const after = changeMarks(marks, next)
        if (after === marks) return
        const back = changeMarks(after, oppositeOf(next))
        for (const branch of ['a', 'b']) {
          const [one, other] = [marksOf(back, branch), marksOf(marks, branch)]
          expect([...one.blockers].toSorted()).toEqual([...other.blockers].toSorted())
          expect([...one.dependsOn].toSorted()).toEqual([...other.dependsOn].toSorted())
        }
      }),
    )
  })
})

describe('what may be recorded', () => {
  const shop = aRepository({
    workspaces: [
      foundWorkspace({ branch: 'api' }),
      foundWorkspace({ branch: 'web', parent: 'api' }),
    ],
  })
  const marks = changeMarks(NO_MARKS, { do: 'depend', branch: 'core', on: 'shop:web' })
  const lib = aRepository({ name: 'lib', workspaces: [foundWorkspace({ branch: 'core' })], marks })
  const tracker = trackerOf([shop, lib], { startedAt: 0, now: 0, staleMinutes: 30, notices: [] })
  const check = (repository: string, wanted: MarkChange) => checkMark(tracker, repository, wanted)

  it('is a blocker of a workspace that exists', () => {
    expect(check('shop', { do: 'block', branch: 'api', reason: 'x' })).toBeNull()
    expect(check('shop', { do: 'block', branch: 'ap', reason: 'x' })).toEqual({
      is: 'unknown',
      message: 'there is no workspace "ap"',
      hint: 'did you mean "api"?',
    })
    expect(check('shop', { do: 'block', branch: 'main', reason: 'x' })!.is).toBe('unknown')
    expect(check('nowhere', { do: 'block', branch: 'api', reason: 'x' })!.hint).toBe(
      'repositories here: shop, lib',
    )
  })

  it('is a dependency that leads back to nobody, over parents and repositories', () => {
    expect(check('lib', { do: 'depend', branch: 'core', on: 'shop:api' })).toBeNull()
    expect(check('shop', { do: 'depend', branch: 'api', on: 'lib:core' })!.message).toBe(
      'they would depend on each other: shop:api -> lib:core -> shop:web -> shop:api',
    )
    expect(check('shop', { do: 'depend', branch: 'api', on: 'shop:api' })!.is).toBe('refused')
    expect(check('shop', { do: 'depend', branch: 'api', on: 'lib:nothing' })!.is).toBe('unknown')
  })

  it('can always be taken back, also when its branch is gone', () => {
    expect(check('shop', { do: 'unblock', branch: 'gone', reason: 'x' })).toBeNull()
    expect(check('shop', { do: 'undepend', branch: 'gone', on: 'lib:gone' })).toBeNull()
  })
})
