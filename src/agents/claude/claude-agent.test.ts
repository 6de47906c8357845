import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { processesOf } from '../../../test/conductor.ts'
import type { Step } from '../../../test/programs/stream-json-agent.ts'
import {
  BEGIN,
  INIT,
  LEAVE,
  emit,
  ends,
  fails,
  play,
  says,
} from '../../../test/scripted/stream-json-steps.ts'
import { openClaude } from '../../../test/scripted/scripted-claude.ts'
import { until } from '../../../test/until.ts'
import { identityOf } from '../../processes/process-table.ts'

describe('how an attempt of Claude Code ends', () => {
  it('is well when it says so, whatever its exit code', async () => {
    const at = openClaude([...BEGIN, ends(), LEAVE, { exit: 1 }])
    expect(await at.begin().end).toMatchObject({ is: 'succeeded' })
  })

  it.each([
    [
      { api_error_status: 401, result: 'no' },
      { is: 'not-logged-in', agent: 'claude', reason: 'no' },
    ],
    [{ api_error_status: 403, result: 'no' }, { is: 'not-logged-in' }],
    [{ result: 'Not logged in · Please run /login' }, { is: 'not-logged-in' }],
    [{ result: 'Invalid API key · Fix external API key' }, { is: 'not-logged-in' }],
    [
      { api_error_status: 429, result: 'slow' },
      { is: 'rate-limited', until: null, reason: 'slow' },
    ],
    [
      { api_error_status: 529, result: 'busy' },
      { is: 'model', status: 529, reason: 'busy' },
    ],
    [{ api_error_status: 500 }, { is: 'model', status: 500 }],
    [{ result: 'Connection lost' }, { is: 'model', status: null, reason: 'Connection lost' }],
    [
      { api_error_status: 404, result: 'no such model' },
      { is: 'gave-up', reason: 'no such model' },
    ],
    [
      { terminal_reason: 'max_turns', errors: ['Reached maximum number of turns (1)'] },
      { is: 'gave-up', reason: 'Reached maximum number of turns (1)' },
    ],
    [{ is_error: false, terminal_reason: 'aborted_tools' }, { is: 'gave-up' }],
    [{ is_error: false, terminal_reason: 'completed', stop_reason: 'refusal' }, { is: 'gave-up' }],
  ])('is judged by its last word: %j', async (said, failure) => {
    const end = await openClaude([...BEGIN, fails(said), LEAVE]).begin().end
    expect(end).toMatchObject({ is: 'failed', failure })
  })

  it('knows until when the model may not be used', async () => {
    const info = { status: 'rejected', resetsAt: 4_000_000_000 }
    const limit = emit({ type: 'rate_limit_event', rate_limit_info: info })
    const end = await openClaude(play(limit, fails({ api_error_status: 429 }))).begin().end
    expect(end).toMatchObject({ failure: { is: 'rate-limited', until: 4e12 } })
  })

  it('is no work when the words are its own about an error', async () => {
    const content = [{ type: 'text', text: 'Invalid API key' }]
    const synthetic = emit({ type: 'assistant', message: { model: '<synthetic>', content } })
    const one = openClaude(play(synthetic, fails({ api_error_status: 401 }))).begin()
    expect(await one.end).toMatchObject({ lastLines: ['Invalid API key'] })
    expect(one.signs.map(({ is }) => is)).toEqual(['conversation'])
  })

  it('is told by a signal', async () => {
    const end = await openClaude([...BEGIN, { die: 'SIGKILL' }]).begin().end
    expect(end).toMatchObject({ is: 'failed', failure: { is: 'signal', signal: 'SIGKILL' } })
    const other = await openClaude([...BEGIN, { exit: 143 }]).begin().end
    expect(other).toMatchObject({ failure: { is: 'signal', signal: 'SIGTERM' } })
  })

  it('is giving up when it leaves without a last word', async () => {
    const end = await openClaude([...BEGIN, says('Hm.'), { exit: 0 }]).begin().end
    expect(end).toMatchObject({ is: 'failed', failure: { is: 'gave-up', reason: 'Hm.' } })
  })

  it('is no start when it never said anything', async () => {
    const complains: Step = { print: "error: unknown option '--verbose'\n", to: 'stderr' }
    const end = await openClaude([complains, { exit: 1 }]).begin().end
    expect(end).toMatchObject({
      failure: { is: 'cannot-start', passing: false, reason: "error: unknown option '--verbose'" },
    })
  })

  it('is no start when there is no such program, or no such agent', async () => {
    const at = openClaude([], { settings: { command: ['no-such-claude'] } })
    expect(await at.begin().end).toMatchObject({
      failure: {
        is: 'cannot-start',
        passing: false,
        reason: expect.stringContaining('no-such-claude'),
      },
    })
    expect(await at.begin({ task: { agent: 'nobody' } }).end).toMatchObject({
      failure: { is: 'cannot-start', passing: false, reason: expect.stringContaining('nobody') },
    })
  })

  it('is worth another try when its folder is gone', async () => {
    const at = openClaude([])
    const place = { directory: join(at.directory, 'gone'), environment: {}, isWorktree: true }
    expect(await at.begin({ assignment: { place } }).end).toMatchObject({
      failure: { is: 'cannot-start', passing: true },
    })
  })

  it('waits for what runs in the background, since it goes on after that', async () => {
    const tasks = (...task_types: readonly string[]): Step =>
      emit({
        type: 'system',
        subtype: 'background_tasks_changed',
        tasks: task_types.map((task_type) => ({ task_type })),
      })
    const steps = [
      ...BEGIN,
      tasks('local_bash'),
      says('I wait.'),
      ends(),
      { awaitFor: 3300 },
      tasks(),
      { awaitFor: 200 },
      emit(INIT),
      says('Green.'),
      ends(),
    ]
    const at = openClaude([...steps, LEAVE])
    const one = at.begin()
    expect(await one.end).toMatchObject({ is: 'succeeded' })
    expect(one.only('said').map(({ text }) => text)).toEqual(['I wait.', 'Green.'])
    expect(at.inputEndedAfter()).toBe(steps.length)
  })

  it('does not wait for the background after an error', async () => {
    const tasks = [{ task_type: 'local_bash' }]
    const background = emit({ type: 'system', subtype: 'background_tasks_changed', tasks })
    const end = await openClaude(play(background, fails({ api_error_status: 529 }))).begin().end
    expect(end).toMatchObject({ failure: { is: 'model' } })
  })

  it('does not wait for one that does not leave, or for what it left running', async () => {
    const at = openClaude([...BEGIN, { leave: 'sleep 60' }, ends(), { awaitFor: 60_000 }])
    const one = at.begin()
    const began = performance.now()
    expect(await one.end).toMatchObject({ is: 'succeeded' })
    expect(performance.now() - began).toBeLessThan(9000)
    expect(one.transcript()).toMatch(/\[conductor\] ended \d processes left running/)
  })

  it('does not wait for what holds its output open', async () => {
    const at = openClaude([...BEGIN, { leave: 'sleep 60', stdio: 'inherit' }, ends(), LEAVE])
    const one = at.begin()
    const began = performance.now()
    expect(await one.end).toMatchObject({ is: 'succeeded' })
    expect(performance.now() - began).toBeLessThan(3000)
    expect(one.transcript()).toContain('left running')
  })

  it('leaves nothing, also of what shed its session, its parents and its environment', async () => {
    const shed = "env -i setsid -f sh -c 'echo $$ > shed; cd /; exec sleep 307'; touch up"
    const at = openClaude([...BEGIN, { leave: shed }, { awaitFor: 500 }, ends(), LEAVE])
    const one = at.begin()
    await until('it is out', () => at.has('up') && at.has('shed'))
    expect(await one.end).toMatchObject({ is: 'succeeded' })
    const pid = Number(readFileSync(join(at.directory, 'shed'), 'utf8'))
    expect(identityOf(pid)).toBeNull()
  })

  it('is a failure when the shell around it is killed, and it does not go on', async () => {
    const at = openClaude([...BEGIN, { touch: 'up' }, { awaitFor: 60_000 }])
    const one = at.begin()
    await until('it works', () => at.has('up'))
    process.kill(at.workers[0]!.pid, 'SIGKILL')
    expect(await one.end).toMatchObject({ is: 'failed' })
    expect(processesOf(at.directory)).toEqual([])
  })

  it.each(['cancelled', 'preempted', 'lost', 'over-budget'] as const)(
    'is a stop when it is %s, with all it has started',
    async (reason) => {
      const at = openClaude([
        ...BEGIN,
        { leave: 'sleep 60' },
        { touch: 'up' },
        { awaitFor: 60_000 },
      ])
      const one = at.begin()
      await until('it works', () => at.has('up'))
      one.stopping.abort(reason)
      expect(await one.end).toMatchObject({ is: 'stopped' })
      expect(one.transcript()).not.toContain('left running')
    },
  )

  it('starts nothing when the word to stop came first', async () => {
    const at = openClaude(play(ends()))
    const stopping = new AbortController()
    stopping.abort('cancelled')
    expect(await at.begin({ stopping }).end).toMatchObject({ is: 'stopped' })
    expect(at.workers).toEqual([])
  })

  it('is for using too much memory', async () => {
    const at = openClaude([...BEGIN, { awaitFor: 60_000 }])
    const one = at.begin({ task: { resources: { cpu: 0, memoryBytes: 10e6 } } })
    expect(await one.end).toMatchObject({ is: 'failed', failure: { is: 'over-memory' } })
  })
})
