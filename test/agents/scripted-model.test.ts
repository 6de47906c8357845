/**
 * Agent CLIs do what the script of their model says: they write a file, call an MCP tool, and commit.
 * The others do the same in runs.test.ts.
 */
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { agentCli } from '../scripted/agent-clis.ts'
import { startScriptedModel, type Script } from '../scripted/scripted-model.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { tempRepository } from '../repository/temp-repository.ts'
import { settingsFor, type CliSettings } from './cli-settings.ts'
import { talkTo, withArgs, type Line, type Talk } from './talk.ts'

const PROMPT = 'Say hello in a file.'
const NOTES = {
  command: process.execPath,
  args: [fileURLToPath(new URL('../programs/mcp-notes.ts', import.meta.url))],
}

for (const [cli, workOff] of [
  ['codex', byArgument],
  ['claude-agent-acp', byAcp],
] as const) {
  it.skipIf(agentCli(cli) === null)(
    `${cli} writes a file, asks an MCP server and commits`,
    async () => {
      await using model = await startScriptedModel()
      using home = tempFolder()
      const repository = tempRepository()
      const script: Script = [
        { tool: 'write', path: 'hello.txt', text: 'hello\n', say: 'I write the file.' },
        { tool: 'mcp', server: 'notes', name: 'note', input: { text: 'noted\n' } },
        { tool: 'shell', command: 'git add --all && git commit --quiet --message "add hello"' },
        { say: 'The file is there.' },
      ]
      await workOff(settingsFor(cli, model.urlOf(script), home.path), repository.root)
      expect(repository.git('log', '--format=%s')).toBe('add hello\nfirst')
      expect(repository.git('show', 'HEAD:hello.txt', 'HEAD:note.txt')).toBe('hello\nnoted')
      const turns = model.requestsOf(script).map(({ turn }) => turn)
      expect(turns.filter((turn) => turn !== null)).toEqual([0, 1, 2, 3])
    },
  )
}

async function byArgument(settings: CliSettings, cwd: string): Promise<void> {
  const { command, args } = NOTES
  const mcp = `mcp_servers.notes={command=${JSON.stringify(command)},args=${JSON.stringify(args)}}`
  await using codex = talkTo(withArgs(settings, ['-c', mcp, PROMPT]), cwd)
  codex.endInput()
  await codex.hears(({ type }) => type === 'turn.completed')
}

async function byAcp(settings: CliSettings, cwd: string): Promise<void> {
  await using agent = talkTo(settings, cwd)
  agent.onLine((line) => allow(agent, line))
  await request(agent, 'initialize', { protocolVersion: 1, clientCapabilities: {} })
  const mcpServers = [{ name: 'notes', ...NOTES, env: [] }]
  const { sessionId } = await request(agent, 'session/new', { cwd, mcpServers })
  await request(agent, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: PROMPT }] })
}

async function request(agent: Talk, method: string, params: Line): Promise<Line> {
  agent.send({ jsonrpc: '2.0', id: method, method, params })
  const answer = await agent.hears(({ id, method: asks }) => id === method && asks === undefined)
  expect(answer).not.toHaveProperty('error')
  return answer['result'] as Line
}

interface PermissionQuestion {
  readonly options: readonly { readonly optionId: string; readonly kind: string }[]
}

function allow(agent: Talk, { id, method, params }: Line): void {
  if (method !== 'session/request_permission') return
  const { options } = params as PermissionQuestion
  const { optionId } = options.find(({ kind }) => kind === 'allow_once')!
  agent.send({ jsonrpc: '2.0', id, result: { outcome: { outcome: 'selected', optionId } } })
}
