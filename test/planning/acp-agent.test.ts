import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtProgram } from '../built-programs.ts'
import { PLAIN_AGENT } from '../../src/config/known-agents.ts'
import type { AgentSettings } from '../../src/core/agent/agent-settings.ts'
import { tokensOf } from '../../src/core/agent/usage.ts'
import { acpAgentModel } from '../../src/planning/acp-agent-model.ts'
import {
  describePlanningModel,
  failureIn,
  NEVER,
  processesWith,
  QUESTION,
} from '../contracts/planning-model.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import type { AcpScript, AcpStep } from '../scripted/acp-script.ts'

const PROGRAM = builtProgram('acp-agent')

function agentWith(
  script: Omit<AcpScript, 'log'>,
  folder: string,
  settings: Partial<AgentSettings> = {},
) {
  const log = join(folder, 'log.jsonl')
  return acpAgentModel({
    agent: 'house',
    settings: {
      ...PLAIN_AGENT,
      command: [process.execPath, PROGRAM],
      arguments: [JSON.stringify({ log, ...script })],
      environment: { FOLDER: folder },
      ...settings,
    },
    environment: { PATH: process.env['PATH'], SECRET: 'x' },
    priceOf: (_model, { inputTokens }) => inputTokens / 1000,
  })
}

interface Request {
  readonly got: string
  readonly params: {
    readonly cwd?: string
    readonly mcpServers?: unknown
    readonly prompt?: readonly { readonly text: string }[]
    readonly outcome?: unknown
  }
}

function requestsIn(folder: string): readonly Request[] {
  const file = join(folder, 'log.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.map((line) => JSON.parse(line) as Request)
}

const promptsIn = (folder: string): readonly string[] =>
  requestsIn(folder)
    .filter(({ got }) => got === 'session/prompt')
    .map(({ params }) => params.prompt!.map(({ text }) => text).join(''))

const USED: AcpStep = {
  end: {
    stopReason: 'end_turn',
    usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120 },
  },
}

describePlanningModel({
  name: 'of any agent that speaks ACP',
  missing: null,
  tellsUsage: true,
  async open(behaviour) {
    const folder = tempFolder()
    const said = 'answers' in behaviour ? JSON.stringify(behaviour.answers, null, 2) : ''
    const says = 'says' in behaviour ? behaviour.says : said
    const turn: AcpStep[] = 'hangs' in behaviour ? [{ hang: true }] : [{ say: says }, USED]
    return {
      model: agentWith({ turns: [turn] }, folder.path),
      prompts: () => promptsIn(folder.path),
      leftovers: () => processesWith(folder.path).length,
      [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
    }
  },
})

async function asking(
  script: Partial<Omit<AcpScript, 'log'>>,
  settings: Partial<AgentSettings> = {},
  signal = NEVER,
) {
  using folder = tempFolder()
  const answer = await agentWith({ turns: [], ...script }, folder.path, settings).ask(
    QUESTION,
    signal,
  )
  expect(processesWith(folder.path)).toEqual([])
  return { answer, requests: requestsIn(folder.path), prompts: promptsIn(folder.path) }
}

const ANSWER: AcpStep = { say: '{"answer": "yes"}' }

describe('an agent that speaks ACP', () => {
  it('gets what to do, the question and the schema, no tools, and an empty folder that is gone afterwards', async () => {
    const { answer, requests, prompts } = await asking({ turns: [[ANSWER]] })
    expect(answer).toMatchObject({ is: 'answer', value: { answer: 'yes' } })
    expect(prompts.join()).toContain(QUESTION.system)
    expect(prompts.join()).toContain(QUESTION.prompt)
    expect(prompts.join()).toContain(JSON.stringify(QUESTION.schema))
    const session = requests.find(({ got }) => got === 'session/new')!
    expect(session.params.mcpServers).toEqual([])
    expect(existsSync(session.params.cwd!)).toBe(false)
  })

  it('uses the model that the user names', async () => {
    const session = { models: { availableModels: [], currentModelId: 'small' } }
    const { answer } = await asking({ session, turns: [[ANSWER]] }, { model: 'large' })
    expect(answer).toMatchObject({ is: 'answer', model: 'large' })
  })

  it('may not even read a file, is told so, and then answers', async () => {
    const read: AcpStep = { ask: { toolCallId: '1', kind: 'read', title: 'cat ~/.ssh/id_rsa' } }
    const { answer, requests, prompts } = await asking({ turns: [[read], [ANSWER]] })
    expect(answer).toMatchObject({ is: 'answer', value: { answer: 'yes' } })
    const decided = requests.find(({ got }) => got === 'answer')!
    expect(decided.params.outcome).toEqual({ outcome: 'selected', optionId: 'no' })
    expect(prompts[1]).toContain('There are no tools here')
  })

  it('is stopped when it wants tools again and again', async () => {
    const read: AcpStep = { ask: { toolCallId: '1', kind: 'execute', title: 'ls' } }
    const { answer } = await asking({
      steering: 'supported',
      turns: [Array.from({ length: 30 }, () => read)],
    })
    expect(failureIn(answer).says).toBe(
      'the agent "house" wants to use tools again and again instead of answering',
    )
  })

  it.concurrent.each<[string, Partial<Omit<AcpScript, 'log'>>, object]>([
    [
      'nobody is logged in',
      { newFails: { code: -32000, message: 'Authentication required' } },
      { why: 'no-key', says: 'the agent "house" is not logged in: Authentication required' },
    ],
    [
      'the model is rate limited',
      { turns: [[{ fail: { code: -32603, message: '429, try again in 7 s' } }]] },
      { why: 'rate-limited', retryAfterSeconds: 7 },
    ],
    [
      'the model is overloaded',
      { turns: [[{ fail: { code: -32603, message: '529 overloaded' } }]] },
      { why: 'overloaded' },
    ],
    [
      'the model cannot be reached',
      { turns: [[{ fail: { code: -32603, message: 'fetch failed' } }]] },
      { why: 'network' },
    ],
    [
      'the model refuses',
      { turns: [[{ end: { stopReason: 'refusal' } }]] },
      { why: 'refused', says: 'the agent "house" gave up: the model refused to continue' },
    ],
    [
      'the answer is cut off',
      { turns: [[{ say: '{"answer": ' }, { end: { stopReason: 'max_tokens' } }]] },
      { why: 'truncated' },
    ],
    [
      'it prints why it cannot start',
      { hello: { exit: 3, print: 'no \u001b[31mlicence' } },
      { why: 'error', says: 'the agent "house" ended with exit code 3: no licence' },
    ],
    [
      'it crashes while it thinks',
      { turns: [[{ kill: 'SIGKILL' }]] },
      { why: 'error', says: 'the agent "house" ended with exit code 137' },
    ],
    [
      'it speaks another version of the protocol',
      { protocolVersion: 2 },
      { why: 'error', says: expect.stringContaining('version 2 of the Agent Client Protocol') },
    ],
    [
      'it fails for a reason of its own',
      { turns: [[{ fail: { code: -32603, message: 'out of \u0007luck' } }]] },
      { why: 'error', says: 'the agent "house" gave up: out of luck' },
    ],
  ])('fails with the reason and a remedy when %s', async (_what, script, failure) => {
    const { answer } = await asking(script)
    expect(failureIn(answer)).toMatchObject({ ...failure, remedy: expect.any(String) })
  })

  it('is ended when the time is up, even if it never says hello and ignores everything', async () => {
    const { answer } = await asking({ hello: 'hang', stays: true }, {}, AbortSignal.timeout(700))
    expect(failureIn(answer)).toMatchObject({ why: 'timeout' })
  })

  it('counts what it has used before it fails', async () => {
    const cost: AcpStep = {
      update: {
        sessionUpdate: 'usage_update',
        used: 1,
        size: 2,
        cost: { amount: 0.2, currency: 'USD' },
      },
    }
    const { answer } = await asking({ turns: [[cost, { end: { stopReason: 'refusal' } }]] })
    expect(failureIn(answer).usage).toMatchObject({ costUsd: 0.2, costFrom: 'agent' })
    expect(tokensOf(answer.usage)).toBe(0)
  })

  it('may be missing, which names how to install it', async () => {
    const { answer } = await asking({}, { command: ['codex-acp-that-is-not-here'] })
    expect(failureIn(answer)).toMatchObject({
      why: 'missing-cli',
      says: 'the agent "house" is not installed: there is no program "codex-acp-that-is-not-here"',
    })
  })
})
