import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliveredRun } from '../../../test/repository/delivered-run.ts'
import { DELIVERY, OUTCOMES, statesOf } from '../../../test/played/play.ts'
import { attentionOf } from '../../core/report/attention.ts'
import { applyEvent } from '../../core/run/apply-event.ts'
import type { Event, Fact, RunSettings } from '../../core/run/event.ts'
import { attemptId, commitId, taskId, type CommitId } from '../../core/value/ids.ts'
import { openLander } from './land-tasks.ts'
import { hindrancesOf, retryingWhileHindered } from '../retry-while-hindered.ts'
import type { Tell } from '../recorder.ts'
import type { CheckEnd, Target } from '../worktree-ports.ts'
import type { Workshop } from '../git-workshop.ts'

/** An in-memory repository: a commit is named after what it holds, and a merge holds both. */
const BASE = commitId('')
const holding = (commit: CommitId): readonly string[] => commit.split(' ').filter(Boolean)
const together = (a: CommitId, b: CommitId): CommitId =>
  commitId([...new Set([...holding(a), ...holding(b)])].toSorted().join(' '))

interface World {
  /** Names that cannot be merged with each other. */
  readonly conflicts?: readonly (readonly [string, string])[]
  /** A tree that holds all of these is red. */
  readonly red?: readonly (readonly string[])[]
  /** Every check fails the first time. */
  readonly flaky?: boolean
  readonly settings?: Partial<RunSettings>
  readonly train?: number
  readonly trains?: number
  readonly resolver?: string | null
  readonly hasCheck?: boolean
  /** Each check is killed. */
  readonly killed?: boolean
  /** How many times somebody collects the merged commits before they can land. */
  readonly collected?: number
}

const missing = (): Error =>
  Object.assign(new Error('objects are missing'), { end: { stderr: 'nonexistent object 1234' } })

function land(names: readonly string[], world: World = {}) {
  const { conflicts = [], red = [], flaky = false, settings = {} } = world
  const notation = names.map((name) => (name.includes(':') ? name : `${name}:`)).join('\n')
  const run = deliveredRun(notation, BASE, (task) => commitId(task), settings)
  const events: Event[] = []
  const checked: string[] = []
  const tips: CommitId[] = [BASE]
  let tip: CommitId | null = BASE
  let collected = world.collected ?? 0
  let waiting = 0

  const tell: Tell = async (facts) => {
    waiting++
    await Promise.resolve()
    const made = facts()
    for (const fact of made) record(fact)
    waiting--
    if (made.length > 0) lander.goOn()
  }
  const record = (fact: Fact): void => {
    const event = { ...fact, run: run.id, at: 0, sequence: run.sequence + 1 }
    applyEvent(run, event)
    events.push(event)
  }
  const target: Target = {
    branch: 'conductor/run-1',
    tip: async () => tip,
    merge: async ({ onto, commit }) => {
      const all = holding(together(onto, commit))
      const pair = conflicts.find(([a, b]) => all.includes(a) && all.includes(b))
      const file = { path: 'x', kind: 'content', base: null, target: null, task: null }
      return pair
        ? { is: 'conflict', conflicts: [file] }
        : { is: 'merged', commit: together(onto, commit) }
    },
    advance: async (from, to) => {
      if (collected-- > 0) throw missing()
      if (tip !== from) return false
      tips.push((tip = to))
      return true
    },
    landings: async () => new Map(),
    reached: async (commits, to) =>
      new Set(commits.filter((c) => holding(c).every((name) => holding(to).includes(name)))),
    beyond: async (commit, to) =>
      commitId(holding(commit).find((name) => !holding(to).includes(name)) ?? '') || null,
    keep: async () => {},
    letGo: async () => {},
    countChanges: async () => DELIVERY.changes,
  }
  const isRed = (commit: CommitId): boolean =>
    red.some((set) => set.every((name) => holding(commit).includes(name)))
  const check = async (commit: CommitId, _line: string, signal: AbortSignal): Promise<CheckEnd> => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    const again = checked.includes(commit)
    if (!signal.aborted) checked.push(commit)
    const passed = !isRed(commit) && (!flaky || again)
    const end = { seconds: 0, log: 'log', lastLines: [], coverage: null }
    if (world.killed) return { ...end, passed: false, code: 137 }
    return { ...end, passed, code: passed ? 0 : 1 }
  }
  const workshop = {
    target,
    rescue: async () => {},
    onNote: () => {},
    checks: { run: check, close: async () => {} },
    checkOf: () => (world.hasCheck === false ? null : 'check'),
    resolverOf: () => world.resolver ?? null,
    trainLength: world.train ?? 8,
    trainsAtOnce: world.trains ?? 2,
  } as unknown as Workshop
  const lander = openLander(run, workshop, {
    tell,
    retryWhileHindered: retryingWhileHindered(hindrancesOf(run, tell)),
    leaving: new AbortController().signal,
  })

  return {
    run,
    events,
    checked,
    tips,
    isRed,
    lander,
    record,
    move: (to: CommitId | null): void => void (tip = to),
    tip: () => tip,
    async toTheEnd() {
      lander.goOn()
      for (let quiet = 0; quiet < 5;) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        quiet = lander.isBusy() || waiting > 0 ? 0 : quiet + 1
      }
      return statesOf(run)
    },
    trains: () => events.flatMap((e) => (e.type === 'landing-started' ? [e.tasks.join(' ')] : [])),
  }
}

describe('landing', () => {
  it('[L1] takes deliveries in the order of the plan, those that collide with others last', async () => {
    const game = land(['a', 'b', 'c'], { train: 1, trains: 1 })
    game.record({ type: 'collision-found', tasks: [taskId('a'), taskId('c')], files: ['x'] })
    await game.toTheEnd()
    expect(game.trains()).toEqual(['b', 'a', 'c'])
  })

  it('builds a train again when somebody has collected its merges, and asks a person only if that does not help', async () => {
    const once = land(['a', 'b'], { collected: 1 })
    expect(await once.toTheEnd()).toEqual({ a: 'landed', b: 'landed' })
    expect(once.trains()).toEqual(['a b', 'a b'])
    expect(await land(['a'], { collected: 99 }).toTheEnd()).toEqual({ a: 'review' })
  })

  it('does not call a check red that was killed', async () => {
    const game = land(['a'], { killed: true, resolver: 'claude' })
    expect(await game.toTheEnd()).toEqual({ a: 'review' })
    const types = game.events.map(({ type }) => type)
    expect(types.filter((type) => type === 'check-ended')).toEqual([])
    expect(game.events.at(-1)).toMatchObject({ trouble: { is: 'broken' } })
  })

  it('[L1] never lands a delivery before one below it in a stack', async () => {
    const game = land(['b: a', 'a'], { settings: { stacked: true }, train: 1 })
    await game.toTheEnd()
    expect(game.tips).toEqual(['', 'a', 'a b'])
  })

  it('[L1] leaves a delivery alone whose lower one in the stack is refused: it waits for that one', async () => {
    // Both would be merged in one train; b by itself fits on the target.
    const game = land(['a', 'b: a'], { settings: { stacked: true }, conflicts: [['a', 'other']] })
    game.move(commitId('other'))
    expect(await game.toTheEnd()).toEqual({ a: 'review', b: 'landing' })
    expect(game.tip()).toBe('other')
  })

  it('[L3] advances without a check only where none is configured, and then does not call it checked', async () => {
    const game = land(['a'], { hasCheck: false })
    expect(await game.toTheEnd()).toEqual({ a: 'landed' })
    expect(game.run.checked.size).toBe(0)
    expect(game.checked).toEqual([])
  })

  it('[L4] sends an agent once, where there is one', async () => {
    const game = land(['a'], { red: [['a']], resolver: 'fixer' })
    expect(await game.toTheEnd()).toEqual({ a: 'waiting' })
    expect(game.events.at(-1)).toMatchObject({ type: 'resolve-needed', trouble: { before: false } })
  })

  it('[L4] counts a check as red only when it fails twice, and asks whether it was before', async () => {
    const flaky = land(['a'], { flaky: true })
    expect(await flaky.toTheEnd()).toEqual({ a: 'landed' })
    expect(flaky.run.landing).toMatchObject({ flakes: 1 })
    const before = land(['a'], { red: [[]], resolver: 'fixer' })
    expect(await before.toTheEnd()).toEqual({ a: 'review' })
    expect(before.events.at(-1)).toMatchObject({ trouble: { is: 'red-check', before: true } })
  })

  it('[L5] checks a whole train once, and bisects a red one', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const good = land(names)
    await good.toTheEnd()
    expect(good.trains()).toEqual([names.join(' ')])
    const bad = land(names, { red: [['f']], trains: 1 })
    expect(await bad.toTheEnd()).toMatchObject({ e: 'landed', f: 'review', g: 'landed' })
    expect(bad.trains()).toEqual([
      'a b c d e f g h',
      'a b c d',
      'e f g h',
      'e f',
      'e',
      'f g',
      'f',
      'g h',
    ])
    expect(bad.checked.length).toBeLessThan(13)
  })

  it('[L5] builds the next train on top of the one that is being checked', async () => {
    const game = land(['a', 'b', 'c', 'd'], { train: 2, trains: 2 })
    await game.toTheEnd()
    const starts = game.events.flatMap((e) => (e.type === 'landing-started' ? [e] : []))
    expect(starts.map(({ onto, commit }) => [onto, commit])).toEqual([
      ['', 'a b'],
      ['a b', 'a b c d'],
    ])
    const firstEnd = game.events.findIndex((e) => e.type === 'check-ended')
    expect(game.events.slice(0, firstEnd).filter((e) => e.type === 'landing-started')).toHaveLength(
      2,
    )
  })

  it('[L5] lets a delivery wait that conflicts with another one that has not landed', async () => {
    const game = land(['a', 'b', 'c'], { conflicts: [['a', 'b']] })
    expect(await game.toTheEnd()).toEqual({ a: 'landed', b: 'review', c: 'landed' })
    expect(game.trains()[0]).toBe('a c')
  })

  it('[L6] goes on from where somebody else has moved the target', async () => {
    const game = land(['a'])
    game.move(commitId('x'))
    expect(await game.toTheEnd()).toEqual({ a: 'landed' })
    expect(game.tip()).toBe('a x')
    expect(game.events).toContainEqual(expect.objectContaining({ type: 'target-moved', lost: [] }))
  })

  it('[L6] offers a way back for a target that was rewound, until a task has landed on it', async () => {
    const game = land(['a'])
    await game.toTheEnd()
    const look = async (to: string): Promise<readonly unknown[]> => {
      game.move(commitId(to))
      game.lander.lookAtTarget()
      await game.toTheEnd()
      return attentionOf(game.run, 0)
    }
    const moved = (from: string, to: string): object => ({
      kind: 'branch-moved',
      move: { branch: 'conductor/run-1', from, to },
    })
    // Others may add to it.
    expect(await look('a x y')).toEqual([])
    expect(await look('a x')).toMatchObject([moved('a x y', 'a x')])
    expect(await look('a x z')).toMatchObject([moved('a x y', 'a x z')])
    expect(await look('a x y')).toEqual([])
    expect(await look('a x')).toMatchObject([moved('a x y', 'a x')])
    game.record({ type: 'branch-settled', branch: 'conductor/run-1', how: 'accepted' })
    expect(await look('a x')).toEqual([])
    expect(await look('a y')).toMatchObject([moved('a x', 'a y')])
    // What is taken out of it needs a person, task by task.
    expect(await look('y')).toMatchObject([{ kind: 'left-target', task: 'a' }])
    expect(await look('x y')).toMatchObject([{ kind: 'left-target' }])
    expect(await look('x z')).toMatchObject([{ kind: 'left-target' }, moved('x y', 'x z')])
    game.record({ type: 'landing-queued', task: taskId('a') })
    await game.toTheEnd()
    expect([game.tip(), attentionOf(game.run, 0)]).toEqual(['a x z', []])
  })

  it('[L6] does not call landed what somebody has taken out again', async () => {
    const game = land(['a'])
    await game.toTheEnd()
    game.move(commitId('x'))
    game.lander.lookAtTarget()
    expect(await game.toTheEnd()).toEqual({ a: 'review' })
  })

  it('[L6] does not bring back what somebody has taken out, by way of a task that was begun on it', async () => {
    const game = land(['a', 'b', 'c: a'])
    const begunOnA = (id: string): void => delivers(game, id, 'a', `a ${id}`)
    game.record({ type: 'tasks-reset', tasks: [taskId('b'), taskId('c')] })
    await game.toTheEnd()
    game.move(commitId('x'))
    for (const id of ['b', 'c']) begunOnA(id)
    for (const id of ['b', 'c']) game.record({ type: 'landing-queued', task: taskId(id) })
    // Task c comes after a, and waits until somebody has decided about that.
    expect(await game.toTheEnd()).toEqual({ a: 'review', b: 'waiting', c: 'landing' })
    expect(game.tip()).toBe('x')
    const what =
      'it is built on "a", which someone removed from the target, and would bring that work back; it runs again'
    expect(game.events).toContainEqual(
      expect.objectContaining({ type: 'noticed', about: 'b', what }),
    )
    game.record({ type: 'landing-queued', task: taskId('a') })
    begunOnA('b')
    game.record({ type: 'landing-queued', task: taskId('b') })
    expect(await game.toTheEnd()).toEqual({ a: 'landed', b: 'landed', c: 'landed' })
  })

  it('[L6] does not bring back what somebody has taken out, also when that was made anew and has landed', async () => {
    const game = land(['a', 'b'])
    game.record({ type: 'tasks-reset', tasks: [taskId('b')] })
    await game.toTheEnd()
    game.move(commitId('x'))
    game.lander.lookAtTarget()
    expect(await game.toTheEnd()).toEqual({ a: 'review', b: 'waiting' })
    delivers(game, 'a', 'x', 'x again')
    game.record({ type: 'landing-queued', task: taskId('a') })
    delivers(game, 'b', 'a', 'a b')
    game.record({ type: 'landing-queued', task: taskId('b') })
    expect(await game.toTheEnd()).toEqual({ a: 'landed', b: 'waiting' })
    expect(game.tip()).toBe('again x')
  })

  it('[L6] takes nothing out of a task that had changed nothing, when the target is rewound', async () => {
    const game = land(['a', 'b: a'])
    const attempt = attemptId(game.run.id, taskId('b'), 2)
    const { profile } = OUTCOMES.succeeded
    await game.toTheEnd()
    game.record({ type: 'tasks-reset', tasks: [taskId('b')] })
    game.record({ type: 'attempt-started', task: taskId('b'), attempt, worker: 1 })
    game.record({
      type: 'attempt-ended',
      task: taskId('b'),
      attempt,
      outcome: { is: 'succeeded', profile },
    })
    game.record({ type: 'task-landed', task: taskId('b'), commit: game.tip() })
    game.move(commitId('x'))
    game.lander.lookAtTarget()
    expect(await game.toTheEnd()).toEqual({ a: 'review', b: 'landed' })
  })

  it('[L6] makes a target again that was deleted', async () => {
    const game = land(['a'])
    game.move(null)
    expect(await game.toTheEnd()).toEqual({ a: 'landed' })
    expect(game.events).toContainEqual(expect.objectContaining({ type: 'noticed' }))
  })

  it('[L5] in any world: all that can land does, and no commit the target ever had is red', async () => {
    const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const some = fc.subarray(NAMES, { minLength: 1, maxLength: 2 })
    const anyWorld = fc.record({
      conflicts: fc.array(
        fc.subarray(NAMES, { minLength: 2, maxLength: 2 }).map(([a, b]) => [a!, b!] as const),
        { maxLength: 3 },
      ),
      red: fc.array(some, { maxLength: 3 }),
      train: fc.integer({ min: 1, max: 8 }),
      trains: fc.integer({ min: 1, max: 3 }),
      flaky: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.subarray(NAMES, { minLength: 1 }), anyWorld, async (names, world) => {
        const game = land(names, world)
        const states = await game.toTheEnd()
        expect(game.tips.filter(game.isRed)).toEqual([])
        expect(Object.values(states).filter((is) => is !== 'landed' && is !== 'review')).toEqual([])
        for (const name of names.filter((id) => states[id] === 'review')) {
          const all = holding(together(game.tip()!, commitId(name)))
          const conflicts = world.conflicts.some(([a, b]) => all.includes(a) && all.includes(b))
          const red = world.red.some((set) => set.every((one) => all.includes(one)))
          expect([name, conflicts || red]).toEqual([name, true])
        }
      }),
      { numRuns: 60 },
    )
  })
})

/** Another attempt at the task, begun on `base`. */
function delivers(game: ReturnType<typeof land>, id: string, base: string, commit: string): void {
  const task = taskId(id)
  const attempt = attemptId(game.run.id, task, 2)
  const delivery = { ...DELIVERY, base: commitId(base), commit: commitId(commit) }
  game.record({ type: 'tasks-reset', tasks: [task] })
  game.record({ type: 'attempt-started', task, attempt, worker: 1 })
  game.record({ type: 'attempt-ended', task, attempt, outcome: OUTCOMES.succeeded, delivery })
}
