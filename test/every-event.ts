/** One event of each kind there is, in an order that makes sense. */
import type { Event, Fact, ProcessIdentity } from '../src/core/event.ts'
import { attemptId, runId, taskId, type RunId } from '../src/core/ids.ts'
import { makeTask, type Plan } from '../src/core/plan.ts'
import { OUTCOMES, SETTINGS } from './play.ts'

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

/** The compiler says so when a kind of event is missing here. */
const FACTS: { readonly [Type in Fact['type']]: Fact & { readonly type: Type } } = {
  'run-started': {
    type: 'run-started',
    plan: PLAN,
    settings: { ...SETTINGS, machine: { cpu: 1.5, memoryBytes: 2 ** 40 } },
    source: { file: '/somewhere/tasks.yaml', digest: 'abc' },
    planningSeconds: 0.012,
  },
  'coordinator-started': { type: 'coordinator-started', process },
  'coordinator-stopping': { type: 'coordinator-stopping' },
  'worker-started': { type: 'worker-started', worker: 1, process },
  'run-paused': { type: 'run-paused' },
  'run-unpaused': { type: 'run-unpaused' },
  'tasks-added': {
    type: 'tasks-added',
    tasks: [makeTask({ id: c, work: { is: 'command', line: 'true' }, dependencies: [b] })],
    by: a,
  },
  'priority-changed': { type: 'priority-changed', task: b, priority: 1 },
  'task-approved': { type: 'task-approved', task: b },
  'attempt-started': {
    type: 'attempt-started',
    task: a,
    attempt: attemptId(RUN, a, 1),
    worker: 1,
  },
  'stop-asked': { type: 'stop-asked', task: a, as: 'preempted' },
  'attempt-ended': {
    type: 'attempt-ended',
    task: a,
    attempt: attemptId(RUN, a, 1),
    outcome: OUTCOMES['try again'],
  },
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
  'task-landed': { type: 'task-landed', task: a, commit: null },
  'task-cancelled': { type: 'task-cancelled', task: b },
  'run-cancelled': { type: 'run-cancelled' },
  'run-ended': { type: 'run-ended', status: 'cancelled' },
  'coordinator-stopped': { type: 'coordinator-stopped' },
}

/** From the given number on; as one run's, or another's. */
export function everyEvent(from = 1, run: RunId = RUN, at = 1_700_000_000_000): readonly Event[] {
  const facts = JSON.parse(JSON.stringify(Object.values(FACTS))) as Fact[]
  return facts.map((fact, i) => ({ ...inRun(fact, run), run, at: at + i, sequence: from + i }))
}

/** Attempts are named after their run. */
const inRun = (fact: Fact, run: RunId): Fact =>
  'attempt' in fact ? { ...fact, attempt: attemptId(run, fact.task, 1) } : fact
