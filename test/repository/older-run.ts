/** A run as recorded by a version before budgets, models and areas: a has landed, c works, b waits. */
import type { Event } from '../../src/core/run/event.ts'
import { attemptId, commitId, runId, taskId } from '../../src/core/value/ids.ts'
import { makeTask, type Task } from '../../src/core/plan/plan.ts'
import { DELIVERY, OUTCOMES, SETTINGS } from '../played/play.ts'

const RUN = runId(1)
const [a, b, c] = ['a', 'b', 'c'].map(taskId) as [never, never, never]

export function olderRun(): readonly Event[] {
  const { askFirst: _areas, budgetUsd: _budget, ...settings } = SETTINGS
  const { files: _files, ...delivery } = DELIVERY
  const base = commitId('1'.repeat(40))
  const facts = [
    {
      type: 'run-started',
      plan: { name: 'older', groups: [], tasks: [a, b, c].map(olderTask) },
      settings: { ...settings, isolation: 'worktree' },
      source: { file: null, digest: 'abc' },
      planningSeconds: 0.01,
    },
    { type: 'target-opened', branch: 'conductor/run-1', base, from: 'main' },
    { type: 'attempt-started', task: a, attempt: attemptId(RUN, a, 1), worker: 1 },
    {
      type: 'attempt-ended',
      task: a,
      attempt: attemptId(RUN, a, 1),
      outcome: OUTCOMES.succeeded,
      delivery,
    },
    { type: 'landing-queued', task: a },
    { type: 'task-landed', task: a, commit: '4'.repeat(40) },
    { type: 'attempt-started', task: c, attempt: attemptId(RUN, c, 1), worker: 1 },
  ]
  const written = facts.map((fact, i) => ({ ...fact, run: RUN, at: i * 1000, sequence: i + 1 }))
  return JSON.parse(JSON.stringify(written)) as Event[]
}

function olderTask(id: Task['id']): Partial<Task> {
  const work = { is: 'prompt', text: 'two lines' } as const
  const {
    model: _model,
    agentArguments: _arguments,
    budgetUsd: _budget,
    askFirst: _areas,
    ...task
  } = makeTask({ id, work, agent: 'claude' })
  return task
}
