/** The commands that agents and MCP clients call. */
import { command, program, collected } from './program.ts'
import type { SaidQuestion } from '../app/ask/session-commands.ts'

export function declareForAgents(): void {
  command(
    'mcp',
    'start an MCP server over stdio, with tools for runs or, inside an attempt, for its agent',
    async (_console, options: { attempt?: string }) => {
      const attempt = options.attempt ?? process.env['CONDUCTOR_ATTEMPT']
      if (attempt === undefined) return (await import('../mcp/serve-runs.ts')).serveRuns()
      const { mustBeAttempt } = await import('../app/ask/session-commands.ts')
      const { serveAttempt } = await import('../mcp/serve-attempt.ts')
      return serveAttempt(mustBeAttempt(attempt))
    },
  ).option('--attempt <id>', 'the tools for the working agent of this attempt')

  const session = program
    .command('session')
    .description('for a working agent: report progress, ask a person, read messages')

  command(
    'status <status> [note]',
    'report progress: planning or working',
    async (console, _options, status: string, note?: string) => {
      const { sessionStatusCommand } = await import('../app/ask/session-commands.ts')
      return sessionStatusCommand(status, note, console)
    },
    { under: session },
  )

  command(
    'ask <decision>',
    'ask a person to decide something; the answer comes as guidance',
    async (console, options: SaidQuestion, decision: string) => {
      const { sessionAskCommand } = await import('../app/ask/session-commands.ts')
      return sessionAskCommand(decision, options, console)
    },
    { under: session },
  )
    .option('--option <text>', 'an option to choose from; may be repeated', collected)
    .option('--context <text>', 'the background of the decision')
    .option('--area <name>', 'the ask_first area of the question')

  command(
    'guidance',
    'print new messages from people; prints nothing when there are none',
    async (console) =>
      (await import('../app/ask/session-commands.ts')).sessionGuidanceCommand(console),
    { under: session },
  )

  command(
    'heartbeat',
    'give a sign of life',
    async (console) =>
      (await import('../app/ask/session-commands.ts')).sessionHeartbeatCommand(console),
    { under: session },
  )
}
