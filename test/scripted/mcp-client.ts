/** A real MCP client that talks to `conductor mcp` over stdio, as Claude Code would. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

interface McpAnswer {
  readonly text: string
  readonly isError: boolean
  readonly document: Readonly<Record<string, unknown>>
}

export interface Mcp extends AsyncDisposable {
  readonly tools: readonly string[]
  readonly instructions: string | undefined
  call(tool: string, input?: Readonly<Record<string, unknown>>): Promise<McpAnswer>
}

interface Server {
  readonly command: readonly [string, ...(readonly string[])]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
}

export async function connectMcp({ command, cwd, environment }: Server): Promise<Mcp> {
  const [program, ...args] = command
  const client = new Client({ name: 'test', version: '1' })
  const env = { ...environment }
  await client.connect(new StdioClientTransport({ command: program, args, cwd, env }))
  const { tools } = await client.listTools()
  return {
    tools: tools.map(({ name }) => name),
    instructions: client.getInstructions(),
    async call(name, input = {}) {
      const answer = await client.callTool({ name, arguments: { ...input } })
      const content = answer.content as readonly { readonly text: string }[]
      return {
        text: content.map(({ text }) => text).join('\n'),
        isError: answer.isError === true,
        document: (answer.structuredContent ?? {}) as McpAnswer['document'],
      }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}
