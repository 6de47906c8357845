/** A run may be stopped or killed at any time, and goes on later. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { identityOf, processTable } from '../../src/processes/process-table.ts'
import {
  BIN,
  eventsIn,
  folder,
  killNow,
  processesOf,
  type Folder,
  type Running,
} from '../conductor.ts'
import { hasPty, inTerminal } from '../in-terminal.ts'
import { openTask } from '../browser/open-task.ts'
import { until } from '../until.ts'

const plan = (...tasks: readonly string[]): Record<string, string> => ({
  'tasks.yaml': ['tasks:', ...tasks.map((task) => `  - {${task}}`), ''].join('\n'),
})

const DONE = 'id: done, run: "echo done >> ran"'
const LONG =
  'id: long, run: "echo long >> ran; touch up; while [ ! -e go ]; do sleep 0.02; done", dependencies: [done]'
/** Like LONG, but it ignores SIGTERM, so that it can end by itself. */
const BUSY = LONG.replace('echo', "trap '' TERM; echo")
const LAST = 'id: last, run: "echo last >> ran", dependencies: [long]'
const DEAF =
  'id: long, run: "trap \'\' TERM INT HUP; setsid sh -c \'trap \\"\\" TERM; sleep 60\' & touch up; while [ ! -e go ]; do sleep 0.1; done"'

const ran = (place: Folder): readonly string[] =>
  readFileSync(join(place.path, 'ran'), 'utf8').trim().split('\n')

/** How an older Node starts the command: an older Node of this machine, or code that does the same. */
function onOlderNode(): readonly string[] {
  const nodes = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'node'))
  const isOlder = (node: string): boolean =>
    existsSync(node) &&
    Number(/^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[1]) < 24
  const older = nodes.find(isOlder)
  if (older !== undefined) return [older, BIN]
  const starts = `require('node:child_process').spawn(process.execPath, ['${BIN}', ...process.argv.slice(1)], {stdio: ['ignore', 'ignore', 'ignore', 'ipc']})`
  return [process.execPath, '-e', starts]
}

/** For a test that interrupts four runs, each as long as a test may take. */
const FOUR_RUNS = { timeout: 240_000 }

const seconds = async (work: Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work
  return (performance.now() - began) / 1000
}

describe('interrupting', () => {
  it('says last what failed, what was skipped, and what needs a person, with what to type', async () => {
    await using place = folder(
      plan(
        'id: boom, run: exit 3, priority: 1',
        'id: behind, run: "true", dependencies: [boom]',
        'id: ask, run: "true", needs_human: true',
        LONG.replace(', dependencies: [done]', ''),
      ),
    )
    const run = place.start('run', 'tasks.yaml', '--no-ui')
    await run.says('behind  skipped')
    await openTask(place, 'up')
    run.signal('SIGINT')
    const { stdout } = await run.done
    expect(stdout).toContain(
      'Run 1 stopped: 0 of 4 tasks landed, 1 failed, 1 skipped, 2 to go; 2 need you.\nContinue with: conductor resume\n',
    )
    expect(stdout).toContain(
      '\nboom needs you: failed: exit code 3; 1 dependent task was skipped\n',
    )
    expect(stdout).toContain('\n  conductor retry boom ')
    expect(stdout).toContain(
      '\nask needs you: needs your approval to start\n  conductor approve ask',
    )
  })

  it(
    'SIGINT, SIGTERM and SIGHUP stop it in good order: it says how to go on, and leaves nothing running',
    FOUR_RUNS,
    async () => {
      await using place = folder(plan(DONE, LONG, LAST))
      const commands = [
        ['SIGINT', 'run', 'tasks.yaml'],
        ['SIGTERM', 'run', 'tasks.yaml', '--resume'],
        ['SIGHUP', 'resume'],
      ] as const
      for (const [signal, ...words] of commands) {
        const run = await atWork(place, ...words, '--no-ui')
        run.signal(signal)
        const took = await seconds(run.done)
        const { code, stdout } = await run.done
        expect([signal, code, took < 5]).toEqual([signal, 130, true])
        expect(stdout).toContain(
          'Run 1 stopped: 1 of 3 tasks landed, 2 to go.\nContinue with: conductor resume',
        )
        expect(stdout).toContain('press Ctrl-C again to stop at once')
        expect([signal, processesOf(place.path)]).toEqual([signal, []])
        expect(eventsIn(place.path).at(-1)!.type).toBe('coordinator-stopped')
        const status = await place.conductor('status')
        expect(status.stdout).toContain('Run 1 - stopped')
        expect(status.stdout).toContain('conductor resume')
      }
      // With --json it says one document.
      const run = await atWork(place, 'resume', '--json')
      run.signal('SIGINT')
      const { code, stdout, stderr } = await run.done
      expect([code, stderr]).toEqual([130, ''])
      expect(JSON.parse(stdout)).toMatchObject({
        run: '1',
        status: 'stopped',
        tasks: { landed: 1 },
      })

      place.write('go', '')
      const resumed = await place.conductor('resume', '--no-ui')
      expect(resumed.code).toBe(0)
      expect(ran(place)).toEqual(['done', ...Array<string>(5).fill('long'), 'last'])
      expect((await place.conductor('resume')).stderr).toContain('run 1 is over (completed)')
    },
  )

  it('stops within five seconds though a task does not listen', async () => {
    await using place = folder(plan(DEAF))
    const run = place.start('run', 'tasks.yaml', '--no-ui')
    await openTask(place, 'up')
    run.signal('SIGINT')
    expect(await seconds(run.done)).toBeLessThan(5)
    expect((await run.done).code).toBe(130)
    expect(processesOf(place.path)).toEqual([])
  })

  it('stops at once when interrupted twice', async () => {
    await using place = folder(plan(DEAF))
    const run = place.start('run', 'tasks.yaml', '--no-ui')
    await openTask(place, 'up')
    run.signal('SIGINT')
    await run.says('press Ctrl-C again')
    run.signal('SIGINT')
    expect(await seconds(run.done)).toBeLessThan(1)
    expect((await run.done).code).toBe(130)
    await until('nothing is left', () => processesOf(place.path).length === 0, 2)
    place.write('go', '')
    expect((await place.conductor('resume', '--no-ui')).code).toBe(0)
  })

  it('stops in good order when the older Node that started it is killed', async () => {
    await using place = folder(plan(DONE, LONG))
    const [node, ...args] = onOlderNode()
    const older = spawn(node!, [...args, 'run', 'tasks.yaml', '--no-ui'], {
      cwd: place.path,
      stdio: 'ignore',
      env: { ...process.env, HOME: place.path },
    })
    await openTask(place, 'up')
    older.kill('SIGKILL')
    await until('it has stopped', () => eventsIn(place.path).at(-1)!.type === 'coordinator-stopped')
    await until('nothing is left', () => processesOf(place.path).length === 0)
    expect(eventsIn(place.path).at(-1)!.type).toBe('coordinator-stopped')
  })
})

/** Starts a command in a process of its own, and waits until the task `long` works. */
async function atWork(place: Folder, ...words: readonly string[]): Promise<Running> {
  rmSync(join(place.path, 'up'), { force: true })
  const run = place.start(...words)
  await openTask(place, 'up')
  return run
}

it.skipIf(!hasPty)(
  'one Ctrl-C in the live view stops in good order, and says how to go on; the next run asks, and says what no means',
  async () => {
    await using place = folder(plan(DONE, LONG, LAST))
    const run = `'${process.execPath}' '${BIN}' run tasks.yaml --no-web`
    await using terminal = inTerminal(
      `cd '${place.path}' && ${run}; echo "code $?"; until [ -e go ]; do sleep 0.05; done; ${run} --no-ui`,
      { HOME: place.path },
    )
    await openTask(place, 'up')
    terminal.press('\x03')
    await terminal.sees('Continue with: ')
    await terminal.sees('code 130')
    expect((await place.conductor('status')).stdout).not.toContain('CUT OFF')
    place.write('go', '')
    await terminal.sees('Continue it? [Y/n] (n starts a new run and leaves it as it is)')
    terminal.press('n\r')
    await terminal.sees('Run 2 completed')
    expect((await place.conductor('runs')).stdout).toMatch(/1 .*stopped/)
  },
)

describe('running a file again whose run is not finished', () => {
  async function stopped(...first: readonly string[]): Promise<Folder> {
    const place = folder(plan(DONE, LONG, LAST))
    const run = place.begin('run', 'tasks.yaml', '--no-ui')
    await openTask(place, 'up')
    if (first.length > 0) await place.conductor(...first)
    run.signal('SIGINT')
    expect((await run.done).code).toBe(130)
    place.write('go', '')
    return place
  }

  it('is refused without a terminal, and says what can be done; --resume goes on, also after another file and a pause', async () => {
    await using place = await stopped('pause')
    const { code, stderr } = await place.conductor('run', 'tasks.yaml')
    expect(code).toBe(2)
    expect(stderr).toContain('run 1 of this file is not finished: 1 of 3 tasks landed')
    expect(stderr).toMatch(/--resume .*--new /)
    const tasks = readFileSync(join(place.path, 'tasks.yaml'), 'utf8')
    place.write('tasks.yaml', `${tasks}# edited\n`)
    expect((await place.conductor('run', 'tasks.yaml')).stderr).toContain('has changed since')
    place.write('tasks.yaml', tasks)
    expect(await place.json('runs')).toHaveLength(1)

    place.write('other.yaml', 'tasks: [{id: other, run: "true"}]\n')
    expect((await place.conductor('run', 'other.yaml', '--no-ui')).code).toBe(0)
    const refused = await place.conductor('run', 'tasks.yaml', '--no-ui')
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('run 1 of this file is not finished')

    expect((await place.conductor('run', 'tasks.yaml', '--no-ui', '--resume')).code).toBe(0)
    expect(ran(place)).toEqual(['done', 'long', 'long', 'last'])
    expect(await place.json('runs')).toHaveLength(2)
  })

  it('begins afresh with --new, and leaves the other as it is', async () => {
    await using place = await stopped()
    expect((await place.conductor('run', 'tasks.yaml', '--no-ui', '--new')).code).toBe(0)
    expect(ran(place)).toEqual(['done', 'long', 'done', 'long', 'last'])
    expect(await place.json('report', '1')).toMatchObject({
      status: 'stopped',
      tasks: { landed: 1 },
    })
    expect(await place.json('report')).toMatchObject({ run: '2', status: 'completed' })
    const runs = (await place.conductor('runs')).stdout
    expect(runs).toMatch(/^run 1  stopped .* continue with conductor resume 1$/m)
    const over = await place.conductor('resume', '--no-ui')
    expect([over.code, over.stderr]).toEqual([
      2,
      expect.stringContaining(
        'run 1 is not finished: continue it with `conductor resume 1`; or start a new run',
      ),
    ])
    expect((await place.conductor('resume', '1', '--no-ui')).code).toBe(0)
    expect(await place.json('report', '1')).toMatchObject({ status: 'completed' })
  })
})

describe('after the coordinator was killed', () => {
  /** Kills the coordinator, whose watchman then ends its processes; or both. */
  async function killed(tasks: readonly string[], also: 'alone' | 'with its watchman' = 'alone') {
    const place = folder(plan(...tasks))
    const run = place.start('run', 'tasks.yaml', '--no-ui')
    await openTask(place, 'up')
    const rows = [...processTable().values()].filter(({ parent }) => parent === run.child.pid)
    run.signal('SIGKILL')
    if (also !== 'alone') for (const { pid } of rows) killNow(pid)
    await run.done
    return place
  }

  it('no process outlives it, even if it ignores signals and has left its session, parent and environment', async () => {
    const shed = "env -i setsid -f sh -c 'echo $$ > shed; cd /; exec sleep 307'"
    const parting = String.raw`env -i setsid -f sh -c \"echo \\$\\$ > parting; cd /; exec sleep 308\"`
    await using place = await killed([
      `id: long, run: "trap '' TERM; ${shed}; until [ -s shed ] && [ -e set ]; do sleep 0.02; done; touch up; sleep 60; sleep 60"`,
      `id: parting, run: "trap '${parting}; exit 1' TERM; touch set; sleep 60 & wait"`,
      LAST,
    ])
    const pidIn = (file: string): number => Number(readFileSync(join(place.path, file), 'utf8'))
    await until('all are gone', () => processesOf(place.path).length === 0, 8)
    await until('what was hidden, too', () => identityOf(pidIn('shed')) === null, 8)
    await until('also what was started on being ended', () => identityOf(pidIn('parting')) === null)
    expect(await place.json('runs')).toMatchObject([{ status: 'stopped' }])
    const status = await place.json('status')
    expect(status).toMatchObject({ status: 'stopped', eta_s: null, overdue: [] })
    expect(status).toMatchObject({
      sessions: [
        { task: 'long', status: 'stopped' },
        { task: 'parting', status: 'stopped' },
      ],
    })
    const before = eventsIn(place.path).length
    const refused = await place.conductor('reject', 'long', 'no')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('conductor resume') })
    const unknown = await place.conductor('cancel', 'nobody')
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('conductor status') })
    expect(eventsIn(place.path)).toHaveLength(before)
    // The whole run can be cancelled.
    const { code, stderr } = await place.conductor('cancel')
    expect(stderr).toContain('2 attempts cut off with the earlier coordinator')
    expect(code).toBe(1)
    expect(processesOf(place.path)).toEqual([])
    expect(await place.json('report')).toMatchObject({
      status: 'cancelled',
      tasks: { cancelled: 3 },
    })
  })

  it('resume ends processes that outlived it, even if they ignore signals and have left their session', async () => {
    await using place = await killed(
      [DEAF, 'id: after, run: "true", dependencies: [long]'],
      'with its watchman',
    )
    expect(processesOf(place.path).length).toBeGreaterThan(1)
    expect((await place.conductor('status')).stdout).toContain('Run 1 - stopped')
    const resumed = place.start('resume', '--no-ui')
    await resumed.says(/ended \d+ processes of an earlier coordinator/)
    await resumed.says('1 attempt cut off with the earlier coordinator; will run again')
    place.write('go', '')
    expect((await resumed.done).code).toBe(0)
    expect(processesOf(place.path)).toEqual([])
  })

  it('resume records the end of tasks that ended meanwhile, and forgets none that they added', async () => {
    await using place = await killed([
      DONE,
      `id: grow, run: "trap '' TERM; touch grows; while [ ! -e go ]; do sleep 0.02; done; sed 's/X/id/' line >> $CONDUCTOR_ADD_FILE"`,
      BUSY.replace('touch up', 'until [ -e grows ]; do sleep 0.02; done; touch up'),
      LAST,
    ])
    place.write('line', '{"X":"grown","run":"echo grown >> ran"}\n')
    place.write('go', '')
    await until('the tasks have ended by themselves', () => processesOf(place.path).length === 0)
    const { code, stderr } = await place.conductor('resume', '--no-ui')
    expect(code).toBe(0)
    expect(stderr).toContain('2 attempts had ended unrecorded; recorded now')
    expect(ran(place).toSorted()).toEqual(['done', 'grown', 'last', 'long'])
  })

  it('a failed task can be given up, and nothing is started; then one that was under way is cancelled, not made again', async () => {
    // Both change the same file, so the second one starts when the first has failed.
    const bad = 'id: bad, run: "exit 3", files: [x], priority: 1'
    await using place = await killed([
      bad,
      `${DONE}, files: [x]`,
      LONG,
      LAST,
      'id: other, run: "true", dependencies: [done]',
    ])
    const { code, stdout } = await place.conductor('cancel', 'bad')
    expect([code, stdout]).toEqual([0, 'Cancelled bad: it no longer needs you.\n'])
    expect(ran(place)).toEqual(['done', 'long'])
    expect(await place.json('status')).toMatchObject({ conducted: false, tasks: { cancelled: 1 } })

    expect((await place.conductor('cancel', 'long')).stdout).toContain('long  cancelled')
    expect(ran(place)).toEqual(['done', 'long'])
    expect(await place.json('report')).toMatchObject({
      tasks: { landed: 2, cancelled: 2, skipped: 1 },
    })
  })

  it('a new run in the same place is possible at once', async () => {
    await using place = await killed([DONE, LONG, LAST])
    expect(existsSync(join(place.path, '.conductor/server.json'))).toBe(true)
    place.write('go', '')
    place.write('other.yaml', 'tasks: [{id: x, run: "true"}]\n')
    expect((await place.conductor('run', 'other.yaml', '--no-ui')).code).toBe(0)
    await until('what was left has ended', () => processesOf(place.path).length === 0)
  })
})
