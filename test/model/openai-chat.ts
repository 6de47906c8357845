/** OpenAI Chat Completions: the protocol of opencode, and of nearly every local model. */
import {
  countAnswers,
  halves,
  serverSentEvent,
  type Answer,
  type Asked,
  type Protocol,
} from './protocol.ts'
import { openaiError } from './openai-error.ts'

interface Request {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

export const openaiChat: Protocol = {
  speaks: (path) => path.endsWith('/chat/completions'),
  read,
  whole: (answer) => ({
    ...headOf(answer, 'chat.completion'),
    choices: [{ index: 0, message: messageOf(answer), finish_reason: finishReason(answer) }],
    usage: usageOf(answer),
  }),
  pieces,
  error: openaiError,
}

function read(body: unknown): Asked {
  const { model, stream = false, messages, tools = [] } = body as Request
  return {
    answers: countAnswers(messages.map(({ role }) => role === 'assistant')),
    tools: tools.map((tool) => tool.function),
    streams: stream,
    model,
    schema: null,
  }
}

function pieces(answer: Answer): readonly string[] {
  const head = headOf(answer, 'chat.completion.chunk')
  const chunk = (delta: unknown, finish_reason: string | null = null): string =>
    serverSentEvent({ ...head, choices: [{ index: 0, delta, finish_reason }] })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...halves(answer.text).map((content) => chunk({ content })),
    ...callsOf(answer).map((call) => chunk({ tool_calls: [{ index: 0, ...call }] })),
    chunk({}, finishReason(answer)),
    serverSentEvent({ ...head, choices: [], usage: usageOf(answer) }),
    serverSentEvent('[DONE]'),
  ]
}

const headOf = ({ id, model }: Answer, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model,
})

function messageOf(answer: Answer): unknown {
  const calls = callsOf(answer)
  const message = { role: 'assistant', content: answer.text }
  return calls.length === 0 ? message : { ...message, tool_calls: calls }
}

const callsOf = ({ call }: Answer) =>
  call === null
    ? []
    : [
        {
          id: call.id,
          type: 'function',
          function: { name: call.tool.name, arguments: JSON.stringify(call.input) },
        },
      ]

const finishReason = ({ call }: Answer): string => (call === null ? 'stop' : 'tool_calls')

const usageOf = ({ usage: { input, output } }: Answer) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
})
