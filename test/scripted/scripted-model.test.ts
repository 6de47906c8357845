import { onTestFinished, describe, expect, it } from 'vitest'
import { startScriptedModel, type Script, type ScriptedModel } from './scripted-model.ts'

async function model(): Promise<ScriptedModel> {
  const started = await startScriptedModel()
  onTestFinished(() => started[Symbol.asyncDispose]())
  return started
}

/** A request of a client in whose conversation the model has answered so many times. */
type Ask = (answers: number, stream: boolean) => { readonly path: string; readonly body: unknown }

const turns = <Item>(answers: number, user: Item, model: Item): readonly Item[] => [
  user,
  ...Array.from({ length: answers }, () => [model, user]).flat(),
]

const SHELL = { name: 'Bash' }
const user = { role: 'user', content: 'go on' }
const assistant = { role: 'assistant', content: 'I did' }

const ASKS: Readonly<Record<string, Ask>> = {
  'Anthropic Messages': (answers, stream) => ({
    path: '/v1/messages',
    body: { model: 'm', stream, tools: [SHELL], messages: turns(answers, user, assistant) },
  }),
  'OpenAI Responses': (answers, stream) => ({
    path: '/v1/responses',
    body: {
      model: 'm',
      stream,
      tools: [{ type: 'function', ...SHELL }],
      // An answer and its tool call are two items here.
      input: turns<readonly unknown[]>(
        answers,
        [user],
        [assistant, { type: 'function_call' }],
      ).flat(),
    },
  }),
  'OpenAI Chat': (answers, stream) => ({
    path: '/v1/chat/completions',
    body: {
      model: 'm',
      stream,
      tools: [{ function: SHELL }],
      messages: turns(answers, user, assistant),
    },
  }),
  Gemini: (answers, stream) => ({
    path: `/v1beta/models/m:${stream ? 'streamGenerateContent' : 'generateContent'}`,
    body: {
      tools: [{ functionDeclarations: [SHELL] }],
      contents: turns<unknown>(answers, { role: 'user' }, { role: 'model' }),
    },
  }),
}

const claude = ASKS['Anthropic Messages']!

function post(url: string, { path, body }: ReturnType<Ask>, headers = {}): Promise<Response> {
  return fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers })
}

const textOf = async (url: string, answers: number): Promise<string> =>
  (await post(url, claude(answers, false))).text()

describe.each(Object.entries(ASKS))('%s', (_name, ask) => {
  it.each([true, false])('goes by how often the model has spoken, streamed: %s', async (stream) => {
    const { urlOf } = await model()
    const url = urlOf([{ say: 'α' }, { tool: 'shell', command: 'true' }, { say: 'γ' }])
    const answerAfter = async (answers: number): Promise<string> =>
      (await post(url, ask(answers, stream))).text()
    expect(await answerAfter(0)).toContain('"α"')
    expect(await answerAfter(1)).toContain('"Bash"')
    expect(await answerAfter(1)).toContain('"Bash"')
    expect(await answerAfter(2)).toContain('"γ"')
    expect(await answerAfter(3)).toContain('"Don')
    expect(await answerAfter(0)).toContain('"α"')
  })

  it('tells the tokens that the script says', async () => {
    const { urlOf } = await model()
    const script: Script = [{ say: 'one', usage: { input: 4711, output: 815 } }]
    for (const stream of [true, false]) {
      const text = await (await post(urlOf(script), ask(0, stream))).text()
      expect(text).toContain(':4711')
      expect(text).toContain(':815')
    }
  })

  it('refuses, is limited and overloaded as often as the script says', async () => {
    const { urlOf } = await model()
    const url = urlOf([
      { error: 429, retryAfterSeconds: 7, times: 1 },
      { error: 529, times: 2 },
      { say: 'one' },
      { error: 401 },
    ])
    const requests = [0, 0, 0, 0, 1, 1].map((answers) => ask(answers, true))
    const got: Response[] = []
    for (const request of requests) got.push(await post(url, request))
    const overloaded = ask === claude ? 529 : 503
    expect(got.map(({ status }) => status)).toEqual([429, overloaded, overloaded, 200, 401, 401])
    expect(got[0]!.headers.get('retry-after')).toBe('7')
    expect(await got[0]!.json()).toHaveProperty('error')
  })

  it.each([true, false])('breaks off in the middle of an answer, streamed: %s', async (stream) => {
    const { urlOf } = await model()
    const url = urlOf([{ cut: true, times: 1 }, { say: 'one' }])
    const broken = await post(url, ask(0, stream))
    expect(broken.status).toBe(200)
    await expect(broken.text()).rejects.toThrow('terminated')
    expect((await post(url, ask(0, stream))).status).toBe(200)
  })

  it('answers what is asked aside without going on', async () => {
    const { urlOf, requestsOf } = await model()
    const script: Script = [{ error: 401 }]
    const { path, body } = ask(0, false)
    const aside = await post(urlOf(script), { path, body: { ...(body as object), tools: [] } })
    expect(await aside.text()).toContain('"ok"')
    expect(requestsOf(script).map(({ turn }) => turn)).toEqual([null])
  })
})

it('lets a client hang until that gives up', async () => {
  const { urlOf } = await model()
  const url = urlOf([{ hang: true, times: 1 }, { say: 'one' }])
  const { path, body } = claude(0, true)
  const giveUp = AbortSignal.timeout(200)
  const asked = fetch(url + path, { method: 'POST', body: JSON.stringify(body), signal: giveUp })
  await expect(asked).rejects.toThrow('timeout')
  expect(await textOf(url, 0)).toContain('one')
})

it('ends what hangs when it ends', async () => {
  const started = await startScriptedModel()
  const script: Script = [{ hang: true }]
  const asked = textOf(started.urlOf(script), 0).catch(String)
  await started.reached(script, 0)
  await started[Symbol.asyncDispose]()
  expect(await asked).toContain('fetch failed')
})

it('waits with a turn until the test releases it', async () => {
  const { urlOf, reached, release, requestsOf } = await model()
  const script: Script = [{ say: 'one', waitFor: 'the test' }]
  const order: string[] = []
  const asked = textOf(urlOf(script), 0).then(() => order.push('answered'))
  await reached(script, 0)
  order.push('released')
  release('the test')
  await asked
  expect(order).toEqual(['released', 'answered'])
  expect(requestsOf(script)).toHaveLength(1)
})

it('takes its time with a slow turn', async () => {
  const { urlOf } = await model()
  const began = performance.now()
  await textOf(urlOf([{ say: 'one', slowSeconds: 0.2 }]), 0)
  expect(performance.now() - began).toBeGreaterThan(190)
})

it('plays scripts that look alike each by itself', async () => {
  const { urlOf, requestsOf } = await model()
  const [mine, yours]: readonly Script[] = [[{ error: 401, times: 1 }], [{ error: 401, times: 1 }]]
  await textOf(urlOf(mine!), 0)
  expect((await post(urlOf(yours!), claude(0, false))).status).toBe(401)
  expect(requestsOf(mine!)).toHaveLength(1)
  expect(urlOf(mine!)).toBe(urlOf(mine!))
})

it('keeps what was sent, but no key', async () => {
  const { urlOf, requestsOf } = await model()
  const script: Script = []
  const keys = { authorization: 'Bearer secret', 'x-api-key': 'secret', 'x-goog-api-key': 'secret' }
  await post(urlOf(script), claude(0, false), { ...keys, 'user-agent': 'tester' })
  const [request] = requestsOf(script)
  expect(request).toMatchObject({ path: '/v1/messages', body: { model: 'm' }, turn: 0 })
  expect(request!.headers).toHaveProperty('user-agent', 'tester')
  expect(JSON.stringify(request)).not.toContain('secret')
})

it('counts tokens when asked', async () => {
  const { urlOf } = await model()
  const counted = await post(urlOf([]), { path: '/v1/messages/count_tokens', body: {} })
  expect(await counted.json()).toEqual({ input_tokens: 100 })
})

it('says what is offered when the script wants a tool that is not', async () => {
  const { urlOf } = await model()
  const script: Script = [{ tool: 'write', path: 'a', text: 'a' }]
  const refused = await post(urlOf(script), claude(0, false))
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('among Bash')
})

it('takes the guess of Claude Code at what its user might say next for aside', async () => {
  const { urlOf, requestsOf } = await model()
  const script: Script = [{ say: 'one' }]
  const guess = { role: 'user', content: '[SUGGESTION MODE: Suggest what ...]' }
  const { path, body } = claude(0, false)
  await post(urlOf(script), { path, body: { ...(body as object), messages: [guess] } })
  expect(requestsOf(script).map(({ turn }) => turn)).toEqual([null])
})
