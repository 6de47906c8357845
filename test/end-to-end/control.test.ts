/** All asks that a user can type in another terminal while a run goes on, and after it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Summary } from '../../src/core/report/summary.ts'
import { processTable } from '../../src/processes/process-table.ts'
import {
  eventsIn,
  folder,
  repository,
  type Folder,
  type FolderOptions,
  type Running,
} from '../conductor.ts'
import { openTask } from '../browser/open-task.ts'
import { until } from '../until.ts'

/** A task that makes up-<id> when it begins, and works until the file go-<id> appears. */
const gated = (id: string, more = ''): string =>
  `{id: ${id}, run: "echo ${id} works; touch up-${id}; while [ ! -e go-${id} ]; do sleep 0.02; done"${more}}`

const quick = (id: string, more = ''): string => `{id: ${id}, run: "true"${more}}`

const plan = (...tasks: readonly string[]): string =>
  ['tasks:', ...tasks.map((task) => `  - ${task}`), ''].join('\n')

async function going(
  tasks: readonly string[],
  args: readonly string[] = [],
  options: FolderOptions = {},
): Promise<Folder & { readonly run: Running }> {
  const place = folder({ 'tasks.yaml': plan(...tasks) }, options)
  const run = place.begin('run', 'tasks.yaml', '--no-ui', ...args)
  await run.says(/started \(agent/)
  return { ...place, run }
}

const statuses = async (place: Folder): Promise<Record<string, string>> =>
  Object.fromEntries(
    ((await place.json('report')) as Summary).results.map(({ id, status }) => [id, status]),
  )

const isLanded = (status: string): boolean => status === 'landed'

describe('looking at a run', () => {
  it('status names sessions, what waits and why, in the known form', async () => {
    await using place = await going([
      gated('a', ', issue: 123, name: "Build the login"'),
      quick('b', ', dependencies: [a], issue: 124'),
    ])
    await openTask(place, 'up-a')
    const { code, stdout } = await place.conductor('status')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Run 1 - running - 0 of 2 tasks landed, about .+ left \(.+ to .+\)\n/)
    expect(stdout).toContain('\nActive Sessions (1):\n')
    expect(stdout).toMatch(/^\[\*\] #123 - WORKING \(\d+s\) - Build the login$/m)
    expect(stdout).toContain('Waiting (1):')
    expect(stdout).toContain('[ ] #124 - WAITING - after a')
    expect(await place.json('status')).toMatchObject({
      run: '1',
      status: 'running',
      conducted: true,
      tasks: { total: 2, landed: 0 },
      sessions: [{ task: 'a', issue: 123, title: 'Build the login', status: 'working', worker: 1 }],
      waiting: [{ id: 'b', says: 'after a', why: { is: 'on-tasks', tasks: ['a'] } }],
    })
    place.write('go-a', '')
    await place.run.done
    const after = await place.conductor('status')
    expect(after.stdout).toContain('Run 1 - completed - 2 of 2 tasks landed')
    expect(after.stdout).not.toContain('Active Sessions')
  })

  it('logs shows what was printed, and -f goes on until the task is over', async () => {
    await using place = await going([
      '{id: a, run: "echo one; echo two >&2; touch up-a; while [ ! -e go-a ]; do sleep 0.02; done; printf three"}',
      quick('b', ', dependencies: [a]'),
    ])
    await openTask(place, 'up-a')
    await until('the output has arrived', async () =>
      (await place.conductor('logs', 'a')).stdout.includes('two'),
    )
    expect((await place.conductor('logs', 'a')).stdout).toBe('one\ntwo\n')
    expect((await place.conductor('logs', 'b')).stderr).toContain('has not been started yet')
    expect(await place.json('logs', 'b')).toEqual([])
    const following = place.begin('logs', 'a', '-f')
    await following.says('two')
    place.write('go-a', '')
    expect(await following.done).toMatchObject({ code: 0, stdout: 'one\ntwo\nthree' })
    await place.run.done
    expect((await place.conductor('logs', 'a', '-n', '1')).stdout).toBe('three\n')
    expect((await place.conductor('logs', 'b')).stdout).toBe('(no output)\n')
    expect(await place.json('logs', 'a')).toMatchObject([
      { out: 'one\n' },
      { err: 'two\n' },
      { out: 'three' },
    ])
  })

  it('explain says why a task waits, whatever it is', async () => {
    await using place = await going(
      [
        gated('a', ', files: [x.ts], resources: {cpu: 0.9}'),
        gated('busy'),
        quick('behind', ', dependencies: [a]'),
        quick('collides', ', files: [x.ts]'),
        quick('large', ', resources: {cpu: 0.5}'),
        quick('human', ', needs_human: true'),
        quick('next', ', priority: high'),
        '{id: again, run: "exit 75", priority: high, retry_policy: {max_attempts: 2, initial_delay: 60s, jitter: 0}}',
      ],
      ['-p', '3'],
      { environment: { CONDUCTOR_RESOURCES_CPU: '1' } },
    )
    const why = async (task: string): Promise<string> =>
      (await place.conductor('explain', task)).stdout
    await openTask(place, 'up-a')
    await place.run.says(/again {2}failed.*retry in/)
    expect(await why('a')).toMatch(/working for \d+/)
    expect(await why('behind')).toContain('waiting: after a')
    expect(await why('collides')).toContain('waiting: would collide with a on x.ts')
    expect(await why('large')).toContain('waiting: needs 0.5 cpu')
    expect(await why('human')).toMatch(
      /waiting: needs your approval to start\n[^]*\n {2}conductor approve human/,
    )
    expect(await why('again')).toMatch(/waiting: retry in \d+/)
    expect(await why('next')).toContain('landed')
    await place.conductor('pause')
    await place.conductor('add', 'fresh', '--run', 'true')
    expect(await why('fresh')).toContain('waiting: paused')
    expect(await place.json('explain', 'fresh')).toMatchObject({
      task: 'fresh',
      why: { is: 'paused' },
      says: 'paused',
    })
    await place.conductor('cancel')
    expect((await place.run.done).code).toBe(1)
  })

  it('explain tells the place in the line', async () => {
    await using place = await going([gated('a'), quick('b'), quick('c')], ['-p', '1'])
    expect((await place.conductor('explain', 'b')).stdout).toContain('waiting: next in line')
    expect((await place.conductor('explain', 'c')).stdout).toContain('waiting: 2nd in line')
    place.write('go-a', '')
    await place.run.done
  })

  it('watch follows to the end, in lines or as JSON', async () => {
    await using place = await going([gated('a'), quick('b', ', dependencies: [a]')])
    const watching = place.begin('watch', '--no-ui')
    const asJson = place.begin('watch', '--json')
    await openTask(place, 'up-a')
    // Both follow the run as soon as they print something that happens now.
    await until('both follow', async () => {
      await place.conductor('pause')
      await place.conductor('resume')
      return watching.hasSaid('paused') && asJson.hasSaid('run-paused')
    })
    place.write('go-a', '')
    const { code, stdout } = await watching.done
    expect(code).toBe(0)
    expect(stdout).toMatch(/a {2}landed[^]*b {2}landed[^]*run 1 completed/)
    const events = (await asJson.done).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string })
    expect(events.at(-1)!.type).toBe('run-ended')
    await place.run.done
    expect((await place.conductor('watch', '--no-ui')).stdout).toContain('Run 1 - completed')
  })
})

describe('steering a run', () => {
  it('pause starts nothing new, resume goes on', async () => {
    await using place = await going([gated('a'), quick('b', ', dependencies: [a]')])
    expect((await place.conductor('pause')).stdout).toContain('Paused')
    place.write('go-a', '')
    await place.run.says('a  landed')
    expect((await place.conductor('status')).stdout).toContain('Run 1 - paused')
    expect((await place.conductor('explain', 'b')).stdout).toContain('waiting: paused')
    expect((await place.conductor('resume')).stdout).toContain('Run 1 continues.')
    expect((await place.run.done).code).toBe(0)
  })

  it('attention names a pause in which nothing works any more, and the way on', async () => {
    await using place = await going([gated('a'), quick('b', ', dependencies: [a]')])
    await openTask(place, 'up-a')
    await place.conductor('pause')
    expect((await place.conductor('attention')).stdout).toBe('Nothing needs you.\n')
    place.write('go-a', '')
    await place.run.says('a  landed')
    expect(await place.json('attention')).toMatchObject({
      attention: [
        { kind: 'paused-run', urgent: true, ways: [{ command: 'conductor resume' }, {}] },
      ],
    })
    await place.conductor('resume')
    expect((await place.run.done).code).toBe(0)
  })

  it('a pause ends with the coordinator: a task brought back later starts at once', async () => {
    const fails =
      '{id: b, run: "touch up-b; while [ ! -e go-b ]; do sleep 0.02; done; test -e mended"}'
    await using place = await going([fails])
    await place.conductor('pause')
    place.write('go-b', '')
    expect((await place.run.done).code).toBe(1)
    place.write('mended', '')
    expect((await place.conductor('retry', 'b', '--no-ui')).code).toBe(0)
  })

  it('cancel stops a task and skips what comes after it; the rest goes on', async () => {
    await using place = await going([
      gated('a'),
      quick('b', ', dependencies: [a]'),
      gated('c'),
      quick('d', ', dependencies: [c]'),
    ])
    await openTask(place, 'up-a')
    await openTask(place, 'up-c')
    expect((await place.conductor('cancel', 'a')).stdout).toContain(
      'Cancelling a. 1 dependent task is affected too.',
    )
    place.write('go-c', '')
    expect((await place.run.done).code).toBe(1)
    expect(await statuses(place)).toEqual({
      a: 'cancelled',
      b: 'skipped',
      c: 'landed',
      d: 'landed',
    })
  })

  it('cancel without a task stops everything', async () => {
    await using place = await going([gated('a'), quick('b', ', dependencies: [a]')])
    await openTask(place, 'up-a')
    expect(await place.json('cancel')).toMatchObject({ accepted: true, affected: ['a', 'b'] })
    expect((await place.run.done).code).toBe(1)
    expect(await statuses(place)).toEqual({ a: 'cancelled', b: 'cancelled' })
    expect(await place.json('report')).toMatchObject({ status: 'cancelled' })
  })

  it('cancel of a task that failed is in the summary of a run that is over', async () => {
    await using place = folder({ 'tasks.yaml': plan('{id: a, run: "false"}', quick('b')) })
    await place.conductor('run', 'tasks.yaml', '--no-ui')
    const summary = (): object =>
      JSON.parse(readFileSync(join(place.path, '.conductor/run-1/summary.json'), 'utf8')) as object
    expect(summary()).toMatchObject({ needs_you_count: 1, tasks: { failed: 1, cancelled: 0 } })
    expect((await place.conductor('cancel', 'a')).stdout).toContain('Cancelled a')
    expect(summary()).toMatchObject({ needs_you_count: 0, tasks: { failed: 0, cancelled: 1 } })
    expect(summary()).toEqual(await place.json('report'))
  })

  it('retry brings a failed task back while the run goes on, with those skipped behind it', async () => {
    await using place = await going([
      '{id: a, run: "test -e fixed"}',
      quick('b', ', dependencies: [a]'),
      gated('c'),
    ])
    await place.run.says('a  failed')
    place.write('fixed', '')
    expect((await place.conductor('retry', 'a')).stdout).toContain('Trying a, b again.')
    await place.run.says('b  landed')
    place.write('go-c', '')
    expect((await place.run.done).code).toBe(0)
  })

  it('retry opens a run again that is over', async () => {
    await using place = folder({
      'tasks.yaml': plan(
        '{id: a, run: "test -e fixed"}',
        quick('b', ', dependencies: [a]'),
        quick('c'),
      ),
    })
    expect((await place.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(1)
    const refused = await place.conductor('retry', 'b', '--no-ui')
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('retry that one first')
    place.write('fixed', '')
    const { code, stdout } = await place.conductor('retry', 'a', '--no-ui')
    expect(code).toBe(0)
    expect(stdout).toContain('3 of 3 tasks landed')
    expect(
      eventsIn(place.path).filter((e) => e.type === 'attempt-started' && e.task === 'c'),
    ).toHaveLength(1)
    expect(await statuses(place)).toEqual({ a: 'landed', b: 'landed', c: 'landed' })
  })

  it('a task of an older run is named with its run', async () => {
    await using place = folder({
      'tasks.yaml': plan('{id: bad, run: "false"}'),
      'later.yaml': plan(quick('b')),
    })
    await place.conductor('run', 'tasks.yaml', '--no-ui')
    await place.conductor('run', 'later.yaml', '--no-ui')
    for (const command of ['retry', 'logs', 'explain', 'diff'])
      expect((await place.conductor(command, 'bad')).stderr).toMatch(
        RegExp(`no task "bad" in run 2[^]*it is in run 1: conductor ${command} --run 1 bad`),
      )
    expect((await place.conductor('retry', '--run', '1', 'bad', '--no-ui')).stdout).toContain(
      'bad  failed',
    )
    expect((await place.conductor('retry', 'none')).stderr).toContain('see `conductor status`')
  })

  it('skip leaves out a waiting task and those behind it', async () => {
    await using place = await going([
      gated('a'),
      quick('b', ', dependencies: [a]'),
      quick('c', ', dependencies: [b]'),
    ])
    expect((await place.conductor('skip', 'b')).stdout).toContain('Skipped b. 1 dependent task')
    const refused = await place.conductor('skip', 'a')
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('"a" is working')])
    place.write('go-a', '')
    expect((await place.run.done).code).toBe(1)
    expect(await statuses(place)).toEqual({ a: 'landed', b: 'skipped', c: 'skipped' })
  })

  it('preempt puts a task back into the line, and it does not count as a try', async () => {
    await using place = await going([
      gated('a', ', retry_policy: {max_attempts: 1}'),
      quick('b', ', priority: high'),
    ])
    await openTask(place, 'up-a')
    expect((await place.conductor('preempt', 'a')).stdout).toContain('goes back into the queue')
    await place.run.says(/a {2}started \(agent \d, attempt 2\)/)
    place.write('go-a', '')
    expect((await place.run.done).code).toBe(0)
  })

  it('prioritise changes who is next', async () => {
    await using place = await going([gated('a'), quick('b'), quick('c')], ['-p', '1'])
    expect((await place.conductor('prioritise', 'c', 'high')).stdout).toContain('priority 1')
    const refused = await place.conductor('prioritise', 'b', 'urgent')
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('high, medium, low'),
    ])
    place.write('go-a', '')
    await place.run.done
    const started = eventsIn(place.path).flatMap((e) =>
      e.type === 'attempt-started' ? [e.task] : [],
    )
    expect(started).toEqual(['a', 'c', 'b'])
  })

  it('prioritise and change work in a run that nobody conducts, and start nothing', async () => {
    await using place = folder({
      'tasks.yaml': `config: {isolation: none}\ntasks:\n  - {id: ask, run: 'true', needs_human: true}\n  - {id: next, run: 'true', dependencies: [ask]}\n`,
    })
    await place.conductor('run', 'tasks.yaml', '--no-ui')
    const { code, stdout } = await place.conductor('prioritise', 'next', 'high')
    expect([code, stdout]).toEqual([
      0,
      'next now has priority 1, the most urgent. Run 1 is stopped: `conductor resume` continues it.\n',
    ])
    expect((await place.conductor('change', 'next', '--name', 'The next')).code).toBe(0)
    expect(await place.json('explain', 'next')).toMatchObject({ priority: 1, name: 'The next' })
    const unknown = await place.conductor('prioritise', 'nexd', 'high')
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean "next"?'),
    ])
    expect(eventsIn(place.path).filter(({ type }) => type === 'attempt-started')).toEqual([])
    await place.conductor('cancel')
    const over = await place.conductor('prioritise', 'next', 'low')
    expect([over.code, over.stderr]).toEqual([
      2,
      expect.stringMatching(/no run is being conducted here\n.*conductor/),
    ])
  })

  it('budget limits the run or a task, while it goes on and when it was stopped', async () => {
    await using place = await going(
      [gated('a'), quick('b', ', dependencies: [a]')],
      ['--budget', '5'],
    )
    const budget = async (...args: readonly string[]) =>
      (await place.conductor('budget', ...args)).stdout.trim()
    expect(((await place.json('report')) as Summary).budget_usd).toBe(5)
    expect(await budget('10')).toBe('The run may spend $10.00.')
    expect(await budget('b', '2.50')).toBe('b may spend $2.50.')
    expect(await budget('b', 'none')).toBe('b may spend without limit.')
    expect(((await place.json('report')) as Summary).budget_usd).toBe(10)
    place.run.signal('SIGINT')
    expect((await place.run.done).code).toBe(130)
    expect((await place.conductor('attention')).stdout).toBe(
      'Nothing needs you, but run 1 is not being conducted: conductor resume\n',
    )
    place.write('go-a', '')
    const { code, stdout } = await place.conductor('budget', 'none')
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 of 2 tasks landed')])
    expect(((await place.json('report')) as Summary).budget_usd).toBeNull()
  })

  it('a coordinator stopped by SIGSTOP lets no command hang, and each says how to go on', async () => {
    await using place = await going([gated('a')])
    await openTask(place, 'up-a')
    const { pid } = place.run.child
    process.kill(pid!, 'SIGSTOP')
    await until('it is stopped', () => processTable().get(pid!)?.isStopped)
    const asks = [['pause'], ['cancel', 'a'], ['resume']] as const
    const [status, doctor, attention, ...answers] = await Promise.all([
      place.conductor('status'),
      place.conductor('doctor'),
      place.conductor('attention'),
      ...asks.map((ask) => place.conductor(...ask)),
    ])
    for (const { code, stderr } of answers) {
      expect(code).toBe(3)
      expect(stderr).toContain(`the coordinator (process ${pid}) is stopped (SIGSTOP)`)
      expect(stderr).toContain(`kill -CONT ${pid}`)
      expect(stderr).toContain('conductor resume')
    }
    expect(status.stdout.split('\n')[0]).toContain(
      `The coordinator (process ${pid}) is stopped (SIGSTOP)`,
    )
    expect(status.stdout).toContain('Run 1 - frozen - 0 of 1 task landed\n')
    expect(doctor.stdout).toContain(`run 1: the coordinator (process ${pid}) is stopped`)
    expect(attention.stdout).toMatch(/^\[!\] run 1 - FROZEN \(\d+s\) - the coordinator/m)
    expect(attention.stdout).toContain(`kill -CONT ${pid}    continue it`)
    expect(await place.json('report')).toMatchObject({ needs_you_count: 1 })
    expect(await place.json('runs')).toMatchObject([{ needs_you: [{ kind: 'frozen' }] }])
    process.kill(pid!, 'SIGCONT')
    place.write('go-a', '')
    await place.run.done
  })

  it('two asks at once of a run that nobody conducts are both heard: one conducts it, the other asks that one', async () => {
    const tasks = '[{id: a, run: "echo a > a"}, {id: b, run: "echo b > b"}]'
    await using place = repository({
      'tasks.yaml': `config: {land: {review: true}}\ntasks: ${tasks}\n`,
    })
    await place.conductor('run', 'tasks.yaml', '--no-ui', '--no-web')
    const approve = (task: string) => place.start('approve', task, '--no-ui', '--no-web').done
    const answers = await Promise.all([approve('a'), approve('b')])
    expect(answers.map(({ stderr }) => stderr).join('')).not.toMatch(/error|conductor cancel/)
    await until('both have landed', async () =>
      Object.values(await statuses(place)).every(isLanded),
    )
  })

  it('a second run is refused and names the first', async () => {
    await using place = await going([gated('a')])
    await openTask(place, 'up-a')
    for (const args of [
      ['run', 'tasks.yaml'],
      ['run', 'tasks.yaml', '--new'],
    ]) {
      const { code, stderr } = await place.conductor(...args)
      expect(code).toBe(2)
      expect(stderr).toContain(
        `run 1 (process ${place.run.child.pid}) is being conducted here already`,
      )
      expect(stderr).toContain('conductor watch')
    }
    place.write('go-a', '')
    expect((await place.run.done).code).toBe(0)
    expect(existsSync(join(place.path, '.conductor/server.json'))).toBe(false)
    expect(existsSync(join(place.path, '.conductor/control.sock'))).toBe(false)
  })
})

describe('adding tasks to a run', () => {
  it('from another terminal, after others', async () => {
    await using place = await going([gated('a')])
    const added = await place.conductor(
      'add',
      'b',
      '--run',
      'echo b > b',
      '--after',
      'a',
      '--name',
      'Second',
      '--priority',
      'high',
      '--estimate',
      '5m',
      '--files',
      'b',
    )
    expect([added.code, added.stdout]).toEqual([0, 'Added b to run 1.\n'])
    place.write('go-a', '')
    expect((await place.run.done).code).toBe(0)
    expect(readFileSync(join(place.path, 'b'), 'utf8')).toBe('b\n')
  })

  it.each([
    ['an unknown dependency', ['x', '--run', 'true', '--after', 'aa'], /did you mean "a"/],
    ['an id that is taken', ['a', '--run', 'true'], /"?a"?/],
    ['a bad id', ['x y', '--run', 'true'], /id/],
    ['nothing to do', ['x'], /prompt|run/],
    ['itself before it', ['x', '--run', 'true', '--after', 'x'], /x/],
    ['a bad priority', ['x', '--run', 'true', '--priority', '9'], /priority/],
    ['a prompt that nobody could be given', ['x', '--prompt', 'hello'], /agent/],
  ])('is refused with %s', async (_, args, says) => {
    await using place = await going([gated('a')])
    const { code, stderr } = await place.conductor('add', ...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(says)
    place.write('go-a', '')
    expect((await place.run.done).code).toBe(0)
  })

  it('gives a prompt to the agent that is set up', async () => {
    await using place = folder({
      'tasks.yaml': plan(gated('a')),
      '.conductor/config.yaml':
        'agent: writer\nprompt: words.md\nagents: {writer: {command: "cat > written"}}\n',
      'words.md': '{{task}}',
    })
    const run = place.begin('run', 'tasks.yaml', '--no-ui')
    await openTask(place, 'up-a')
    expect((await place.conductor('add', 'x', '--prompt', 'Hello')).code).toBe(0)
    await run.says('x  landed')
    expect(readFileSync(join(place.path, 'written'), 'utf8')).toBe('Hello\n')
    place.write('go-a', '')
    await run.done
  })

  it('from inside a task, by the command line and by the file', async () => {
    const bin = JSON.stringify(join(import.meta.dirname, '../../bin/conductor.js'))
    const node = JSON.stringify(process.execPath)
    const script = [
      `${node} ${bin} add by-command --run "echo 1 > by-command" --after "$CONDUCTOR_TASK"`,
      `echo '{"id":"by-file","run":"echo 2 > by-file","dependencies":["by-command"]}' >> "$CONDUCTOR_ADD_FILE"`,
      `echo '{"id":"bad","run":"true","dependencies":["nobody"]}' >> "$CONDUCTOR_ADD_FILE"`,
      `echo 'not json' >> "$CONDUCTOR_ADD_FILE"`,
      `echo '[{"id":"p","run":"true","dependencies":["q"]},{"id":"q","run":"true","dependencies":["p"]}]' >> "$CONDUCTOR_ADD_FILE"`,
      `printf '%s' '{"id":"last","run":"true"}' >> "$CONDUCTOR_ADD_FILE"`,
    ]
    await using place = folder({
      'grow.sh': script.join('\n'),
      'tasks.yaml': plan('{id: grow, run: "sh grow.sh"}'),
    })
    const { code, stdout } = await place.conductor('run', 'tasks.yaml', '--no-ui')
    expect(stdout).toContain('by-command  added by grow')
    expect(stdout).toContain('by-file  added by grow')
    expect(stdout).toContain('last  added by grow')
    expect(code).toBe(0)
    expect(await statuses(place)).toEqual({
      grow: 'landed',
      'by-command': 'landed',
      'by-file': 'landed',
      last: 'landed',
    })
    const answers = readFileSync(
      join(place.path, '.conductor/run-1/executor_1/grow.add.answers.jsonl'),
      'utf8',
    )
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(answers).toMatchObject([
      { line: 1, accepted: true },
      { line: 2, accepted: false, problems: [expect.stringContaining('nobody')] },
      { line: 3, accepted: false, problems: [expect.stringContaining('not JSON')] },
      { line: 4, accepted: false, problems: [expect.stringMatching(/p -> q -> p|q -> p -> q/)] },
      { line: 5, accepted: true },
    ])
  })
})
