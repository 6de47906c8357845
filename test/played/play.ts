/** Simulates a run: the real fold, scheduler and answers to asks, on a clock that only tests move. */
import { USUAL_COLLISIONS } from '../../src/core/plan/collision-settings.ts'
import { guidanceOf } from '../../src/core/agent/guidance.ts'
import { afterAttempt, endOfRun, withoutDelivery } from '../../src/core/run/after-attempt.ts'
import type { Answer } from '../../src/core/ask/answer.ts'
import { answerAsk, type Ask } from '../../src/core/ask/ask.ts'
import {
  CHANGES_PLAN,
  tasksIn,
  type Event,
  type Fact,
  type RunSettings,
} from '../../src/core/run/event.ts'
import type { Outcome, Profile } from '../../src/core/run/failure.ts'
import { afterLanding, afterRefusal } from '../../src/core/landing/after-landing.ts'
import type { Delivery, Trouble } from '../../src/core/landing/delivery.ts'
import { attemptId, commitId, runId, taskId, type TaskId } from '../../src/core/value/ids.ts'
import { makeTask, type PartOfTask, type Plan } from '../../src/core/plan/plan.ts'
import { applyEvent, foldRun } from '../../src/core/run/apply-event.ts'
import { checkOf, openAttempts, stateOf, taskOf, type Run } from '../../src/core/run/run.ts'
import type { Question } from '../../src/core/agent/sign.ts'
import type { TaskStatus } from '../../src/core/run/task-state.ts'
import { scheduleOf, type Schedule } from '../../src/core/schedule/schedule.ts'
import { freeWorkers } from '../../src/core/schedule/simulate.ts'
import { NO_USAGE, type Usage } from '../../src/core/agent/usage.ts'

export interface Script extends Partial<RunSettings> {
  /** The fields of a task besides its dependencies. */
  readonly tasks?: Readonly<Record<string, PartOfTask>>
  /** How the attempts at a task end, first to last; after that they succeed. */
  readonly outcomes?: Readonly<Record<string, readonly (keyof typeof OUTCOMES)[]>>
  /** The verdicts on the landings of a task, first to last; after that they are green. */
  readonly landings?: Readonly<Record<string, readonly Verdict[]>>
  /** The cost of each attempt at a task, first to last, in USD; after that it is unknown. */
  readonly costs?: Readonly<Record<string, readonly number[]>>
  /** The asks, by the second in which they are made. */
  readonly asks?: Readonly<Record<number, Ask | readonly Ask[]>>
}

type Verdict = 'green' | 'conflict' | 'red'

export const DELIVERY: Delivery = {
  branch: 'task-a',
  base: commitId('1'.repeat(40)),
  commit: commitId('2'.repeat(40)),
  changes: { filesCreated: 1, filesChanged: 2, linesAdded: 30, linesDeleted: 4 },
  files: [
    { path: 'a.ts', is: 'changed' },
    { path: 'a.test.ts', is: 'added' },
    { path: 'b.ts', is: 'changed' },
  ],
  leftover: true,
}

export const TROUBLES: Readonly<Record<'conflict' | 'red', Trouble>> = {
  conflict: {
    is: 'conflict',
    with: commitId('4'.repeat(40)),
    files: [{ path: 'a.txt', kind: 'content', base: 'b1', target: 'b2', task: null }],
  },
  red: {
    is: 'red-check',
    check: 'npm test',
    code: 1,
    before: false,
    log: 'checks/1.log',
    lastLines: ['1 failed'],
  },
}

const PROFILE: Profile = { wallSeconds: 1, cpuSeconds: null, peakMemoryBytes: null }

const failed = (failure: (Outcome & { is: 'failed' })['failure']): Outcome => ({
  is: 'failed',
  failure,
  profile: PROFILE,
  lastLines: ['last words'],
})

export const QUESTION: Question = {
  decision: 'How are tokens refreshed?',
  options: ['sliding expiration', 'fixed expiration'],
  context: 'Tokens expire after an hour.',
  area: null,
}

export const OUTCOMES = {
  succeeded: { is: 'succeeded', profile: PROFILE },
  failed: failed({ is: 'exit', code: 1 }),
  'try again': failed({ is: 'exit', code: 75 }),
  killed: failed({ is: 'signal', signal: 'SIGKILL' }),
  missing: failed({ is: 'exit', code: 127 }),
  'too slow': failed({ is: 'timeout', seconds: 9 }),
  'cannot start': failed({ is: 'cannot-start', reason: 'busy', passing: true }),
  cancelled: { is: 'cancelled', profile: PROFILE },
  preempted: { is: 'preempted', profile: PROFILE },
  lost: { is: 'lost' },
  asked: { is: 'asked', question: QUESTION, profile: PROFILE },
  'over budget': { is: 'over-budget', profile: PROFILE },
  'rate limited': failed({ is: 'rate-limited', until: 100_000, reason: 'too many requests' }),
} as const satisfies Record<string, Outcome>

export const SETTINGS: RunSettings = {
  agents: 2,
  machine: null,
  strictBatches: false,
  allowCollisions: false,
  collisions: USUAL_COLLISIONS,
  agingSeconds: 3600,
  isolation: 'none',
  maxWorktrees: null,
  stacked: false,
  review: false,
  check: null,
  budgetUsd: null,
  askFirst: {},
  directory: '/play',
}

/** `a:\nb: a` is two tasks, of which b depends on a; each takes a minute unless the script says otherwise. */
export function planFrom(notation: string, tasks: Script['tasks'] = {}): Plan {
  const lines = notation.split('\n').map((line) => line.split(':'))
  return {
    name: 'play',
    groups: [],
    tasks: lines.map(([id, dependencies]) =>
      makeTask({
        id: taskId(id!.trim()),
        work: { is: 'command', line: 'true' },
        dependencies: dependencies!.split(' ').filter(Boolean).map(taskId),
        estimate: { seconds: 60, from: 'file' },
        ...tasks[id!.trim()],
      }),
    ),
  }
}

/** Plays until nothing is left to do; returns a line for each event that moves a task. */
export const play = (notation: string, script: Script = {}): readonly string[] =>
  playGame(notation, script).events.flatMap(lineOf)

/** Plays until nothing is left to do; returns the game, to look at the run at its end. */
export function playGame(notation: string, script: Script = {}): Game {
  const { tasks, outcomes = {}, landings = {}, costs = {}, asks = {}, ...settings } = script
  const game = new Game(planFrom(notation, tasks), settings)
  const timetable = Object.entries(asks).map(([second, due]) => ({
    at: Number(second) * 1000,
    asks: 'ask' in due ? [due] : due,
  }))
  const tries = new Map<TaskId, number>()
  const verdicts = new Map<TaskId, number>()
  const outcomeOf = (task: TaskId): Outcome => {
    const number = tries.get(task) ?? 0
    tries.set(task, number + 1)
    return OUTCOMES[outcomes[task]?.[number] ?? 'succeeded']
  }
  const verdictOn = (task: TaskId): Verdict => {
    const number = verdicts.get(task) ?? 0
    verdicts.set(task, number + 1)
    return landings[task]?.[number] ?? 'green'
  }
  for (;;) {
    game.startAll()
    const next = game.firstToEnd()
    const due = Math.min(
      next?.endsAt ?? Infinity,
      game.schedule.nextRetryAt() ?? Infinity,
      timetable[0]?.at ?? Infinity,
    )
    if (due === Infinity) return game
    game.now = Math.max(game.now, due)
    if (timetable[0]?.at === due) for (const ask of timetable.shift()!.asks) game.ask(ask)
    else if (next?.endsAt === due) {
      const usd = costs[next.task]?.[tries.get(next.task) ?? 0]
      if (usd !== undefined) game.spend(next.task, usd)
      game.end(next.task, outcomeOf(next.task))
      for (const task of game.landing()) game.land(task, verdictOn(task))
    }
  }
}

export class Game {
  now = 0
  run: Run
  schedule: Schedule
  readonly events: Event[] = []
  /** Called with each event after it was applied, and with the run as it was before. */
  onEvent: (event: Event, before: Run) => void = () => {}

  constructor(plan: Plan, settings: Partial<RunSettings>) {
    const source = { file: null, digest: '' }
    const started: Fact = {
      type: 'run-started',
      plan,
      settings: { ...SETTINGS, ...settings },
      source,
      planningSeconds: 0,
    }
    this.events.push({ ...started, run: runId(1), at: 0, sequence: 1 })
    this.run = foldRun(this.events)!
    this.schedule = scheduleOf(this.run)
    const base = commitId('1'.repeat(40))
    if (this.run.settings.isolation === 'worktree')
      this.#append({ type: 'target-opened', branch: 'conductor/run-1', base, from: 'main' })
  }

  startAll(): void {
    for (let task = this.schedule.next(this.now); task; task = this.schedule.next(this.now))
      this.#start(task)
  }

  /** Reports what the attempt under way has cost so far. */
  spend(task: TaskId, costUsd: number, more: Partial<Usage> = {}): void {
    const attempt = openAttempts(this.run).find((open) => open.task === task)!.id
    const usage: Usage = { ...NO_USAGE, outputTokens: 1000, costUsd, costFrom: 'agent', ...more }
    this.record([{ type: 'usage-reported', task, attempt, usage }])
  }

  end(task: TaskId, outcome: Outcome, chance = 0.5, delivers: boolean | Delivery = true): void {
    const attempt = openAttempts(this.run).find((open) => open.task === task)!
    const made = delivers === true ? DELIVERY : delivers || null
    const delivery = this.run.target === null ? null : made
    const files = (delivery?.files ?? []).map(({ path }) => path)
    const end = { ...withoutDelivery(outcome), delivery, files }
    this.#tell(afterAttempt(this.run, attempt, end, { now: this.now, chance }))
  }

  /** In a stack: the branches that the task would start on cannot be merged. */
  putOff(task: TaskId): void {
    const attempt = openAttempts(this.run).find((open) => open.task === task)!
    const outcome = { is: 'preempted', profile: PROFILE } as const
    const end = { ...withoutDelivery(outcome), untilLanded: true } as const
    this.record(afterAttempt(this.run, attempt, end, { now: this.now, chance: 0.5 }))
  }

  land(task: TaskId, verdict: 'green' | 'conflict' | 'red' = 'green', canResolve = true): void {
    const checked = checkOf(this.run, taskOf(this.run, task)) !== null
    const landed = { commit: commitId('4'.repeat(40)), checked }
    this.record(
      verdict === 'green'
        ? afterLanding(this.run, task, landed)
        : afterRefusal(this.run, task, TROUBLES[verdict], canResolve),
    )
  }

  landing(): readonly TaskId[] {
    return this.#tasksIn('landing')
  }

  review(): readonly TaskId[] {
    return this.#tasksIn('review')
  }

  stuck(): readonly TaskId[] {
    return this.#tasksIn('stuck')
  }

  #tasksIn(status: TaskStatus): readonly TaskId[] {
    const { plan, states } = this.run
    return plan.tasks.filter((_, i) => states[i]!.is === status).map((task) => task.id)
  }

  ask(ask: Ask): Answer {
    const answer = answerAsk(this.run, ask)
    if (!answer.accepted) return answer
    this.#tell(answer.facts)
    return answer
  }

  /** What is asked to stop stops at once. */
  #tell(facts: readonly Fact[]): void {
    this.record(facts)
    for (const fact of facts) if (fact.type === 'stop-asked') this.end(fact.task, OUTCOMES[fact.as])
  }

  /** The coordinator dies; another one reads the events and records the open attempts as lost. */
  crash(): void {
    this.run = foldRun(JSON.parse(JSON.stringify(this.events)) as Event[])!
    this.schedule = scheduleOf(this.run)
    for (const { task } of openAttempts(this.run)) this.end(task, OUTCOMES.lost)
  }

  working(): readonly TaskId[] {
    return openAttempts(this.run).map((attempt) => attempt.task)
  }

  /** The attempt that ends first if every task takes its estimate. */
  firstToEnd(): { readonly task: TaskId; readonly endsAt: number } | undefined {
    return openAttempts(this.run)
      .map(({ task, startedAt }) => ({ task, endsAt: startedAt + this.#seconds(task) * 1000 }))
      .toSorted((a, b) => a.endsAt - b.endsAt)[0]
  }

  record(facts: readonly Fact[]): void {
    for (const fact of facts) this.#append(fact)
    const end = endOfRun(this.run)
    if (end) this.#append(end)
  }

  #append(fact: Fact): void {
    const event = { ...fact, run: this.run.id, at: this.now, sequence: this.events.length + 1 }
    const before = { ...this.run, states: [...this.run.states] }
    this.events.push(event)
    this.run = applyEvent(this.run, event)
    this.#follow(event)
    this.onEvent(event, before)
  }

  /** As the coordinator does: the scheduler is told of a task that changed, and made again when the plan changed. */
  #follow(event: Event): void {
    if (CHANGES_PLAN.has(event.type)) this.schedule = scheduleOf(this.run)
    else for (const task of tasksIn(event)) this.schedule.changed(task)
  }

  #start(task: TaskId): void {
    const number = (this.run.attemptsOf.get(task)?.length ?? 0) + 1
    const worker = freeWorkers(this.run).take()
    const attempt = attemptId(this.run.id, task, number)
    this.record([{ type: 'attempt-started', task, worker, attempt }])
    const { said, delivered } = guidanceOf(this.run, task)
    if (said.length > delivered)
      this.record([
        { type: 'guidance-delivered', task, attempt, said: said.length, how: 'in-prompt' },
      ])
  }

  #seconds(task: TaskId): number {
    return this.run.plan.tasks.find(({ id }) => id === task)!.estimate.seconds
  }
}

export const statesOf = (run: Run): Record<string, string> =>
  Object.fromEntries(run.plan.tasks.map(({ id }) => [id, stateOf(run, id).is]))

function lineOf(event: Event): readonly string[] {
  switch (event.type) {
    case 'run-started':
    case 'run-ended':
    case 'attempt-ended':
    case 'stop-asked':
    case 'coordinator-started':
    case 'coordinator-stopping':
    case 'coordinator-stopped':
    case 'worker-started':
    case 'worktree-opened':
    case 'worktree-released':
    case 'check-ended':
    case 'files-touched':
    case 'work-resealed':
    case 'noticed':
    case 'branch-moved':
    case 'branch-settled':
    case 'publishing-begun':
    case 'pull-seen':
    case 'pull-troubled':
    case 'forge-troubled':
    case 'take-begun':
    case 'take-dropped':
    case 'result-taken':
    case 'take-undone':
    case 'take-lost':
    case 'conversation-started':
    case 'condition-changed':
    case 'usage-reported':
    case 'progress-reported':
      return []
    case 'budget-changed':
      return [`${event.type} ${event.task ?? 'run'}`]
    case 'target-opened':
    case 'target-moved':
    case 'run-paused':
    case 'run-unpaused':
    case 'agents-changed':
    case 'hindrance-gone':
    case 'run-cancelled':
      return [event.type]
    case 'pull-published':
    case 'pull-opened':
    case 'pull-taken-over':
    case 'pull-shared':
    case 'review-asked':
    case 'pull-set':
    case 'pull-renewed':
    case 'pull-not-needed':
    case 'feedback-handed':
      return [`${event.type} ${event.lane}`]
    case 'hindrance-met':
      return [`${event.type} ${event.hindrance.is}`]
    case 'batch-paused':
    case 'batch-unpaused':
      return [`${event.type} ${event.batch}`]
    case 'tasks-added':
      return [`${event.type} ${event.tasks.map((task) => task.id).join(' ')}`]
    case 'tasks-skipped':
    case 'tasks-reset':
    case 'landing-started':
    case 'collision-found':
    case 'collision-gone':
      return [`${event.type} ${event.tasks.join(' ')}`]
    case 'retry-scheduled':
      return [`${event.type} ${event.task} in ${(event.retryAt - event.at) / 1000} s`]
    case 'priority-changed':
    case 'task-changed':
    case 'task-approved':
    case 'attempt-started':
    case 'task-landed':
    case 'landing-queued':
    case 'landing-asked':
    case 'resolve-needed':
    case 'review-needed':
    case 'task-sent-back':
    case 'question-asked':
    case 'guidance-given':
    case 'guidance-delivered':
    case 'permission-decided':
    case 'task-stuck':
    case 'task-failed':
    case 'task-cancelled':
      return [`${event.type} ${event.task}`]
  }
}
