/**
 * The Model Context Protocol over stdio for a server that has a few tools and nothing else. There is one such process
 * per agent: without the SDK it takes 10 MB and 40 ms less. The client of the SDK tests it.
 */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { CallToolResult, Tool as ToolDescription } from '@modelcontextprotocol/sdk/types.js'

export interface PlainTool {
  readonly description: ToolDescription
  call(input: Readonly<Record<string, unknown>>): Promise<CallToolResult>
}

export interface Offer {
  readonly version: string
  readonly instructions: string
  readonly tools: readonly PlainTool[]
}

/** Serves until the client has gone and all of its requests are answered. */
export async function serveTools(offer: Offer, input: Readable, output: Writable): Promise<void> {
  const answering = new Set<Promise<void>>()
  for await (const line of createInterface({ input })) {
    const answer = answerTo(offer, line).then((message) => {
      if (message !== null) output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    })
    answering.add(answer)
    void answer.finally(() => answering.delete(answer))
  }
  await Promise.all(answering)
}

interface Incoming {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

type Outcome =
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string } }

type Outgoing = Outcome & { readonly id: string | number | null }

/** null: the line was not a request. */
async function answerTo(offer: Offer, line: string): Promise<Outgoing | null> {
  if (line.trim() === '') return null
  const message = parsed(line)
  if (message === null) return { id: null, ...no(-32700, 'this is not a JSON message') }
  const { id, method, params = {} } = message
  if (id === undefined || method === undefined) return null
  return { id, ...(await outcomeOf(offer, method, params)) }
}

function parsed(line: string): Incoming | null {
  try {
    const value = JSON.parse(line) as Incoming | null
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

async function outcomeOf(
  { version, instructions, tools }: Offer,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  switch (method) {
    case 'initialize': {
      const serverInfo = { name: 'conductor', version }
      const protocolVersion = versionFor(params['protocolVersion'])
      return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions } }
    }
    case 'ping':
      return { result: {} }
    case 'tools/list':
      return { result: { tools: tools.map(({ description }) => description) } }
    case 'tools/call': {
      const tool = tools.find(({ description }) => description.name === params['name'])
      if (tool === undefined) return no(-32602, `there is no tool "${String(params['name'])}"`)
      const input = (params['arguments'] ?? {}) as Readonly<Record<string, unknown>>
      return { result: await tool.call(input) }
    }
    default:
      return no(-32601, `"${method}" is not known here`)
  }
}

const no = (code: number, message: string): Outcome => ({ error: { code, message } })

/** Tools are listed and called in the same way in all of these versions. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

const versionFor = (wanted: unknown): string =>
  VERSIONS.find((version) => version === wanted) ?? VERSIONS[0]
