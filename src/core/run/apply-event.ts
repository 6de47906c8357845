/** The fold: what an event changes in a run. The same fold runs in the coordinator, the terminal and the browser. */
import { applyAgentEvent } from './apply-agent-event.ts'
import { applyLandingEvent } from './apply-landing-event.ts'
import { applyPlanEvent } from './apply-plan-event.ts'
import type { Event, Fact } from './event.ts'
import { NOTHING_LEARNED } from '../durations/learned.ts'
import type { Delivery } from '../landing/delivery.ts'
import type { Outcome } from './failure.ts'
import { planGraph } from '../plan/graph.ts'
import { pendingGuidance } from '../agent/guidance.ts'
import { laneOf } from '../plan/lanes.ts'
import { applyPullFact, noteAnswer } from '../forge/apply-pull-fact.ts'
import { isPullFact, type PullFact } from '../forge/lane-pull.ts'
import { applyTakeFact } from '../take/taking.ts'
import type { TaskId } from '../value/ids.ts'
import { broughtForward } from './older-event.ts'
import { secondsIn } from './plan-making.ts'
import { move, moveTask, type Draft } from './run-draft.ts'
import {
  deliveryOf,
  indexOf,
  stateAt,
  stateOf,
  taskOf,
  waitedBy,
  type LandingCounts,
  type Run,
} from './run.ts'
import { NO_USAGE } from '../agent/usage.ts'
import {
  aimOf,
  isLost,
  isOver,
  waitingSince,
  type Purpose,
  type TaskState,
  type TaskStatus,
} from './task-state.ts'

export function foldRun(events: Iterable<Event>): Run | null {
  let run: Run | null = null
  for (const event of events) run = applyEvent(run, event)
  return run
}

export function applyEvent(run: Run | null, written: Event): Run {
  const event = broughtForward(written)
  if (event.type === 'run-started') return beginRun(event)
  if (run === null) throw new Error(`${event.type} before run-started`)
  const draft = run as Draft
  if (draft.coordinator !== null && event.type !== 'coordinator-started') countTime(draft, event.at)
  draft.sequence = event.sequence
  draft.lastEventAt = event.at
  change(draft, event)
  return draft
}

function countTime(run: Draft, at: number): void {
  const seconds = (at - run.lastEventAt) / 1000
  run.activeSeconds += seconds
  const { working, landing } = run.counts
  if (working === 0 && landing === 0) return
  const stage = working > 0 ? 'execution' : 'landing'
  run.stages = { ...run.stages, [stage]: run.stages[stage] + seconds }
}

function beginRun(event: Event & { type: 'run-started' }): Run {
  const { plan, settings, source, planningSeconds, analysisSeconds = 0, at } = event
  const { learned = NOTHING_LEARNED, planned = null, onTopOf = null } = event
  const waiting = waitingSince(at)
  return {
    id: event.run,
    plan,
    graph: planGraph(plan, settings),
    begunWith: plan.tasks.length,
    asBegun: new Map(),
    settings,
    source,
    learned,
    onTopOf,
    planned,
    stages: {
      analysis: analysisSeconds + (planned === null ? 0 : secondsIn(planned, 'analysing')),
      planning: planningSeconds + (planned === null ? 0 : secondsIn(planned, 'planning')),
      execution: 0,
      landing: 0,
    },
    startedAt: at,
    states: plan.tasks.map(() => waiting),
    counts: { ...NOTHING, waiting: plan.tasks.length },
    attempts: new Map(),
    attemptsOf: new Map(),
    approved: new Set(),
    stopAsked: new Map(),
    target: null,
    worktrees: new Map(),
    movedBranches: new Map(),
    takeUnderWay: null,
    taken: [],
    pulls: new Map(),
    landedWork: new Map(),
    publishing: null,
    forgeProblem: null,
    touched: new Map(),
    collisions: new Map(),
    checked: new Set(),
    conflicted: new Map(),
    setbacks: new Map(),
    landing: NO_LANDINGS,
    coverage: new Map(),
    guidance: new Map(),
    budgetUsd: settings.budgetUsd,
    usage: planned?.usage ?? NO_USAGE,
    coordinator: null,
    workerProcesses: new Map(),
    paused: false,
    hindered: null,
    pausedBatches: new Set(),
    agents: settings.agents,
    stopping: false,
    cancelled: false,
    ended: null,
    activeSeconds: 0,
    sequence: event.sequence,
    lastEventAt: at,
  }
}

const NOTHING: Record<TaskStatus, number> = {
  waiting: 0,
  working: 0,
  landing: 0,
  review: 0,
  stuck: 0,
  landed: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
}

const NO_LANDINGS: LandingCounts = {
  checksPassed: 0,
  checksFailed: 0,
  flakes: 0,
}

function change(run: Draft, event: Exclude<Event, { type: 'run-started' }>): void {
  const { at } = event
  if (isPullFact(event)) return changePulls(run, event)
  switch (event.type) {
    case 'coordinator-started':
      run.coordinator = event.process
      run.stopping = false
      // The next coordinator finds out by itself whether the machine hinders it.
      run.hindered = null
      return
    case 'coordinator-stopping':
      run.stopping = true
      return
    case 'coordinator-stopped':
      run.coordinator = null
      run.stopping = false
      run.hindered = null
      // A person who resumes the run wants it to go on.
      run.paused = false
      return
    case 'worker-started':
      run.workerProcesses.set(event.worker, event.process)
      return
    case 'hindrance-met':
      run.hindered = { ...event.hindrance, since: run.hindered?.since ?? at }
      return
    case 'hindrance-gone':
      run.hindered = null
      return
    case 'run-cancelled':
      return cancelRun(run, at)
    case 'run-ended':
      run.ended = { at, status: event.status }
      run.coordinator = null
      run.stopping = false
      return
    case 'run-paused':
    case 'run-unpaused':
    case 'agents-changed':
    case 'batch-paused':
    case 'batch-unpaused':
    case 'tasks-added':
    case 'task-approved':
    case 'priority-changed':
    case 'task-changed':
      return applyPlanEvent(run, event)
    case 'attempt-started':
      return startAttempt(run, event, at)
    case 'attempt-ended':
      return endAttempt(run, event, at)
    case 'stop-asked':
      run.stopAsked.set(event.task, event.as)
      return
    case 'retry-scheduled':
      return moveTask(run, event.task, {
        ...waitingAgain(run, event.task, at),
        retryAt: event.retryAt,
      })
    case 'task-failed': {
      const { failure, lastLines } = event
      return finish(run, event.task, { is: 'failed', at, failure, lastLines })
    }
    case 'tasks-skipped':
      for (const id of event.tasks) finish(run, id, { is: 'skipped', at, because: event.because })
      return
    case 'task-cancelled':
      return finish(run, event.task, { is: 'cancelled', at })
    case 'task-landed':
      finish(run, event.task, {
        is: 'landed',
        at,
        commit: event.commit,
        delivery: landedWith(run, event.task),
      })
      noteAnswer(run, laneOf(taskOf(run, event.task)), event.task)
      return applyLandingEvent(run, event)
    case 'conversation-started':
    case 'condition-changed':
    case 'usage-reported':
    case 'progress-reported':
    case 'question-asked':
    case 'guidance-given':
    case 'guidance-delivered':
    case 'permission-decided':
    case 'task-stuck':
    case 'budget-changed':
      return applyAgentEvent(run, event)
    case 'tasks-reset':
      run.ended = null
      run.cancelled = false
      for (const id of event.tasks) moveTask(run, id, waitingSince(at))
      return
    case 'take-begun':
    case 'take-dropped':
    case 'result-taken':
    case 'take-undone':
    case 'take-lost':
      return applyTakeFact(run, event)
    default:
      return applyLandingEvent(run, event)
  }
}

function changePulls(run: Draft, event: Event & PullFact): void {
  // A run that was over has an open task again.
  if (event.type === 'feedback-handed') run.ended = null
  applyPullFact(run, event, event.at)
}

/** A task lands from `landing`, or was cancelled at that moment. Straight from an attempt it lands without delivery. */
function landedWith(run: Run, task: TaskId): Delivery | null {
  const { is } = stateOf(run, task)
  return is === 'landing' || isLost(is) ? deliveryOf(run, task) : null
}

/** The touched files and collisions of a task are forgotten once it is over. */
function finish(run: Draft, task: TaskId, state: TaskState): void {
  moveTask(run, task, state)
  run.touched.delete(task)
  for (const [pair, { tasks }] of run.collisions)
    if (tasks.includes(task)) run.collisions.delete(pair)
}

function cancelRun(run: Draft, at: number): void {
  run.cancelled = true
  run.states.forEach((state, i) => {
    if (state.is !== 'working' && !isOver(state)) move(run, i, { is: 'cancelled', at })
  })
}

function startAttempt(run: Draft, event: Fact & { type: 'attempt-started' }, at: number): void {
  const earlier = run.attemptsOf.get(event.task) ?? []
  const index = indexOf(run, event.task)
  const before = stateAt(run, index)
  const { tries, purpose } = before.is === 'waiting' ? before : waitingSince(at)
  const { attempt, worker } = event
  run.attemptsOf.set(event.task, [...earlier, attempt])
  run.attempts.set(attempt, {
    id: attempt,
    task: event.task,
    number: earlier.length + 1,
    worker,
    purpose: purpose.is,
    startedAt: at,
    ended: null,
    delivery: null,
    conversation: null,
    usage: NO_USAGE,
    waitedSeconds: 0,
    condition: { is: 'fine', since: at },
    progress: null,
    question: null,
    answeredAbout: [],
  })
  move(run, index, { is: 'working', since: at, tries: tries + 1, attempt, worker, purpose })
}

/** The task goes back to waiting; if the attempt decides more about it, that is the next event of the same commit. */
function endAttempt(run: Draft, event: Fact & { type: 'attempt-ended' }, at: number): void {
  const attempt = run.attempts.get(event.attempt)!
  const { outcome, delivery = null } = event
  const condition = { is: 'fine', since: at } as const
  const waitedSeconds = waitedBy(attempt, at)
  const ended = { at, outcome }
  run.attempts.set(event.attempt, { ...attempt, ended, delivery, waitedSeconds, condition })
  run.stopAsked.delete(event.task)
  const again = waitingAgain(run, event.task, at)
  // An agent that ended before it heard a person's guidance goes on where it was; guidance does not change how an
  // interrupted attempt starts again (see wasCutOff).
  const isEnded = outcome.is === 'succeeded' || outcome.is === 'asked'
  const isUnheard = isEnded && pendingGuidance(run, event.task).length > 0
  const goesOn = isUnheard || wasCutOff(run, event.task, again.purpose, outcome)
  const purpose: Purpose = goesOn ? { is: 'go-on', with: aimOf(again.purpose) } : again.purpose
  const tries = again.tries - (isTry(outcome) && !isUnheard ? 0 : 1)
  const held = event.untilLanded === undefined ? {} : { untilLanded: event.untilLanded }
  moveTask(run, event.task, { ...again, purpose, tries, ...held })
}

/** The work of the task is half done in its lane and goes on there, because its model or its coordinator was gone. */
function wasCutOff(run: Run, task: TaskId, purpose: Purpose, outcome: Outcome): boolean {
  if (taskOf(run, task).work.is === 'command' || purpose.is !== 'work') return false
  if (outcome.is !== 'failed') return outcome.is === 'lost'
  return outcome.failure.is === 'rate-limited' || outcome.failure.is === 'model'
}

/** An attempt that was cut off, asked or had to wait for its model has not used up a try. */
function isTry(outcome: Outcome): boolean {
  if (outcome.is === 'failed') return outcome.failure.is !== 'rate-limited'
  return outcome.is === 'succeeded' || outcome.is === 'cancelled'
}

function waitingAgain(run: Run, id: TaskId, at: number): TaskState & { is: 'waiting' } {
  const state = stateOf(run, id)
  const { tries, purpose } =
    state.is === 'working' || state.is === 'waiting' ? state : waitingSince(at)
  return { is: 'waiting', since: at, tries, retryAt: null, purpose }
}
