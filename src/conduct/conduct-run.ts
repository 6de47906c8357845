/**
 * The loop: start what may start, wait for something to happen, record it. Nothing starts before
 * the event that says so is durable, and nothing else in the product appends events.
 */
import { afterAttempt, endOfRun, withoutDelivery } from '../core/after-attempt.ts'
import { answerAsk, type Ask, type Refusal } from '../core/ask.ts'
import type { Event, Fact, ProcessIdentity } from '../core/event.ts'
import type { Outcome } from '../core/failure.ts'
import { attemptId, type AttemptId, type TaskId } from '../core/ids.ts'
import { stateOf, taskOf, type Run } from '../core/run.ts'
import { scheduleOf } from '../core/schedule.ts'
import { freeWorkers } from '../core/simulate.ts'
import { attemptTask, brokenAgent } from './attempt-task.ts'
import { mailbox } from './mailbox.ts'
import type { Agent, Clock, EventStore, StopReason } from './ports.ts'
import { recorder } from './recorder.ts'

export interface ConductPorts {
  readonly store: EventStore
  readonly agent: Agent
  readonly clock: Clock
  /** This very process. */
  readonly process: ProcessIdentity
  /** Told of events once they are durable and applied. */
  readonly onEvents: (events: readonly Event[]) => void
}

export type Reply =
  | { readonly accepted: true; readonly affected: readonly TaskId[] }
  | { readonly accepted: false; readonly refusal: Refusal }

export interface Conducting {
  /** Call it once. 'ended': every task is over. 'stopped': let go of in good order, to be resumed. */
  begin(): Promise<'ended' | 'stopped'>
  /** What is asked before the beginning is answered then. */
  ask(ask: Ask): Promise<Reply>
  /** Ends what works, keeps everything else for a later resume. */
  stop(): void
}

type Mail =
  | { readonly is: 'ended'; readonly attempt: AttemptId; readonly outcome: Outcome }
  | { readonly is: 'asked'; readonly ask: Ask; readonly reply: (reply: Reply) => void }
  | { readonly is: 'process'; readonly worker: number; readonly process: ProcessIdentity }
  | { readonly is: 'stop' }

/** The run must have no open attempts: recoverRun has dealt with those of an earlier coordinator. */
export function conductRun(run: Run, ports: ConductPorts): Conducting {
  const { store, agent, clock } = ports
  const mail = mailbox<Mail>()
  const workers = freeWorkers(run)
  const stoppers = new Map<TaskId, AbortController>()
  let schedule = scheduleOf(run)
  const recording = recorder(run, store, clock)
  let replies: (() => void)[] = []
  let over = false

  agent.onWorkerProcess((worker, process) => mail.post({ is: 'process', worker, process }))

  return {
    begin: () => loop().finally(() => (over = true)),
    ask: (ask) =>
      new Promise((reply) => (over ? reply(OVER) : mail.post({ is: 'asked', ask, reply }))),
    stop: () => mail.post({ is: 'stop' }),
  }

  async function loop(): Promise<'ended' | 'stopped'> {
    record([{ type: 'coordinator-started', process: ports.process }])
    for (;;) {
      const started = run.stopping ? [] : startWhatMayStart()
      finishWhenDone()
      commit()
      started.forEach(launch)
      if (run.ended !== null) return 'ended'
      if (run.coordinator === null) return 'stopped'
      for (const letter of await mail.collect(schedule.nextRetryAt(), clock.now())) open(letter)
    }
  }

  function startWhatMayStart(): AttemptId[] {
    const started: AttemptId[] = []
    for (let task = schedule.next(clock.now()); task; task = schedule.next(clock.now())) {
      const attempt = attemptId(run.id, task, (run.attemptsOf.get(task)?.length ?? 0) + 1)
      record([{ type: 'attempt-started', task, attempt, worker: workers.take() }])
      started.push(attempt)
    }
    return started
  }

  function launch(id: AttemptId): void {
    const { task, worker, number } = run.attempts.get(id)!
    const stopper = new AbortController()
    stoppers.set(task, stopper)
    const assignment = { run: run.id, attempt: id, number, task: taskOf(run, task), worker }
    void attemptTask(agent, assignment, stopper)
      .catch(brokenAgent)
      .then((outcome) => mail.post({ is: 'ended', attempt: id, outcome }))
  }

  function open(letter: Mail): void {
    switch (letter.is) {
      case 'ended':
        return endAttempt(letter.attempt, letter.outcome)
      case 'asked':
        return answer(letter.ask, letter.reply)
      case 'process':
        return record([{ type: 'worker-started', worker: letter.worker, process: letter.process }])
      case 'stop':
        if (!run.stopping) record([{ type: 'coordinator-stopping' }])
        return stopAttempts([...stoppers.keys()], 'lost')
    }
  }

  function endAttempt(id: AttemptId, outcome: Outcome): void {
    const attempt = run.attempts.get(id)!
    stoppers.delete(attempt.task)
    workers.release(attempt.worker)
    record(
      afterAttempt(run, attempt, withoutDelivery(outcome), {
        now: clock.now(),
        chance: clock.chance(),
      }),
    )
  }

  function answer(ask: Ask, reply: (reply: Reply) => void): void {
    const answer = answerAsk(run, ask)
    if (!answer.accepted) return reply(answer)
    record(answer.facts)
    for (const fact of answer.facts)
      if (fact.type === 'stop-asked') stopAttempts([fact.task], fact.as)
    replies.push(() => reply({ accepted: true, affected: answer.affected }))
  }

  function stopAttempts(tasks: readonly TaskId[], reason: StopReason): void {
    for (const task of tasks)
      if (stateOf(run, task).is === 'working') stoppers.get(task)?.abort(reason)
  }

  function finishWhenDone(): void {
    const end = endOfRun(run)
    if (end !== null) record([end])
    else if (run.stopping && stoppers.size === 0) record([{ type: 'coordinator-stopped' }])
  }

  function record(facts: readonly Fact[]): void {
    recording.record(facts)
    if (facts.some((fact) => CHANGES_PLAN.has(fact.type))) schedule = scheduleOf(run)
    else for (const task of new Set(facts.flatMap(tasksIn))) schedule.changed(task)
  }

  /** Everything that happened in this turn becomes durable at once; only then is anyone told. */
  function commit(): void {
    const events = recording.commit()
    if (events.length > 0) ports.onEvents(events)
    for (const reply of replies) reply()
    replies = []
  }
}

/** Nobody opens letters any more. */
const OVER: Reply = { accepted: false, refusal: { is: 'run-is-over' } }

const tasksIn = (fact: Fact): readonly TaskId[] => {
  if (fact.type === 'tasks-skipped') return fact.tasks
  return 'task' in fact ? [fact.task] : []
}

const CHANGES_PLAN: ReadonlySet<Fact['type']> = new Set([
  'tasks-added',
  'tasks-reset',
  'priority-changed',
  'run-cancelled',
])
