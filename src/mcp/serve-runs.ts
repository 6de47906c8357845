/** conductor mcp: an MCP server with which clients plan, start, watch, guide and stop runs. */
import { pipeline } from 'node:stream'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import * as z from 'zod'
import { VERSION } from '../app/place/version.ts'
import { ASK_TOOLS } from './ask-tools.ts'
import { CONFLICT_TOOLS } from './conflict-tools.ts'
import { FORESEE_TOOLS } from './foresee-tools.ts'
import { splitLines } from './split-lines.ts'
import { LOOK_TOOLS } from './look-tools.ts'
import { RESULT_TOOLS } from './result-tools.ts'
import { PLAN_TOOLS } from './plan-tools.ts'
import { LONGEST_MESSAGE, refuseLongMessage } from './refuse-long-message.ts'
import { START_TOOLS } from './start-tools.ts'
import { SUGGEST_TOOLS } from './suggest-tools.ts'
import { callInFolder, type Tool } from './tool.ts'

const INSTRUCTIONS = `Conductor works on the tasks of a plan with many coding agents at once, each in its own git worktree, and lands their work, merged and checked, on a branch of the run.
The usual way: write a plan, as a file or as text in yaml; validate_plan, simulate_plan, start_run. Then call wait_for_attention again and again: it returns when a task needs a decision, or the run is over. Answer a question with guide_task, a permission request with decide_permission, a delivery with approve_task, reject_task or merge_task, a conflict with show_conflicts and resolve_conflict. run_status shows everything, explain_task and task_log one task. At the end run_report says what it came to; the result is on the branch that wait_for_attention names; show_result says what can be done with it, and take_result does it when your user says so.
Only a person may decide what an agent was told to ask about: pass such questions on to your user.`

/** Serves until the client has gone. Runs that it started go on. */
export async function serveRuns(): Promise<number> {
  const server = new McpServer(
    { name: 'conductor', version: VERSION },
    { instructions: INSTRUCTIONS },
  )
  for (const tool of [
    ...PLAN_TOOLS,
    ...FORESEE_TOOLS,
    ...SUGGEST_TOOLS,
    ...START_TOOLS,
    ...LOOK_TOOLS,
    ...ASK_TOOLS,
    ...CONFLICT_TOOLS,
    ...RESULT_TOOLS,
  ])
    register(server, tool)
  const input = splitLines(LONGEST_MESSAGE, (line) => {
    process.stdout.write(`${JSON.stringify(refuseLongMessage(line))}\n`)
  })
  const gone = new Promise((resolve) => pipeline(process.stdin, input, resolve))
  const options = { maxBufferSize: LONGEST_MESSAGE + 1 }
  await server.connect(new StdioServerTransport(input, process.stdout, options))
  await gone
  await server.close()
  return 0
}

const directory = z
  .string()
  .optional()
  .describe('The folder of the repository; else the folder this server was started in.')

function register(server: McpServer, tool: Tool): void {
  const config = {
    description: tool.description,
    inputSchema: z.strictObject({ ...tool.input, directory }),
    annotations: { readOnlyHint: tool.isReadOnly, openWorldHint: false },
  }
  server.registerTool(tool.name, config, (input, { signal }) =>
    callInFolder(input.directory, (console) => tool.call(input, console, signal)),
  )
}
