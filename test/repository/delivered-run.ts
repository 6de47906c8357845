/** A run whose tasks have all delivered and wait to be landed. */
import { foldRun } from '../../src/core/run/apply-event.ts'
import type { Fact, RunSettings } from '../../src/core/run/event.ts'
import { attemptId, runId, type CommitId, type TaskId } from '../../src/core/value/ids.ts'
import type { Run } from '../../src/core/run/run.ts'
import { DELIVERY, OUTCOMES, planFrom, SETTINGS } from '../played/play.ts'

/** notation: as for planFrom. */
export function deliveredRun(
  notation: string,
  base: CommitId,
  commitOf: (task: TaskId) => CommitId,
  settings: Partial<RunSettings> = {},
): Run {
  const plan = planFrom(notation)
  const facts: Fact[] = [
    {
      type: 'run-started',
      plan,
      settings: { ...SETTINGS, isolation: 'worktree', ...settings },
      source: { file: null, digest: '' },
      planningSeconds: 0,
    },
    { type: 'target-opened', branch: 'conductor/run-1', base, from: 'main' },
    ...plan.tasks.flatMap(({ id }) => delivered(id, base, commitOf(id))),
  ]
  return foldRun(facts.map((fact, i) => ({ ...fact, run: runId(1), at: 0, sequence: i + 1 })))!
}

function delivered(task: TaskId, base: CommitId, commit: CommitId): readonly Fact[] {
  const attempt = attemptId(runId(1), task, 1)
  const delivery = { ...DELIVERY, base, commit }
  return [
    { type: 'attempt-started', task, attempt, worker: 1 },
    { type: 'attempt-ended', task, attempt, outcome: OUTCOMES.succeeded, delivery },
    { type: 'landing-queued', task },
  ]
}
