/** OpenAI Responses: the protocol of Codex. */
import {
  countAnswers,
  halves,
  serverSentEvent,
  type Answer,
  type Asked,
  type Protocol,
  type StreamEvent,
  type Tool,
  type ToolCall,
} from './protocol.ts'
import { openaiError } from './openai-error.ts'

interface Request {
  readonly model: string
  readonly stream?: boolean
  readonly input: string | readonly { readonly type?: string; readonly role?: string }[]
  readonly tools?: readonly OfferedTool[]
}

interface OfferedTool {
  readonly type: string
  readonly name?: string
  readonly tools?: readonly OfferedTool[]
}

type Item = Readonly<Record<string, unknown>>

export const openaiResponses: Protocol = {
  speaks: (path) => path.endsWith('/responses'),
  read,
  whole: completed,
  pieces,
  error: openaiError,
}

function read(body: unknown): Asked {
  const { model, stream = false, input, tools = [] } = body as Request
  const items = typeof input === 'string' ? [] : input
  return {
    answers: countAnswers(items.map(({ type = 'message', role }) => isOfModel(type, role))),
    tools: tools.flatMap((tool) => toolsIn(tool)),
    streams: stream,
    model,
    schema: null,
  }
}

const isOfModel = (type: string, role?: string): boolean =>
  type === 'message' ? role === 'assistant' : type.endsWith('_call') || type === 'reasoning'

function toolsIn({ type, name, tools }: OfferedTool, group?: string): readonly Tool[] {
  if (tools !== undefined) return tools.flatMap((tool) => toolsIn(tool, name))
  const tool = { name: name ?? type }
  return [group === undefined ? tool : { ...tool, group }]
}

function pieces(answer: Answer): readonly string[] {
  const response = responseOf(answer, 'in_progress')
  return [
    { type: 'response.created', response },
    ...itemsOf(answer).flatMap(eventsOfItem),
    { type: 'response.completed', response: completed(answer) },
  ].map((event, sequence_number) => serverSentEvent({ ...event, sequence_number }, event.type))
}

function completed(answer: Answer): Item {
  const { input, output } = answer.usage
  return {
    ...responseOf(answer, 'completed'),
    output: itemsOf(answer),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  }
}

const responseOf = ({ id, model }: Answer, status: string): Item => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  model,
  status,
  output: [],
})

function itemsOf({ id, text, call }: Answer): readonly Item[] {
  const content = [{ type: 'output_text', text, annotations: [] }]
  const message = {
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    status: 'completed',
    content,
  }
  return [...(text === '' ? [] : [message]), ...(call === null ? [] : [itemOfCall(call)])]
}

function itemOfCall({ id, tool, input }: ToolCall): Item {
  const call = {
    id: `fc_${id}`,
    call_id: id,
    name: tool.name,
    ...(tool.group === undefined ? {} : { namespace: tool.group }),
    status: 'completed',
  }
  return typeof input === 'string'
    ? { ...call, type: 'custom_tool_call', input }
    : { ...call, type: 'function_call', arguments: JSON.stringify(input) }
}

function eventsOfItem(item: Item, output_index: number): readonly StreamEvent[] {
  return [
    { type: 'response.output_item.added', output_index, item: begunItem(item) },
    ...textIn(item).map((delta) => ({
      type: 'response.output_text.delta',
      item_id: item['id'],
      output_index,
      content_index: 0,
      delta,
    })),
    { type: 'response.output_item.done', output_index, item },
  ]
}

function begunItem(item: Item): Item {
  const begun = { ...item, status: 'in_progress' }
  if (item['type'] === 'message') return { ...begun, content: [] }
  return item['type'] === 'function_call' ? { ...begun, arguments: '' } : { ...begun, input: '' }
}

function textIn(item: Item): readonly string[] {
  if (item['type'] !== 'message') return []
  return halves((item['content'] as readonly { readonly text: string }[])[0]!.text)
}
