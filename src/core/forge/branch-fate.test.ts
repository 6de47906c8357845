import { describe, expect, it } from 'vitest'
import { commit, openPull, playPublished } from '../../../test/played/published.ts'
import { runId } from '../value/ids.ts'
import { branchFate, isMergedNow, type PruneSight } from './branch-fate.ts'
import type { LanePull, PullSight } from './lane-pull.ts'
import type { SeenPull } from './seen-pull.ts'

const base = { branch: 'issue-1', onto: commit('1'), below: [] }

/** #12: Conductor has pushed its branch twice. */
const PULL: LanePull = {
  ...openPull(playPublished('a:'), 'issue-2'),
  base,
  head: commit('3'),
  published: [
    { head: commit('2'), base, pieces: [] },
    { head: commit('3'), base, pieces: [commit('a')] },
  ],
  opened: { number: 12, url: '' },
  sight: null,
}

const seen = (of: Partial<SeenPull>): SeenPull =>
  ({ number: 12, head: 'issue-2', base: 'issue-1', state: 'merged', ...of }) as SeenPull

/** What the remote and the forge show when #12 is merged and nobody has touched its branch. */
const sight = (of: Partial<PruneSight> = {}): PruneSight => ({
  heads: new Map([['issue-2', commit('3')]]),
  pulls: new Map([['issue-2', seen({})]]),
  openInto: new Map(),
  ...of,
})

const fate = (pull: Partial<LanePull>, of: Partial<PruneSight> = {}) =>
  branchFate({ ...PULL, ...pull }, 'main', sight(of))

const MERGED = { state: 'merged' } as PullSight

describe('the branch of a merged pull request', () => {
  it('goes when it is just what we pushed, and a base may have its work', () => {
    expect(fate({})).toEqual({
      is: 'goes',
      at: commit('3'),
      onto: commit('1'),
      bases: ['issue-1', 'main'],
    })
    expect(fate({}, { heads: new Map([['issue-2', commit('2')]]) })).toMatchObject({ is: 'goes' })
  })

  it('is gone when the remote does not have it, also when the forge tells nothing about it', () => {
    expect(fate({}, { heads: new Map() })).toEqual({ is: 'gone' })
    const forgotten = { heads: new Map(), pulls: new Map() }
    expect(fate({ sight: MERGED }, forgotten)).toEqual({ is: 'gone' })
  })

  it('stays when a later run has put its work into it', () => {
    const why = { is: 'stays', why: { is: 'taken-over' } }
    expect(fate({ takenOverBy: runId(2), sight: MERGED })).toEqual(why)
  })

  it('stays when another person has pushed to it, before or after it was merged', () => {
    const why = { is: 'stays', why: { is: 'shared' } }
    expect(fate({ isShared: true })).toEqual(why)
    expect(fate({}, { heads: new Map([['issue-2', commit('9')]]) })).toEqual(why)
  })

  it('stays as long as an open pull request goes into it, or uses it', () => {
    expect(fate({}, { openInto: new Map([['issue-2', [14, 15]]]) })).toMatchObject({
      why: { is: 'base-of', numbers: [14, 15] },
    })
    const pulls = new Map([['issue-2', seen({ number: 20, state: 'open' })]])
    expect(fate({ sight: MERGED }, { pulls })).toMatchObject({
      why: { is: 'used-again', number: 20 },
    })
  })

  it.each(['open', 'closed'] as const)('stays when its pull request is %s', (state) => {
    const pulls = new Map([['issue-2', seen({ state })]])
    expect(fate({ sight: MERGED }, { pulls })).toEqual({ is: 'stays', why: { is: state } })
    expect(isMergedNow({ ...PULL, sight: MERGED }, { pulls })).toBe(false)
  })

  it('stays when it has no pull request, or nobody knows how that stands', () => {
    expect(fate({ opened: null })).toMatchObject({ why: { is: 'not-opened' } })
    expect(fate({}, { pulls: new Map() })).toMatchObject({ why: { is: 'open' } })
  })
})
