import { describe, expect, it } from 'vitest'
import { planFrom, SETTINGS } from '../../test/played/play.ts'
import type { Fact } from '../core/run/event.ts'
import type { Outcome } from '../core/run/failure.ts'
import type { Plan } from '../core/plan/plan.ts'
import { attemptId, commitId, runId, taskId } from '../core/value/ids.ts'
import { openSqliteEventStore, type SqliteEventStore } from './sqlite-event-store.ts'

const RUN = runId(1)
const a = taskId('a')
const PLAN = planFrom('a:\nb:', {
  a: { work: { is: 'prompt', text: 'three small words' }, agent: 'claude', files: ['x'] },
})

const profile = (wallSeconds: number) => ({ wallSeconds, cpuSeconds: null, peakMemoryBytes: null })
const succeeded = (seconds: number): Outcome => ({ is: 'succeeded', profile: profile(seconds) })
const attempt = (number: number) => attemptId(RUN, a, number)

const started = (plan: Plan): Fact => ({
  type: 'run-started',
  plan,
  settings: SETTINGS,
  source: { file: null, digest: '' },
  planningSeconds: 0,
})
const starts = (number: number): Fact => ({
  type: 'attempt-started',
  task: a,
  attempt: attempt(number),
  worker: 1,
})
const ends = (number: number, outcome: Outcome): Fact => ({
  type: 'attempt-ended',
  task: a,
  attempt: attempt(number),
  outcome,
})
const LANDED: Fact = { type: 'task-landed', task: a, commit: commitId('4'.repeat(40)) }

/** A second passes between two facts. */
function askedAfter<Answer>(
  facts: readonly Fact[],
  ask: (store: SqliteEventStore) => Answer,
): Answer {
  const store = openSqliteEventStore(':memory:')
  try {
    store.append(
      [started(PLAN), ...facts].map((fact, i) => ({
        ...fact,
        run: RUN,
        at: i * 1000,
        sequence: i + 1,
      })),
    )
    return ask(store)
  } finally {
    store.close()
  }
}

const learnedFrom = (...facts: readonly Fact[]) =>
  askedAfter(facts, (store) => store.knowledgeFor(PLAN))

const secondsOf = (...facts: readonly Fact[]) => learnedFrom(...facts).sameWork.get(a)

describe('what is learned from attempts', () => {
  it('is how long the work took, with its agent and size, and how long it took to land', () => {
    const { learned } = learnedFrom(starts(1), ends(1, succeeded(120)), LANDED)
    expect(learned.attempts).toEqual({ said: 1, 'not-said': 0 })
    expect(Object.keys(learned.shifts)).toEqual([
      'said prompts',
      'said claude',
      'said claude - model',
      'said prompt small size',
    ])
    expect(learned.landing?.middle).toBe(1)
    expect([learned.tries, learned.failures]).toEqual([1, 0])
  })

  it('is told as it is, too, for work of which nothing is known', () => {
    const facts = [starts(1), ends(1, succeeded(120)), LANDED]
    expect(askedAfter(facts, (store) => store.workSeconds())).toEqual([120])
    expect(askedAfter([starts(1)], (store) => store.workSeconds())).toEqual([])
  })

  it('leaves out the time in which a person was waited for', () => {
    const condition = { is: 'permission', since: 2000, requests: [] } as const
    const waits: Fact = { type: 'condition-changed', task: a, attempt: attempt(1), condition }
    const decided: Fact = {
      type: 'permission-decided',
      task: a,
      request: 'r',
      allowed: true,
      why: null,
    }
    const progress: Fact = { type: 'noticed', about: null, what: 'time passes' }
    expect(secondsOf(starts(1), waits, progress, decided, ends(1, succeeded(100)))).toEqual([98])
    expect(secondsOf(starts(1), waits, progress, ends(1, succeeded(100)))).toEqual([98])
  })

  it('adds what was done before a question', () => {
    const question = { decision: 'which?', options: [], context: '', area: null }
    const asked: Outcome = { is: 'asked', question, profile: profile(40) }
    expect(secondsOf(starts(1), ends(1, asked), starts(2), ends(2, succeeded(10)))).toEqual([50])
  })

  it('does not count work of which a part was lost, failed work, and what comes after the work', () => {
    const failed: Outcome = {
      is: 'failed',
      failure: { is: 'exit', code: 1 },
      profile: profile(3),
      lastLines: [],
    }
    expect(secondsOf(starts(1), ends(1, { is: 'lost' }), starts(2), ends(2, succeeded(9)))).toBe(
      undefined,
    )
    const again = [starts(1), ends(1, failed), starts(2), ends(2, succeeded(9))]
    expect(secondsOf(...again)).toEqual([9])
    expect(learnedFrom(...again).learned).toMatchObject({ tries: 2, failures: 1 })
    expect(secondsOf(...again, starts(3), ends(3, succeeded(500)))).toEqual([9])
  })

  it('does not count a landing that waited for a person', () => {
    const asked: Fact = { type: 'landing-asked', task: a }
    expect(learnedFrom(starts(1), ends(1, succeeded(5)), asked, LANDED).learned.landing).toBeNull()
  })
})
