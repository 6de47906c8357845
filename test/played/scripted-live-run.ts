/** A live run without processes: real events, real answers to asks, and outputs as the script says. */
import { USUAL_COLLISIONS } from '../../src/core/plan/collision-settings.ts'
import { afterAttempt, endOfRun, withoutDelivery } from '../../src/core/run/after-attempt.ts'
import { answerAsk, type Ask } from '../../src/core/ask/ask.ts'
import type { Fact, RunSettings } from '../../src/core/run/event.ts'
import type { Outcome } from '../../src/core/run/failure.ts'
import { attemptId, runId, taskId, type AttemptId, type TaskId } from '../../src/core/value/ids.ts'
import { makeTask, type Plan, type Task } from '../../src/core/plan/plan.ts'
import { applyEvent, foldRun } from '../../src/core/run/apply-event.ts'
import { stateOf, type Run } from '../../src/core/run/run.ts'
import { freeWorkers } from '../../src/core/schedule/simulate.ts'
import { scheduleOf } from '../../src/core/schedule/schedule.ts'
import type { AskResult, LiveRun } from '../../src/tui/live-run.ts'

export interface ScriptedRun extends LiveRun {
  /** Sets the clock: everything from here on happens at this time. */
  at(milliseconds: number): ScriptedRun
  record(...facts: readonly Fact[]): ScriptedRun
  /** Starts the tasks that may start, most urgent first; returns them. */
  startAll(): readonly TaskId[]
  say(task: string, ...lines: readonly string[]): ScriptedRun
  land(task: string): ScriptedRun
  fail(task: string, code?: number, lastLines?: readonly string[]): ScriptedRun
  /** The asks that were made from the keyboard, in order. */
  readonly asked: readonly Ask[]
}

const SETTINGS: RunSettings = {
  agents: 3,
  machine: null,
  strictBatches: false,
  allowCollisions: false,
  collisions: USUAL_COLLISIONS,
  agingSeconds: 600,
  isolation: 'none',
  maxWorktrees: null,
  stacked: false,
  review: false,
  check: null,
  budgetUsd: null,
  askFirst: {},
  directory: '/project',
}

/** "api: schema, login" is a task that depends on two others. */
export function tasksFrom(
  text: string,
  fieldsById: Readonly<Record<string, Partial<Task>>> = {},
): Task[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(':'))
    .map(([id, after = '']) =>
      makeTask({
        id: taskId(id!),
        work: { is: 'prompt', text: 'do it' },
        dependencies: after
          .split(',')
          .filter((name) => name.trim() !== '')
          .map((name) => taskId(name.trim())),
        ...fieldsById[id!],
      }),
    )
}

export function scriptedLiveRun(
  plan: Plan,
  settings: Partial<RunSettings> = {},
  begin = 0,
): ScriptedRun {
  let now = begin
  const id = runId(7)
  const outputs = new Map<AttemptId, string[]>()
  const listeners = new Set<() => void>()
  const asked: Ask[] = []
  const started = {
    type: 'run-started' as const,
    plan,
    settings: { ...SETTINGS, ...settings },
    source: { file: 'tasks.yaml', digest: '' },
    planningSeconds: 0,
  }
  const run: Run = foldRun([{ ...started, run: id, at: now, sequence: 1 }])!
  const newest = (task: TaskId): AttemptId => run.attemptsOf.get(task)!.at(-1)!

  const live: ScriptedRun = {
    asked,
    current: () => run,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    lastLine: (attempt) => outputs.get(attempt)?.at(-1) ?? null,
    log: (task, lines) =>
      run.attemptsOf.has(task) ? (outputs.get(newest(task)) ?? []).slice(-lines) : [],
    ask: (ask) => Promise.resolve(answer(ask)),
    at(milliseconds) {
      now = milliseconds
      return live
    },
    record(...facts) {
      for (const fact of facts)
        applyEvent(run, { ...fact, run: id, at: now, sequence: run.sequence + 1 })
      listeners.forEach((listener) => listener())
      return live
    },
    startAll() {
      const schedule = scheduleOf(run)
      const workers = freeWorkers(run)
      const begun: TaskId[] = []
      for (let task = schedule.next(now); task !== null; task = schedule.next(now)) {
        const number = (run.attemptsOf.get(task)?.length ?? 0) + 1
        const attempt = attemptId(id, task, number)
        live.record({ type: 'attempt-started', task, attempt, worker: workers.take() })
        schedule.changed(task)
        begun.push(task)
      }
      return begun
    },
    say(task, ...lines) {
      const attempt = newest(taskId(task))
      outputs.set(attempt, [...(outputs.get(attempt) ?? []), ...lines].slice(-2000))
      return live
    },
    land: (task) => end(task, { is: 'succeeded', profile: profileOf(task) }),
    fail: (task, code = 1, lastLines = []) =>
      end(task, {
        is: 'failed',
        failure: { is: 'exit', code },
        lastLines,
        profile: profileOf(task),
      }),
  }
  return live.record({ type: 'coordinator-started', process: { pid: 1, startedAt: '0' } })

  function profileOf(task: string): {
    wallSeconds: number
    cpuSeconds: null
    peakMemoryBytes: null
  } {
    const state = stateOf(run, taskId(task))
    const since = state.is === 'working' ? state.since : now
    return { wallSeconds: (now - since) / 1000, cpuSeconds: null, peakMemoryBytes: null }
  }

  function end(task: string, outcome: Outcome): ScriptedRun {
    const attempt = run.attempts.get(newest(taskId(task)))!
    live.record(...afterAttempt(run, attempt, withoutDelivery(outcome), { now, chance: 0 }))
    const over = endOfRun(run)
    return over === null ? live : live.record(over)
  }

  function answer(ask: Ask): AskResult {
    asked.push(ask)
    const answered = answerAsk(run, ask)
    if (!answered.accepted) return { accepted: false, why: `not possible: ${answered.refusal.is}` }
    live.record(...answered.facts)
    for (const fact of answered.facts)
      if (fact.type === 'stop-asked')
        end(fact.task, { is: 'cancelled', profile: profileOf(fact.task) })
    return { accepted: true, affected: answered.affected }
  }
}
