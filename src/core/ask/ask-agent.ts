/** Asks that go to the agent of a task, or come from it. */
import { accept, only, refuse, type Answer } from './answer.ts'
import { overBudget } from '../agent/budget.ts'
import type { Fact } from '../run/event.ts'
import { guidanceOf, pendingGuidance } from '../agent/guidance.ts'
import type { AttemptId, TaskId } from '../value/ids.ts'
import { stateOf, type Run } from '../run/run.ts'

export const guide = (run: Run, task: TaskId, text: string): Answer =>
  only(run, task, ['waiting', 'working', 'stuck'], guidanceFor(run, task, text))

/** V12: whoever has an answer, but no money left, waits for that. */
function guidanceFor(run: Run, task: TaskId, text: string): readonly Fact[] {
  const given: Fact = { type: 'guidance-given', task, text }
  const state = stateOf(run, task)
  const isAnswer = state.is === 'stuck' && state.why.is === 'question'
  const over = isAnswer ? overBudget(run, task) : null
  if (over?.of !== 'task') return [given]
  return [given, { type: 'task-stuck', task, why: { is: 'budget', ...over } }]
}

/** request null: all that it waits for. */
interface Decision {
  readonly task: TaskId
  readonly request: string | null
  readonly allow: boolean
  readonly why: string | null
}

export function decide(run: Run, { task, request, allow, why }: Decision): Answer {
  const state = stateOf(run, task)
  const condition = state.is === 'working' ? run.attempts.get(state.attempt)!.condition : null
  const open = condition?.is === 'permission' ? condition.requests : []
  const meant = open.filter(({ id }) => request === null || id === request)
  if (meant.length === 0) return refuse({ is: 'nothing-asked', task })
  return accept(
    meant.map(({ id }) => ({
      type: 'permission-decided',
      task,
      request: id,
      allowed: allow,
      why,
    })),
    [task],
  )
}

/** What it says is heard by whoever watches it; here it is only made sure that it is at work. */
export const hear = (run: Run, attempt: AttemptId): Answer =>
  isWorking(run, attempt) ? accept([]) : attemptIsOver(attempt)

export function takeGuidance(run: Run, attempt: AttemptId): Answer {
  if (!isWorking(run, attempt)) return attemptIsOver(attempt)
  const { task } = run.attempts.get(attempt)!
  const guidance = pendingGuidance(run, task)
  const said = guidanceOf(run, task).said.length
  const facts: readonly Fact[] =
    guidance.length > 0 ? [{ type: 'guidance-delivered', task, attempt, said, how: 'read' }] : []
  return { accepted: true, facts, affected: [], guidance }
}

const isWorking = (run: Run, attempt: AttemptId): boolean => {
  const task = run.attempts.get(attempt)?.task
  const state = task === undefined ? null : stateOf(run, task)
  return state?.is === 'working' && state.attempt === attempt
}

const attemptIsOver = (attempt: AttemptId): Answer => refuse({ is: 'attempt-is-over', attempt })
