/** One event of each type, in an order that makes sense. */
import type { Event, Fact, ProcessIdentity } from '../../src/core/run/event.ts'
import {
  attemptId,
  commitId,
  laneName,
  runId,
  taskId,
  type RunId,
} from '../../src/core/value/ids.ts'
import { saidEstimate } from '../../src/core/durations/estimate.ts'
import { makeTask, type Plan } from '../../src/core/plan/plan.ts'
import type { PullSight } from '../../src/core/forge/lane-pull.ts'
import { NO_USAGE } from '../../src/core/agent/usage.ts'
import { DELIVERY, OUTCOMES, QUESTION, SETTINGS, TROUBLES } from './play.ts'

const RUN = runId(1)
const [a, b, c] = ['a', 'b', 'c'].map(taskId) as [never, never, never]
const process: ProcessIdentity = { pid: 7, startedAt: '12345' }

const PLAN: Plan = {
  name: 'Täglich "alles" ✓\n\0',
  groups: [{ name: 'g', tasks: [a, b], description: null }],
  tasks: [
    makeTask({ id: a, work: { is: 'command', line: `printf '%s\\n' "ü"` } }),
    makeTask({ id: b, work: { is: 'prompt', text: 'two\nlines' }, dependencies: [a] }),
  ],
}

const TAKEN = {
  taking: {
    is: 'merge',
    how: 'fast-forward',
    branch: 'main',
    from: commitId('0'.repeat(40)),
    to: commitId('1'.repeat(40)),
  },
  result: commitId('1'.repeat(40)),
  check: 'passed',
} as const

const PULL_SIGHT: PullSight = {
  state: 'open',
  isDraft: false,
  headCommit: commitId('3'.repeat(40)),
  base: 'main',
  mergeCommit: null,
  mergeable: 'yes',
  ci: 'fail',
  failing: ['build'],
  review: 'changes-requested',
  feedback: [{ id: 'IC_1', by: 'ann', kind: 'comment', line: 'Please ü' }],
  at: 7,
}

/** The compiler reports an event type that is missing here. */
const FACTS: { readonly [Type in Fact['type']]: Fact & { readonly type: Type } } = {
  'run-started': {
    type: 'run-started',
    plan: PLAN,
    settings: { ...SETTINGS, machine: { cpu: 1.5, memoryBytes: 2 ** 40 } },
    source: { file: '/somewhere/tasks.yaml', digest: 'abc' },
    planningSeconds: 0.012,
    planned: {
      madeAt: '2026-01-02T03:04:05.678Z',
      by: { backend: 'api', model: 'claude-sonnet' },
      states: [
        { state: 'analysing', at: 1 },
        { state: 'planning', at: 2 },
        { state: 'queue_ready', at: 3 },
      ],
      usage: NO_USAGE,
      failed: null,
    },
  },
  'coordinator-started': { type: 'coordinator-started', process },
  'coordinator-stopping': { type: 'coordinator-stopping' },
  'worker-started': { type: 'worker-started', worker: 1, process },
  'run-paused': { type: 'run-paused' },
  'run-unpaused': { type: 'run-unpaused' },
  'hindrance-met': {
    type: 'hindrance-met',
    hindrance: { is: 'disk-full', detail: 'No space left on device' },
  },
  'hindrance-gone': { type: 'hindrance-gone' },
  'agents-changed': { type: 'agents-changed', agents: 3 },
  'batch-paused': { type: 'batch-paused', batch: 1 },
  'batch-unpaused': { type: 'batch-unpaused', batch: 1 },
  'tasks-added': {
    type: 'tasks-added',
    tasks: [makeTask({ id: c, work: { is: 'command', line: 'true' }, dependencies: [b] })],
    by: a,
  },
  'priority-changed': { type: 'priority-changed', task: b, priority: 1 },
  'task-changed': {
    type: 'task-changed',
    task: c,
    change: {
      name: 'drei "3"',
      priority: 2,
      dependencies: [a],
      files: ['src/ü.ts'],
      estimate: saidEstimate(90),
      lane: laneName('task-a'),
    },
  },
  'task-approved': { type: 'task-approved', task: b },
  'attempt-started': {
    type: 'attempt-started',
    task: a,
    attempt: attemptId(RUN, a, 1),
    worker: 1,
  },
  'target-opened': {
    type: 'target-opened',
    branch: 'conductor/run-1',
    base: commitId('1'.repeat(40)),
    from: 'main',
  },
  'worktree-opened': {
    type: 'worktree-opened',
    task: a,
    lane: laneName('task-a'),
    path: '/somewhere-task-a',
    branch: 'task-a',
    base: commitId('1'.repeat(40)),
  },
  'files-touched': {
    type: 'files-touched',
    task: a,
    files: ['a.txt', 'mit Leerzeichen.txt'],
    changes: DELIVERY.changes,
  },
  'collision-found': { type: 'collision-found', tasks: [a, b], files: ['a.txt'] },
  'collision-gone': { type: 'collision-gone', tasks: [a, b] },
  'branch-moved': {
    type: 'branch-moved',
    branch: 'main',
    from: commitId('1'.repeat(40)),
    to: null,
  },
  'branch-settled': { type: 'branch-settled', branch: 'main', how: 'back' },
  'publishing-begun': {
    type: 'publishing-begun',
    settings: {
      remote: 'origin',
      prefix: '',
      into: 'main',
      labels: ['agents'],
      reviewers: [],
      rounds: 3,
      listensTo: 'members',
      template: null,
    },
  },
  'pull-published': {
    type: 'pull-published',
    lane: laneName('task-a'),
    branch: 'task-a',
    base: {
      branch: 'main',
      onto: commitId('2'.repeat(40)),
      below: [{ lane: laneName('task-b'), head: commitId('4'.repeat(40)) }],
    },
    head: commitId('3'.repeat(40)),
    pieces: [commitId('6'.repeat(40))],
    isShared: false,
  },
  'pull-opened': {
    type: 'pull-opened',
    lane: laneName('task-a'),
    number: 12,
    url: 'https://github.com/acme/shop/pull/12',
  },
  'pull-seen': { type: 'pull-seen', lane: laneName('task-a'), sight: PULL_SIGHT, isNews: true },
  'pull-shared': {
    type: 'pull-shared',
    lane: laneName('task-a'),
    head: commitId('5'.repeat(40)),
    upon: commitId('3'.repeat(40)),
  },
  'feedback-handed': { type: 'feedback-handed', lane: laneName('task-a'), task: c, ids: ['IC_1'] },
  'pull-set': {
    type: 'pull-set',
    lane: laneName('task-a'),
    base: 'main',
    labels: ['conductor'],
    isReady: true,
  },
  'review-asked': {
    type: 'review-asked',
    lane: laneName('task-a'),
    reviewers: ['ann', 'acme/web'],
    notes: ['acme/web cannot be asked for a review: ü'],
  },
  'pull-taken-over': { type: 'pull-taken-over', lane: laneName('task-a'), by: runId(2) },
  'pull-renewed': { type: 'pull-renewed', lane: laneName('task-a') },
  'pull-not-needed': {
    type: 'pull-not-needed',
    lane: laneName('task-a'),
    containedIn: 'main',
  },
  'pull-troubled': { type: 'pull-troubled', lane: laneName('task-a'), trouble: null },
  'forge-troubled': {
    type: 'forge-troubled',
    problem: {
      is: 'rate-limit',
      message: 'GitHub was asked too often',
      hint: 'it is asked again',
      notBefore: 5,
    },
  },
  'take-begun': { type: 'take-begun', ...TAKEN, isUndo: false },
  'take-dropped': { type: 'take-dropped' },
  'result-taken': { type: 'result-taken', ...TAKEN },
  'take-undone': { type: 'take-undone', taking: TAKEN.taking },
  'take-lost': { type: 'take-lost', taking: TAKEN.taking },
  noticed: { type: 'noticed', about: null, what: 'a lock was left behind' },
  'conversation-started': {
    type: 'conversation-started',
    task: a,
    attempt: attemptId(RUN, a, 1),
    conversation: { agent: 'claude', id: '0b1c', model: 'opus' },
  },
  'condition-changed': {
    type: 'condition-changed',
    task: a,
    attempt: attemptId(RUN, a, 1),
    condition: { is: 'rate-limited', since: 1, until: 1_700_000_060_000, reason: 'too many' },
  },
  'usage-reported': {
    type: 'usage-reported',
    task: a,
    attempt: attemptId(RUN, a, 1),
    usage: { ...NO_USAGE, inputTokens: 1000, outputTokens: 20, costUsd: 0.25, costFrom: 'agent' },
  },
  'progress-reported': {
    type: 'progress-reported',
    task: a,
    attempt: attemptId(RUN, a, 1),
    status: 'planning',
    note: 'reads the code',
  },
  'question-asked': {
    type: 'question-asked',
    task: a,
    attempt: attemptId(RUN, a, 1),
    question: QUESTION,
  },
  'guidance-given': { type: 'guidance-given', task: a, text: 'Use sliding expiration' },
  'guidance-delivered': {
    type: 'guidance-delivered',
    task: a,
    attempt: attemptId(RUN, a, 1),
    said: 1,
    how: 'steered',
  },
  'permission-decided': {
    type: 'permission-decided',
    task: a,
    request: 'r1',
    allowed: false,
    why: 'not that one',
  },
  'budget-changed': { type: 'budget-changed', task: null, usd: 5, frees: [] },
  'stop-asked': { type: 'stop-asked', task: a, as: 'preempted' },
  'attempt-ended': {
    type: 'attempt-ended',
    task: a,
    attempt: attemptId(RUN, a, 1),
    outcome: OUTCOMES['try again'],
    delivery: DELIVERY,
  },
  'task-stuck': { type: 'task-stuck', task: a, why: { is: 'question', question: QUESTION } },
  'landing-queued': { type: 'landing-queued', task: a },
  'landing-started': {
    type: 'landing-started',
    tasks: [a],
    onto: commitId('1'.repeat(40)),
    commit: commitId('3'.repeat(40)),
  },
  'check-ended': {
    type: 'check-ended',
    tasks: [a],
    commit: commitId('3'.repeat(40)),
    check: 'npm test',
    passed: false,
    again: true,
    seconds: 1.5,
    log: '.conductor/run-1/checks/1.log',
  },
  'resolve-needed': { type: 'resolve-needed', task: a, trouble: TROUBLES.conflict },
  'review-needed': { type: 'review-needed', task: a, trouble: TROUBLES.conflict },
  'landing-asked': { type: 'landing-asked', task: a },
  'work-resealed': { type: 'work-resealed', task: a, delivery: DELIVERY },
  'task-sent-back': { type: 'task-sent-back', task: a, why: 'not like this' },
  'retry-scheduled': { type: 'retry-scheduled', task: a, retryAt: 1_700_000_005_000 },
  'task-failed': {
    type: 'task-failed',
    task: a,
    failure: { is: 'over-memory', limitBytes: 10, usedBytes: 11 },
    lastLines: ['\x1b[31mred\x1b[0m', ''],
  },
  'tasks-skipped': {
    type: 'tasks-skipped',
    tasks: [b, c],
    because: { is: 'dependency', task: a },
  },
  'tasks-reset': { type: 'tasks-reset', tasks: [a, b, c] },
  'task-landed': { type: 'task-landed', task: a, commit: '4'.repeat(40), checked: true },
  'target-moved': {
    type: 'target-moved',
    from: commitId('4'.repeat(40)),
    to: commitId('5'.repeat(40)),
    lost: [a],
  },
  'worktree-released': { type: 'worktree-released', lane: laneName('task-a'), how: 'landed' },
  'task-cancelled': { type: 'task-cancelled', task: b },
  'run-cancelled': { type: 'run-cancelled' },
  'run-ended': { type: 'run-ended', status: 'cancelled' },
  'coordinator-stopped': { type: 'coordinator-stopped' },
}

/** The events of one run, numbered from `from` on. */
export function everyEvent(from = 1, run: RunId = RUN, at = 1_700_000_000_000): readonly Event[] {
  const facts = JSON.parse(JSON.stringify(Object.values(FACTS))) as Fact[]
  return facts.map((fact, i) => ({ ...inRun(fact, run), run, at: at + i, sequence: from + i }))
}

/** The id of an attempt contains its run. */
const inRun = (fact: Fact, run: RunId): Fact =>
  'attempt' in fact ? { ...fact, attempt: attemptId(run, fact.task, 1) } : fact
