import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { planFrom, SETTINGS, statesOf, type Script } from '../../test/played/play.ts'
import { farAway } from '../../test/played/far-away.ts'
import { NO_USAGE } from '../core/agent/usage.ts'
import { until } from '../../test/until.ts'
import type { Event, RunSettings } from '../core/run/event.ts'
import type { Profile } from '../core/run/failure.ts'
import { attemptId, taskId } from '../core/value/ids.ts'
import { foldRun } from '../core/run/apply-event.ts'
import type { Attempt, Run } from '../core/run/run.ts'
import { openMemoryEventStore } from '../store/memory-event-store.ts'
import { type Conducting, conductRun, type ConductPorts } from './conduct-run.ts'
import type { Agent, AgentEnd, Assignment, EventStore, Hear } from './ports.ts'
import { beginRun, recorder } from './recorder.ts'
import { recoverRun } from './recover-run.ts'
import { inProcessRunner } from './attempt/in-process-runner.ts'

const PROFILE: Profile = { wallSeconds: 1, cpuSeconds: null, peakMemoryBytes: null }
const SUCCEEDED: AgentEnd = { is: 'succeeded', profile: PROFILE }
const FAILED: AgentEnd = {
  is: 'failed',
  failure: { is: 'exit', code: 1 },
  profile: PROFILE,
  lastLines: [],
}
const STOPPED: AgentEnd = { is: 'stopped', profile: PROFILE, lastLines: [] }

const IN_PLACE = {
  workshop: null,
  waitsForPeople: true,
  briefing: { template: '{{task}}', repository: null },
  patience: { silentAfterSeconds: 300, staleAfterSeconds: 90 },
}

type Does = (
  assignment: Assignment,
  signal: AbortSignal,
  hear: Hear,
) => Promise<AgentEnd> | AgentEnd

/** Works until it is told to stop. */
const untilStopped: Does = (_, signal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(STOPPED)))

/** An agent that does what the test says for each task, and otherwise succeeds at once. */
function agentThat(does: Readonly<Record<string, Does>> = {}): Agent & { attempts: string[] } {
  const attempts: string[] = []
  let tell: Parameters<Agent['onWorkerProcess']>[0] = () => {}
  return {
    attempts,
    async attempt(assignment, signal, hear) {
      attempts.push(assignment.attempt)
      tell(assignment.worker, { pid: 1000 + assignment.worker, startedAt: 'then' })
      return (does[assignment.task.id] ?? (() => SUCCEEDED))(assignment, signal, hear)
    },
    guide: async () => 'too-late',
    decide: async () => false,
    onWorkerProcess: (listener) => (tell = listener),
    kill: () => {},
    close: async () => {},
  }
}

const clock = { now: Date.now, chance: () => 0.5 }
const process = { pid: 1, startedAt: 'now' }

/** The loop does not notice how far away its attempts are carried out. */
const portsFor = (store: EventStore, agent: Agent): ConductPorts => ({
  ...IN_PLACE,
  store,
  runner: farAway(inProcessRunner(agent, null)).runner,
  clock,
  process,
  onEvents: () => {},
})

/** A store that counts how often it is written to. */
function countingStore(): EventStore & { appends: (readonly Event[])[] } {
  const store = openMemoryEventStore()
  const appends: (readonly Event[])[] = []
  return {
    ...store,
    appends,
    append(events) {
      appends.push(events)
      store.append(events)
    },
  }
}

function begin(notation: string, settings: Partial<RunSettings> = {}, tasks: Script['tasks'] = {}) {
  const store = countingStore()
  const run = beginRun(
    {
      plan: planFrom(notation, tasks),
      settings: { ...SETTINGS, ...settings },
      source: { file: null, digest: '' },
      planningSeconds: 0,
    },
    store,
    clock,
  )
  const events = (): readonly Event[] => [...store.eventsOf(run.id)]
  const conduct = (agent: Agent, onEvents: (events: readonly Event[]) => void = () => {}) =>
    begun(conductRun(run, { ...portsFor(store, agent), onEvents }))
  return { store, run, events, conduct }
}

const begun = (conducting: Conducting) => ({ ...conducting, over: conducting.begin() })

describe('conducting a run', () => {
  it('does every task in order and ends the run', async () => {
    const { run, conduct, events } = begin('a:\nb: a\nc: b')
    const agent = agentThat()
    expect(await conduct(agent).over).toBe('ended')
    expect(agent.attempts).toEqual(['1-a-1', '1-b-1', '1-c-1'])
    expect(run.ended?.status).toBe('completed')
    expect(foldRun(events())).toEqual(run)
  })

  it('starts nothing before the store has the event that says so', async () => {
    const { conduct, events } = begin('a:\nb:\nc: a b\nd: c', { agents: 3 })
    const early: string[] = []
    const look: Does = ({ attempt }) => {
      const isStored = events().some((e) => e.type === 'attempt-started' && e.attempt === attempt)
      if (!isStored) early.push(attempt)
      return SUCCEEDED
    }
    const agent = agentThat({ a: look, b: look, c: look, d: look })
    await conduct(agent).over
    expect(agent.attempts).toHaveLength(4)
    expect(early).toEqual([])
  })

  it('tells nobody what could not be written down, and writes it when that works again', async () => {
    const { conduct, store, events } = begin('a:\nb:\nc: a b', { agents: 2 })
    const { append } = store
    const told: Event[] = []
    let isFull = false
    store.append = (more) => {
      if (isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
      append(more)
    }
    const fills: Does = () => {
      isFull = true
      setTimeout(() => (isFull = false), 200)
      return SUCCEEDED
    }
    const findsNoRoom: Does = async ({ number }) =>
      number > 1 ? SUCCEEDED : sleep(50).then(() => FAILED)
    const agent = agentThat({ a: fills, b: findsNoRoom })
    const { over } = conduct(agent, (more) => told.push(...more))
    await sleep(100)
    expect([isFull, told]).toEqual([true, events().slice(1)])
    expect(await over).toBe('ended')
    // A failure while the disk was full says nothing about the task.
    expect(agent.attempts).toEqual(['1-a-1', '1-b-1', '1-b-2', '1-c-1'])
    expect(told).toEqual(events().slice(1))
  })

  it('writes once for everything that happened in a turn', async () => {
    const names = Array.from({ length: 50 }, (_, i) => `t${i}`)
    const { conduct, store } = begin(names.map((name) => `${name}:`).join('\n'), { agents: 50 })
    await conduct(agentThat()).over
    const started = store.appends.find((events) => events.some((e) => e.type === 'attempt-started'))
    expect(started!.filter((event) => event.type === 'attempt-started')).toHaveLength(50)
    expect(store.appends.length).toBeLessThan(8)
  })

  it('tells of events only when they are in the store, each once and in order', async () => {
    const { conduct, events } = begin('a:\nb: a')
    const told: Event[] = []
    const missing: Event[] = []
    await conduct(agentThat(), (more) => {
      const storedSequences = new Set(events().map((event) => event.sequence))
      missing.push(...more.filter((event) => !storedSequences.has(event.sequence)))
      told.push(...more)
    }).over
    expect(missing).toEqual([])
    expect(told).toEqual(events().slice(1))
  })

  it('lets a task fail alone, and skips what comes after it', async () => {
    const { run, conduct } = begin('a:\nb: a\nc:\nd: c')
    expect(await conduct(agentThat({ a: () => FAILED })).over).toBe('ended')
    expect(statesOf(run)).toEqual({ a: 'failed', b: 'skipped', c: 'landed', d: 'landed' })
    expect(run.ended?.status).toBe('failed')
  })

  it('tries again when an agent breaks instead of answering', async () => {
    const retry = {
      maxAttempts: 2,
      initialDelaySeconds: 0.05,
      backoffFactor: 1,
      maxDelaySeconds: 1,
      jitter: 0,
    }
    const { run, conduct, events } = begin('a:\nb:', {}, { a: { retry } })
    const agent = agentThat({
      a: ({ number }) => {
        if (number === 1) throw new Error('out of sockets')
        return SUCCEEDED
      },
      b: async () => {
        throw new Error('broken')
      },
    })
    const conducting = conduct(agent)
    await until('a has landed', () => statesOf(run)['a'] === 'landed')
    expect(events()).toContainEqual(
      expect.objectContaining({
        type: 'attempt-ended',
        outcome: expect.objectContaining({
          failure: { is: 'cannot-start', reason: 'out of sockets', passing: true },
        }),
      }),
    )
    await conducting.ask({ ask: 'cancel-run' })
    expect(await conducting.over).toBe('ended')
  })

  it('keeps one worker per attempt, and gives a free one to the next', async () => {
    const { conduct } = begin('a:\nb:\nc:\nd:\ne:', { agents: 2 })
    const busy = new Set<number>()
    const clashes: number[] = []
    const work: Does = async ({ worker }) => {
      if (busy.has(worker)) clashes.push(worker)
      busy.add(worker)
      await new Promise((resolve) => setTimeout(resolve, 5))
      busy.delete(worker)
      return SUCCEEDED
    }
    await conduct(agentThat({ a: work, b: work, c: work, d: work, e: work })).over
    expect(clashes).toEqual([])
  })

  it('remembers the process of each worker', async () => {
    const { run, conduct, events } = begin('a:\nb: a')
    await conduct(agentThat()).over
    expect(run.workerProcesses.get(1)).toEqual({ pid: 1001, startedAt: 'then' })
    expect(foldRun(events())!.coordinator).toBeNull()
  })
})

it('rests while it lets go, also when the moment of a retry has come', async () => {
  const retry = {
    maxAttempts: 3,
    initialDelaySeconds: 0.05,
    backoffFactor: 1,
    maxDelaySeconds: 1,
    jitter: 0,
  }
  const { run, store } = begin('a:\nb:', {}, { a: { retry } })
  let looks = 0
  const counting = { ...clock, now: () => (looks++, Date.now()) }
  const slow: Does = (_, signal) =>
    new Promise((done) =>
      signal.addEventListener('abort', () => setTimeout(() => done(STOPPED), 300)),
    )
  const agent = agentThat({ a: () => FAILED, b: slow })
  const conducting = conductRun(run, { ...portsFor(store, agent), clock: counting })
  const over = conducting.begin()
  await until('a waits for its retry', () => run.counts.waiting === 1)
  conducting.stop()
  expect(await over).toBe('stopped')
  expect(looks).toBeLessThan(60)
})

describe('asking while a run goes on', () => {
  const [a, b] = [taskId('a'), taskId('b')]

  it('is answered when the store has it', async () => {
    const { conduct, events } = begin('a:\nb: a')
    const conducting = conduct(agentThat({ a: untilStopped }))
    expect(await conducting.ask({ ask: 'pause' })).toEqual({ accepted: true, affected: [] })
    expect(events().some((event) => event.type === 'run-paused')).toBe(true)
    expect(await conducting.ask({ ask: 'cancel', task: a })).toEqual({
      accepted: true,
      affected: [a, b],
    })
    expect(await conducting.over).toBe('ended')
  })

  it('is refused with the reason', async () => {
    const { conduct } = begin('a:\nb: a')
    const conducting = conduct(agentThat({ a: untilStopped }))
    expect(await conducting.ask({ ask: 'retry', task: b })).toEqual({
      accepted: false,
      refusal: { is: 'wrong-state', task: b, state: 'waiting' },
    })
    await conducting.ask({ ask: 'cancel-run' })
    await conducting.over
  })

  it('puts a preempted task back into the line, and the try does not count', async () => {
    const { run, conduct, events } = begin('a:')
    const agent = agentThat({
      a: (assignment, signal) =>
        assignment.number === 1 ? untilStopped(assignment, signal, () => {}) : SUCCEEDED,
    })
    const conducting = conduct(agent)
    await until('a works', () => agent.attempts.length === 1)
    await conducting.ask({ ask: 'preempt', task: a })
    expect(await conducting.over).toBe('ended')
    expect(agent.attempts).toEqual(['1-a-1', '1-a-2'])
    expect(run.ended?.status).toBe('completed')
    expect(events().map((event) => event.type)).not.toContain('retry-scheduled')
  })

  it('starts nothing while paused, and goes on afterwards', async () => {
    const { conduct } = begin('a:\nb: a')
    let release: (end: AgentEnd) => void = () => {}
    const agent = agentThat({ a: () => new Promise((resolve) => (release = resolve)) })
    const conducting = conduct(agent)
    await until('a works', () => agent.attempts.length === 1)
    await conducting.ask({ ask: 'pause' })
    release(SUCCEEDED)
    await conducting.ask({ ask: 'prioritise', task: b, priority: 1 })
    expect(agent.attempts).toEqual(['1-a-1'])
    await conducting.ask({ ask: 'unpause' })
    expect(await conducting.over).toBe('ended')
    expect(agent.attempts).toEqual(['1-a-1', '1-b-1'])
  })

  it('changes how many work at once while they do, each on a worker of its own', async () => {
    const { run, conduct, events } = begin('a:\nb:\nc:\nd:', { agents: 1 })
    const ends = new Map<string, (end: AgentEnd) => void>()
    const held: Does = ({ task }) => new Promise((resolve) => void ends.set(task.id, resolve))
    const agent = agentThat({ a: held, b: held, c: held, d: held })
    const conducting = conduct(agent)
    await until('a works', () => ends.size === 1)
    await conducting.ask({ ask: 'agents', agents: 3 })
    await until('three work', () => ends.size === 3)
    await conducting.ask({ ask: 'agents', agents: 1 })
    ends.get('a')!(SUCCEEDED)
    await until('a has landed', () => run.counts.landed === 1)
    expect(run.counts.working).toBe(2)
    ends.get('b')!(SUCCEEDED)
    ends.get('c')!(SUCCEEDED)
    await until('d works', () => ends.has('d'))
    ends.get('d')!(SUCCEEDED)
    expect(await conducting.over).toBe('ended')
    const workers = events().flatMap((e) => (e.type === 'attempt-started' ? [e.worker] : []))
    expect(workers).toEqual([1, 2, 3, 1])
  })

  it('holds a batch back until it may go on, and stays there meanwhile', async () => {
    const { store, run } = begin('a:\nb: a')
    const agent = agentThat()
    const ports = portsFor(store, agent)
    const conducting = conductRun(run, { ...ports, waitsForPeople: false })
    const asked = conducting.ask({ ask: 'pause-batch', batch: 1 })
    const over = conducting.begin()
    expect(await asked).toEqual({ accepted: true, affected: ['b'] })
    await until('a has landed', () => run.counts.landed === 1)
    await conducting.ask({ ask: 'prioritise', task: b, priority: 1 })
    expect(agent.attempts).toEqual(['1-a-1'])
    await conducting.ask({ ask: 'unpause-batch', batch: 1 })
    expect(await over).toBe('ended')
    expect(agent.attempts).toEqual(['1-a-1', '1-b-1'])
  })

  it('is refused, not forgotten, when it comes as the run ends or later', async () => {
    const { conduct } = begin('a:')
    const conducting = conduct(agentThat())
    await conducting.over
    expect(await conducting.ask({ ask: 'pause' })).toEqual({
      accepted: false,
      refusal: { is: 'run-is-over' },
    })
  })
})

describe('stopping', () => {
  it('ends what works, and keeps it for later', async () => {
    const { run, conduct, events, store } = begin('a:\nb: a\nc:')
    const agent = agentThat({ a: untilStopped, c: untilStopped })
    const conducting = conduct(agent)
    await until('both work', () => agent.attempts.length === 2)
    conducting.stop()
    expect(await conducting.over).toBe('stopped')
    expect(statesOf(run)).toEqual({ a: 'waiting', b: 'waiting', c: 'waiting' })
    expect(events().at(-1)!.type).toBe('coordinator-stopped')
    expect(run.coordinator).toBeNull()

    const again = agentThat()
    const resumed = foldRun(events())!
    const ports = portsFor(store, again)
    expect(await conductRun(resumed, ports).begin()).toBe('ended')
    expect(again.attempts.toSorted()).toEqual(['1-a-2', '1-b-1', '1-c-2'])
    expect(resumed.ended?.status).toBe('completed')
  })

  it('counts what succeeded though it was told to stop', async () => {
    const { run, conduct } = begin('a:\nb: a')
    const agent = agentThat({
      a: (_, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(SUCCEEDED))),
    })
    const conducting = conduct(agent)
    await until('a works', () => agent.attempts.length === 1)
    conducting.stop()
    expect(await conducting.over).toBe('stopped')
    expect(statesOf(run)).toEqual({ a: 'landed', b: 'waiting' })
  })

  it('is done at once when nothing works', async () => {
    const { conduct, run } = begin('a:', {}, { a: { needsHuman: true } })
    const conducting = conduct(agentThat())
    conducting.stop()
    expect(await conducting.over).toBe('stopped')
    expect(run.ended).toBeNull()
  })
})

it('lets go without a view when a task needs a human first, and not while somebody has paused it', async () => {
  const { run, store } = begin('a:\nb: a', {}, { b: { needsHuman: true } })
  const agent = agentThat()
  const ports = portsFor(store, agent)
  const conducting = conductRun(run, { ...ports, waitsForPeople: false })
  const paused = conducting.ask({ ask: 'pause' })
  const over = conducting.begin()
  await paused
  await conducting.ask({ ask: 'prioritise', task: taskId('b'), priority: 1 })
  await conducting.ask({ ask: 'unpause' })
  expect(await over).toBe('needs-people')
  expect(statesOf(run)).toEqual({ a: 'landed', b: 'waiting' })
})

describe('a run with a limit for its cost', () => {
  const usage = (costUsd: number) =>
    ({ is: 'usage', usage: { ...NO_USAGE, costUsd, costFrom: 'agent' } }) as const

  const spends =
    (usd: number): Does =>
    (assignment, signal, hear) => {
      hear(usage(usd))
      return untilStopped(assignment, signal, hear)
    }

  it('stops who costs something when it is spent, and not a command', async () => {
    const { run, conduct } = begin('a:\nb:', { budgetUsd: 1 })
    let finish = (_end: AgentEnd): void => {}
    const agent = agentThat({ a: spends(1.5), b: () => new Promise((done) => (finish = done)) })
    const conducting = conduct(agent)
    await until('a is stuck', () => run.counts.stuck === 1)
    expect(statesOf(run)).toEqual({ a: 'stuck', b: 'working' })
    finish(SUCCEEDED)
    await until('b has landed', () => run.counts.landed === 1)
    expect(await conducting.ask({ ask: 'budget', task: null, usd: 5 })).toMatchObject({
      accepted: true,
    })
    await until('a is tried again', () => agent.attempts.includes('1-a-2'))
    conducting.stop()
    await conducting.over
  })

  it('lets go without a view when only money brings it further, though nobody is stuck', async () => {
    const { run, store } = begin('a:\nb: a', { budgetUsd: 1 })
    const agent = agentThat({
      a: (_assignment, _signal, hear) => {
        hear(usage(0.5))
        hear(usage(1))
        return SUCCEEDED
      },
    })
    const ports = portsFor(store, agent)
    expect(await conductRun(run, { ...ports, waitsForPeople: false }).begin()).toBe('needs-people')
    expect(statesOf(run)).toEqual({ a: 'landed', b: 'waiting' })
    expect(run.usage.costUsd).toBe(1)
  })
})

describe('taking over a run whose coordinator died', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(taskId) as [never, never, never]

  /** The run as a later coordinator finds it: three attempts were under way. */
  function crashed(): { run: Run; store: EventStore } {
    const { store, run } = begin('a:\nb:\nc:\nd: a', { agents: 3 })
    const { record, commit } = recorder(run, store, clock)
    record([{ type: 'coordinator-started', process }])
    record([{ type: 'worker-started', worker: 1, process: { pid: 77, startedAt: 'then' } }])
    for (const task of [a, b, c])
      record([{ type: 'attempt-started', task, attempt: attemptId(run.id, task, 1), worker: 1 }])
    commit()
    return { run: foldRun(store.eventsOf(run.id))!, store }
  }

  it('records the ends it finds, makes the rest again, and stops what outlived it', async () => {
    const { run, store } = crashed()
    const workers: unknown[] = []
    const ends: Readonly<Record<string, AgentEnd>> = { a: SUCCEEDED, b: FAILED }
    const diedAt = run.lastEventAt
    const recovery = await recoverRun(run, {
      store,
      process,
      clock: { ...clock, now: () => diedAt + 3_600_000 },
      workshop: null,
      leftovers: {
        stop: async (processes) => {
          workers.push(...processes)
          return { stopped: 2 }
        },
        endOf: ({ task }: Attempt) => ends[task] ?? null,
      },
    })
    expect(recovery).toEqual({ stopped: 2, unrecorded: 2, lost: ['c'] })
    expect(workers).toEqual([{ pid: 77, startedAt: 'then' }])
    expect(statesOf(run)).toEqual({ a: 'landed', b: 'failed', c: 'waiting', d: 'waiting' })
    expect(foldRun(store.eventsOf(run.id))).toEqual(run)
    // The hour in which nobody conducted is not time of the run.
    expect(run.activeSeconds).toBeLessThan(60)

    const agent = agentThat()
    const conducting = conductRun(run, portsFor(store, agent))
    expect(await conducting.begin()).toBe('ended')
    expect(agent.attempts.toSorted()).toEqual(['1-c-2', '1-d-1'])
  })

  it('has nothing to do after a stop in good order', async () => {
    const { store, run } = begin('a:')
    const before = store.lastSequence()
    const leftovers = { stop: async () => ({ stopped: 0 }), endOf: () => null }
    expect(await recoverRun(run, { store, process, clock, leftovers, workshop: null })).toEqual({
      stopped: 0,
      unrecorded: 0,
      lost: [],
    })
    expect(store.lastSequence()).toBe(before)
  })
})
