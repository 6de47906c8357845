import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPlan } from '../../../test/played/any-game.ts'
import { play, planFrom, SETTINGS, type Script } from '../../../test/played/play.ts'
import * as oracle from '../../../test/played/oracle.ts'
import type { CollisionSettings } from '../plan/collision-settings.ts'
import { batches, planGraph } from '../plan/graph.ts'
import { plannedRun } from '../plan/plan-changes.ts'
import { makeTask, type Plan, type Task } from '../plan/plan.ts'
import type { RunSettings } from '../run/event.ts'
import { taskId } from '../value/ids.ts'
import { planIssues } from './plan-issues.ts'
import { predictedConflicts, type PredictedConflict } from './predicted-conflicts.ts'

const id = taskId

const foreseeing = (...files: readonly (readonly [string, number])[]): Partial<Task> => ({
  foreseen: files.map(([path, p]) => ({ path, p })),
})

const under = (collisions: Partial<CollisionSettings>): RunSettings => ({
  ...SETTINGS,
  isolation: 'worktree',
  collisions: { ...SETTINGS.collisions, apartAbove: 0.5, ...collisions },
})

const NO_RULES = {}

const pairIn = (
  a: Partial<Task>,
  b: Partial<Task>,
  settings: RunSettings = under({}),
): PredictedConflict | undefined => {
  const plan = planFrom('a:\nb:', { a, b })
  return predictedConflicts(plan, planGraph(plan, settings)).conflicts[0]
}

describe('two tasks', () => {
  it('collide as likely as both change one of the files that are foreseen for both', () => {
    const found = pairIn(
      foreseeing(['src/a.ts', 0.8], ['src/b.ts', 0.5], ['x.ts', 0.9]),
      foreseeing(['src/b.ts', 0.5], ['src/a.ts', 0.7], ['y.ts', 0.9]),
    )
    expect(found).toEqual({
      task_ids: ['a', 'b'],
      predicted_files: ['src/a.ts', 'src/b.ts'],
      files: [
        { path: 'src/a.ts', probability: 0.56 },
        { path: 'src/b.ts', probability: 0.25 },
      ],
      conflict_type: 'same_file',
      probability: 0.67,
      why: ['foreseen'],
      verdict: 'apart',
      decided_by: 'conductor',
    })
  })

  it('are only warned of below the threshold, and not mentioned far below', () => {
    const likely = foreseeing(['a.ts', 0.6])
    expect(pairIn(likely, likely)).toMatchObject({ verdict: 'warn', conflict_type: 'potential' })
    expect(pairIn(likely, foreseeing(['a.ts', 0.4]))).toBeUndefined()
  })

  it('collide surely on a file that both name, and as likely as foreseen when one names it', () => {
    expect(pairIn({ files: ['src'] }, { files: ['src/*.ts'] })).toMatchObject({
      probability: 1,
      why: ['declared'],
      verdict: 'apart',
    })
    expect(pairIn({ files: ['src/**'] }, foreseeing(['src/a.ts', 0.6]))).toMatchObject({
      predicted_files: ['src/a.ts'],
      probability: 0.6,
      why: ['coupled'],
      verdict: 'apart',
    })
  })

  it('are warned of when they likely work in the same folder', () => {
    expect(pairIn({ files: ['src/a.ts'] }, foreseeing(['src/b.ts', 0.7]))).toMatchObject({
      conflict_type: 'same_directory',
      probability: 0,
      verdict: 'warn',
      why: ['same_directory'],
    })
  })

  it('do as people say, whatever is foreseen', () => {
    const likely = foreseeing(['a.ts', 0.9])
    expect(pairIn({ ...likely, togetherWith: [id('b')] }, likely)).toMatchObject({
      verdict: 'free',
      decided_by: 'user',
      why: ['user', 'foreseen'],
    })
    expect(pairIn({ apartFrom: [id('b')] }, {})).toMatchObject({
      verdict: 'apart',
      decided_by: 'user',
      probability: 0,
      conflict_type: 'potential',
    })
    expect(pairIn(likely, likely, { ...under({}), allowCollisions: true })).toMatchObject({
      verdict: 'free',
      decided_by: 'user',
    })
  })
})

describe('hot files', () => {
  const both = (path: string, p = 0.9): PredictedConflict | undefined =>
    pairIn(foreseeing([path, p]), foreseeing([path, p]))

  it('are ignored when they are lockfiles, changelogs or generated', () => {
    for (const path of [
      'package-lock.json',
      'web/yarn.lock',
      'CHANGELOG.md',
      'docs/CHANGELOG.md',
      'src/generated/api.ts',
      'src/api.generated.ts',
      'test/__snapshots__/a.test.ts.snap',
    ])
      expect([path, both(path)]).toEqual([path, undefined])
    expect(both('src/lock.ts')).toMatchObject({ verdict: 'apart' })
  })

  it('count when both name them in place, where nothing is merged', () => {
    const named = { files: ['package-lock.json'] }
    expect(pairIn(named, named)).toBeUndefined()
    expect(pairIn(named, named, { ...under({}), isolation: 'none' })?.verdict).toBe('apart')
  })

  it('are one file when they are migrations', () => {
    const [one, other] = [
      ['db/migrations/1.sql', 0.9] as const,
      ['db/migrations/2.sql', 0.8] as const,
    ]
    expect(pairIn(foreseeing(one), foreseeing(other))).toMatchObject({
      predicted_files: ['**/migrations/**'],
      probability: 0.72,
      why: ['rule'],
      verdict: 'apart',
      conflict_type: 'potential',
    })
    expect(
      pairIn({ files: ['db/migrations/1.sql'] }, { files: ['api/migrations/*'] }),
    ).toMatchObject({
      probability: 1,
      verdict: 'apart',
    })
    expect(pairIn({ files: ['db/**'] }, { files: ['api/**'] })).toBeUndefined()
  })

  it('follow the first rule that names them', () => {
    const settings = under({ rules: { '*.md': 'warn', 'a*': 'ignore', '**/*.sql': 'apart' } })
    const pair = (one: string, other: string) =>
      pairIn(foreseeing([one, 0.9]), foreseeing([other, 0.9]), settings)?.verdict
    expect(pair('a.md', 'a.md')).toBe('warn')
    expect(pair('a.ts', 'a.ts')).toBeUndefined()
    expect(pair('x/a.sql', 'y/b.sql')).toBe('apart')
  })
})

describe('[S5] tasks that are likely to collide', () => {
  const likely = foreseeing(['a.ts', 0.8])
  const starts = (script: Script): string | undefined =>
    play('a:\nb:', { agents: 2, tasks: { a: likely, b: likely }, ...script })[1]

  it('work one after another, also in a stack, unless the run allows it', () => {
    expect(starts({})).toBe('task-landed a')
    expect(starts({ isolation: 'worktree', stacked: true })).not.toBe('attempt-started b')
    expect(starts({ allowCollisions: true })).toBe('attempt-started b')
    expect(starts({ collisions: under({ apartAbove: 0.7 }).collisions })).toBe('attempt-started b')
  })

  it('work at once as soon as a person lets them, in a run that goes on', () => {
    const together = { ask: 'change', task: id('b'), change: { togetherWith: [id('a')] } } as const
    expect(starts({ asks: { 20: together } })).toBe('task-changed b')
    expect(
      play('a:\nb:', { agents: 2, tasks: { a: likely, b: likely }, asks: { 20: together } })[2],
    ).toBe('attempt-started b')
  })

  it('let the third wait for both when only two of them may work at once', () => {
    const files = ['x']
    const tasks = { a: { files }, b: { files, togetherWith: [id('a')] }, c: { files } }
    expect(play('a:\nb:\nc:', { agents: 3, tasks })).toEqual([
      'attempt-started a',
      'attempt-started b',
      'task-landed a',
      'task-landed b',
      'attempt-started c',
      'task-landed c',
    ])
  })
})

describe('batches', () => {
  const policies = fc.record({
    apartAbove: fc.constantFrom(0, 0.3, 0.5, 0.8, 1),
    rules: fc.constantFrom<CollisionSettings['rules']>({}, { 'db/*': 'apart', lock: 'ignore' }),
  })

  it('never hold two tasks that collide, and no task later than it must be', () => {
    fc.assert(
      fc.property(anyPlan, policies, (plan, policy) => {
        const run = plannedRun(plan, under(policy))
        const { batch, before } = run.graph
        plan.tasks.forEach((task, i) => {
          for (const d of before[i]!) expect(batch[d]).toBeLessThan(batch[i]!)
          const sameBatch = plan.tasks.filter((_, j) => j !== i && batch[j] === batch[i])
          expect(sameBatch.filter((other) => oracle.collide(run, task, other))).toEqual([])
          for (let level = 0; level < batch[i]!; level++) {
            const isLate = before[i]!.some((d) => batch[d]! >= level)
            const inWay = plan.tasks.some(
              (other, j) => batch[j] === level && oracle.collide(run, task, other),
            )
            expect(isLate || inWay).toBe(true)
          }
        })
        const { conflicts } = predictedConflicts(plan, run.graph)
        const levels = batches(plan, run.graph).map((task_ids, i) => ({
          batch_id: i + 1,
          task_ids,
        }))
        const issues = planIssues(
          { tasks: plan.tasks.map((task) => task.id), batches: levels, conflicts },
          null,
        )
        expect(issues.filter(({ issue }) => issue !== 'high_conflict_rate')).toEqual([])
      }),
    )
  })

  it('put the more urgent of two first, then the longer chain, then the earlier', () => {
    const files = ['x']
    const levels = (notation: string, tasks: Record<string, Partial<Task>>) =>
      batches(planFrom(notation, tasks), planGraph(planFrom(notation, tasks), SETTINGS))
    expect(levels('a:\nb:', { a: { files }, b: { files } })).toEqual([['a'], ['b']])
    expect(levels('a:\nb:\nc: b', { a: { files }, b: { files } })).toEqual([['b'], ['a', 'c']])
    expect(levels('a:\nb:', { a: { files }, b: { files, priority: 1 } })).toEqual([['b'], ['a']])
  })

  it('are validated in words that other programs know', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(id) as [typeof idOfA, typeof idOfA, typeof idOfA]
    const plan = planFrom('a:\nb:', { a: { files: ['x'] }, b: { files: ['x'] } })
    const { conflicts } = predictedConflicts(plan, planGraph(plan, SETTINGS))
    const told = planIssues(
      {
        tasks: [a, b, c],
        batches: [
          { batch_id: 1, task_ids: [a, b] },
          { batch_id: 2, task_ids: [] },
        ],
        conflicts: [...conflicts, ...conflicts],
      },
      {},
    )
    expect(told.map(({ issue }) => issue)).toEqual([
      'empty_batch',
      'unassigned_tasks',
      'high_conflict_rate',
      'conflict_in_batch',
      'conflict_in_batch',
    ])
  })
})

const idOfA = id('a')

describe('the pairs of a large plan', () => {
  /** 40 foreseen files of each task, some of them files that many tasks are likely to change. */
  function largePlan(count: number, pool: number): Plan {
    const tasks = Array.from({ length: count }, (_, i) =>
      makeTask({
        id: id(`t${i}`),
        work: { is: 'command', line: 'true' },
        foreseen: Array.from({ length: 40 }, (_, k) => ({
          path: `src/${(i * 31 + k * k * 17) % (k < 5 ? 50 : pool)}.ts`,
          p: 0.9 / (1 + k),
        })),
      }),
    )
    return { name: 'large', tasks, groups: [] }
  }

  it('are found in well under a second for 1,000 tasks', () => {
    const plan = largePlan(1000, 2000)
    const began = process.cpuUsage()
    const { pairs, isWhole } = planGraph(plan, SETTINGS).collisions
    // About 0.1 s; the machine of a build may be busy.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
    expect([isWhole, pairs.length > 100]).toEqual([true, true])
  })

  it('are the same whichever thresholds were tried before', () => {
    const plan = largePlan(60, 80)
    for (const apartAbove of [0.5, 0.9, 0.1, 0.3, 1, 0.5])
      for (const warnAbove of [0.25, 0.6]) {
        const settings = under({ rules: NO_RULES, apartAbove, warnAbove })
        const fresh = { ...plan, tasks: [...plan.tasks] }
        expect(planGraph(plan, settings).collisions).toEqual(planGraph(fresh, settings).collisions)
      }
  })

  it('are those that comparing every pair would find', () => {
    const plan = largePlan(60, 80)
    const run = plannedRun(plan, under({ rules: {} }))
    const found = new Set(run.graph.collisions.pairs.map(({ a, b }) => `${a} ${b}`))
    plan.tasks.forEach((one, a) =>
      plan.tasks.slice(a + 1).forEach((other, k) => {
        const isLikely = oracle.chanceToCollide(run, one, other) > 0.25 + 1e-9
        expect(found.has(`${a} ${a + 1 + k}`)).toBe(isLikely)
      }),
    )
  })
})
