/** An MCP server with one tool, which writes a note into the folder it runs in. */
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

interface Message {
  readonly id?: number
  readonly method: string
  readonly params?: {
    readonly protocolVersion?: string
    readonly arguments?: { readonly text: string }
  }
}

const NOTE = {
  name: 'note',
  description: 'Writes a note.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
  },
}

createInterface(process.stdin).on('line', (line) => {
  const message = JSON.parse(line) as Message
  if (message.id === undefined) return
  const answer = { jsonrpc: '2.0', id: message.id, result: resultOf(message) }
  process.stdout.write(`${JSON.stringify(answer)}\n`)
})

function resultOf({ method, params }: Message): unknown {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'notes', version: '1' },
      }
    case 'tools/list':
      return { tools: [NOTE] }
    case 'tools/call':
      writeFileSync('note.txt', params?.arguments?.text ?? '')
      return { content: [{ type: 'text', text: 'noted' }] }
    default:
      return {}
  }
}
