import { describe, expect, it } from 'vitest'
import { commitId, laneName, runId, taskId, type LaneName } from '../value/ids.ts'
import { applyPullFact } from './apply-pull-fact.ts'
import { openPull, playPublished, tell } from '../../../test/played/published.ts'
import {
  areAllPullsDone,
  hasUnfinishedPulls,
  isDone,
  isMerged,
  isOpen,
  isUnpublished,
  type LanePull,
  type PullBase,
  type PullFact,
  type PullSight,
} from './lane-pull.ts'

const LANE = laneName('task-a')
const commit = (digit: string) => commitId(digit.repeat(40))
const base = (onto: string): PullBase => ({ branch: 'main', onto: commit(onto), below: [] })

const published = (head: string, onto: string, ...pieces: readonly string[]): PullFact => ({
  type: 'pull-published',
  lane: LANE,
  branch: 'task-a',
  base: base(onto),
  head: commit(head),
  pieces: pieces.map(commit),
  isShared: false,
})

const SIGHT: PullSight = {
  state: 'open',
  isDraft: false,
  headCommit: commit('2'),
  base: 'main',
  mergeCommit: null,
  mergeable: 'yes',
  ci: 'fail',
  failing: ['build'],
  review: 'none',
  feedback: [
    { id: 'one', by: 'build', kind: 'check', line: 'x' },
    { id: 'two', by: 'ann', kind: 'comment', line: 'y' },
  ],
  at: 1,
}

function after(...facts: readonly PullFact[]): LanePull {
  const run = { publishing: null, forgeProblem: null, pulls: new Map<LaneName, LanePull>() }
  for (const fact of facts) applyPullFact(run, fact, 1)
  return run.pulls.get(LANE)!
}

describe('the pull request of a lane', () => {
  it('has what was pushed last, and remembers every commit of ours', () => {
    const pull = after(published('2', '1', 'a'), published('3', '1', 'a', 'b'))
    expect(pull).toMatchObject({ head: commit('3'), pieces: [commit('a'), commit('b')] })
    expect(pull.published.map(({ head }) => head)).toEqual([commit('2'), commit('3')])
  })

  it('has only the work that arrived when somebody pushed on top of an older commit', () => {
    const pull = after(published('2', '1', 'a'), published('3', '4', 'a', 'b'), {
      type: 'pull-shared',
      lane: LANE,
      head: commit('9'),
      upon: commit('2'),
    })
    expect(pull).toMatchObject({
      head: commit('9'),
      isShared: true,
      base: base('1'),
      pieces: [commit('a')],
    })
  })

  it('has none of our work when somebody replaced all of it', () => {
    const shared = { type: 'pull-shared', lane: LANE, head: commit('9'), upon: null } as const
    expect(after(published('2', '1', 'a'), shared).pieces).toEqual([])
  })

  it('is told no more of what was handed to an agent', () => {
    const pull = after(
      published('2', '1', 'a'),
      { type: 'pull-opened', lane: LANE, number: 12, url: '' },
      { type: 'pull-seen', lane: LANE, sight: SIGHT, isNews: true },
      { type: 'feedback-handed', lane: LANE, task: taskId('a-answer-1'), ids: ['one'] },
    )
    expect(pull.sight!.feedback.map(({ id }) => id)).toEqual(['two'])
    expect(pull).toMatchObject({ handed: ['one'], rounds: ['a-answer-1'] })
    expect(isDone(pull)).toBe(false)
  })

  it('has only a trouble when it could not be published at all', () => {
    const trouble = { is: 'conflict', base: 'main', files: [] } as const
    const pull = after({ type: 'pull-troubled', lane: LANE, trouble })
    expect(pull).toMatchObject({ trouble, branch: '', opened: null })
    expect(
      after({ type: 'pull-troubled', lane: LANE, trouble }, published('2', '1')).trouble,
    ).toBeNull()
  })
})

describe('the pull requests of a run', () => {
  it('are unfinished while one is open, and done when all are merged, closed or taken over', () => {
    const game = playPublished('a:\nb:')
    const stand = () => [hasUnfinishedPulls(game.run), areAllPullsDone(game.run)]
    expect(stand()).toEqual([false, false])
    openPull(game, 'task-a', { state: 'merged' })
    openPull(game, 'task-b')
    expect(stand()).toEqual([true, false])
    tell(game, { type: 'pull-taken-over', lane: laneName('task-b'), by: runId(2) })
    expect(stand()).toEqual([false, true])
  })

  it('are done when the base has all work of a lane already, until more of it is pushed', () => {
    const game = playPublished('a:')
    const pull = () => game.run.pulls.get(LANE)!
    tell(game, { type: 'pull-not-needed', lane: LANE, containedIn: 'main' })
    expect([areAllPullsDone(game.run), isMerged(pull()), isUnpublished(game.run)]).toEqual([
      true,
      true,
      false,
    ])
    openPull(game, 'task-a')
    expect([isDone(pull()), isOpen(pull())]).toEqual([false, true])
  })

  it('are neither open nor merged when a later run has taken them over, whatever the forge shows', () => {
    const game = playPublished('a:')
    openPull(game, 'task-a')
    tell(game, { type: 'pull-taken-over', lane: LANE, by: runId(2) })
    expect(isOpen(game.run.pulls.get(LANE)!)).toBe(false)
    openPull(game, 'task-a', { state: 'merged' })
    expect(isMerged(game.run.pulls.get(LANE))).toBe(false)
  })
})
