import { describe, expect, it } from 'vitest'
import { planFrom, QUESTION, SETTINGS, statesOf, type Script } from '../../test/played/play.ts'
import { farAway, nearby } from '../../test/played/far-away.ts'
import { until } from '../../test/until.ts'
import type { Event, Fact, RunSettings } from '../core/run/event.ts'
import { pendingGuidance } from '../core/agent/guidance.ts'
import { attemptId, runId, taskId } from '../core/value/ids.ts'
import { makeTask } from '../core/plan/plan.ts'
import { DEFAULT_RETRY } from '../core/run/retry-policy.ts'
import type { Sign } from '../core/agent/sign.ts'
import { NO_USAGE } from '../core/agent/usage.ts'
import { openMemoryEventStore } from '../store/memory-event-store.ts'
import { agentMessages } from './agent-messages.ts'
import { inProcessRunner } from './attempt/in-process-runner.ts'
import { conductRun } from './conduct-run.ts'
import type { Agent, AgentEnd, Assignment, Guided, Hear } from './ports.ts'
import { beginRun } from './recorder.ts'

const a = taskId('a')
const PROFILE = { wallSeconds: 1, cpuSeconds: null, peakMemoryBytes: null }
const SUCCEEDED: AgentEnd = { is: 'succeeded', profile: PROFILE }

const TRY_LATER: AgentEnd = {
  is: 'failed',
  failure: { is: 'exit', code: 75 },
  profile: PROFILE,
  lastLines: [],
}

/** An agent whose attempts do what the test says, when it says so. */
interface Puppet {
  readonly assignments: Assignment[]
  readonly guided: string[]
  readonly decided: unknown[]
  answer: Guided
  /** Called for the newest attempt. */
  says(sign: Sign): void
  ends(end?: AgentEnd): void
}

function puppet(): { agent: Agent; puppet: Puppet } {
  let hear: Hear = () => {}
  let end: (end: AgentEnd) => void = () => {}
  const strings: Puppet = {
    assignments: [],
    guided: [],
    decided: [],
    answer: 'steered',
    says: (sign) => hear(sign),
    ends: (how = SUCCEEDED) => end(how),
  }
  const agent: Agent = {
    attempt(assignment, signal, listener) {
      strings.assignments.push(assignment)
      hear = listener
      return new Promise((resolve) => {
        end = resolve
        signal.addEventListener('abort', () =>
          resolve({ is: 'stopped', profile: PROFILE, lastLines: [] }),
        )
      })
    },
    guide: async (_, text) => {
      strings.guided.push(text)
      return strings.answer
    },
    decide: async (_, request, decision) => strings.decided.push({ request, ...decision }) > 0,
    onWorkerProcess: () => {},
    kill: () => {},
    close: async () => {},
  }
  return { agent, puppet: strings }
}

/** How far from the loop the attempts are carried out. */
const PLACES = [
  ['here', nearby],
  ['far away', farAway],
] as const

/** A run of prompts that has begun. */
function begin(
  reach: (typeof PLACES)[number][1],
  notation = 'a:',
  settings: Partial<RunSettings> = {},
  tasks: Script['tasks'] = {},
) {
  const store = openMemoryEventStore()
  const plan = planFrom(notation, tasks)
  const prompts = plan.tasks.map((task) =>
    task.work.is === 'command' && tasks[task.id]?.work === undefined
      ? makeTask({ ...task, work: { is: 'prompt', text: `do ${task.id}` }, agent: 'puppet' })
      : task,
  )
  const clock = { now: Date.now, chance: () => 0.5 }
  const run = beginRun(
    {
      plan: { ...plan, tasks: prompts },
      settings: { ...SETTINGS, ...settings },
      source: { file: null, digest: '' },
      planningSeconds: 0,
    },
    store,
    clock,
  )
  const { agent, puppet: strings } = puppet()
  const { runner, arrived } = reach(inProcessRunner(agent, null))
  const conducting = conductRun(run, {
    store,
    runner,
    clock,
    workshop: null,
    waitsForPeople: true,
    briefing: { template: '{{task}}', repository: null },
    patience: { silentAfterSeconds: 300, staleAfterSeconds: 90 },
    process: { pid: 1, startedAt: 'now' },
    onEvents: () => {},
  })
  const over = conducting.begin()
  const events = (): readonly Event[] => [...store.eventsOf(run.id)]
  const types = (): readonly string[] => events().map(({ type }) => type)
  const attempts = (count: number) =>
    until(`attempt ${count}`, () => strings.assignments.length === count)
  const stands = (status: string) => until(`a is ${status}`, () => statesOf(run)['a'] === status)
  const loop = { run, conducting, over, events, types, attempts, stands, arrived }
  return { ...loop, ...strings, puppet: strings }
}

const say = (text: string) => ({ ask: 'guide', task: a, text }) as const
const question: Sign = { is: 'question', question: QUESTION }
const conversation: Sign = { is: 'conversation', id: 'c1', model: 'm' }
const said: Sign = { is: 'said', text: 'well' }
const permission = (id: string): Sign => ({
  is: 'permission',
  request: { id, tool: 'WebFetch', what: 'https://example.org' },
})
const spent = (costUsd: number): Sign => ({
  is: 'usage',
  usage: { ...NO_USAGE, inputTokens: 1000, costUsd, costFrom: 'table' },
})

describe.each(PLACES)('guidance, with agents %s', (_, reach) => {
  const begun = begin.bind(null, reach)

  it('[V10] reaches an agent at work, and is recorded as delivered', async () => {
    const { conducting, attempts, puppet: agent, types, over, run } = begun()
    await attempts(1)
    expect(await conducting.ask(say('use tabs'))).toMatchObject({ accepted: true })
    await until('it is delivered', () => types().includes('guidance-delivered'))
    expect(agent.guided).toEqual(['use tabs'])
    agent.ends()
    expect(await over).toBe('ended')
    expect(run.counts.landed).toBe(1)
    expect(agent.assignments).toHaveLength(1)
  })

  it('[V11] that came too late is what the task goes on with, in the same conversation', async () => {
    const { conducting, attempts, puppet: agent, over, run } = begun()
    agent.answer = 'too-late'
    await attempts(1)
    agent.says(conversation)
    agent.says(said)
    await conducting.ask(say('use tabs'))
    agent.ends()
    await attempts(2)
    expect(agent.assignments[1]!.conversation).toMatchObject({ id: 'c1', say: 'use tabs' })
    expect(agent.assignments[1]!.prompt).toContain('use tabs')
    agent.says(said)
    agent.ends()
    expect(await over).toBe('ended')
    expect(run.counts.landed).toBe(1)
  })

  it('[V11] for a task that waits is in what its agent is begun with', async () => {
    const { conducting, attempts, puppet: agent, types } = begun('b:\na: b')
    await attempts(1)
    await conducting.ask(say('use tabs'))
    agent.ends()
    await attempts(2)
    expect(agent.guided).toEqual([])
    expect(agent.assignments[1]!.prompt).toContain('use tabs')
    expect(types()).not.toContain('guidance-delivered')
    agent.says(said)
    await until('it is delivered', () => types().includes('guidance-delivered'))
    agent.ends()
  })

  it('[V11] that was only laid out counts once the agent has read it', async () => {
    const { conducting, attempts, puppet: agent, types, over } = begun()
    agent.answer = 'offered'
    await attempts(1)
    const attempt = attemptId(runId(1), a, 1)
    await conducting.ask(say('use tabs'))
    expect(types()).not.toContain('guidance-delivered')
    const taken = await conducting.ask({ ask: 'take-guidance', attempt })
    expect(taken).toMatchObject({ accepted: true, guidance: ['use tabs'] })
    expect(await conducting.ask({ ask: 'take-guidance', attempt })).toMatchObject({ guidance: [] })
    agent.ends()
    expect(await over).toBe('ended')
    expect(agent.assignments).toHaveLength(1)
  })

  it('[V9] is held back while the agent waits for permission, and said after that', async () => {
    const { conducting, attempts, puppet: agent, types, arrived } = begun()
    await attempts(1)
    agent.says(permission('r1'))
    await conducting.ask(say('use tabs'))
    await conducting.ask(say('and semicolons'))
    await arrived()
    expect(agent.guided).toEqual([])
    agent.says({ is: 'permission-over', id: 'r1' })
    await until('it is delivered', () => types().includes('guidance-delivered'))
    expect(agent.guided).toEqual(['use tabs\n\nand semicolons'])
    agent.ends()
  })

  it('[V11] is in the environment of a command that begins after it, and counts as heard then', async () => {
    const retry = { ...DEFAULT_RETRY, initialDelaySeconds: 0.1, jitter: 0 }
    const command = { work: { is: 'command', line: 'make' }, retry } as const
    const {
      conducting,
      attempts,
      puppet: agent,
      types,
      over,
      run,
    } = begun('a:', {}, { a: command })
    await attempts(1)
    agent.ends({ ...TRY_LATER })
    await until('it waits', () => types().includes('retry-scheduled'))
    await conducting.ask(say('use tabs'))
    await attempts(2)
    const { environment } = agent.assignments[1]!.task
    expect(environment['CONDUCTOR_GUIDANCE']).toBe('use tabs')
    expect(types()).not.toContain('guidance-delivered')
    agent.says(said)
    await until('it is delivered', () => types().includes('guidance-delivered'))
    agent.answer = 'offered'
    await conducting.ask(say('and semicolons'))
    agent.ends()
    expect(await over).toBe('ended')
    expect(run.counts.landed).toBe(1)
    // A working command can hear nothing, unless it asks.
    expect(pendingGuidance(run, a)).toEqual(['and semicolons'])
  })

  it('[V11] that breaks its agent is what the task goes on with, and breaks nothing else', async () => {
    const { conducting, attempts, puppet: agent, over, run } = begun()
    Object.defineProperty(agent, 'answer', {
      get() {
        throw new Error('broken pipe')
      },
    })
    await attempts(1)
    await conducting.ask(say('use tabs'))
    agent.ends()
    await attempts(2)
    expect(agent.assignments[1]!.prompt).toContain('use tabs')
    agent.ends()
    expect(await over).toBe('ended')
    expect(run.counts.landed).toBe(1)
  })

  it('is refused when nobody can hear it any more', async () => {
    const { conducting, attempts, puppet: agent, over } = begun('a:\nb: a')
    await attempts(1)
    agent.ends()
    await attempts(2)
    expect(await conducting.ask(say('late'))).toMatchObject({
      accepted: false,
      refusal: { is: 'wrong-state', state: 'landed' },
    })
    agent.ends()
    await over
  })
})

describe.each(PLACES)('a question, with agents %s', (_, reach) => {
  const begun = begin.bind(null, reach)

  it('[V2] makes the task stuck when its agent ends its turn, and holds no agent', async () => {
    const { run, attempts, stands, puppet: agent } = begun('a:\nb:', { agents: 1 })
    await attempts(1)
    agent.says(question)
    agent.ends()
    await attempts(2)
    await stands('stuck')
    expect(run.states[0]).toMatchObject({ why: { is: 'question', question: QUESTION } })
    expect(agent.assignments[1]!.task.id).toBe('b')
    agent.ends()
  })

  it('[V2] is answered by guidance, with which the same conversation goes on', async () => {
    const { conducting, attempts, stands, puppet: agent, over, run } = begun()
    await attempts(1)
    agent.says(conversation)
    agent.says(question)
    agent.ends()
    await stands('stuck')
    await conducting.ask(say('sliding, 15 minutes'))
    await attempts(2)
    expect(agent.assignments[1]!.conversation).toMatchObject({
      id: 'c1',
      say: 'sliding, 15 minutes',
    })
    agent.says(said)
    agent.ends()
    expect(await over).toBe('ended')
    expect(run.counts.landed).toBe(1)
  })

  it('[V2] that was answered before the turn ended keeps nobody', async () => {
    const { conducting, attempts, puppet: agent, over, run, types } = begun()
    await attempts(1)
    agent.says(question)
    await conducting.ask(say('sliding'))
    await until('it is delivered', () => types().includes('guidance-delivered'))
    agent.ends()
    expect(await over).toBe('ended')
    expect(run.counts.landed).toBe(1)
    expect(agent.assignments).toHaveLength(1)
  })

  it('does not use up a try', async () => {
    const { conducting, attempts, stands, puppet: agent, run } = begun()
    for (let i = 1; i <= 4; i++) {
      await attempts(i)
      agent.says(question)
      agent.ends()
      await stands('stuck')
      await conducting.ask(say(`answer ${i}`))
    }
    await attempts(5)
    expect(run.states[0]).toMatchObject({ is: 'working', tries: 1 })
    agent.ends()
  })

  it('can be cancelled instead', async () => {
    const { conducting, attempts, stands, puppet: agent, over } = begun()
    await attempts(1)
    agent.says(question)
    agent.ends()
    await stands('stuck')
    await conducting.ask({ ask: 'cancel', task: a })
    expect(await over).toBe('ended')
  })
})

describe.each(PLACES)('a conversation, with agents %s', (_, reach) => {
  const begun = begin.bind(null, reach)

  it('is with the agent that has it, also when that is not the one of the task', async () => {
    const { run } = begun('b:\na: b')
    const facts: Fact[] = []
    const side = agentMessages(run, inProcessRunner(puppet().agent, null), {
      reportHindrance: async () => {},
      tell: async (told) => void facts.push(...told()),
      clock: { now: Date.now, chance: () => 0.5 },
      patience: { silentAfterSeconds: 300, staleAfterSeconds: 90 },
      onOverspent: () => {},
    })
    const attempt = attemptId(runId(1), taskId('b'), 1)
    await until('it works', () => run.attempts.has(attempt))
    const { hear } = side.listenerTo(attempt)
    await hear({ is: 'agent-begins', agent: 'fixer', said: 0 })
    await hear({ is: 'sign', sign: conversation })
    expect(facts).toMatchObject([
      { type: 'conversation-started', conversation: { agent: 'fixer', id: 'c1' } },
    ])
    side.close()
  })
})

describe.each(PLACES)('leave, with agents %s', (_, reach) => {
  const begun = begin.bind(null, reach)

  it('[V1] is given or refused to what the agent waits for, and to nothing else', async () => {
    const { conducting, attempts, puppet: agent, run, arrived } = begun()
    await attempts(1)
    const decide = { ask: 'decide', task: a, request: null, allow: false, why: 'not that' } as const
    expect(await conducting.ask(decide)).toMatchObject({ refusal: { is: 'nothing-asked' } })
    agent.says(permission('r1'))
    agent.says(permission('r2'))
    await until(
      'it shows',
      () => run.attempts.get(attemptId(runId(1), a, 1))?.condition.is === 'permission',
    )
    expect(await conducting.ask({ ...decide, request: 'r9' })).toMatchObject({ accepted: false })
    expect(await conducting.ask(decide)).toMatchObject({ accepted: true })
    await arrived()
    expect(agent.decided).toEqual([
      { request: 'r1', allowed: false, why: 'not that' },
      { request: 'r2', allowed: false, why: 'not that' },
    ])
    expect(await conducting.ask(decide)).toMatchObject({ refusal: { is: 'nothing-asked' } })
    agent.ends()
  })
})

describe.each(PLACES)('a budget, with agents %s', (_, reach) => {
  const begun = begin.bind(null, reach)

  it('[V12] of a task stops it, keeps the rest going, and lets it go on when it is raised', async () => {
    const {
      conducting,
      attempts,
      stands,
      puppet: agent,
      run,
      over,
    } = begun('a:', {}, { a: { budgetUsd: 1 } })
    await attempts(1)
    agent.says(conversation)
    agent.says(spent(0.5))
    agent.says(spent(1.25))
    await stands('stuck')
    expect(run.states[0]).toMatchObject({
      why: { is: 'budget', of: 'task', limitUsd: 1, spentUsd: 1.25 },
    })
    await conducting.ask({ ask: 'budget', task: a, usd: 5 })
    await attempts(2)
    expect(agent.assignments[1]!.conversation?.id).toBe('c1')
    agent.ends()
    expect(await over).toBe('ended')
    expect(run.usage.costUsd).toBe(1.25)
  })

  it('[V12] is said to be blind where nobody knows the price', async () => {
    const { attempts, puppet: agent, over, events } = begun('a:', { budgetUsd: 2 })
    await attempts(1)
    agent.says(conversation)
    for (let i = 0; i < 3; i++)
      agent.says({ is: 'usage', usage: { ...NO_USAGE, inputTokens: 1000 * i } })
    agent.ends()
    await over
    const noticed = events().filter(({ type }) => type === 'noticed')
    expect(noticed).toMatchObject([{ what: expect.stringContaining('price of m is not known') }])
  })

  it('[V12] of the run stops whoever spends, and starts nobody', async () => {
    const {
      conducting,
      attempts,
      stands,
      run,
      puppet: agent,
      over,
    } = begun('a:\nb: a', {
      budgetUsd: 2,
    })
    await attempts(1)
    agent.says(spent(2))
    await stands('stuck')
    expect(run.states[0]).toMatchObject({ why: { is: 'budget', of: 'run' } })
    await conducting.ask({ ask: 'budget', task: null, usd: null })
    await attempts(2)
    agent.ends()
    await attempts(3)
    agent.ends()
    expect(await over).toBe('ended')
  })
})

describe.each(PLACES)('what an agent uses and says, with agents %s', (_, reach) => {
  const begun = begin.bind(null, reach)

  it('is counted once, however often it is told', async () => {
    const { attempts, puppet: agent, over, run, types } = begun()
    await attempts(1)
    for (let i = 1; i <= 500; i++) agent.says(spent(i / 100))
    for (let i = 0; i < 500; i++) agent.says({ is: 'progress', status: 'planning', note: 'reads' })
    agent.ends()
    await over
    expect(run.usage).toMatchObject({ inputTokens: 1000, costUsd: 5 })
    expect(types().filter((type) => type === 'usage-reported').length).toBeLessThan(5)
    expect(types().filter((type) => type === 'progress-reported').length).toBe(1)
  })
})
