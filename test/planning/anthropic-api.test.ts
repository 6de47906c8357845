import { describe, expect, it } from 'vitest'
import { priceOf } from '../../src/agents/known/prices.ts'
import { anthropicApi } from '../../src/planning/anthropic-api.ts'
import { DEFAULT_API_MODEL } from '../../src/planning/default-model.ts'
import { describePlanningModel, failureIn, NEVER, QUESTION } from '../contracts/planning-model.ts'
import {
  startAnsweringModel,
  TOKENS,
  type AnsweringModel,
  type Reply,
} from '../scripted/answering-model.ts'

const KEY = 'sk-ant-api03-a-key-of-nobody'

const apiAt = (url: string, environment: Readonly<Record<string, string>> = {}) =>
  anthropicApi({
    environment: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url, ...environment },
    model: DEFAULT_API_MODEL,
    priceOf,
  })

const promptsIn = ({ asked }: AnsweringModel): readonly string[] =>
  asked.flatMap(({ body }) => body.messages.map(({ content }) => String(content)))

describePlanningModel({
  name: 'of the Anthropic API',
  missing: null,
  tellsUsage: true,
  async open(behaviour) {
    const server = await startAnsweringModel(
      'answers' in behaviour
        ? { answer: behaviour.answers }
        : 'says' in behaviour
          ? { say: behaviour.says }
          : { hang: true },
    )
    return {
      model: apiAt(server.url),
      prompts: () => promptsIn(server),
      leftovers: () => server.awaited(),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  },
})

async function asking(...replies: readonly Reply[]) {
  await using server = await startAnsweringModel(...replies)
  const answer = await apiAt(server.url).ask(QUESTION, NEVER)
  return { answer, asked: server.asked }
}

describe('a question to the Anthropic API', () => {
  it('goes there with the key, the model, the system prompt and the schema, and without tools', async () => {
    const { asked } = await asking({ answer: { answer: 'yes', count: 1 } })
    expect(asked).toHaveLength(1)
    expect(asked[0]!.key).toBe(KEY)
    expect(asked[0]!.body).toMatchObject({
      model: DEFAULT_API_MODEL,
      max_tokens: 4000,
      system: 'You plan.',
      output_config: { format: { type: 'json_schema', schema: QUESTION.schema } },
    })
    expect(asked[0]!.body.tools).toBeUndefined()
  })

  it('costs what its tokens cost by the price list', async () => {
    const { answer } = await asking({ answer: {} })
    expect(answer.usage).toMatchObject({
      inputTokens: TOKENS.input,
      outputTokens: TOKENS.output,
      cacheReadTokens: TOKENS.cacheRead,
      costFrom: 'table',
    })
    expect(answer.usage.costUsd).toBeCloseTo((100 * 2 + 20 * 10 + 5 * 0.2) / 1e6)
  })

  it('is asked again with the schema in the prompt when the API knows no schemas', async () => {
    const { answer, asked } = await asking(
      { status: 400, message: 'output_config: Extra inputs are not permitted' },
      { answer: { answer: 'yes', count: 1 } },
    )
    expect(answer).toMatchObject({ is: 'answer', value: { count: 1 } })
    expect(asked[1]!.body.output_config).toBeUndefined()
    expect(String(asked[1]!.body.messages[0]!.content)).toContain(JSON.stringify(QUESTION.schema))
  })

  it('never follows a redirect, which would take the key elsewhere', async () => {
    await using elsewhere = await startAnsweringModel({ answer: {} })
    const { answer } = await asking({ redirect: `${elsewhere.url}/v1/messages` })
    expect(failureIn(answer).why).toBe('network')
    expect(elsewhere.asked).toEqual([])
  })
})

describe('a failure of the Anthropic API', () => {
  it.each<readonly [string, Reply, object]>([
    ['a wrong key', { status: 401 }, { why: 'bad-key' }],
    ['a key without permission', { status: 403 }, { why: 'bad-key' }],
    [
      'too many requests',
      { status: 429, retryAfter: '17' },
      { why: 'rate-limited', retryAfterSeconds: 17 },
    ],
    ['an overloaded model', { status: 529 }, { why: 'overloaded', retryAfterSeconds: null }],
    [
      'an unavailable service',
      { status: 503, retryAfter: 'soon' },
      { why: 'overloaded', retryAfterSeconds: null },
    ],
    ['an error of the server', { status: 500 }, { why: 'error' }],
    ['a gateway in between', { status: 502 }, { why: 'error' }],
    ['a question it cannot take', { status: 413 }, { why: 'error' }],
  ])('%s is a value that says so', async (_what, reply, expected) => {
    const { answer, asked } = await asking(reply)
    const failure = failureIn(answer)
    expect(failure).toMatchObject({ ...expected, remedy: expect.any(String) })
    expect(failure.says).toContain('the words of the server')
    expect(asked).toHaveLength(1)
  })

  it('tells when to try again also as a date', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString()
    const { answer } = await asking({ status: 429, retryAfter: date })
    const { retryAfterSeconds } = failureIn(answer)
    expect(retryAfterSeconds).toBeGreaterThan(50)
    expect(retryAfterSeconds).toBeLessThan(70)
  })

  it('names the model when there is no such model', async () => {
    const { answer } = await asking({ status: 404 })
    expect(failureIn(answer).remedy).toContain(DEFAULT_API_MODEL)
  })

  it.each<readonly [string, Reply, string]>([
    ['a refusal', { say: '', stop: 'refusal' }, 'refused'],
    ['an answer that is too long', { say: '{"answer": "y', stop: 'max_tokens' }, 'truncated'],
    ['half of an object', { say: '{"answer": "y' }, 'malformed'],
    ['an answer without words', { say: '' }, 'malformed'],
    ['a tool that nobody offered', { call: 'Bash', input: { command: 'id' } }, 'malformed'],
  ])('%s still counts what it has used', async (_what, reply, why) => {
    const { answer } = await asking(reply)
    expect(failureIn(answer).why).toBe(why)
    expect(answer.usage).toMatchObject({ inputTokens: 100, outputTokens: 20 })
    expect(answer.usage.costUsd).toBeGreaterThan(0)
  })

  it('counts what it has used when it is overloaded midway', async () => {
    const { answer } = await asking({ failsMidway: 'overloaded_error' })
    expect(failureIn(answer).why).toBe('overloaded')
    expect(answer.usage.inputTokens).toBe(100)
  })

  it('is of the network when the connection breaks midway', async () => {
    const { answer } = await asking({ cut: true })
    expect(failureIn(answer).why).toBe('network')
    expect(answer.usage.inputTokens).toBe(100)
  })

  it('is of the network when nobody listens', async () => {
    const server = await startAnsweringModel({ hang: true })
    await server[Symbol.asyncDispose]()
    const failure = failureIn(await apiAt(server.url).ask(QUESTION, NEVER))
    expect(failure).toMatchObject({ why: 'network', remedy: expect.any(String) })
    expect(failure.says).toContain('ECONNREFUSED')
  })

  it.each(['', '  '])('is a missing key when the key is "%s"', async (key) => {
    await using server = await startAnsweringModel({ answer: {} })
    const answer = await apiAt(server.url, { ANTHROPIC_API_KEY: key }).ask(QUESTION, NEVER)
    expect(failureIn(answer)).toMatchObject({
      why: 'no-key',
      remedy: expect.stringContaining('ANTHROPIC_API_KEY'),
    })
    expect(server.asked).toEqual([])
  })

  it.each(['not an address', 'file:///etc/passwd'])('is a wrong address: %s', async (url) => {
    expect(failureIn(await apiAt(url).ask(QUESTION, NEVER)).says).toContain('ANTHROPIC_BASE_URL')
  })

  it('shows no secret, whatever the server says', async () => {
    const { answer } = await asking({ status: 400, message: `your key ${KEY} is \u001b[31mbad` })
    expect(failureIn(answer).says).toContain('********')
  })
})
