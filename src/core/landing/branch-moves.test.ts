import { describe, expect, it } from 'vitest'
import { branchFacts, type BranchSight, type HowSettled, type MovedBranch } from './branch-moves.ts'
import { commitId, type CommitId } from '../value/ids.ts'

const [A, X, Y, Z] = ['a', 'b', 'c', 'd'].map((letter) => commitId(letter.repeat(40))) as [
  CommitId,
  CommitId,
  CommitId,
  CommitId,
]

const moved = (settled: HowSettled | null): ReadonlyMap<string, MovedBranch> =>
  new Map([['main', { branch: 'main', from: A, to: X, since: 0, settled }]])

const seen = (tip: CommitId | null, more: Partial<BranchSight> = {}): readonly BranchSight[] => [
  { branch: 'main', lastOwn: A, tip, isOwn: false, ...more },
]

const says = (settled: HowSettled | null | 'never', sights: readonly BranchSight[]) =>
  branchFacts({ movedBranches: settled === 'never' ? new Map() : moved(settled) }, sights)

const settles = (how: HowSettled) => [{ type: 'branch-settled', branch: 'main', how }]
const moves = (from: CommitId, to: CommitId | null) => [
  { type: 'branch-moved', branch: 'main', from, to },
]

describe('a branch of the user', () => {
  it('[W26] is told of once when somebody else moves or deletes it, and not for what its user does', () => {
    expect(says('never', seen(A))).toEqual([])
    expect(says('never', seen(Z, { isOwn: true }))).toEqual([])
    expect(says('never', seen(Y, { lastOwn: null }))).toEqual([])
    expect(says('never', seen(X))).toEqual(moves(A, X))
    expect(says('never', seen(null))).toEqual(moves(A, null))
    expect(says(null, seen(X))).toEqual([])
  })

  it('[W26] is settled when it is back, or its user goes on; moved again, it belongs where it was at first', () => {
    expect(says(null, seen(A))).toEqual(settles('back'))
    expect(says(null, seen(Z, { isOwn: true }))).toEqual(settles('gone-on'))
    expect(says(null, seen(Y))).toEqual(moves(A, Y))
    expect(says(null, seen(A, { lastOwn: X }))).toEqual(settles('back'))
  })

  it('[W26] belongs where it was settled, until its user goes on from there', () => {
    expect(says('accepted', seen(X))).toEqual([])
    expect(says('accepted', seen(Y))).toEqual(moves(X, Y))
    expect(says('accepted', seen(Y, { lastOwn: Z }))).toEqual(moves(Z, Y))
    expect(says('back', seen(A, { lastOwn: X }))).toEqual([])
    expect(says('back', seen(Y, { lastOwn: X }))).toEqual(moves(A, Y))
    expect(says('gone-on', seen(Y, { lastOwn: Z }))).toEqual(moves(Z, Y))
  })
})
