/** Gemini generateContent and streamGenerateContent: the protocol of Gemini CLI. */
import {
  countAnswers,
  halves,
  serverSentEvent,
  type Answer,
  type Asked,
  type Protocol,
  type Schema,
} from './protocol.ts'
import type { ErrorStatus } from './script.ts'

interface Request {
  readonly contents: readonly { readonly role?: string }[]
  readonly tools?: readonly {
    readonly functionDeclarations?: readonly { readonly name: string }[]
  }[]
  readonly generationConfig?: {
    readonly responseSchema?: Schema
    readonly responseJsonSchema?: Schema
  }
}

/** The path names the model and the method. */
const PATH = /\/models\/([^/:]+):(streamGenerateContent|generateContent)$/

export const geminiContent: Protocol = {
  speaks: (path) => PATH.test(path),
  read,
  whole: (answer) => lastChunkOf(answer, [...textParts([answer.text]), ...callParts(answer)]),
  pieces,
  error: (status) => ({
    status: status === 529 ? 503 : status,
    body: { error: ERRORS[status] },
  }),
}

const ERRORS: Readonly<Record<ErrorStatus, unknown>> = {
  401: { code: 401, status: 'UNAUTHENTICATED', message: 'API key not valid.' },
  429: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Resource has been exhausted.' },
  529: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' },
}

function read(body: unknown, path: string): Asked {
  const { contents, tools = [], generationConfig } = body as Request
  const [, model = '', method] = PATH.exec(path) ?? []
  return {
    answers: countAnswers(contents.map(({ role }) => role === 'model')),
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations),
    streams: method === 'streamGenerateContent',
    model,
    schema: generationConfig?.responseJsonSchema ?? generationConfig?.responseSchema ?? null,
  }
}

function pieces(answer: Answer): readonly string[] {
  const parts = [...textParts(halves(answer.text)), ...callParts(answer)]
  return [...parts.map((part) => chunkOf(answer, [part])), lastChunkOf(answer, [{ text: '' }])].map(
    (chunk) => serverSentEvent(chunk),
  )
}

const textParts = (texts: readonly string[]) =>
  texts.filter((text) => text !== '').map((text) => ({ text }))

const callParts = ({ call }: Answer) =>
  call === null ? [] : [{ functionCall: { id: call.id, name: call.tool.name, args: call.input } }]

const lastChunkOf = (answer: Answer, parts: readonly unknown[]) => ({
  ...chunkOf(answer, parts, { finishReason: 'STOP' }),
  usageMetadata: usageOf(answer),
})

const chunkOf = ({ id, model }: Answer, parts: readonly unknown[], finish = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...finish }],
  modelVersion: model,
  responseId: id,
})

const usageOf = ({ usage: { input, output } }: Answer) => ({
  promptTokenCount: input,
  candidatesTokenCount: output,
  totalTokenCount: input + output,
})
