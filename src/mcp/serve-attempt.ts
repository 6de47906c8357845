/** conductor mcp --attempt: the MCP server of one agent, a small process beside each. */
import { VERSION } from '../app/place/version.ts'
import { ATTEMPT_INSTRUCTIONS, attemptTools } from './attempt-tools.ts'
import type { Speaker } from '../app/ask/attempt-to-coordinator.ts'
import { serveTools } from './serve-tools.ts'

export async function serveAttempt(speaker: Speaker): Promise<number> {
  const offer = {
    version: VERSION,
    instructions: ATTEMPT_INSTRUCTIONS,
    tools: attemptTools(speaker),
  }
  await serveTools(offer, process.stdin, process.stdout)
  return 0
}
