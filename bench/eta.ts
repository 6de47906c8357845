/**
 * Measures how right the predicted end of a run is at 25, 50 and 75 % of it, beside two simple predictions, on generated
 * runs: durations are spread widely, what was said is off by half and by a factor of its own for each repository and agent, attempts fail and
 * are repeated, work is checked before it lands. A repository knows 0, 20 or 200 earlier attempts.
 *
 *   node bench/eta.ts [--quick] [path/to/.conductor/conductor.db ...]
 *
 * With databases, the completed runs in them are replayed instead.
 */
import { estimateOf, saidEstimate } from '../src/core/durations/estimate.ts'
import { NO_KNOWLEDGE, withEstimates } from '../src/core/durations/estimate-tasks.ts'
import { wordsIn } from '../src/core/durations/kind-of-work.ts'
import { learnFrom, NO_PAST, type Past, type PastWork } from '../src/core/durations/learned.ts'
import { makeTask, type Plan, type Task } from '../src/core/plan/plan.ts'
import { foldRun } from '../src/core/run/apply-event.ts'
import type { Event } from '../src/core/run/event.ts'
import { copyOf } from '../src/core/run/run-draft.ts'
import { indexOf, type Run } from '../src/core/run/run.ts'
import { latestEnd, playOut } from '../src/core/schedule/simulate.ts'
import { timeLeft } from '../src/core/schedule/time-left.ts'
import type { TaskId } from '../src/core/value/ids.ts'
import { openSqliteEventStore, type SqliteEventStore } from '../src/store/sqlite-event-store.ts'
import { Game, OUTCOMES } from '../test/played/play.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'
import { between, chanceFrom, idOf, numbers, SHAPES, type Chance } from './random-plans.ts'

const isQuick = process.argv.includes('--quick')
const RUNS = isQuick ? 40 : 300
const MOMENTS = [0, 0.25, 0.5, 0.75]
const KNOWN = [0, 20, 200]
const AGENTS = ['claude', 'codex', 'gemini']

interface Guess {
  readonly seconds: number
  readonly low?: number
  readonly high?: number
}

interface Verdict {
  /** Off by this share of the whole run, and of the time that was left. */
  readonly ofWhole: number
  readonly ofRest: number
  /** Whether the interval held the real end; undefined: there was none. */
  readonly isHeld: boolean | undefined
  /** Too early: below 0. */
  readonly signed: number
}

function generated(): void {
  const rows = KNOWN.flatMap((known) => {
    const logs = numbers(RUNS).map((seed) => generatedRun(seed, known))
    return rowsFor(`${known} attempts known`, logs)
  })
  print(`predicted end of ${RUNS} generated runs`, rows)
}

function replayed(database: string): void {
  const store = openSqliteEventStore(database, { readOnly: true })
  const logs = store
    .runs()
    .map((run) => [...store.eventsOf(run)])
    .filter((events) => {
      const run = foldRun(events)
      return run?.ended?.status === 'completed' && run.plan.tasks.length >= 3
    })
    .map((events) => asLearnedBefore(events, store))
  store.close()
  if (logs.length === 0) console.log(`${database}: no completed run of three tasks or more`)
  else print(`${database}: ${logs.length} runs`, rowsFor('replayed', logs))
}

/** As if the run had been started by this version, which knows the runs before it. */
function asLearnedBefore(events: readonly Event[], store: SqliteEventStore): readonly Event[] {
  const [first, ...others] = events
  const { plan, startedAt } = foldRun([first!])!
  const tasks = plan.tasks.map((task): Task => {
    const { given } = task.estimate
    const said = given === null ? BLANK : saidEstimate(given)
    return { ...task, estimate: said }
  })
  const knowledge = store.knowledgeFor(plan, startedAt)
  const learned = { plan: withEstimates({ ...plan, tasks }, knowledge), learned: knowledge.learned }
  return [{ ...first!, ...learned }, ...others]
}

const BLANK = estimateOf({ seconds: 600, from: 'default' })

function print(title: string, rows: readonly (readonly (string | number)[])[]): void {
  console.log(
    `${title}: median error as a share of the whole run, of the time left, and how often the interval held it`,
  )
  printTable(
    [
      '',
      'at',
      'of whole',
      'of rest',
      'bias',
      'held',
      'as said: whole',
      'rest',
      'by share: whole',
      'rest',
    ],
    rows,
  )
}

function rowsFor(
  name: string,
  logs: readonly (readonly Event[])[],
): readonly (readonly (string | number)[])[] {
  return MOMENTS.map((share) => {
    const ours = logs.flatMap((events) => judge(events, share, timeLeft))
    const said = logs.flatMap((events) => judge(events, share, asSaid))
    const simple = logs.flatMap((events) => judge(events, share, byShare))
    const held = ours.filter(({ isHeld }) => isHeld === true).length / ours.length
    return [
      name,
      `${share * 100} %`,
      percent(median(ours.map(({ ofWhole }) => ofWhole))),
      percent(median(ours.map(({ ofRest }) => ofRest))),
      percent(median(ours.map(({ signed }) => signed))),
      percent(held),
      ...[said, simple].flatMap((verdicts) => [
        percent(median(verdicts.map(({ ofWhole }) => ofWhole))),
        percent(median(verdicts.map(({ ofRest }) => ofRest))),
      ]),
    ]
  })
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

function judge(
  events: readonly Event[],
  share: number,
  guess: (run: Run, now: number) => Guess,
): readonly Verdict[] {
  const [from, to] = [events[0]!.at, events.at(-1)!.at]
  const now = from + (to - from) * share
  const run = foldRun(events.filter(({ at }) => at <= now))!
  if (run.ended !== null || to <= now) return []
  const { seconds, low, high } = guess(run, now)
  const [left, whole] = [(to - now) / 1000, (to - from) / 1000]
  const off = seconds - left
  return [
    {
      ofWhole: Math.abs(off) / whole,
      ofRest: Math.abs(off) / left,
      signed: off / whole,
      isHeld: low === undefined ? undefined : low <= left && left <= high!,
    },
  ]
}

/** The baseline: every task takes what was said, and one that works longer ends now. */
function asSaid(run: Run, now: number): Guess {
  const seconds = (id: TaskId): number => {
    const place = indexOf(run, id)
    const state = run.states[place]!
    const { given } = run.plan.tasks[place]!.estimate
    return Math.max(0, (given ?? 600) - (state.is === 'working' ? (now - state.since) / 1000 : 0))
  }
  return { seconds: latestEnd(playOut(copyOf(run), now, seconds)) }
}

/** The other baseline: the rest goes as fast as what has landed. */
function byShare(run: Run, now: number): Guess {
  const share = Math.max(run.counts.landed, 0.5) / run.plan.tasks.length
  const elapsed = (now - run.startedAt) / 1000
  return { seconds: elapsed / share - elapsed }
}

/** How one repository differs from what people say: in all, and by agent. */
interface World {
  readonly chance: Chance
  readonly bias: number
  readonly agents: Readonly<Record<string, number>>
  readonly isSaid: number
}

function worldOf(seed: number): World {
  const chance = chanceFrom(seed * 977 + 5)
  return {
    chance,
    bias: 0.4 * bell(chance),
    agents: Object.fromEntries(AGENTS.map((agent) => [agent, 0.25 * bell(chance)])),
    isSaid: chance() < 0.25 ? 0 : 0.85,
  }
}

/** What a task of a world really takes is not what is said about it. */
function anyTask(i: number, { chance, isSaid }: World): { task: Task; usual: number } {
  const words = Math.round(Math.exp(3.7 + 0.8 * bell(chance)))
  const usual = 420 * Math.exp(0.25 * (Math.log(words) - 3.7) + 0.6 * bell(chance))
  const said = Math.max(20, Math.round((usual * (0.5 + chance())) / 10) * 10)
  const task = makeTask({
    id: idOf(i),
    work: { is: 'prompt', text: 'word '.repeat(Math.max(3, words)) },
    agent: AGENTS[between(chance, 0, AGENTS.length - 1)]!,
    ...(chance() < isSaid ? { estimate: { seconds: said, from: 'file' as const } } : {}),
  })
  return { task, usual }
}

const realSeconds = ({ bias, agents, chance }: World, task: Task, usual: number): number =>
  usual * Math.exp(bias + agents[task.agent!]! + 0.35 * bell(chance))

const FAILS = 0.07

function pastOf(world: World, known: number): Past {
  const work = numbers(known).map((i): PastWork => {
    const { task, usual } = anyTask(i, world)
    return {
      agent: task.agent!,
      model: null,
      size: { words: task.work.is === 'prompt' ? wordsIn(task.work.text) : 0, files: 0 },
      given: task.estimate.given,
      seconds: realSeconds(world, task, usual),
    }
  })
  const landings = numbers(known).map(() => landingSeconds(world.chance))
  return { work, landings, tries: known, failures: Math.round(known * FAILS) }
}

const landingSeconds = (chance: Chance): number => 30 * Math.exp(0.4 * bell(chance))

/** Plays a whole run as it really happens, and returns its events. */
function generatedRun(seed: number, known: number): readonly Event[] {
  const world = worldOf(seed)
  const { chance } = world
  const past = known === 0 ? NO_PAST : pastOf({ ...world, chance: chanceFrom(seed + 1e6) }, known)
  const shape = Object.values(SHAPES)[seed % Object.keys(SHAPES).length]!
  const size = between(chance, 8, 60)
  const anyTasks = shape(size, chance).map((before, i) => {
    const { task, usual } = anyTask(i, world)
    return { task: { ...task, dependencies: before.map(idOf) }, usual }
  })
  const learned = learnFrom(past)
  const written: Plan = { name: 'eta', groups: [], tasks: anyTasks.map(({ task }) => task) }
  const plan = withEstimates(written, { ...NO_KNOWLEDGE, learned })
  const settings = { agents: between(chance, 2, 8), isolation: 'worktree', check: 'true' } as const
  const game = new Game(plan, settings)
  const started = { ...game.events[0]!, learned } as Event
  const today = 0.15 * bell(chance)
  const usualOf = new Map(anyTasks.map(({ task, usual }) => [task.id, usual]))
  const lasting = new Map<string, { readonly end: number; readonly fails: boolean }>()
  const landsAt = new Map<TaskId, number>()
  for (;;) {
    game.startAll()
    for (const { id, task, startedAt, ended } of game.run.attempts.values()) {
      if (ended !== null || lasting.has(id)) continue
      const one = plan.tasks[indexOf(game.run, task)]!
      const fails = chance() < FAILS
      const seconds = realSeconds(world, one, usualOf.get(task)!) * Math.exp(today)
      lasting.set(id, { end: startedAt + seconds * 1000 * (fails ? chance() : 1), fails })
    }
    const working = [...game.run.attempts.values()].filter(({ ended }) => ended === null)
    const next = working.toSorted((a, b) => lasting.get(a.id)!.end - lasting.get(b.id)!.end)[0]
    const [task, landing] = [...landsAt].toSorted(([, a], [, b]) => a - b)[0] ?? [null, Infinity]
    const end = next === undefined ? Infinity : lasting.get(next.id)!.end
    const retryAt = game.schedule.nextRetryAt() ?? Infinity
    const due = Math.min(end, landing, retryAt > game.now ? retryAt : Infinity)
    if (due === Infinity) return [started, ...game.events.slice(1)]
    game.now = due
    if (due === landing && task !== null) {
      landsAt.delete(task)
      game.land(task)
    } else if (due === end && next !== undefined) {
      if (lasting.get(next.id)!.fails) game.end(next.task, FAILED)
      else {
        game.end(next.task, OUTCOMES.succeeded)
        landsAt.set(next.task, game.now + landingSeconds(chance) * 1000)
      }
    }
  }
}

/** As if the model could not be reached: such a failure is always tried again. */
const FAILED = {
  is: 'failed',
  failure: { is: 'model', status: 500, reason: 'overloaded' },
  profile: { wallSeconds: 1, cpuSeconds: null, peakMemoryBytes: null },
  lastLines: [],
} as const

/** Close enough to a normal distribution. */
const bell = (chance: Chance): number =>
  numbers(6).reduce((sum) => sum + chance() - 0.5, 0) * Math.SQRT2

const databases = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
if (databases.length === 0) generated()
else for (const database of databases) replayed(database)
