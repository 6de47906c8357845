/** What a person, a program or a task may ask of a run, and what then becomes true. */
import { accept, firstLostBefore, only, refuse, wrongState, type Answer } from './answer.ts'
import { decide, guide, hear, takeGuidance } from './ask-agent.ts'
import { skipBehind, waitingBehind } from '../run/behind.ts'
import { land, retry } from './bring-back.ts'
import { acceptBranch } from './accept-branch.ts'
import { changeBudget } from '../agent/budget.ts'
import { changeTask } from './change-task.ts'
import type { Fact } from '../run/event.ts'
import type { AttemptId, TaskId } from '../value/ids.ts'
import type { Priority, Task, TaskChange } from '../plan/plan.ts'
import { playOn } from '../run/play-on.ts'
import { copyOf } from '../run/run-draft.ts'
import { stateOf, taskOf, type Run } from '../run/run.ts'
import { changeAgents, pauseBatch, unpauseBatch } from './set-pace.ts'
import type { Sign } from '../agent/sign.ts'
import { isLost, isOver } from '../run/task-state.ts'

export type Ask =
  | { readonly ask: 'pause' }
  | { readonly ask: 'unpause' }
  /** At most this many attempts at once from now on; 1 is one after another. */
  | { readonly ask: 'agents'; readonly agents: number }
  /** Nothing of this batch starts before it is unpaused; 0 is the first. */
  | { readonly ask: 'pause-batch'; readonly batch: number }
  | { readonly ask: 'unpause-batch'; readonly batch: number }
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
  /** A branch that was moved while the run worked may stay where it is. */
  | { readonly ask: 'accept-branch'; readonly branch: string }
  | { readonly ask: 'prioritise'; readonly task: TaskId; readonly priority: Priority }
  /** What a task is, before it is tried for the first time. */
  | { readonly ask: 'change'; readonly task: TaskId; readonly change: TaskChange }
  | { readonly ask: 'add'; readonly tasks: readonly Task[]; readonly by: TaskId | null }
  /** In this order, all of them or none: each is answered as the run is after those before it. */
  | { readonly ask: 'together'; readonly asks: readonly AskTogether[] }

/** Asks that only say how the run is to go on. */
export type AskTogether = Extract<Ask, { ask: 'change' | 'agents' | 'budget' | 'unpause-batch' }>

/** What an agent may say of itself beside what its driver hears. */
export type OwnWord = Extract<Sign, { is: 'question' | 'progress' | 'heartbeat' }>

const ALSO_AFTER_THE_END: ReadonlySet<Ask['ask']> = new Set(['retry', 'land', 'accept-branch'])

export function answerAsk(run: Run, ask: Ask): Answer {
  if ('task' in ask && ask.task !== null && !run.graph.indexOf.has(ask.task))
    return refuse({ is: 'unknown-task', task: ask.task })
  if (run.ended !== null && !ALSO_AFTER_THE_END.has(ask.ask)) return refuseAfterEnd(run, ask)
  switch (ask.ask) {
    case 'pause':
      return accept(run.paused ? [] : [{ type: 'run-paused' }])
    case 'unpause':
      return accept(run.paused ? [{ type: 'run-unpaused' }] : [])
    case 'agents':
      return changeAgents(run, ask.agents)
    case 'pause-batch':
      return pauseBatch(run, ask.batch)
    case 'unpause-batch':
      return unpauseBatch(run, ask.batch)
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
      return guide(run, ask.task, ask.text)
    case 'decide':
      return decide(run, ask)
    case 'budget':
      return accept(changeBudget(run, ask.task, ask.usd), ask.task === null ? [] : [ask.task])
    case 'hear':
      return hear(run, ask.attempt)
    case 'take-guidance':
      return takeGuidance(run, ask.attempt)
    case 'accept-branch':
      return acceptBranch(run, ask.branch)
    case 'prioritise':
      return only(
        run,
        ask.task,
        ['waiting'],
        [{ type: 'priority-changed', task: ask.task, priority: ask.priority }],
      )
    case 'change':
      return changeTask(run, ask.task, ask.change)
    case 'add':
      return add(run, ask.tasks, ask.by)
    case 'together':
      return answerTogether(run, ask.asks)
  }
}

function refuseAfterEnd(run: Run, ask: Ask): Answer {
  if (!('task' in ask) || ask.task === null) return refuse({ is: 'run-is-over' })
  const { task } = ask
  const first = firstLostBefore(run, task)
  const of = { task, state: stateOf(run, task).is, ...(first === null ? {} : { first }) }
  return refuse({ is: 'run-is-over', of })
}

function answerTogether(run: Run, asks: readonly AskTogether[]): Answer {
  const copy = copyOf(run)
  const facts: Fact[] = []
  const affected = new Set<TaskId>()
  for (const ask of asks) {
    const answer = answerAsk(copy, ask)
    if (!answer.accepted) return answer
    facts.push(...answer.facts)
    for (const task of answer.affected) affected.add(task)
    playOn(copy, answer.facts)
  }
  return accept(facts, [...affected])
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
  const isNotAsked = stateOf(run, task).is === 'waiting' && !taskOf(run, task).needsHuman
  if (isNotAsked) return refuse({ is: 'needs-no-approval', task })
  return only(run, task, ['waiting'], [{ type: 'task-approved', task }])
}

function preempt(run: Run, task: TaskId): Answer {
  if (stateOf(run, task).is !== 'working') return refuse(wrongState(run, task))
  return accept([{ type: 'stop-asked', task, as: 'preempted' }], [task])
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
  if (dead) {
    const dependency = firstLostBefore(run, dead.dependency) ?? dead.dependency
    return refuse({ is: 'dependency-not-landed', task: dead.task.id, dependency })
  }
  return accept(
    [{ type: 'tasks-added', tasks, by }],
    tasks.map((task) => task.id),
  )
}
