/** Changes from another terminal: paused batches, the number of agents, and waiting tasks. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Event } from '../../src/core/run/event.ts'
import { findCoordinator } from '../../src/store/coordinator-lock.ts'
import { eventsIn, folder, repository, type Folder, type Running } from '../conductor.ts'
import { openTask } from '../browser/open-task.ts'
import { until } from '../until.ts'

/** A task that makes up-<id> when it begins, and works until the file go-<id> appears. */
const gated = (id: string, more = ''): string =>
  `{id: ${id}, run: "touch up-${id}; while [ ! -e go-${id} ]; do sleep 0.02; done"${more}}`

const quick = (id: string, more = ''): string => `{id: ${id}, run: "true"${more}}`

const plan = (...tasks: readonly string[]): string =>
  ['tasks:', ...tasks.map((task) => `  - ${task}`), ''].join('\n')

/** Begins a run of these tasks. */
function begin(
  tasks: readonly string[],
  ...args: readonly string[]
): Folder & { readonly run: Running } {
  const place = folder({ 'tasks.yaml': plan(...tasks) })
  return { ...place, run: place.begin('run', 'tasks.yaml', '--no-ui', ...args) }
}

/** Waits until the coordinator takes asks and handles signals. */
const conducted = (place: Folder): Promise<boolean> =>
  until('it is conducted', () => findCoordinator(join(place.path, '.conductor')) !== null)

const startedIn = (place: { readonly path: string }): readonly string[] =>
  eventsIn(place.path).flatMap((event) => (event.type === 'attempt-started' ? [event.task] : []))

const typesIn = (place: { readonly path: string }): readonly Event['type'][] =>
  eventsIn(place.path).map(({ type }) => type)

describe('batches', () => {
  it('are started one by one when a run begins on hold', async () => {
    await using place = begin([quick('a'), quick('b', ', dependencies: [a]')], '--hold')
    await place.run.says('batches 1, 2 are paused; to continue: conductor resume --batch 1')
    await conducted(place)
    expect(typesIn(place).slice(0, 3)).toEqual(['run-started', 'batch-paused', 'batch-paused'])
    expect((await place.conductor('explain', 'a')).stdout).toContain(
      'waiting: batch 1 is paused: conductor resume --batch 1',
    )
    expect((await place.conductor('status')).stdout).toContain('Run 1 - blocked by you')
    expect(await place.json('status')).toMatchObject({ agents: 3, paused_batches: [1, 2] })
    expect(await place.json('attention')).toMatchObject({
      attention: [{ key: 'batch/1/paused-batch', kind: 'paused-batch', task: null }],
    })

    const resumed = await place.conductor('resume', '--batch', '1')
    expect(resumed.stdout).toContain('Batch 1 of run 1 continues.\nbatch 2 is paused')
    await place.run.says('a  landed')
    expect(startedIn(place)).toEqual(['a'])
    expect(await place.json('resume', '--batch', '2')).toEqual({
      run: '1',
      accepted: true,
      affected: ['b'],
    })
    expect((await place.run.done).code).toBe(0)
    expect(startedIn(place)).toEqual(['a', 'b'])
  })

  it('are held back one at a time, while the others go on', async () => {
    await using place = begin([gated('a'), quick('b', ', dependencies: [a]'), gated('c')])
    await openTask(place, 'up-a')
    await openTask(place, 'up-c')
    const refused = await place.conductor('pause', '--batch', '3')
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'error: there is no batch 3; the run has batches 1 to 2\n',
    ])
    const paused = await place.conductor('pause', '--batch', '2')
    expect(paused.stdout).toContain('Continue with: conductor resume --batch 2')
    place.write('go-a', '')
    await place.run.says('a  landed')
    expect((await place.conductor('explain', 'b')).stdout).toContain('batch 2 is paused')
    expect(await place.json('attention')).toMatchObject({ attention: [] })
    place.write('go-c', '')
    await place.run.says('c  landed')
    expect(startedIn(place)).toEqual(['a', 'c'])
    // To resume the whole run does not resume a paused batch.
    expect((await place.conductor('resume')).stdout).toContain('batch 2 is paused')
    await place.conductor('resume', '--batch', '2')
    expect((await place.run.done).code).toBe(0)
  })

  it('stay paused over a restart, and can be let go as the run is taken up', async () => {
    await using place = begin([quick('a'), quick('b', ', dependencies: [a]')], '--hold')
    await conducted(place)
    place.run.signal('SIGINT')
    expect((await place.run.done).code).toBe(130)
    const unknown = await place.conductor('resume', '--batch', '9', '--no-ui')
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no batch 9')])
    const again = place.begin('resume', '--batch', '1', '--no-ui')
    await again.says('a  landed')
    expect(startedIn(place)).toEqual(['a'])
    await place.conductor('resume', '--batch', '2')
    expect((await again.done).code).toBe(0)
  })

  it('cannot be held in a run that was begun before', async () => {
    await using place = folder({ 'tasks.yaml': plan(quick('a')) })
    const { code, stderr } = await place.conductor('run', 'tasks.yaml', '--hold', '--resume')
    expect([code, stderr]).toEqual([2, expect.stringContaining("'--hold'")])
  })
})

describe('conductor agents', () => {
  it('changes how many agents work at once, and ends no attempt', async () => {
    await using place = begin(
      ['a', 'b', 'c', 'd'].map((id) => gated(id)),
      '-p',
      '1',
    )
    await openTask(place, 'up-a')
    expect((await place.conductor('agents', '3')).stdout).toBe('At most 3 agents at once.\n')
    await openTask(place, 'up-b')
    await openTask(place, 'up-c')
    expect(await place.json('agents', '1')).toMatchObject({ accepted: true, affected: [] })
    for (const id of ['a', 'b']) {
      place.write(`go-${id}`, '')
      await place.run.says(`${id}  landed`)
    }
    expect(startedIn(place)).toEqual(['a', 'b', 'c'])
    place.write('go-c', '')
    await openTask(place, 'up-d')
    place.write('go-d', '')
    expect((await place.run.done).code).toBe(0)
  })

  it('takes a large number that is typed on purpose, with a note on memory', async () => {
    await using place = begin([gated('a')])
    await openTask(place, 'up-a')
    expect((await place.conductor('agents', '16')).stdout).toMatch(
      /^At most 16 agents at once\. Each uses memory: /,
    )
    expect(await place.json('status')).toMatchObject({ agents: 16 })
    place.write('go-a', '')
    await place.run.done
  })

  it.each([
    ['0', 'a whole number of at least 1 is needed'],
    ['many', 'a whole number of at least 1 is needed'],
    ['101', 'a run has 1 to 100 agents at once'],
  ])('%s is refused', async (agents, why) => {
    await using place = begin([gated('a')])
    await openTask(place, 'up-a')
    const { code, stderr } = await place.conductor('agents', agents)
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)])
    place.write('go-a', '')
    await place.run.done
  })
})

describe('conductor change', () => {
  it('changes what a task comes after, its name, urgency, files and estimate', async () => {
    await using place = begin(
      [gated('a'), quick('b'), quick('c', ', dependencies: [a]'), quick('d')],
      '-p',
      '1',
    )
    await openTask(place, 'up-a')
    const words = '--after c,d --priority high --name B --files x.ts y.ts --estimate 45m'.split(' ')
    const { stdout } = await place.conductor('change', 'b', ...words)
    expect(stdout).toBe(
      'Changed b: name "B", priority 1, after c, d, files x.ts, y.ts, estimate 45m.\n',
    )
    expect((await place.conductor('change', 'c', '--after', '')).stdout).toContain('after nothing')
    place.write('go-a', '')
    expect((await place.run.done).code).toBe(0)
    expect(startedIn(place)).toEqual(['a', 'c', 'd', 'b'])
  })

  it('is refused in words that say why', async () => {
    await using place = begin(
      [gated('a', ', priority: high'), quick('b'), quick('c', ', dependencies: [b]')],
      '-p',
      '1',
    )
    await openTask(place, 'up-a')
    const refusal = async (...args: readonly string[]): Promise<string> => {
      const { code, stderr } = await place.conductor('change', ...args)
      expect(code).toBe(2)
      return stderr
    }
    expect(await refusal('a', '--priority', '1')).toContain('"a" is working')
    expect(await refusal('b')).toContain('there is nothing to change')
    expect(await refusal('b', '--after', 'c')).toContain('"b" cannot come after "c"')
    expect(await refusal('b', '--after', 'aa')).toContain('did you mean "a"?')
    expect(await refusal('x', '--name', 'y')).toContain('there is no task "x"')
    expect(await refusal('b', '--estimate', 'soon')).toContain('"soon" is no estimate')
    expect(await refusal('b', '--name', '')).toContain('is no name')
    expect(await refusal('b', '--lane', 'task-a')).toContain('it has no worktrees')
    expect(typesIn(place)).not.toContain('task-changed')
    place.write('go-a', '')
    await place.run.done
  })

  it('puts a task into the lane of another, where it works after that', async () => {
    await using shop = repository({
      'tasks.yaml': plan(
        `{id: a, run: 'while [ ! -e "$CONDUCTOR_HOME/go" ]; do sleep 0.02; done; echo a > a.txt'}`,
        '{id: b, run: "cat a.txt > b.txt"}',
      ),
    })
    const run = shop.begin('run', 'tasks.yaml', '--no-ui', '-p', '1')
    await run.says('a  started')
    const { stdout } = await shop.conductor('change', 'b', '--lane', 'task-a')
    expect(stdout).toBe('Changed b: lane task-a.\n')
    const refused = await shop.conductor('change', 'b', '--lane', 'a b')
    expect(refused.stderr).toContain('it becomes a branch')
    expect((await shop.conductor('explain', 'b')).stdout).toContain(
      'after a, which uses the same worktree',
    )
    shop.write('.conductor/go', '')
    expect((await run.done).code).toBe(0)
    const opened = eventsIn(shop.path).flatMap((event) =>
      event.type === 'worktree-opened' ? [[event.task, event.lane]] : [],
    )
    expect(opened).toEqual([
      ['a', 'task-a'],
      ['b', 'task-a'],
    ])
  })
})

describe('tasks on the same file', () => {
  it('are kept apart or let together by what a person says, before a run and while it goes on', async () => {
    await using place = begin([
      gated('a', ', files: [x]'),
      gated('b', ', files: [x]'),
      gated('c', ', apart_from: [a]'),
    ])
    const planned = (await place.conductor('simulate', 'tasks.yaml')).stdout
    expect(planned).toContain('kept apart      a and b: x')
    expect(planned).toContain('kept apart      a and c, as you asked')
    const simulated = await place.json('simulate', 'tasks.yaml')
    expect(simulated).toMatchObject({
      batches: [{ task_ids: ['a'] }, { task_ids: ['b', 'c'] }],
      predicted_conflicts: [
        { task_ids: ['a', 'b'], probability: 1, verdict: 'apart', decided_by: 'conductor' },
        { task_ids: ['a', 'c'], verdict: 'apart', decided_by: 'user' },
      ],
      issues: [{ issue: 'high_conflict_rate' }],
    })
    await openTask(place, 'up-a')
    const why = async (task: string): Promise<string> =>
      (await place.conductor('explain', task)).stdout
    expect(await why('b')).toContain('would collide with a on x')
    expect(await why('c')).toContain('kept apart from a, as you asked')

    const refused = await place.conductor('change', 'a', '--together-with', 'c')
    expect([refused.code, refused.stderr.includes('cannot be together and apart')]).toEqual([
      2,
      true,
    ])
    expect((await place.conductor('change', 'b', '--together-with', 'a')).stdout).toContain(
      'Changed b: together with a.',
    )
    await openTask(place, 'up-b')
    await place.conductor('change', 'c', '--apart-from', '')
    await openTask(place, 'up-c')
    await place.conductor('cancel')
    expect((await place.run.done).code).not.toBe(0)
  })
})
