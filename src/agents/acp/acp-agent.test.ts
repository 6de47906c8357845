/** Every agent here speaks real ACP; each test holds the script of its agent. It is a real process where processes matter. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { builtProgram } from '../../../test/built-programs.ts'
import { processesOf } from '../../../test/conductor.ts'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { agentsInMemory } from '../../../test/scripted/acp-agent-in-memory.ts'
import type { AcpScript, AcpStep } from '../../../test/scripted/acp-script.ts'
import { until } from '../../../test/until.ts'
import type { AgentEnd, Assignment, StopReason } from '../../conduct/ports.ts'
import { PLAIN_AGENT } from '../../config/known-agents.ts'
import type { AgentSettings } from '../../core/agent/agent-settings.ts'
import { attemptId, runId, taskId } from '../../core/value/ids.ts'
import { makeTask, type Task } from '../../core/plan/plan.ts'
import type { Sign } from '../../core/agent/sign.ts'
import { acpAgent } from './acp-agent.ts'
import { attemptFolder } from '../../core/value/home-paths.ts'
import type { SpokenAgentOptions } from '../spoken-agent-options.ts'
import { isFolded, textOf } from '../../core/transcript/text.ts'
import { readTranscript } from '../transcript/read-transcript.ts'

const PROGRAM = builtProgram('acp-agent')

interface Said {
  readonly settings?: Partial<AgentSettings>
  readonly task?: Partial<Task>
  readonly options?: Partial<SpokenAgentOptions>
  readonly conversation?: Assignment['conversation']
  readonly helloSeconds?: number
  readonly isProcess?: boolean
}

type Script = Partial<AcpScript> & Pick<AcpScript, 'turns'>

/** Starts an agent with this script as a process. */
const openProcess = (script: Script, said: Said = {}) => open(script, { ...said, isProcess: true })

/** Starts an agent with this script in memory; at the end of the test none of its processes may be running. */
function open(script: Script, { isProcess = false, ...said }: Said = {}) {
  const folder = tempFolder()
  const home = join(folder.path, '.conductor')
  const log = join(folder.path, 'log.jsonl')
  const whole: AcpScript = { log, ...script }
  const settings: AgentSettings = {
    ...PLAIN_AGENT,
    driver: 'acp',
    command: [process.execPath, PROGRAM],
    arguments: [JSON.stringify(whole)],
    ...said.settings,
  }
  const agent = acpAgent(
    {
      home,
      run: runId(1),
      settingsOf: (name) => (name === 'nobody' ? null : settings),
      environment: { PATH: process.env['PATH'], SECRET: 'x' },
      transcriptBytes: 1_000_000,
      tools: null,
      priceOf: () => null,
      ...said.options,
    },
    { helloSeconds: said.helloSeconds ?? 20 },
    isProcess ? undefined : agentsInMemory(whole),
  )
  onTestFinished(async () => {
    await agent.close()
    expect(processesOf(folder.path)).toEqual([])
    folder[Symbol.dispose]()
  })
  const task = makeTask({
    id: taskId('t'),
    work: { is: 'prompt', text: 'do it' },
    agent: 'scripted',
    ...said.task,
  })
  const assignment: Assignment = {
    run: runId(1),
    attempt: attemptId(runId(1), task.id, 1),
    number: 1,
    task,
    worker: 1,
    place: { directory: folder.path, environment: {}, isWorktree: true },
    prompt: 'do it',
    conversation: said.conversation ?? null,
  }
  const signs: Sign[] = []
  const control = new AbortController()
  const got = (): readonly { readonly got: string; readonly params: never }[] =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as { got: string; params: never })
      : []
  const entries = () => readTranscript(attemptFolder(home, { ...assignment, task: task.id }))
  return {
    agent,
    path: (file: string): string => join(folder.path, file),
    attempt: assignment.attempt,
    start: (change: Partial<Assignment> = {}): Promise<AgentEnd> =>
      agent.attempt({ ...assignment, ...change }, control.signal, (sign) => {
        if (sign.is !== 'heartbeat') signs.push(sign)
      }),
    stop: (reason: StopReason) => control.abort(reason),
    signs,
    heard: <Is extends Sign['is']>(is: Is): readonly Extract<Sign, { is: Is }>[] =>
      signs.filter((sign): sign is Extract<Sign, { is: Is }> => sign.is === is),
    /** What the agent was asked, in order. */
    asked: (): readonly string[] => got().map((one) => one.got),
    params: (method: string): readonly unknown[] =>
      got()
        .filter((one) => one.got === method)
        .map(({ params }) => params),
    prompts: (): readonly string[] =>
      got()
        .filter((one) => one.got === 'session/prompt')
        .map(({ params }) => (params as { prompt: [{ text: string }] }).prompt[0].text),
    transcript: (): string =>
      entries()
        .filter((entry) => !isFolded(entry))
        .map(textOf)
        .join(''),
    /** The whole inputs and results of the agent's tools. */
    kept: (): string =>
      entries()
        .filter((entry) => 'input' in entry || 'diff' in entry || 'result' in entry)
        .map(textOf)
        .join(''),
  }
}

const failureOf = (end: AgentEnd): unknown => (end.is === 'failed' ? end.failure : end)

const touch = (file: string): void => writeFileSync(file, '')

it('works a prompt off and tells what the agent says and does', async () => {
  const one = open({
    turns: [
      [
        { say: 'I lo' },
        { say: 'ok.\nThen I ' },
        { say: 'act.' },
        {
          update: {
            sessionUpdate: 'tool_call',
            toolCallId: '1',
            title: 'Terminal',
            name: 'Bash',
            kind: 'execute',
            status: 'pending',
            rawInput: {},
          },
        },
        {
          update: {
            sessionUpdate: 'tool_call_update',
            toolCallId: '1',
            rawInput: { command: 'npm\n  test' },
            title: 'npm test',
          },
        },
        {
          update: {
            sessionUpdate: 'tool_call_update',
            toolCallId: '1',
            status: 'failed',
            content: [{ type: 'content', content: { type: 'text', text: 'red' } }],
          },
        },
        { say: 'Done.' },
      ],
    ],
  })
  expect(await one.start()).toMatchObject({ is: 'succeeded' })
  expect(one.prompts()).toEqual(['do it'])
  expect(one.signs).toEqual([
    { is: 'conversation', id: 'new', model: null },
    { is: 'said', text: 'I look.' },
    { is: 'said', text: 'Then I act.' },
    { is: 'tool', name: 'Bash', what: 'npm test', signature: expect.any(String) as string },
    { is: 'tool-ended', failed: true, text: 'red' },
    { is: 'said', text: 'Done.' },
  ])
  expect(one.transcript()).toContain(
    'I look.\nThen I act.\n> Bash npm test\n  failed: red\nDone.\n',
  )
  expect(readFileSync(one.path('.conductor/run-1/executor_1/t/prompt.md'), 'utf8')).toBe('do it\n')
})

it('starts the program with its arguments, our tools and a clean environment', async () => {
  const one = openProcess(
    { turns: [[{ run: 'env > env.txt' }]] },
    {
      settings: { environment: { LEVEL: '2' }, pass: ['SECRET'] },
      task: { agentArguments: ['--more'] },
      options: { tools: { command: '/bin/tools', arguments: ['mcp'] } },
    },
  )
  await one.start()
  const environment = readFileSync(one.path('env.txt'), 'utf8').split('\n')
  expect(environment).toEqual(
    expect.arrayContaining(['LEVEL=2', 'SECRET=x', `CONDUCTOR_ATTEMPT=${one.attempt}`]),
  )
  expect(environment.join('\n')).not.toContain('VITEST')
  expect(one.params('session/new')).toEqual([
    {
      cwd: one.path('.'),
      mcpServers: [
        {
          name: 'conductor',
          command: '/bin/tools',
          args: ['mcp', '--attempt', one.attempt],
          env: expect.arrayContaining([
            { name: 'CONDUCTOR_ATTEMPT', value: one.attempt },
          ]) as unknown,
        },
      ],
    },
  ])
})

const EARLIER = { id: 'earlier', say: 'go on', spentUsd: 0 }
const RESUME = { sessionCapabilities: { resume: {} }, loadSession: true }

it('goes on with an earlier conversation', async () => {
  const one = open({ turns: [[]], capabilities: RESUME }, { conversation: EARLIER })
  await one.start()
  expect(one.asked()).toEqual(['initialize', 'session/resume', 'session/prompt'])
  expect(one.params('session/resume')).toMatchObject([{ sessionId: 'earlier' }])
  expect(one.prompts()).toEqual(['go on'])
  expect(one.signs).toEqual([{ is: 'conversation', id: 'earlier', model: null }])
})

it('is told nothing by an earlier conversation that is played back, but what it had cost', async () => {
  const one = open(
    {
      turns: [[cost(5)]],
      capabilities: { loadSession: true },
      history: [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'old\n' } }]
        .map((update) => update as never)
        .concat([cost(3).update as never]),
    },
    { conversation: EARLIER },
  )
  await one.start()
  expect(one.asked()).toEqual(['initialize', 'session/load', 'session/prompt'])
  expect(one.heard('said')).toEqual([])
  expect(one.heard('usage').at(-1)!.usage).toMatchObject({ costUsd: 2, costFrom: 'agent' })
})

it('begins anew with all of the prompt where the conversation is gone', async () => {
  const resumeFails = { code: -32002, message: 'no such session' }
  const one = open({ turns: [[]], capabilities: RESUME, resumeFails }, { conversation: EARLIER })
  expect(await one.start()).toMatchObject({ is: 'succeeded' })
  expect(one.prompts()).toEqual(['do it'])
  expect(one.transcript()).toContain('cannot be continued (no such session)')
})

it('begins anew with an agent that cannot go on with conversations', async () => {
  const one = open({ turns: [[]] }, { conversation: EARLIER })
  expect(await one.start()).toMatchObject({ is: 'succeeded' })
  expect(one.asked()).toEqual(['initialize', 'session/new', 'session/prompt'])
  expect(one.prompts()).toEqual(['do it'])
})

const select = (category: string, ...values: readonly string[]) => ({
  id: `the ${category}`,
  name: category,
  category,
  type: 'select',
  currentValue: values[0],
  options: values.map((value) => ({ value, name: value })),
})

it('sets the model by the option for it', async () => {
  const one = open(
    { turns: [[]], session: { configOptions: [select('model', 'small', 'large')] } },
    { settings: { model: 'small' }, task: { model: 'large' } },
  )
  await one.start()
  expect(one.params('session/set_config_option')).toEqual([
    { sessionId: 'new', configId: 'the model', value: 'large' },
  ])
  expect(one.heard('conversation')).toEqual([{ is: 'conversation', id: 'new', model: 'large' }])
})

it('sets the model by session/set_model where there is no option', async () => {
  const models = { availableModels: [{ modelId: 'large' }], currentModelId: 'small' }
  const one = open({ turns: [[]], session: { models } }, { settings: { model: 'large' } })
  await one.start()
  expect(one.params('session/set_model')).toEqual([{ sessionId: 'new', modelId: 'large' }])
})

it('does not work with another model than the wanted one', async () => {
  const session = { configOptions: [select('model', 'small', 'large')] }
  const one = open({ turns: [[]], session, refused: ['huge'] }, { settings: { model: 'huge' } })
  expect(failureOf(await one.start())).toEqual({
    is: 'cannot-start',
    reason: 'scripted has no model "huge"; it has small, large',
    passing: false,
  })
})

it.each([
  [
    'all',
    { modes: modes('default', 'bypassPermissions') },
    'session/set_mode',
    'bypassPermissions',
  ],
  ['all', { modes: modes('default', 'yolo') }, 'session/set_mode', 'yolo'],
  [
    'all',
    { configOptions: [select('mode', 'agent', 'agent-full-access')] },
    'session/set_config_option',
    'agent-full-access',
  ],
  ['ask', { modes: modes('agent', 'read-only') }, 'session/set_mode', 'read-only'],
] as const)(
  'with permissions "%s" and %j it uses %s %s',
  async (permissions, session, method, mode) => {
    const one = open({ turns: [[]], session }, { settings: { permissions } })
    await one.start()
    expect(JSON.stringify(one.params(method))).toContain(`"${mode}"`)
  },
)

function modes(...ids: readonly string[]) {
  return { currentModeId: ids[0], availableModes: ids.map((id) => ({ id, name: id })) }
}

it('leaves the mode alone when the agent is to work', async () => {
  const one = open({ turns: [[]], session: { modes: modes('default', 'yolo') } })
  await one.start()
  expect(one.asked()).toEqual(['initialize', 'session/new', 'session/prompt'])
})

const wants = (kind: string, title: string): AcpStep => ({
  ask: { toolCallId: title, title, kind: kind as 'edit' },
})

const ONCE = { outcome: { outcome: 'selected', optionId: 'once' } }
const NO = { outcome: { outcome: 'selected', optionId: 'no' } }

it.each([
  ['work', ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think']],
  ['ask', ['read', 'search', 'think']],
  ['all', ['read', 'edit', 'execute', 'fetch', 'switch_mode', 'other']],
] as const)('allows with "%s" at once: %j', async (permissions, kinds) => {
  const steps = kinds.map((kind) => wants(kind, kind))
  const one = open({ turns: [steps] }, { settings: { permissions } })
  expect(await one.start()).toMatchObject({ is: 'succeeded' })
  expect(one.params('answer')).toEqual(kinds.map(() => ONCE))
  expect(one.heard('permission')).toEqual([])
})

it('lets the agent use our own tools, by whatever name it calls them', async () => {
  const names = ['mcp__conductor__ask', 'conductor_ask', 'ask (conductor MCP Server)']
  const one = open({ turns: [names.map((name) => wants('other', name))] })
  await one.start()
  expect(one.params('answer')).toEqual([ONCE, ONCE, ONCE])
})

it.each([
  ['work', 'fetch'],
  ['work', 'other'],
  ['ask', 'edit'],
  ['ask', 'execute'],
] as const)('asks a person with "%s" for: %s', async (permissions, kind) => {
  const one = open({ turns: [[wants(kind, 'a thing')]] }, { settings: { permissions } })
  const end = one.start()
  const [{ request }] = await until('it asks', () => atLeastOne(one.heard('permission')))
  expect(request).toEqual({
    id: 'permission-1',
    tool: kind === 'other' ? 'a thing' : kind,
    what: kind === 'other' ? '' : 'a thing',
  })
  expect(await one.agent.decide(one.attempt, request.id, { allowed: true, why: null })).toBe(true)
  expect(await end).toMatchObject({ is: 'succeeded' })
  expect(one.params('answer')).toEqual([ONCE])
  expect(one.heard('permission-over')).toEqual([{ is: 'permission-over', id: request.id }])
  expect(await one.agent.decide(one.attempt, request.id, { allowed: true, why: null })).toBe(false)
})

const atLeastOne = <One>(all: readonly One[]): readonly [One, ...One[]] | null =>
  all.length > 0 ? (all as readonly [One, ...One[]]) : null

it.each([{}, { steering: 'supported' }, { name: 'OpenCode' }] as const)(
  'refuses, and says why, to an agent with %j',
  async (abilities) => {
    const one = open({ ...abilities, turns: [[wants('fetch', 'a page')]] })
    const end = one.start()
    await until('it asks', () => one.heard('permission').length > 0)
    const decision = { allowed: false, why: 'use the cache' }
    expect(await one.agent.decide(one.attempt, 'permission-1', decision)).toBe(true)
    expect(await end).toMatchObject({ is: 'succeeded' })
    expect(one.params('answer')).toEqual([NO])
    const words = [...one.prompts(), JSON.stringify(one.params('_session/steering'))].join()
    expect(words).toContain('This was not allowed: use the cache')
  },
)

it.each([
  [null, 'This was not allowed.'],
  ['use the cache', 'This was not allowed: use the cache'],
])('goes on with an agent that breaks its turn off when refused: %s', async (why, words) => {
  const end = { stopReason: 'cancelled' } as const
  const one = open({ steering: 'supported', turns: [[wants('fetch', 'a page'), { end }]] })
  const over = one.start()
  await until('it asks', () => one.heard('permission').length > 0)
  await one.agent.decide(one.attempt, 'permission-1', { allowed: false, why })
  expect(await over).toMatchObject({ is: 'succeeded' })
  expect(one.prompts()).toEqual(['do it', `Go on with your task, and mind this:\n\n${words}`])
})

it('answers with what is left where an agent does not offer every answer', async () => {
  const options = [{ optionId: 'always', name: 'Always', kind: 'allow_always' as const }]
  const one = open({ turns: [[{ ...wants('read', 'a'), options }]] })
  await one.start()
  expect(one.params('answer')).toEqual([{ outcome: { outcome: 'selected', optionId: 'always' } }])
})

it('steers by the extension for it', async () => {
  const one = open({ turns: [[{ waitFor: 'go' }]], steering: 'supported' })
  const end = one.start()
  await until('it works', () => one.asked().includes('session/prompt'))
  expect(await one.agent.guide(one.attempt, 'left')).toBe('steered')
  touch(one.path('go'))
  expect(await end).toMatchObject({ is: 'succeeded' })
  expect(one.params('_session/steering')).toEqual([
    {
      sessionId: 'new',
      prompt: [{ type: 'text', text: 'left' }],
      _meta: { steering: { idleBehavior: 'promptRequired' } },
    },
  ])
  expect(one.prompts()).toEqual(['do it'])
})

it('steers an agent that takes a second prompt in, and ends when both are answered', async () => {
  const one = open({
    name: 'OpenCode',
    turns: [[{ waitFor: 'go' }], [{ waitFor: 'go on' }, { say: 'two' }]],
  })
  const end = one.start()
  await until('it works', () => one.asked().includes('session/prompt'))
  expect(await one.agent.guide(one.attempt, 'left')).toBe('steered')
  await until('it heard', () => one.prompts().length === 2)
  touch(one.path('go'))
  touch(one.path('go on'))
  expect(await end).toMatchObject({ is: 'succeeded' })
  expect(one.prompts()).toEqual(['do it', 'left'])
  expect(one.asked()).not.toContain('session/cancel')
  expect(one.heard('said')).toEqual([{ is: 'said', text: 'two' }])
})

it.each([{}, { steering: 'broken' }] as const)(
  'steers by breaking the turn off an agent with %j, and voids what it asked',
  async (abilities) => {
    const one = open({ ...abilities, turns: [[wants('fetch', 'a page')], [{ say: 'left' }]] })
    const end = one.start()
    await until('it asks', () => one.heard('permission').length > 0)
    expect(await one.agent.guide(one.attempt, 'left')).toBe('steered')
    expect(await end).toMatchObject({ is: 'succeeded' })
    expect(one.prompts()).toEqual(['do it', 'Go on with your task, and mind this:\n\nleft'])
    expect(one.params('answer')).toEqual([{ outcome: { outcome: 'cancelled' } }])
    expect(one.heard('permission-over')).toHaveLength(1)
    expect(one.heard('said')).toEqual([{ is: 'said', text: 'left' }])
  },
)

it('takes words along that come before the first turn, and none that come after the last', async () => {
  const one = open({ turns: [[]], helloAfter: 'go' })
  const end = one.start()
  await until('it runs', () => one.asked().length > 0)
  const early = one.agent.guide(one.attempt, 'left')
  touch(one.path('go'))
  expect(await end).toMatchObject({ is: 'succeeded' })
  expect(await early).toBe('steered')
  expect(one.prompts()[0]).toBe('do it\n\nleft')
  expect(await one.agent.guide(one.attempt, 'right')).toBe('too-late')
})

it('tells words too late that wait for a turn that never comes', async () => {
  const one = open({ turns: [[{ hang: true, deaf: true }]] })
  const end = one.start()
  await until('it works', () => one.asked().includes('session/prompt'))
  const guided = one.agent.guide(one.attempt, 'left')
  await until('it is cancelled', () => one.asked().includes('session/cancel'))
  one.stop('cancelled')
  expect(await end).toMatchObject({ is: 'stopped' })
  expect(await guided).toBe('too-late')
})

function cost(amount: number): {
  readonly update: Extract<AcpStep, { update: unknown }>['update']
} {
  const money = { amount, currency: 'USD' }
  return { update: { sessionUpdate: 'usage_update', used: 1, size: 9, cost: money } }
}

it('tells what the agent says it has cost', async () => {
  const usage = { inputTokens: 10, outputTokens: 2, cachedReadTokens: 5, totalTokens: 17 }
  const one = open({ turns: [[cost(0.5), { end: { stopReason: 'end_turn', usage } }]] })
  await one.start()
  expect(one.heard('usage').map((sign) => sign.usage)).toEqual([
    expect.objectContaining({ inputTokens: 0, costUsd: 0.5, costFrom: 'agent' }),
    {
      inputTokens: 10,
      outputTokens: 2,
      cacheReadTokens: 5,
      cacheWriteTokens: 0,
      costUsd: 0.5,
      costFrom: 'agent',
      estimatedUsd: 0,
    },
  ])
})

it('does not count twice what a conversation had cost before', async () => {
  const one = open({ turns: [[cost(3)]], capabilities: RESUME, session: { sessionId: 'earlier' } })
  await one.start()
  await one.start({ conversation: { ...EARLIER, spentUsd: 3 } })
  expect(one.heard('usage').map(({ usage }) => usage.costUsd)).toEqual([3, 0])
})

it('prices tokens by our table where the agent does not, and counts none twice', async () => {
  const usage = {
    inputTokens: 10,
    outputTokens: 4,
    cachedReadTokens: 6,
    thoughtTokens: 3,
    totalTokens: 14,
  }
  const one = open(
    { turns: [[{ end: { stopReason: 'end_turn', usage } }]] },
    { options: { priceOf: (_, tokens) => tokens.inputTokens + tokens.outputTokens } },
  )
  await one.start()
  expect(one.heard('usage').at(-1)!.usage).toEqual({
    inputTokens: 4,
    outputTokens: 4,
    cacheReadTokens: 6,
    cacheWriteTokens: 0,
    costUsd: 8,
    costFrom: 'table',
    estimatedUsd: 8,
  })
})

it('finds the tokens and the model of Gemini where it puts them', async () => {
  const _meta = {
    quota: {
      token_count: { input_tokens: 7, output_tokens: 3 },
      model_usage: [{ model: 'gemini-x' }],
    },
  }
  const one = open(
    { turns: [[{ end: { stopReason: 'end_turn', _meta } }]] },
    { options: { priceOf: (model) => (model === 'gemini-x' ? 1 : null) } },
  )
  await one.start()
  expect(one.heard('usage').at(-1)!.usage).toMatchObject({
    inputTokens: 7,
    outputTokens: 3,
    costUsd: 1,
  })
})

it('keeps one message apart from the next', async () => {
  const says = (messageId: string, text: string): AcpStep => ({
    update: { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } },
  })
  const one = open({ turns: [[says('1', 'Al'), says('1', 'l.'), says('2', 'Done.')]] })
  await one.start()
  expect(one.heard('said').map(({ text }) => text)).toEqual(['All.', 'Done.'])
})

it('tells when another step of its plan begins', async () => {
  const plan = (...statuses: readonly ('pending' | 'in_progress' | 'completed')[]): AcpStep => ({
    update: {
      sessionUpdate: 'plan',
      entries: statuses.map((status, i) => ({ content: `step ${i}`, status, priority: 'medium' })),
    },
  })
  const one = open({
    turns: [
      [
        plan('pending', 'pending'),
        plan('in_progress', 'pending'),
        plan('completed', 'pending'),
        plan('completed', 'in_progress'),
        plan('completed', 'completed'),
      ],
    ],
  })
  await one.start()
  expect(one.heard('progress')).toEqual([
    { is: 'progress', status: 'planning', note: 'step 0' },
    { is: 'progress', status: 'working', note: 'step 1' },
  ])
})

it('tells that codex calls its model again', async () => {
  const error = { message: 'Reconnecting... 2/5', willRetry: true }
  const update = { sessionUpdate: 'session_info_update', _meta: { codex: { error } } } as const
  const one = open({ turns: [[{ update }]] })
  await one.start()
  expect(one.heard('retrying')).toEqual([
    { is: 'retrying', number: 2, of: 5, nextAt: null, reason: 'Reconnecting... 2/5' },
  ])
})

it('does not take an error of codex for a success because the turn ends like one', async () => {
  const codex = { threadStatus: { type: 'systemError' } }
  const update = { sessionUpdate: 'session_info_update', _meta: { codex } } as const
  const one = open({ turns: [[{ update }, { say: 'last status: 429 Too Many Requests\n\n' }]] })
  expect(failureOf(await one.start())).toEqual({
    is: 'rate-limited',
    until: null,
    reason: 'last status: 429 Too Many Requests',
  })
})

it('keeps the whole of what a tool was given and gave back, however much it prints', async () => {
  const long = Array.from({ length: 8_000 }, (_, i) => `line ${i}\n`).join('')
  const call = { sessionUpdate: 'tool_call_update', toolCallId: '1' } as const
  const prints = (data: string): AcpStep => ({
    update: { ...call, _meta: { terminal_output_delta: { data } } },
  })
  const path = 'src/a.ts'
  const one = open({
    turns: [
      [
        {
          update: {
            ...call,
            sessionUpdate: 'tool_call',
            title: 'Run',
            kind: 'execute',
            status: 'in_progress',
            rawInput: { command: 'npm\n  test', timeout: 5 },
          },
        },
        prints(long.slice(0, 70_000)),
        prints(long.slice(70_000)),
        { update: { ...call, status: 'completed' } },
        {
          update: {
            sessionUpdate: 'tool_call',
            toolCallId: '2',
            title: 'Edit',
            kind: 'edit',
            status: 'completed',
            content: [{ type: 'diff', path, oldText: 'one', newText: 'two' }],
          },
        },
      ],
    ],
  })
  await one.start()
  expect(one.kept()).toBe(`command:\nnpm\n  test\ntimeout: 5\n${long}-one\n+two\n`)
  expect(one.heard('tool-ended')[0]!.text.length).toBeLessThanOrEqual(2000)
})

it('sees the same deed again, and another one', async () => {
  const reads = (id: string, path: string): AcpStep => ({
    update: {
      sessionUpdate: 'tool_call',
      toolCallId: id,
      title: `Read ${path}`,
      kind: 'read',
      status: 'completed',
      rawInput: { path },
    },
  })
  const one = open({ turns: [[reads('1', 'a'), reads('2', 'a'), reads('3', 'b')]] })
  await one.start()
  const [first, again, other] = one.heard('tool')
  expect(first).toMatchObject({ name: 'read', what: 'a' })
  expect(again!.signature).toBe(first!.signature)
  expect(other!.signature).not.toBe(first!.signature)
  expect(one.heard('tool-ended')).toHaveLength(3)
})

it('passes over what is no message, and updates nobody knows', async () => {
  const update = { sessionUpdate: 'of tomorrow' } as never
  const one = open({ turns: [[{ print: 'Warning: old' }, { print: '{"a":1}' }, { update }]] })
  expect(await one.start()).toMatchObject({ is: 'succeeded' })
  expect(one.transcript()).toContain('Warning: old\n{"a":1}\n')
})

it.each(['refusal', 'max_tokens', 'max_turn_requests', 'cancelled'] as const)(
  'takes the stop reason "%s" for giving up',
  async (stopReason) => {
    const one = open({ turns: [[{ say: 'Well' }, { end: { stopReason } }]] })
    const end = await one.start()
    expect(failureOf(end)).toMatchObject({ is: 'gave-up' })
    expect(end).toMatchObject({ lastLines: ['Well'] })
  },
)

it.each([
  [-32000, 'Authentication required', null, { is: 'not-logged-in', agent: 'scripted' }],
  [-32603, 'Internal error', { details: '401 Unauthorized' }, { is: 'not-logged-in' }],
  [-32603, 'Please log in', null, { is: 'not-logged-in', reason: 'Please log in' }],
  [-32603, 'Internal error', { details: 'HTTP 429' }, { is: 'rate-limited', until: null }],
  [-32000, 'rate limit exceeded', null, { is: 'rate-limited' }],
  [-32603, 'Overloaded (529)', null, { is: 'model', status: 529 }],
  [-32603, 'fetch failed', null, { is: 'model', status: null }],
  [-32603, 'Selected model is at capacity', null, { is: 'model' }],
  [
    -32603,
    'Internal error',
    'it is a riddle',
    { is: 'gave-up', reason: 'Internal error: it is a riddle' },
  ],
] as const)('takes the error %i %s %j for %j', async (code, message, data, failure) => {
  const one = open({ turns: [[{ fail: { code, message, ...(data === null ? {} : { data }) } }]] })
  expect(failureOf(await one.start())).toMatchObject(failure)
})

it('knows how long a rate limit lasts when it is said', async () => {
  const fail = { code: -32603, message: '429: retry after 90 s' }
  const one = open({ turns: [[{ fail }]] })
  const before = Date.now()
  const failure = failureOf(await one.start()) as { until: number }
  expect(failure.until).toBeGreaterThanOrEqual(before + 90_000)
  expect(failure.until).toBeLessThan(before + 100_000)
})

it('says that nobody is logged in when there can be no session', async () => {
  const newFails = { code: -32000, message: 'Authentication required' }
  const one = open({ turns: [], newFails })
  expect(failureOf(await one.start())).toMatchObject({ is: 'not-logged-in' })
})

it('names the program that is not there', async () => {
  const one = openProcess({ turns: [] }, { settings: { command: ['no-such-agent'] } })
  expect(failureOf(await one.start())).toEqual({
    is: 'cannot-start',
    reason: expect.stringContaining('there is no program "no-such-agent"') as string,
    passing: false,
  })
})

it('names the agent that nobody has set up', async () => {
  const one = open({ turns: [] }, { task: { agent: 'nobody' } })
  expect(failureOf(await one.start())).toMatchObject({ reason: 'there is no agent "nobody"' })
})

it('says what a program printed that ended before it answered', async () => {
  const one = openProcess({ turns: [], hello: { exit: 3, print: 'set a key first' } })
  expect(failureOf(await one.start())).toMatchObject({
    is: 'cannot-start',
    reason: expect.stringMatching(
      /exit code 3 before it answered; it printed: set a key first/,
    ) as string,
    passing: false,
  })
})

it('does not wait forever for an answer', async () => {
  const one = openProcess({ turns: [], hello: 'hang' }, { helloSeconds: 1 })
  expect(failureOf(await one.start())).toMatchObject({
    is: 'cannot-start',
    reason: expect.stringContaining('did not answer within 1 s') as string,
    passing: true,
  })
})

it('does not speak to an agent of another protocol', async () => {
  const one = open({ turns: [], protocolVersion: 7 })
  expect(failureOf(await one.start())).toMatchObject({
    reason: 'it speaks version 7 of the Agent Client Protocol, and we speak 1',
  })
})

it('notices that the program ends in the middle of a turn', async () => {
  const one = openProcess({ turns: [[{ say: 'oh no\n' }, { exit: 4 }]] })
  expect(failureOf(await one.start())).toEqual({
    is: 'gave-up',
    reason: 'it ended with exit code 4: oh no',
  })
})

it('notices that the program is killed, also when what it started holds its output', async () => {
  const one = openProcess({ turns: [[{ run: 'sleep 600', apart: true }, { kill: 'SIGKILL' }]] })
  expect(failureOf(await one.start())).toEqual({ is: 'signal', signal: 'SIGKILL' })
})

it('ends what an agent leaves running, and an agent that does not leave', async () => {
  const one = openProcess({ turns: [[{ run: 'exec sleep 600', apart: true }]], stays: true })
  expect(await one.start()).toMatchObject({ is: 'succeeded' })
  expect(one.transcript()).toContain('[conductor] ended 2 processes left running')
})

it.each([
  ['works', [{ hang: true }]],
  ['is deaf', [{ hang: true, deaf: true }]],
  [
    'runs a command that stays',
    [{ run: 'trap "" TERM; touch up; sleep 600', apart: true }, { hang: true }],
  ],
  ['waits for permission', [wants('fetch', 'a page')]],
] as const)('stops an agent that %s, and all it has started', async (_, steps) => {
  const one = openProcess({ turns: [steps] })
  const end = one.start()
  await until('it works', () => one.asked().includes('session/prompt'))
  one.stop('cancelled')
  expect(await end).toMatchObject({ is: 'stopped' })
})

it.each([
  ['initialize', { hello: 'hang' }],
  ['session/new', { newFails: 'hang' }],
] as const)('stops an agent that does not answer %s', async (method, script) => {
  const one = openProcess({ turns: [], ...script })
  const end = one.start()
  await until('it is asked', () => one.asked().includes(method))
  one.stop('cancelled')
  expect(await end).toMatchObject({ is: 'stopped' })
})

it('starts nothing that is stopped already', async () => {
  const one = open({ turns: [[]] })
  one.stop('cancelled')
  expect(await one.start()).toMatchObject({ is: 'stopped' })
  expect(one.asked()).toEqual([])
})

it('ends an agent that uses more memory than it booked', async () => {
  const one = openProcess(
    { turns: [[{ hang: true }]] },
    { task: { resources: { cpu: 0, memoryBytes: 1_000_000 } } },
  )
  expect(failureOf(await one.start())).toMatchObject({ is: 'over-memory', limitBytes: 1_000_000 })
})
