/** Turns a tool use of a script into a call of a tool that the client offers. */
import type { Tool, ToolCall } from './protocol.ts'
import type { ToolUse } from './script.ts'

/** Throws with the names of the offered tools when none fits. */
export function toolCall(use: ToolUse, offered: readonly Tool[], id: string): ToolCall {
  for (const [name, input] of waysTo(use)) {
    const tool = offered.find((tool) => tool.name === name || nameWithGroup(tool) === name)
    if (tool !== undefined) return { id, tool, input }
  }
  if (use.tool === 'mcp' && hidesTools(offered))
    return { id, tool: hiddenTool(use, offered), input: use.input }
  const names = offered.map(nameWithGroup).join(', ')
  throw new Error(`no tool to do ${JSON.stringify(use)} among ${names}`)
}

type McpUse = Extract<ToolUse, { readonly tool: 'mcp' }>
type Way = readonly [tool: string, input: ToolCall['input']]

function waysTo(use: ToolUse): readonly Way[] {
  switch (use.tool) {
    case 'shell':
      return waysToRun(use.command)
    case 'write':
      return waysToWrite(use.path, use.text)
    case 'mcp':
      return waysToAsk(use.server, use.name).map((name) => [name, use.input])
  }
}

const waysToRun = (command: string): readonly Way[] => [
  ['Bash', { command, description: 'Run a command' }],
  ['exec_command', { cmd: command, yield_time_ms: 30_000 }],
  ['run_shell_command', { command, description: 'Run a command' }],
  ['bash', { command, description: 'Run a command' }],
]

const waysToWrite = (path: string, text: string): readonly Way[] => [
  ['Write', { file_path: path, content: text }],
  ['apply_patch', patchThatAdds(path, text)],
  ['write_file', { file_path: path, content: text }],
  ['write', { filePath: path, content: text }],
]

function patchThatAdds(path: string, text: string): string {
  const added = text.replace(/\n$/, '').split('\n')
  const lines = added.map((line) => `+${line}`)
  return ['*** Begin Patch', `*** Add File: ${path}`, ...lines, '*** End Patch', ''].join('\n')
}

/** How the clients name MCP tools: Claude Code and Codex, then Gemini, then opencode. */
const waysToAsk = (server: string, name: string): readonly string[] => [
  `mcp__${server}__${name}`,
  `mcp_${server}_${name}`,
  `${server}_${name}`,
]

/** Claude Code and Codex show some tools only to a model that searches for them, but run them all the same. */
const hidesTools = (offered: readonly Tool[]): boolean =>
  offered.some(({ name }) => name === 'ToolSearch' || name === 'tool_search')

function hiddenTool({ server, name }: McpUse, offered: readonly Tool[]): Tool {
  return offered.some(({ name }) => name === 'tool_search')
    ? { name, group: `mcp__${server}` }
    : { name: `mcp__${server}__${name}` }
}

const nameWithGroup = ({ name, group = '' }: Tool): string => `${group}${name}`
