import { describe, expect, it } from 'vitest'
import { DELIVERY, Game, OUTCOMES, planFrom, QUESTION, TROUBLES } from '../../test/played/play.ts'
import type { Trouble } from '../core/landing/delivery.ts'
import type { Failure, Outcome } from '../core/run/failure.ts'
import { attemptId, commitId, runId, taskId } from '../core/value/ids.ts'
import type { Attempt, Run } from '../core/run/run.ts'
import { waitingSince, WORK, type TaskState, type TaskStatus } from '../core/run/task-state.ts'
import { phaseOf, sessionStatus, stuckReason, type SessionStatus } from './session-status.ts'

const a = taskId('a')
const first = attemptId(runId(1), a, 1)

/** A run whose task is in this state after its only attempt has ended with this outcome. */
function stood(state: TaskState, outcome: Outcome = OUTCOMES.succeeded): [Run, Attempt] {
  const { run } = begun()
  const attempt = { ...run.attempts.get(first)!, ended: { at: 1000, outcome } }
  return [{ ...run, states: [state], attempts: new Map([[first, attempt]]) }, attempt]
}

function begun(): Game {
  const game = new Game(planFrom('a:'), { isolation: 'worktree' })
  game.startAll()
  return game
}

type Said = readonly [status: SessionStatus, reason: string | null]

function said([run, attempt]: [Run, Attempt]): Said {
  return [sessionStatus(run, attempt, true), stuckReason(run, attempt)]
}

const by = { since: 0, tries: 1, attempt: first }
const failure: Failure = { is: 'exit', code: 1 }

const reviewed = (trouble: Trouble): TaskState => ({
  ...by,
  is: 'review',
  delivery: DELIVERY,
  trouble,
})

const failed = (why: Failure): TaskState => ({ is: 'failed', at: 0, failure: why, lastLines: [] })

const STATES: Readonly<Record<TaskStatus, readonly [TaskState, ...Said]>> = {
  waiting: [waitingSince(0), 'paused', null],
  working: [{ ...by, is: 'working', worker: 1, purpose: WORK }, 'working', null],
  landing: [{ ...by, is: 'landing', delivery: DELIVERY, phase: 'queued' }, 'working', null],
  review: [reviewed({ is: 'approval' }), 'complete', null],
  stuck: [
    { ...by, is: 'stuck', why: { is: 'question', question: QUESTION }, purpose: WORK },
    'stuck',
    'decision needed: How are tokens refreshed?',
  ],
  landed: [{ is: 'landed', at: 0, commit: null, delivery: null }, 'complete', null],
  failed: [
    failed(failure),
    'stuck',
    'failed: exit code 1; to try it again: conductor retry --run 1 a',
  ],
  skipped: [{ is: 'skipped', at: 0, because: { is: 'asked' } }, 'cancelled', null],
  cancelled: [{ is: 'cancelled', at: 0 }, 'cancelled', null],
}

const OF_TROUBLES: Readonly<Record<Trouble['is'], readonly [Trouble, ...Said]>> = {
  approval: [{ is: 'approval' }, 'complete', null],
  conflict: [TROUBLES.conflict, 'stuck', 'conflicts in a.txt\na.txt (content)'],
  'red-check': [
    TROUBLES.red,
    'stuck',
    'the check fails on the merged result (exit code 1: npm test)\n1 failed\nFull output of the check: checks/1.log',
  ],
  unasked: [
    { is: 'unasked', areas: [{ area: 'security', files: ['auth.ts'] }] },
    'stuck',
    'should have asked about security (auth.ts) first\nsecurity: auth.ts',
  ],
  'left-target': [
    { is: 'left-target', commit: commitId('1'.repeat(40)) },
    'stuck',
    'had landed, but someone removed it from the target',
  ],
  broken: [{ is: 'broken', reason: 'the disk is full' }, 'stuck', 'the disk is full'],
}

const OF_FAILURES: Readonly<Record<Failure['is'], readonly [Failure, string]>> = {
  exit: [failure, 'exit code 1'],
  signal: [{ is: 'signal', signal: 'SIGKILL' }, 'killed by SIGKILL'],
  timeout: [{ is: 'timeout', seconds: 60 }, 'timed out after 1m'],
  'over-memory': [{ is: 'over-memory', limitBytes: 1024, usedBytes: 2048 }, 'memory'],
  'cannot-start': [{ is: 'cannot-start', reason: 'gone', passing: false }, 'could not start: gone'],
  setup: [{ is: 'setup', code: 1, log: 'setup.log' }, 'setup of its worktree failed'],
  'not-logged-in': [
    { is: 'not-logged-in', agent: 'claude', reason: 'no key' },
    'claude is not logged in',
  ],
  'rate-limited': [{ is: 'rate-limited', until: null, reason: 'too many' }, 'too many'],
  model: [{ is: 'model', status: 500, reason: 'overloaded' }, 'overloaded'],
  'gave-up': [{ is: 'gave-up', reason: 'too hard' }, 'its agent did not finish: too hard'],
  'cannot-keep': [{ is: 'cannot-keep', reason: 'full' }, 'its work could not be committed: full'],
  'all-ignored': [{ is: 'all-ignored', files: ['a.txt'] }, 'git ignores all its files'],
  'all-elsewhere': [
    { is: 'all-elsewhere', folders: ['own'] },
    'all its work is in a separate repository',
  ],
  'all-astray': [
    { is: 'all-astray', places: ['on branch x', 'in a stash'], task: taskId('a') },
    'all its work is on branch x and in a stash',
  ],
  'folder-gone': [
    { is: 'folder-gone', path: '/gone', movedTo: null, branch: null },
    'its folder /gone was gone when it ended',
  ],
}

/** The status of an attempt by its outcome, after another attempt of the task has begun. */
const REPLACED: Readonly<Record<Outcome['is'], readonly [Outcome, SessionStatus]>> = {
  succeeded: [OUTCOMES.succeeded, 'paused'],
  cancelled: [OUTCOMES.cancelled, 'cancelled'],
  failed: [OUTCOMES.failed, 'paused'],
  preempted: [OUTCOMES.preempted, 'paused'],
  asked: [OUTCOMES.asked, 'paused'],
  'over-budget': [OUTCOMES['over budget'], 'paused'],
  lost: [OUTCOMES.lost, 'paused'],
}

describe('the status of a session that has ended', () => {
  it.each(Object.entries(STATES))('whose task is %s', (_, [state, ...expected]) => {
    expect(said(stood(state))).toEqual(expected)
  })

  it.each(Object.entries(OF_TROUBLES))(
    'whose delivery has the trouble %s',
    (_, [trouble, ...expected]) => {
      expect(said(stood(reviewed(trouble)))).toEqual(expected)
    },
  )

  it.each(Object.entries(OF_FAILURES))('that failed by %s', (_, [why, words]) => {
    const outcome = { ...OUTCOMES.failed, failure: why } as Outcome
    const [status, reason] = said(stood(failed(why), outcome))
    expect(status).toBe('stuck')
    expect(reason).toContain(words)
    expect(reason).toContain('conductor retry --run 1 a')
    expect(said(stood(waitingSince(0), outcome))).toEqual(['paused', null])
  })

  it.each(Object.entries(REPLACED))('that %s, and another has begun', (_, [outcome, status]) => {
    const [run, attempt] = stood({ ...by, is: 'working', worker: 1, purpose: WORK }, outcome)
    const second = attemptId(runId(1), a, 2)
    const later = { ...run, attemptsOf: new Map([[a, [first, second]]]) }
    expect(said([later, attempt])).toEqual([status, null])
    expect(phaseOf(later, attempt)).toBe(outcome.is)
  })
})

describe('the status of a session that is open', () => {
  it('is registered until there is a sign of life, then working, or what its agent says', () => {
    const { run } = begun()
    const attempt = run.attempts.get(first)!
    expect(sessionStatus(run, attempt, false)).toBe('registered')
    expect(sessionStatus(run, attempt, true)).toBe('working')
    const planning = { ...attempt, progress: { status: 'planning', note: '' } } as const
    expect(sessionStatus(run, planning, true)).toBe('planning')
    expect(stuckReason(run, planning)).toBe(null)
    expect(said([run, { ...planning, question: QUESTION }])).toEqual([
      'stuck',
      'decision needed: How are tokens refreshed?',
    ])
  })
})
