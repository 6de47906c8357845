/** Random runs of random plans, with everything that may go wrong or be asked on the way. */
import * as fc from 'fast-check'
import type { Ask } from '../../src/core/ask/ask.ts'
import { saidEstimate } from '../../src/core/durations/estimate.ts'
import { overBudget } from '../../src/core/agent/budget.ts'
import type { CollisionSettings } from '../../src/core/plan/collision-settings.ts'
import type { RunSettings } from '../../src/core/run/event.ts'
import { attemptId, commitId, laneName, taskId, type TaskId } from '../../src/core/value/ids.ts'
import { laneOf } from '../../src/core/plan/lanes.ts'
import {
  makeTask,
  type Plan,
  type Priority,
  type Task,
  type TaskChange,
} from '../../src/core/plan/plan.ts'
import { DEFAULT_RETRY } from '../../src/core/run/retry-policy.ts'
import { nothingLeft } from '../../src/core/run/run.ts'
import { howMany } from '../thorough.ts'
import { DELIVERY, Game, OUTCOMES } from './play.ts'

export interface Watcher {
  /** Called before the first move. */
  begin?(game: Game): void
  /** Called after each move, when all tasks that may start have been started. */
  rest?(game: Game): void
  /** Called when nothing is left to do. */
  over?(game: Game): void
}

/** Plays many games to their end and calls the watcher. */
export function inAnyGame(watcher: Watcher, settings: Partial<RunSettings> = {}): void {
  fc.assert(
    fc.property(anyPlan, anySettings, fc.array(anyMove, { maxLength: 30 }), (plan, any, moves) => {
      const game = new Game(plan, { ...any, ...settings })
      watcher.begin?.(game)
      const rest = (): void => {
        game.startAll()
        watcher.rest?.(game)
      }
      rest()
      for (const move of moves) {
        makeMove(game, move)
        rest()
      }
      finish(game, rest)
      watcher.over?.(game)
    }),
    { numRuns: Number(process.env['ANY_GAMES'] ?? howMany(60, 250)), ...seedToTry() },
  )
}

/** The seed that a failure has printed plays the same games again. */
function seedToTry(): { readonly seed?: number } {
  const seed = process.env['ANY_GAMES_SEED']
  return seed === undefined ? {} : { seed: Number(seed) }
}

const PATHS = ['a', 'src', 'src/a', 'src/*', './src/**', 'lib/[ab]', 'lib/a', 'lib/c', '*', 'x/?']

/** Some of them are hot: `rules` below. */
const FORESEEN = ['src/a', 'src/b', 'lib/a', 'lib/d', 'db/1', 'db/2', 'lock', 'notes']

const anyForeseen = fc.oneof(
  fc.constant([]),
  fc
    .uniqueArray(
      fc.record({
        path: fc.constantFrom(...FORESEEN),
        p: fc.constantFrom(0.05, 0.3, 0.55, 0.7, 0.75, 0.9, 1),
      }),
      { maxLength: 4, selector: ({ path }) => path },
    )
    .map((files) => files.map(({ path, p }) => ({ path, p })).toSorted((a, b) => b.p - a.p)),
)

const anyTask = fc.record({
  after: fc.array(fc.nat(), { maxLength: 3 }),
  priority: fc.constantFrom<Priority>(1, 2, 3, 3, 3, 4, 5),
  minutes: fc.integer({ min: 1, max: 5 }),
  files: fc.oneof(fc.constant([]), fc.subarray(PATHS, { maxLength: 2 })),
  foreseen: anyForeseen,
  /** The task of which a person says something, and what. */
  pair: fc.option(fc.record({ with: fc.nat(), isApart: fc.boolean() }), { freq: 3 }),
  cpu: fc.constantFrom(0, 0, 0.1, 0.3, 0.7, 1, 3),
  memoryBytes: fc.constantFrom(0, 0, 100, 600),
  epic: fc.constantFrom(null, null, null, 'one', 'two'),
  needsHuman: fc.nat(7).map((n) => n === 0),
  isSpoken: fc.boolean(),
  budgetUsd: fc.constantFrom(null, null, null, 1, 3),
  maxAttempts: fc.option(fc.integer({ min: 1, max: 3 })),
})

type AnyTask = typeof anyTask extends fc.Arbitrary<infer Value> ? Value : never

export const anyPlan: fc.Arbitrary<Plan> = fc
  .tuple(fc.array(anyTask, { minLength: 1, maxLength: 9 }), fc.boolean())
  .map(([drawn, reversed]) => {
    const tasks = drawn.map((any, i) => ({
      ...taskFrom(any, nameOf(i), i),
      ...pairFrom(any, nameOf(i), i),
    }))
    return { name: 'any', groups: [], tasks: reversed ? tasks.toReversed() : tasks }
  })

function taskFrom(any: AnyTask, id: string, tasksBefore: number): Task {
  const { after, minutes, cpu, memoryBytes, maxAttempts, isSpoken, pair: _, ...fields } = any
  const dependencies = tasksBefore === 0 ? [] : after.map((n) => nameOf(n % tasksBefore))
  return makeTask({
    ...fields,
    id: taskId(id),
    work: isSpoken ? { is: 'prompt', text: `do ${id}` } : { is: 'command', line: 'true' },
    dependencies: [...new Set(dependencies)].map(taskId),
    estimate: { seconds: minutes * 60, from: 'file' },
    resources: { cpu, memoryBytes },
    retry: maxAttempts === null ? null : { ...DEFAULT_RETRY, maxAttempts },
  })
}

/** Only with earlier tasks, so that no pair is both. */
function pairFrom({ pair }: AnyTask, id: string, tasksBefore: number): Partial<Task> {
  if (pair === null || pair === undefined || tasksBefore === 0) return {}
  const other = nameOf(pair.with % tasksBefore)
  if (other === id) return {}
  return pair.isApart ? { apartFrom: [taskId(other)] } : { togetherWith: [taskId(other)] }
}

/** Some tasks have names that every object has. */
const nameOf = (i: number): string => ['t0', '__proto__', 't2', 'constructor'][i] ?? `t${i}`

const anySettings: fc.Arbitrary<Partial<RunSettings>> = fc.record({
  agents: fc.integer({ min: 1, max: 4 }),
  machine: fc.constantFrom(null, { cpu: 1, memoryBytes: 1000 }),
  strictBatches: fc.nat(3).map((n) => n === 0),
  allowCollisions: fc.nat(5).map((n) => n === 0),
  collisions: fc.record({
    apartAbove: fc.constantFrom(0, 0.3, 0.5, 0.5, 0.8, 1),
    warnAbove: fc.constantFrom(0.1, 0.25, 1),
    rules: fc.constantFrom<CollisionSettings['rules']>(
      {},
      { 'db/*': 'apart', lock: 'ignore', notes: 'warn' },
      { 'lib/a': 'ignore', 'lib/*': 'apart', 'src/b': 'warn' },
    ),
    isAuto: fc.constant(false),
    chosen: fc.constant(null),
  }),
  agingSeconds: fc.constantFrom(120, 900, 86_400),
  isolation: fc.constantFrom('none' as const, 'worktree' as const, 'worktree' as const),
  maxWorktrees: fc.constantFrom(null, null, 1, 2),
  stacked: fc.nat(3).map((n) => n === 0),
  review: fc.nat(3).map((n) => n === 0),
  budgetUsd: fc.constantFrom(null, null, null, 2, 5),
})

const OUTCOME_NAMES = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]

const anyMove = fc.oneof(
  { weight: 8, arbitrary: fc.record({ move: fc.constant('end' as const), pick: fc.nat() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      move: fc.constant('end-as' as const),
      pick: fc.nat(),
      outcome: fc.constantFrom(...OUTCOME_NAMES),
      chance: fc.double({ min: 0, max: 0.999, noNaN: true }),
      delivers: fc.nat(4).map((n) => n > 0),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      move: fc.constant('land' as const),
      pick: fc.nat(),
      verdict: fc.constantFrom(
        'green' as const,
        'green' as const,
        'conflict' as const,
        'red' as const,
      ),
      canResolve: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      move: fc.constant('wait' as const),
      seconds: fc.integer({ min: 1, max: 600 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constant('spend' as const),
      pick: fc.nat(),
      usd: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ move: 'crash' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      move: fc.constant('ask' as const),
      ask: fc.constantFrom<Ask['ask']>(
        ...(['pause', 'unpause', 'cancel', 'preempt', 'retry', 'skip', 'approve'] as const),
        ...([
          'prioritise',
          'add',
          'retry',
          'unpause',
          'approve',
          'cancel-run',
          'reject',
          'land',
          'land-all',
          'resolve',
          'guide',
          'guide',
          'budget',
          'take-guidance',
          'change',
          'change',
          'change',
          'agents',
          'agents',
          'together',
          'pause-batch',
          'pause-batch',
          'unpause-batch',
        ] as const),
      ),
      pick: fc.nat(),
      task: anyTask,
    }),
  },
)

type Move = typeof anyMove extends fc.Arbitrary<infer Value> ? Value : never

function makeMove(game: Game, move: Move): void {
  const working = game.working()
  switch (move.move) {
    case 'end':
      if (working.length > 0) game.end(working[move.pick % working.length]!, OUTCOMES.succeeded)
      return
    case 'end-as':
      if (working.length > 0)
        game.end(
          working[move.pick % working.length]!,
          OUTCOMES[move.outcome],
          move.chance,
          move.delivers,
        )
      return
    case 'spend':
      if (working.length > 0) spend(game, working[move.pick % working.length]!, move.usd)
      return
    case 'land': {
      const landing = game.landing()
      if (landing.length > 0)
        game.land(landing[move.pick % landing.length]!, move.verdict, move.canResolve)
      return
    }
    case 'wait':
      game.now += move.seconds * 1000
      return
    case 'crash':
      game.crash()
      return
    case 'ask':
      game.ask(askFrom(game, move))
      return
  }
}

/** A task that has spent too much is stopped, as the coordinator would do. */
function spend(game: Game, task: TaskId, usd: number): void {
  game.spend(task, usd)
  if (overBudget(game.run, task) !== null) game.end(task, OUTCOMES['over budget'])
}

function askFrom(game: Game, { ask, pick, task: any }: Move & { move: 'ask' }): Ask {
  const { tasks } = game.run.plan
  const task = tasks[pick % tasks.length]!.id
  switch (ask) {
    case 'pause':
    case 'unpause':
    case 'cancel-run':
    case 'land-all':
      return { ask }
    case 'cancel':
    case 'preempt':
    case 'retry':
    case 'skip':
    case 'land':
    case 'approve':
      return { ask, task }
    case 'guide':
      return { ask, task, text: 'like this' }
    case 'budget':
      return { ask, task: pick % 2 === 0 ? null : task, usd: pick % 3 === 0 ? null : pick % 7 }
    case 'decide':
      return { ask, task, request: null, allow: true, why: null }
    case 'hear':
      return { ask, attempt: attemptId(game.run.id, task, 1), sign: { is: 'heartbeat' } }
    case 'take-guidance':
      return { ask, attempt: attemptId(game.run.id, task, 1) }
    case 'reject':
      return { ask, task, why: 'not like this' }
    case 'agents':
      return { ask, agents: 1 + (pick % 5) }
    case 'pause-batch':
    case 'unpause-batch':
      return { ask, batch: pick % 4 }
    case 'accept-branch':
      return { ask, branch: 'main' }
    case 'resolve': {
      const commit = commitId('5'.repeat(40))
      return { ask, task, delivery: DELIVERY.commit, onto: commit, commit }
    }
    case 'prioritise':
      return { ask, task, priority: any.priority }
    case 'change':
      return { ask, task, change: changeFrom(any, tasks, pick) }
    case 'add':
      return { ask, by: null, tasks: [taskFrom(any, nameOf(tasks.length), tasks.length)] }
    case 'together':
      return {
        ask,
        asks: [
          { ask: 'change', task, change: changeFrom(any, tasks, pick) },
          { ask: 'agents', agents: 1 + (pick % 12) },
        ],
      }
  }
}

function changeFrom(any: AnyTask, tasks: readonly Task[], pick: number): TaskChange {
  const lanes = [null, laneOf(tasks[pick % tasks.length]!), laneName('epic-one')]
  return {
    priority: any.priority,
    files: any.files,
    estimate: saidEstimate(any.minutes * 60),
    dependencies: any.after.map((n) => tasks[n % tasks.length]!.id),
    ...(pick % 2 === 0 ? {} : { lane: lanes[pick % 3]! }),
    ...(any.pair === null ? {} : pairChange(any.pair, tasks)),
  }
}

/** Refused when the other task says the opposite, or when it is the same task. */
function pairChange(pair: NonNullable<AnyTask['pair']>, tasks: readonly Task[]): TaskChange {
  const other = tasks[pair.with % tasks.length]!.id
  return pair.isApart ? { apartFrom: [other] } : { togetherWith: [other] }
}

/** A stuck task waits for one of these. */
function goOn(game: Game, task: TaskId): void {
  game.ask({ ask: 'guide', task, text: 'go on' })
  game.ask({ ask: 'budget', task, usd: null })
}

/** From here on everything succeeds; a run that does not end now would hang for ever. */
function finish(game: Game, rest: () => void): void {
  if (game.run.ended === null) game.ask({ ask: 'unpause' })
  for (const batch of game.run.pausedBatches) game.ask({ ask: 'unpause-batch', batch })
  if (game.run.ended === null) game.ask({ ask: 'budget', task: null, usd: null })
  for (const { id } of game.run.plan.tasks)
    if (game.run.ended === null) game.ask({ ask: 'approve', task: id })
  rest()
  while (!nothingLeft(game.run)) {
    const [task] = game.working()
    const [landing] = game.landing()
    const [review] = game.review()
    const [stuck] = game.stuck()
    const retryAt = game.schedule.nextRetryAt()
    if (landing !== undefined) game.land(landing)
    else if (review !== undefined) game.ask({ ask: 'approve', task: review })
    else if (stuck !== undefined) goOn(game, stuck)
    else if (task !== undefined) game.end(task, OUTCOMES.succeeded)
    else if (retryAt !== null && retryAt > game.now) game.now = retryAt
    else throw new Error('nothing works, nothing may start, and tasks are left')
    rest()
  }
}
