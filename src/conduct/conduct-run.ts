/**
 * The loop: start what may start, wait for something to happen, record it. No attempt starts before the event that
 * says so is durable.
 */
import {
  afterAttempt,
  brokenOff,
  endOfRun,
  whileHindered,
  type AttemptEnd,
} from '../core/run/after-attempt.ts'
import type { Refusal } from '../core/ask/answer.ts'
import { answerAsk, type Ask } from '../core/ask/ask.ts'
import {
  CHANGES_PLAN,
  tasksIn,
  type Event,
  type Fact,
  type ProcessIdentity,
} from '../core/run/event.ts'
import { orderFor } from '../core/run/attempt-order.ts'
import type { Hindrance } from '../core/run/hindrance.ts'
import { attemptId, type AttemptId, type TaskId } from '../core/value/ids.ts'
import type { Briefing } from '../core/agent/prompt-material.ts'
import { stateOf, taskOf, type Attempt, type Run } from '../core/run/run.ts'
import { scheduleOf } from '../core/schedule/schedule.ts'
import { freeWorkers } from '../core/schedule/simulate.ts'
import { isHeldByHand, isUpToPeople } from '../core/run/waits-for-people.ts'
import { waitingTasks } from '../core/schedule/why-waiting.ts'
import { agentMessages, type AgentMessagePorts } from './agent-messages.ts'
import { commitDurably } from './commit-durably.ts'
import { mailbox } from './mailbox.ts'
import { hindrancesOf, retryingWhileHindered } from './retry-while-hindered.ts'
import type { Clock, EventStore, StopReason } from './ports.ts'
import { recorder, type Tell } from './recorder.ts'
import type { ToAttempt, AttemptRunner } from './attempt-runner.ts'
import type { Workshop } from './git-workshop.ts'
import { landAndWatch } from './land-and-watch.ts'
import { publishBeside, type Publisher } from './publish/publishing.ts'

export interface ConductPorts {
  readonly store: EventStore
  readonly runner: AttemptRunner
  readonly clock: Clock
  /** null: attempts work in the user's folder, and nothing has to land. */
  readonly workshop: Workshop | null
  /** null: the run publishes nothing. */
  readonly publisher?: Publisher | null
  readonly briefing: Briefing
  /** After how long without a sign the supervisor reports an attempt as silent or stale. */
  readonly patience: AgentMessagePorts['patience']
  /** Whether the coordinator stays when only a person can bring the run further, or lets go of it. */
  readonly waitsForPeople: boolean
  readonly process: ProcessIdentity
  /** Called with events once they are durable and applied. */
  readonly onEvents: (events: readonly Event[]) => void
  /** Absent: the coordinator waits for the machine without a message, for as long as it takes. */
  readonly hindered?: {
    /** How long the coordinator waits for the machine before it lets go of the run; null: as long as it takes. */
    readonly patienceSeconds: number | null
    /** Called while events cannot be written; null: they can be again. */
    readonly onHeldUp: (hindrance: Hindrance | null) => void
  }
}

export type Reply =
  | {
      readonly accepted: true
      readonly affected: readonly TaskId[]
      readonly guidance?: readonly string[]
    }
  | { readonly accepted: false; readonly refusal: Refusal }

/**
 * stopped: the coordinator let go as asked, and the run can be resumed. needs-people: it let go, because only people
 * can bring the run further. hindered: it let go of the run as it stood, because the machine kept it from going on.
 */
export type End = 'ended' | 'stopped' | 'needs-people' | 'hindered'

export interface Conducting {
  /** The caller calls this once. */
  begin(): Promise<End>
  /** An ask that arrives before `begin` is answered then. */
  ask(ask: Ask): Promise<Reply>
  /** When the process of a working attempt was last seen alive; null: not yet, or it is not watched. */
  lastBeatOf(attempt: AttemptId): number | null
  /** Stops the working attempts, and keeps everything else for a later resume. */
  stop(): void
  /** Why events cannot be written just now; null: they can. */
  heldUp(): Hindrance | null
  /** Records something that a person would want to know. */
  note(what: string): void
}

type Mail =
  | { readonly is: 'ended'; readonly attempt: AttemptId; readonly end: AttemptEnd }
  | { readonly is: 'asked'; readonly ask: Ask; readonly reply: (reply: Reply) => void }
  | { readonly is: 'process'; readonly worker: number; readonly process: ProcessIdentity }
  | { readonly is: 'told'; readonly facts: () => readonly Fact[]; readonly done: () => void }
  | { readonly is: 'stop' }

interface Waiter {
  /** The events are durable. */
  readonly go: () => void
  /** The events will not become durable. */
  readonly giveUp: () => void
}

/** The run must have no open attempts: recoverRun has dealt with those of an earlier coordinator. */
export function conductRun(run: Run, ports: ConductPorts): Conducting {
  const { store, runner, clock, workshop } = ports
  const mail = mailbox<Mail>()
  const workers = freeWorkers(run)
  const underWay = new Map<TaskId, AttemptId>()
  let schedule = scheduleOf(run)
  const recording = recorder(run, store, clock)
  /** Callers that wait until the events of this turn are durable, or never will be. */
  let replies: Waiter[] = []
  let over = false
  let heldUp: Hindrance | null = null
  let isStopAsked = false
  /** When writing events last failed. */
  let heldUpAt = 0
  /** Aborted when the coordinator no longer waits for the machine. */
  const leaving = new AbortController()
  const launched = new Set<Promise<void>>()
  const tell: Tell = (facts) =>
    new Promise((done) => (over ? done() : mail.post({ is: 'told', facts, done })))
  const reportHindrance = hindrancesOf(run, tell)
  const agents = agentMessages(run, runner, {
    tell,
    reportHindrance,
    clock,
    patience: ports.patience,
    onOverspent: (of, task) =>
      stopAttempts(of === 'task' ? [task] : [...underWay.keys()].filter(costs), 'over-budget'),
  })
  const retryWhileHindered = retryingWhileHindered(reportHindrance)
  const side =
    workshop === null
      ? null
      : landAndWatch(run, workshop, { tell, retryWhileHindered, leaving: leaving.signal })

  const publishing = ports.publisher
    ? publishBeside(run, ports.publisher, { tell, now: clock.now })
    : null

  leaving.signal.addEventListener('abort', () => tellAll({ is: 'let-go' }))
  runner.onWorkerProcess((worker, process) => mail.post({ is: 'process', worker, process }))

  return {
    begin: () =>
      loop().finally(() => {
        over = true
        agents.close()
        side?.close()
        publishing?.close()
      }),
    ask: (ask) =>
      new Promise((reply) => (over ? reply(OVER) : mail.post({ is: 'asked', ask, reply }))),
    lastBeatOf: agents.lastBeatOf,
    heldUp: () => heldUp,
    note: (what) => void tell(() => [{ type: 'noticed', about: null, what }]),
    stop() {
      isStopAsked = true
      // The loop handles no mail while events cannot be written.
      if (heldUp !== null || run.hindered !== null) leaving.abort()
      mail.post({ is: 'stop' })
    },
  }

  async function loop(): Promise<End> {
    record([{ type: 'coordinator-started', process: ports.process }])
    for (;;) {
      const { stopping } = run
      const started = stopping ? [] : startWhatMayStart()
      // The new events may give the worktree side something to do, and the run does not end before that is done.
      const news = await commit()
      if (news === null) return letGo()
      side?.goOn(news)
      publishing?.goOn(news)
      finishWhenDone()
      if ((await commit()) === null) return letGo()
      started.forEach(launch)
      if (run.ended !== null) return 'ended'
      if (run.coordinator === null) return stopping ? 'stopped' : 'needs-people'
      for (const letter of await mail.collect(nextMoment(), clock.now())) handle(letter)
      if (leaving.signal.aborted || clock.now() >= patienceEndsAt()) return letGo()
    }
  }

  /** When there may be something to do even if no mail arrives; null: never. */
  function nextMoment(): number | null {
    // A stopping coordinator starts nothing, so it does not wait for a retry to become due.
    const retryAt = run.stopping ? null : schedule.nextRetryAt()
    const next = Math.min(retryAt ?? Infinity, patienceEndsAt())
    return next === Infinity ? null : next
  }

  function patienceEndsAt(): number {
    const seconds = ports.hindered?.patienceSeconds ?? Infinity
    return run.hindered === null ? Infinity : run.hindered.since + seconds * 1000
  }

  /** Leaves the run as a crash would, but properly: attempts are ended, and a resume finds the rest. */
  async function letGo(): Promise<End> {
    over = true
    leaving.abort()
    side?.stop()
    tellAll({ is: 'stop', reason: 'lost' })
    for (const { giveUp } of replies) giveUp()
    for (const letter of mail.takeAll()) dismiss(letter)
    await Promise.all(launched)
    await side?.rest()
    await publishing?.rest()
    return isStopAsked ? 'stopped' : 'hindered'
  }

  function dismiss(letter: Mail): void {
    if (letter.is === 'told') letter.done()
    if (letter.is === 'asked') letter.reply(OVER)
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
    const started = run.attempts.get(id)!
    underWay.set(started.task, id)
    const ending = attempt(started)
      .catch(brokenOff)
      .then(async (end) => {
        await agents.end(id, end.outcome)
        mail.post({ is: 'ended', attempt: id, end })
        launched.delete(ending)
      })
    launched.add(ending)
    if (leaving.signal.aborted) runner.tell(id, { is: 'let-go' })
  }

  async function attempt(started: Attempt): Promise<AttemptEnd> {
    const resolver = workshop?.resolverOf(taskOf(run, started.task)) ?? null
    const order = orderFor(run, started, { briefing: ports.briefing, resolver })
    const end = await runner.attempt(order, agents.listenerTo(started.id))
    await side?.lookAtBranches()
    return end
  }

  function handle(letter: Mail): void {
    switch (letter.is) {
      case 'ended':
        return endAttempt(letter.attempt, letter.end)
      case 'asked':
        return answer(letter.ask, letter.reply)
      case 'process':
        return record([{ type: 'worker-started', worker: letter.worker, process: letter.process }])
      case 'told':
        record(letter.facts())
        replies.push({ go: letter.done, giveUp: letter.done })
        return
      case 'stop':
        if (!run.stopping) record([{ type: 'coordinator-stopping' }])
        side?.stop()
        return stopAttempts([...underWay.keys()], 'lost')
    }
  }

  function endAttempt(id: AttemptId, end: AttemptEnd): void {
    const attempt = run.attempts.get(id)!
    underWay.delete(attempt.task)
    workers.release(attempt.worker)
    const judged = wasHindered(attempt) ? whileHindered(end) : end
    const facts = afterAttempt(run, attempt, judged, { now: clock.now(), chance: clock.chance() })
    record(facts)
    stopAsAsked(facts)
  }

  function wasHindered({ startedAt }: Attempt): boolean {
    return run.hindered !== null || heldUpAt >= startedAt
  }

  function answer(ask: Ask, reply: (reply: Reply) => void): void {
    const answer = answerAsk(run, ask)
    if (!answer.accepted) return reply(answer)
    record(answer.facts)
    stopAsAsked(answer.facts)
    for (const fact of answer.facts) agents.carryOut(fact)
    if (ask.ask === 'hear') agents.hear(ask.attempt, ask.sign)
    const { affected, guidance } = answer
    const taken = guidance === undefined ? {} : { guidance }
    replies.push({
      go: () => reply({ accepted: true, affected, ...taken }),
      giveUp: () => reply(OVER),
    })
  }

  /** The attempts of commands have no cost. */
  function costs(task: TaskId): boolean {
    const state = stateOf(run, task)
    return state.is === 'working' && run.attempts.get(state.attempt)!.usage.costUsd !== null
  }

  function stopAsAsked(facts: readonly Fact[]): void {
    for (const fact of facts) if (fact.type === 'stop-asked') stopAttempts([fact.task], fact.as)
  }

  function stopAttempts(tasks: readonly TaskId[], reason: StopReason): void {
    for (const task of tasks) {
      const attempt = underWay.get(task)
      if (attempt !== undefined && stateOf(run, task).is === 'working')
        runner.tell(attempt, { is: 'stop', reason })
    }
  }

  function tellAll(message: ToAttempt): void {
    for (const attempt of underWay.values()) runner.tell(attempt, message)
  }

  function finishWhenDone(): void {
    const isBusy = side?.isBusy() === true || publishing?.isBusy() === true
    const isResting = underWay.size === 0 && run.counts.working === 0 && !isBusy
    const end = isResting ? endOfRun(run) : null
    if (end !== null) record([end])
    else if (isResting && (run.stopping || (!ports.waitsForPeople && needsPeople())))
      record([{ type: 'coordinator-stopped' }])
  }

  /** Nothing moves until a person has decided something. A person who has paused the run knows that already. */
  function needsPeople(): boolean {
    const waits = waitingTasks(run, clock.now())
    return isUpToPeople(run, waits) && !isHeldByHand(run, waits)
  }

  function record(facts: readonly Fact[]): void {
    recording.record(facts)
    if (facts.some((fact) => CHANGES_PLAN.has(fact.type))) schedule = scheduleOf(run)
    else for (const task of new Set(facts.flatMap(tasksIn))) schedule.changed(task)
  }

  /** Makes all events of this turn durable at once, and only then tells anyone; null: that is not possible. */
  async function commit(): Promise<readonly Event[] | null> {
    const events = await commitDurably(recording, {
      clock,
      patienceSeconds: ports.hindered?.patienceSeconds ?? null,
      signal: leaving.signal,
      onHeldUp(hindrance) {
        heldUp = hindrance
        heldUpAt = clock.now()
        ports.hindered?.onHeldUp(hindrance)
      },
    })
    if (events === null) return null
    if (events.length > 0) ports.onEvents(events)
    for (const { go } of replies) go()
    replies = []
    return events
  }
}

/** The loop handles no mail any more. */
const OVER: Reply = { accepted: false, refusal: { is: 'run-is-over' } }
