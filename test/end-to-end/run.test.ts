/** conductor run: what it does, prints and writes. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Summary } from '../../src/core/report/summary.ts'
import { eventsIn, folder, type Folder } from '../conductor.ts'
import { openTask } from '../browser/open-task.ts'

const plan = (...tasks: readonly string[]): Record<string, string> => ({
  'tasks.yaml': ['tasks:', ...tasks.map((task) => `  - {${task}}`), ''].join('\n'),
})

const run = (place: Folder, ...args: readonly string[]) =>
  place.conductor('run', 'tasks.yaml', '--no-ui', ...args)

const types = (place: Folder): readonly string[] => eventsIn(place.path).map(({ type }) => type)

/** "+a" for each start and "-a" for each landing of a task, in the order of the events. */
const moves = (place: Folder): readonly string[] =>
  eventsIn(place.path).flatMap((event) =>
    event.type === 'attempt-started'
      ? [`+${event.task}`]
      : event.type === 'task-landed'
        ? [`-${event.task}`]
        : [],
  )

describe('a run that goes well', () => {
  it('exits with 0, says one plain line per event, and sums up', async () => {
    await using place = folder(
      plan('id: a, run: "echo one"', 'id: b, run: "true", dependencies: [a]'),
    )
    const { code, stdout, stderr } = await run(place)
    expect(code).toBe(0)
    expect(stderr).toBe('')
    const lines = stdout.split('\n').map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, ''))
    expect(lines.slice(0, 6)).toEqual([
      'run 1: 2 tasks, at most 3 agents at once',
      'a  started (agent 1)',
      expect.stringMatching(/^a {2}landed in /),
      'b  started (agent 1)',
      expect.stringMatching(/^b {2}landed in /),
      'run 1 completed',
    ])
    expect(stdout).toContain('[+] Run 1 completed: 2 of 2 tasks landed')
    expect(stdout).not.toContain('\x1b')
  })

  it('with --json says exactly one document, which is also summary.json and the report', async () => {
    await using place = folder(plan('id: a, run: "echo noise; echo noise >&2"'))
    const { code, stdout, stderr } = await run(place, '--json')
    expect([code, stderr]).toEqual([0, ''])
    const document = JSON.parse(stdout) as Summary
    const file = join(place.path, '.conductor', 'run-1', 'summary.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document)
    expect(await place.json('report')).toEqual(document)
    expect(Object.keys(document)).toEqual(
      'run status phase planning waits_for_you needs_you_count tasks success_rate workers_used tasks_per_worker workers wall_s sequential_s speedup stage_s files_created files_changed lines_added lines_deleted test_coverage cost_usd cost_is_partial tokens usage cost_per_landed_task cost_not_landed_usd budget_usd landing foresight results'.split(
        ' ',
      ),
    )
    expect(Object.keys(document.tasks)).toEqual(
      'total landed failed skipped cancelled review stuck'.split(' '),
    )
    expect(Object.keys(document.stage_s)).toEqual(
      'analysis planning execution landing aggregation'.split(' '),
    )
    expect(Object.keys(document.results[0]!)).toEqual(
      expect.arrayContaining(
        'id status attempts duration_s worker branch commit cost_usd tokens agent model quality pull_request error'.split(
          ' ',
        ),
      ),
    )
    expect(document).toMatchObject({
      run: '1',
      status: 'completed',
      tasks: { total: 1, landed: 1, failed: 0, skipped: 0, cancelled: 0 },
      success_rate: 1,
      workers_used: 1,
      tasks_per_worker: { 1: 1 },
    })
  })

  it('knows tasks and agents by names that every object has', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
    await using place = folder({
      'tasks.yaml': JSON.stringify({
        config: { agent: 'constructor', agents: { constructor: { command: 'cat > /dev/null' } } },
        tasks: [
          ...names.map((id) => ({ id, prompt: id, env: { constructor: id, toString: id } })),
          { id: 'last', run: 'echo $toString', env: { toString: 'said' }, dependencies: names },
        ],
      }),
    })
    const { code, stderr } = await run(place, '-p', '5', '--isolation', 'none', '--no-web')
    expect([code, stderr]).toEqual([0, ''])
    expect(moves(place).slice(-2)).toEqual(['+last', '-last'])
    const { results }: Summary = await place.json('report')
    expect(results.map(({ id }) => id)).toEqual([...names, 'last'])
    expect(await place.json('status')).toMatchObject({ tasks: { landed: 6 } })
    expect(await place.json('explain', '__proto__')).toMatchObject({ before: ['last'] })
    expect((await place.conductor('logs', 'last')).stdout).toBe('said\n')
    expect((await run(place, '--agent', 'valueOf')).code).toBe(2)
  })

  it('runs one after another with -p 1', async () => {
    await using place = folder(
      plan('id: a, run: "true"', 'id: b, run: "true"', 'id: c, run: "true"'),
    )
    expect((await run(place, '-p', '1')).code).toBe(0)
    expect(moves(place)).toEqual(['+a', '-a', '+b', '-b', '+c', '-c'])
  })

  it('gives tasks their environment and the folder they were started in', async () => {
    const task = 'id: a, run: "echo $COLOUR $CONDUCTOR_TASK > made", env: {COLOUR: "deep blue"}'
    await using place = folder(plan(task), { below: 'repository/sub' })
    const top = join(place.path, '..')
    execFileSync('git', ['init', '-q'], { cwd: top })
    expect((await run(place, '--isolation', 'none')).code).toBe(0)
    expect(readFileSync(join(place.path, 'made'), 'utf8')).toBe('deep blue a\n')
    expect(existsSync(join(top, '.conductor/conductor.db'))).toBe(true)
  })

  it.each([
    ['spaces and other alphabets', "my project's für 日本 \u{1f600}"],
    ['a very long path', `${'a-rather-long-folder-name/'.repeat(8)}end`],
  ])('works in a folder with %s in its name', async (_, below) => {
    await using place = folder(
      plan('id: a, run: "pwd > here; touch up; while [ ! -e go ]; do sleep 0.05; done"'),
      {
        below,
      },
    )
    const going = place.begin('run', 'tasks.yaml', '--no-ui')
    await openTask(place, 'up')
    expect((await place.conductor('pause')).stdout).toContain('Paused')
    expect((await place.conductor('resume')).code).toBe(0)
    place.write('go', '')
    expect((await going.done).code).toBe(0)
    expect(readFileSync(join(place.path, 'here'), 'utf8').trim()).toBe(place.path)
  })

  it('works where a file cannot be written to the home of the user', async () => {
    await using place = folder(plan('id: a, run: "sleep 2.2"'), {
      environment: { HOME: '/dev/null/nowhere' },
    })
    expect((await run(place)).code).toBe(0)
  })
})

describe('a run in a git repository, but in place', () => {
  const git = (place: Folder, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@x', ...args], {
      cwd: place.path,
      encoding: 'utf8',
    })

  it('counts what was made, and leaves the index, HEAD and .gitignore alone', async () => {
    await using place = folder({
      'old.txt': 'one\ntwo\nthree\n',
      '.gitignore': 'ignored\n',
      ...plan(
        'id: make, run: "printf \'a\\\\nb\\\\n\' > new.txt; echo x > ignored"',
        'id: edit, run: "printf \'one\\\\nTWO\\\\n\' > old.txt"',
      ),
    })
    git(place, 'init', '-q')
    git(place, 'add', '.')
    git(place, 'commit', '-qm', 'first')
    place.write('staged.txt', 'staged\n')
    git(place, 'add', 'staged.txt')
    const before = [git(place, 'rev-parse', 'HEAD'), git(place, 'diff', '--cached')]
    const index = readFileSync(join(place.path, '.git/index'))
    const inPlace = ['--isolation', 'none', '--json']
    const summary = JSON.parse((await run(place, ...inPlace)).stdout) as Summary
    expect(summary).toMatchObject({
      files_created: 1,
      files_changed: 1,
      lines_added: 3,
      lines_deleted: 2,
    })
    expect([git(place, 'rev-parse', 'HEAD'), git(place, 'diff', '--cached')]).toEqual(before)
    expect(readFileSync(join(place.path, '.git/index')).equals(index)).toBe(true)
    expect(readFileSync(join(place.path, '.gitignore'), 'utf8')).toBe('ignored\n')
    expect(git(place, 'status', '--porcelain')).toBe(' M old.txt\nA  staged.txt\n?? new.txt\n')
    const exclude = readFileSync(join(place.path, '.git/info/exclude'), 'utf8')
    expect(exclude.split('\n').filter((line) => line === '.conductor/')).toHaveLength(1)
    await run(place, ...inPlace)
    expect(readFileSync(join(place.path, '.git/info/exclude'), 'utf8')).toBe(exclude)
  })

  it('keeps its own folder out of sight in a linked worktree too, and counts from its first start', async () => {
    await using place = folder({ '../main/x': 'x\n' }, { below: 'linked' })
    const main = join(place.path, '../main')
    git(place, '-C', main, 'init', '-q')
    git(place, '-C', main, 'add', '.')
    git(place, '-C', main, 'commit', '-qm', 'first')
    git(place, '-C', main, 'worktree', 'add', '-q', '../linked')
    const tasks = '{id: a, run: "echo y > y"}, {id: b, run: "test -e ../go && echo z > z"}'
    place.write('tasks.yaml', `tasks: [${tasks}]\n`)
    const printed = (await run(place, '--isolation', 'none', '--json')).stdout
    const summary = JSON.parse(printed) as Summary
    expect(summary).toMatchObject({ files_created: 1, files_changed: 0, lines_added: 1 })
    expect(git(place, 'status', '--porcelain')).toBe('?? tasks.yaml\n?? y\n')
    place.write('../go', '')
    expect((await place.conductor('retry', 'b', '--no-ui')).code).toBe(0)
    expect(await place.json('report')).toMatchObject({ files_created: 2, lines_added: 2 })
    expect(existsSync(join(place.path, '.conductor/run-1/objects'))).toBe(false)
  })

  it('works in a folder without git, and says that nothing was counted', async () => {
    await using place = folder(plan('id: a, run: "echo x > x"'))
    const { code, stdout } = await run(place)
    expect(code).toBe(0)
    expect(stdout).toContain('not counted (no git repository)')
    expect(await place.json('report')).toMatchObject({ files_created: null, lines_added: null })
  })
})

describe('a run in which something fails', () => {
  it('fails alone: what depends on it is skipped, the rest goes on', async () => {
    await using place = folder(
      plan(
        'id: bad, run: "echo first; echo the reason >&2; exit 3"',
        'id: after, run: "true", dependencies: [bad]',
        'id: later, run: "true", dependencies: [after]',
        'id: other, run: "true"',
        'id: next, run: "true", dependencies: [other]',
      ),
    )
    const { code, stdout } = await run(place)
    expect(code).toBe(1)
    expect(stdout).toContain('bad  failed: exit code 3')
    expect(stdout).toContain('after, later  skipped: bad did not land')
    expect(stdout).toContain('[x] Run 1 failed: 2 of 5 tasks landed, 1 failed, 2 skipped')
    expect(stdout).toContain('      first\n      the reason\n')
    expect(stdout).toContain('conductor logs bad')
    const { results } = (await place.json('report')) as Summary
    expect(results.map(({ id, status, error }) => [id, status, error])).toEqual([
      ['bad', 'failed', 'exit code 3'],
      ['after', 'skipped', 'bad did not land'],
      ['later', 'skipped', 'bad did not land'],
      ['other', 'landed', null],
      ['next', 'landed', null],
    ])
  })

  it('ends a task that takes too long', async () => {
    await using place = folder(plan('id: slow, run: "echo begun; sleep 60", timeout: 500ms'))
    const { code, stdout } = await run(place)
    expect(code).toBe(1)
    expect(stdout).toContain('slow  failed: timed out after 0.5s')
    expect(stdout).toContain('      begun\n')
  })

  it('takes the timeout of the command line for tasks that say none', async () => {
    await using place = folder(
      plan('id: slow, run: "sleep 60"', 'id: own, run: "sleep 1", timeout: 30s'),
    )
    const { stdout } = await run(place, '--timeout', '0.5s')
    expect(stdout).toContain('slow  failed: timed out after 0.5s')
    expect(stdout).toContain('own  landed')
  })

  it('retries a task that exits with 75, after a delay that grows', async () => {
    const script = 'n=$(cat n 2>/dev/null || echo 0); echo $((n+1)) > n; test $n -ge 2 || exit 75'
    await using place = folder(
      plan(
        `id: a, run: "${script}", retry_policy: {max_attempts: 3, initial_delay: 200ms, backoff_factor: 2, max_delay: 5s, jitter: 0}`,
      ),
    )
    const { code, stdout } = await run(place)
    expect(code).toBe(0)
    expect(stdout).toMatch(/a {2}failed: exit code 75 .*; retry in 0.2s/)
    expect(stdout).toMatch(/; retry in 0.4s/)
    expect(stdout).toContain('a  started (agent 1, attempt 3)')
    const delays = eventsIn(place.path).flatMap((event) =>
      event.type === 'retry-scheduled' ? [Math.round((event.retryAt - event.at) / 10) * 10] : [],
    )
    // On a busy machine a retry is recorded a moment after it was decided.
    expect(delays.map((delay) => Math.round(delay / 200) * 200)).toEqual([200, 400])
    const dates = eventsIn(place.path).flatMap((event) => {
      if (event.type === 'retry-scheduled') return [event.retryAt]
      return event.type === 'attempt-started' ? [event.at] : []
    })
    expect(dates).toEqual(dates.toSorted((a, b) => a - b))
  })

  it('does not retry more often than max_attempts', async () => {
    await using place = folder(
      plan(
        'id: a, run: "exit 75", retry_policy: {max_attempts: 2, initial_delay: 50ms, jitter: 0}',
      ),
    )
    expect((await run(place)).code).toBe(1)
    expect(await place.json('report')).toMatchObject({ results: [{ attempts: 2 }] })
  })

  it('does not retry a task that exits with 1', async () => {
    await using place = folder(plan('id: a, run: "exit 1"'))
    expect((await run(place)).code).toBe(1)
    expect(types(place)).not.toContain('retry-scheduled')
  })
})

describe('rules of a run', () => {
  it('keeps tasks apart that predict the same file, unless that is allowed', async () => {
    const tasks = plan(
      'id: a, run: "sleep 0.2", files: [x.ts]',
      'id: b, run: "sleep 0.2", files: ["*.ts"]',
    )
    await using apart = folder(tasks)
    await run(apart)
    expect(moves(apart)).toEqual(['+a', '-a', '+b', '-b'])
    await using together = folder(tasks)
    await run(together, '--allow-collisions')
    expect(moves(together).slice(0, 2)).toEqual(['+a', '+b'])
  })

  it('waits for a whole batch when asked to', async () => {
    const tasks = plan(
      'id: a, run: "sleep 0.5"',
      'id: b, run: "true"',
      'id: after-b, run: "true", dependencies: [b]',
    )
    await using loose = folder(tasks)
    await run(loose)
    expect(moves(loose).indexOf('+after-b')).toBeLessThan(moves(loose).indexOf('-a'))
    await using strict = folder(tasks)
    await run(strict, '--strict-batches')
    expect(moves(strict).indexOf('+after-b')).toBeGreaterThan(moves(strict).indexOf('-a'))
  })

  it('ends when only a human can go on, with what to type, and goes on when that is typed', async () => {
    await using place = folder(
      plan(
        'id: a, run: "true"',
        'id: b, run: "true", dependencies: [a], needs_human: true',
        'id: c, run: "true", needs_human: true',
      ),
    )
    const waits = await run(place, '--no-ui')
    expect(waits.code).toBe(1)
    expect(waits.stdout).toContain(
      '[!] Run 1 blocked by you: 1 of 3 tasks landed, 2 to go; 2 need you',
    )
    expect(waits.stdout).toContain(
      'b needs you: needs your approval to start\n' +
        '  conductor approve b    let it start\n  conductor skip b       skip it',
    )
    expect((await place.conductor('explain', 'b')).stdout).toMatch(
      /waiting: needs your approval to start\n[^]*\n {2}conductor approve b {4}let it start/,
    )
    const skipped = await place.json('skip', 'c')
    expect(skipped).toMatchObject({ status: 'stopped', tasks: { skipped: 1, landed: 1 } })
    const approved = await place.conductor('approve', 'b', '--no-ui')
    expect(approved.stdout).toContain('b  landed')
    expect(approved.stdout).toContain('[-] Run 1 completed: 2 of 3 tasks landed, 1 skipped')
  })

  it('waits while it is paused, and says so even with --json', async () => {
    await using place = folder(plan('id: a, run: "true"'))
    const held = place.begin('run', 'tasks.yaml', '--hold', '--json')
    await held.says(
      'Nothing is running: batch 1 is paused; to continue: conductor resume --batch 1',
    )
    await place.conductor('pause')
    await held.says('Nothing is running: the run is paused; to continue: conductor resume')
    await place.conductor('resume')
    await place.conductor('resume', '--batch', '1')
    const { code, stdout } = await held.done
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'completed' })
  })

  it('takes the number of agents that is typed, up to 100, with a note on memory when it is large', async () => {
    const tasks = Array.from({ length: 16 }, (_, i) => `id: t${i}, run: "true"`)
    await using place = folder({ ...plan(...tasks), 'one.yaml': 'tasks: [{id: a, run: "true"}]\n' })
    const one = await place.conductor('run', 'one.yaml', '-p', '16', '--no-ui')
    expect([one.code, one.stderr]).toEqual([0, expect.not.stringContaining('memory')])
    const many = await run(place, '-p', '16')
    expect(many.code).toBe(0)
    expect(many.stdout).toContain('at most 16 agents at once')
    expect(many.stderr).toMatch(/note: 16 agents at once: .*each uses memory: .* GB here/)
    const { code, stdout, stderr } = await run(place, '-p', '101')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/101 agents are more than max_agents[^]*the most is 100/)
  })

  it('refuses a task that can never fit', async () => {
    await using place = folder(
      plan(
        'id: a, run: "true", resources: {cpu: 5000}',
        'id: b, run: "true", resources: {memory: 900TB}',
      ),
    )
    const { code, stderr } = await run(place)
    expect(code).toBe(2)
    expect(stderr).toMatch(/tasks\.yaml:2:\d+ .*5000/)
    expect(stderr).toMatch(/tasks\.yaml:3:\d+ .*900/)
    expect(existsSync(join(place.path, '.conductor'))).toBe(false)
  })

  it('learns how long a task takes from the run before', async () => {
    await using place = folder(plan('id: a, run: "sleep 0.3"'))
    await run(place)
    const { makespan_s } = (await place.json('simulate', 'tasks.yaml')) as { makespan_s: number }
    expect(makespan_s).toBeGreaterThan(0.25)
    expect(makespan_s).toBeLessThan(3)
  })
})
