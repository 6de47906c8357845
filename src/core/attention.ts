/** What in a run is waiting for a person, each with a word on it. */
import type { TaskId } from './ids.ts'
import { openAttempts, type Run } from './run.ts'
import { sayCondition, sayStuck } from './say-stuck.ts'
import { sayTrouble } from './say-trouble.ts'
import { sayWait } from './say-wait.ts'
import type { Condition } from './supervision.ts'
import type { Wait } from './why-waiting.ts'

export interface Attention {
  readonly task: TaskId
  /** review, stuck, a wait for a person, or how its agent stands. */
  readonly is: string
  readonly says: string
  /** Equal as long as it is about the same. */
  readonly key: string
}

export function attentionIn(
  run: Run,
  waits: ReadonlyMap<TaskId, Wait>,
  now: number,
): readonly Attention[] {
  const tasks = run.plan.tasks.flatMap(({ id }, i) => {
    const state = run.states[i]!
    if (state.is === 'review') return [about(run, id, 'review', sayTrouble(state.trouble))]
    return state.is === 'stuck' ? [about(run, id, 'stuck', sayStuck(state.why))] : []
  })
  const waiting = [...waits]
    .filter(([, { is }]) => is === 'needs-human' || is === 'over-budget')
    .map(([id, wait]) => about(run, id, wait.is, sayWait(wait, id, now)))
  const agents = openAttempts(run)
    .filter(({ condition }) => NEEDS_A_LOOK.has(condition.is))
    .map(({ task, condition }) => about(run, task, condition.is, sayCondition(condition, now)!))
  return [...tasks, ...waiting, ...agents]
}

/** The others pass by themselves, or are only worth knowing. */
const NEEDS_A_LOOK: ReadonlySet<Condition['is']> = new Set([
  'permission',
  'question',
  'stale',
  'looping',
  'silent',
])

const about = (run: Run, task: TaskId, is: string, says: string): Attention => ({
  task,
  is,
  says,
  key: `${task}/${run.attemptsOf.get(task)?.length ?? 0}/${is}`,
})
