/** What a person, a program or a task may ask of a run, and what then becomes true. */
import { changeBudget, overBudget } from './budget.ts'
import type { Fact } from './event.ts'
import { allAfter } from './graph.ts'
import { guidanceOf, pendingGuidance } from './guidance.ts'
import type { AttemptId, TaskId } from './ids.ts'
import type { Priority, Task } from './plan.ts'
import { attemptsAt, indexOf, stateOf, type Run } from './run.ts'
import type { Sign } from './sign.ts'
import { isLost, isOver, type TaskStatus } from './task-state.ts'

export type Ask =
  | { readonly ask: 'pause' }
  | { readonly ask: 'unpause' }
  | { readonly ask: 'cancel-run' }
  | { readonly ask: 'cancel'; readonly task: TaskId }
  | { readonly ask: 'preempt'; readonly task: TaskId }
  | { readonly ask: 'retry'; readonly task: TaskId }
  | { readonly ask: 'skip'; readonly task: TaskId }
  /** Lets a task start that needs a human first, or a delivery land that is in review. */
  | { readonly ask: 'approve'; readonly task: TaskId }
  /** Sends a delivery back; the next attempt goes on from it and is told why. */
  | { readonly ask: 'reject'; readonly task: TaskId; readonly why: string }
  /** Lands everything that is in review. */
  | { readonly ask: 'land-all' }
  /** Lands whatever the task has delivered, also when it failed or was cancelled. */
  | { readonly ask: 'land'; readonly task: TaskId }
  /** Words for whoever works on the task, now or next. */
  | { readonly ask: 'guide'; readonly task: TaskId; readonly text: string }
  /** Leave, or not, for what its agent waits for; request null: for all of it. */
  | {
      readonly ask: 'decide'
      readonly task: TaskId
      readonly request: string | null
      readonly allow: boolean
      readonly why: string | null
    }
  /** task null: of the run. usd null: no limit. */
  | { readonly ask: 'budget'; readonly task: TaskId | null; readonly usd: number | null }
  /** An agent speaks for itself: it asks, or says how far it is. */
  | { readonly ask: 'hear'; readonly attempt: AttemptId; readonly sign: OwnWord }
  /** An agent wants what people have said to it since it last asked. */
  | { readonly ask: 'take-guidance'; readonly attempt: AttemptId }
  | { readonly ask: 'prioritise'; readonly task: TaskId; readonly priority: Priority }
  | { readonly ask: 'add'; readonly tasks: readonly Task[]; readonly by: TaskId | null }

/** What an agent may say of itself beside what its driver hears. */
export type OwnWord = Extract<Sign, { is: 'question' | 'progress' | 'heartbeat' }>

export type Refusal =
  | { readonly is: 'unknown-task'; readonly task: string }
  | { readonly is: 'wrong-state'; readonly task: TaskId; readonly state: TaskStatus }
  | { readonly is: 'dependency-not-landed'; readonly task: TaskId; readonly dependency: TaskId }
  | { readonly is: 'run-is-over' }
  | { readonly is: 'nothing-delivered'; readonly task: TaskId }
  | { readonly is: 'nothing-asked'; readonly task: TaskId }
  | { readonly is: 'attempt-is-over'; readonly attempt: AttemptId }
  | { readonly is: 'task-exists'; readonly task: TaskId }

/** affected: tasks whose fate changes. */
export type Answer =
  | {
      readonly accepted: true
      readonly facts: readonly Fact[]
      readonly affected: readonly TaskId[]
      /** What an agent that asked for guidance is told. */
      readonly guidance?: readonly string[]
    }
  | { readonly accepted: false; readonly refusal: Refusal }

export function answerAsk(run: Run, ask: Ask): Answer {
  if ('task' in ask && ask.task !== null && !run.graph.indexOf.has(ask.task))
    return refuse({ is: 'unknown-task', task: ask.task })
  if (run.ended !== null && ask.ask !== 'retry' && ask.ask !== 'land')
    return refuse({ is: 'run-is-over' })
  switch (ask.ask) {
    case 'pause':
      return accept(run.paused ? [] : [{ type: 'run-paused' }])
    case 'unpause':
      return accept(run.paused ? [{ type: 'run-unpaused' }] : [])
    case 'cancel-run':
      return cancelRun(run)
    case 'cancel':
      return cancelTask(run, ask.task)
    case 'preempt':
      return preempt(run, ask.task)
    case 'retry':
      return retry(run, ask.task)
    case 'skip':
      return skip(run, ask.task)
    case 'approve':
      return approve(run, ask.task)
    case 'reject':
      return only(
        run,
        ask.task,
        ['review'],
        [{ type: 'task-sent-back', task: ask.task, why: ask.why }],
      )
    case 'land':
      return land(run, ask.task)
    case 'land-all': {
      const tasks = run.plan.tasks.filter((_, i) => run.states[i]!.is === 'review')
      const asked = tasks.map(({ id }): Fact => ({ type: 'landing-asked', task: id }))
      return accept(
        asked,
        tasks.map(({ id }) => id),
      )
    }
    case 'guide':
      return only(run, ask.task, ['waiting', 'working', 'stuck'], guide(run, ask))
    case 'decide':
      return decide(run, ask)
    case 'budget':
      return accept(changeBudget(run, ask.task, ask.usd), ask.task === null ? [] : [ask.task])
    case 'hear':
      return isWorking(run, ask.attempt) ? accept([]) : attemptIsOver(ask.attempt)
    case 'take-guidance':
      return takeGuidance(run, ask.attempt)
    case 'prioritise':
      return only(
        run,
        ask.task,
        ['waiting'],
        [{ type: 'priority-changed', task: ask.task, priority: ask.priority }],
      )
    case 'add':
      return add(run, ask.tasks, ask.by)
  }
}

/**
 * Tasks that can no longer land once the given one has not: they wait for it, directly or not, or
 * stand on top of it in a stack.
 */
export function waitingBehind(run: Run, task: TaskId): readonly TaskId[] {
  return allAfter(run.graph, indexOf(run, task))
    .filter((i) => run.states[i]!.is !== 'working' && !isOver(run.states[i]!))
    .sort((a, b) => a - b)
    .map((i) => run.plan.tasks[i]!.id)
}

/** The facts that follow for the tasks behind one that did not land. */
export function skipBehind(run: Run, task: TaskId): readonly Fact[] {
  const tasks = waitingBehind(run, task)
  return tasks.length > 0
    ? [{ type: 'tasks-skipped', tasks, because: { is: 'dependency', task } }]
    : []
}

const accept = (facts: readonly Fact[], affected: readonly TaskId[] = []): Answer => ({
  accepted: true,
  facts,
  affected,
})

const refuse = (refusal: Refusal): Answer => ({ accepted: false, refusal })

function only(
  run: Run,
  task: TaskId,
  states: readonly TaskStatus[],
  facts: readonly Fact[],
): Answer {
  const state = stateOf(run, task).is
  return states.includes(state) ? accept(facts, [task]) : refuse({ is: 'wrong-state', task, state })
}

function cancelRun(run: Run): Answer {
  const open = run.plan.tasks.filter((_, i) => !isOver(run.states[i]!)).map((task) => task.id)
  const working = open.filter((id) => stateOf(run, id).is === 'working')
  const stops = working.map((task): Fact => ({ type: 'stop-asked', task, as: 'cancelled' }))
  return accept(run.cancelled ? stops : [{ type: 'run-cancelled' }, ...stops], open)
}

/** A working task is cancelled when its process has ended, any other at once. */
function cancelTask(run: Run, task: TaskId): Answer {
  const affected = [task, ...waitingBehind(run, task)]
  if (stateOf(run, task).is === 'working')
    return accept([{ type: 'stop-asked', task, as: 'cancelled' }], affected)
  const facts: Fact[] = [{ type: 'task-cancelled', task }, ...skipBehind(run, task)]
  const answer = only(run, task, ['waiting', 'landing', 'review', 'stuck'], facts)
  return answer.accepted ? { ...answer, affected } : answer
}

function approve(run: Run, task: TaskId): Answer {
  if (stateOf(run, task).is === 'review') return accept([{ type: 'landing-asked', task }], [task])
  return only(run, task, ['waiting'], [{ type: 'task-approved', task }])
}

/** What failed or was cancelled comes back, with those that were skipped because of it. */
function land(run: Run, task: TaskId): Answer {
  const state = stateOf(run, task).is
  if (state !== 'review' && !isLost(state)) return refuse({ is: 'wrong-state', task, state })
  const newest = attemptsAt(run, task).at(-1)?.delivery ?? null
  if (state !== 'review' && newest === null) return refuse({ is: 'nothing-delivered', task })
  const blocking = lostBefore(run, task)
  if (blocking !== null) return refuse(blocking)
  const behind = skippedBehind(run, task)
  const reset: readonly Fact[] = behind.length > 0 ? [{ type: 'tasks-reset', tasks: behind }] : []
  return accept([{ type: 'landing-asked', task }, ...reset], [task, ...behind])
}

/** V12: whoever has an answer, but no money left, waits for that. */
function guide(run: Run, { task, text }: Ask & { ask: 'guide' }): readonly Fact[] {
  const given: Fact = { type: 'guidance-given', task, text }
  const state = stateOf(run, task)
  const isAnswer = state.is === 'stuck' && state.why.is === 'question'
  const over = isAnswer ? overBudget(run, task) : null
  if (over?.of !== 'task') return [given]
  return [given, { type: 'task-stuck', task, why: { is: 'budget', ...over } }]
}

function decide(run: Run, { task, request, allow, why }: Ask & { ask: 'decide' }): Answer {
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

function takeGuidance(run: Run, attempt: AttemptId): Answer {
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

function preempt(run: Run, task: TaskId): Answer {
  const state = stateOf(run, task).is
  if (state !== 'working') return refuse({ is: 'wrong-state', task, state })
  return accept([{ type: 'stop-asked', task, as: 'preempted' }], [task])
}

/** Brings back the task, and those that were skipped because of it or of something behind it. */
function retry(run: Run, task: TaskId): Answer {
  const state = stateOf(run, task).is
  if (state !== 'failed' && state !== 'cancelled' && state !== 'skipped')
    return refuse({ is: 'wrong-state', task, state })
  const blocking = lostBefore(run, task)
  if (blocking !== null) return refuse(blocking)
  const tasks = [task, ...skippedBehind(run, task)]
  return accept([{ type: 'tasks-reset', tasks }], tasks)
}

function lostBefore(run: Run, task: TaskId): Refusal | null {
  const lost = run.graph.before[indexOf(run, task)]!.find((d) => isLost(run.states[d]!.is))
  if (lost === undefined) return null
  return { is: 'dependency-not-landed', task, dependency: run.plan.tasks[lost]!.id }
}

/** Only those for which nothing else stands in the way. */
export function skippedBehind(run: Run, task: TaskId): readonly TaskId[] {
  const back = new Set([indexOf(run, task)])
  const behind = new Set(allAfter(run.graph, indexOf(run, task)))
  for (const i of run.graph.order) {
    const state = run.states[i]!
    if (!behind.has(i) || state.is !== 'skipped' || state.because.is !== 'dependency') continue
    if (run.graph.before[i]!.every((d) => back.has(d) || !isLost(run.states[d]!.is))) back.add(i)
  }
  return [...back].slice(1).map((i) => run.plan.tasks[i]!.id)
}

function skip(run: Run, task: TaskId): Answer {
  const behind = waitingBehind(run, task)
  const facts: Fact[] = [
    { type: 'tasks-skipped', tasks: [task], because: { is: 'asked' } },
    ...skipBehind(run, task),
  ]
  const answer = only(run, task, ['waiting'], facts)
  return answer.accepted ? { ...answer, affected: [task, ...behind] } : answer
}

/** The tasks were checked against the plan when they were read; only a race can still refuse them. */
function add(run: Run, tasks: readonly Task[], by: TaskId | null): Answer {
  if (run.cancelled) return refuse({ is: 'run-is-over' })
  const twice = tasks.find((task) => run.graph.indexOf.has(task.id))
  if (twice) return refuse({ is: 'task-exists', task: twice.id })
  const dead = tasks
    .flatMap((task) => task.dependencies.map((dependency) => ({ task, dependency })))
    .find(
      ({ dependency }) => run.graph.indexOf.has(dependency) && isLost(stateOf(run, dependency).is),
    )
  if (dead)
    return refuse({ is: 'dependency-not-landed', task: dead.task.id, dependency: dead.dependency })
  return accept(
    [{ type: 'tasks-added', tasks, by }],
    tasks.map((task) => task.id),
  )
}
