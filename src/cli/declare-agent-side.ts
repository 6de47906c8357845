/** The commands that agents and MCP clients call. */
import { command, program, collected } from './program.ts'
import type { SaidQuestion } from '../app/ask/session-commands.ts'

export function declareAgentSide(): void {
  command(
    'mcp',
    'an MCP server over stdio: with tools for runs, or, inside an attempt, for its agent',
    async (_console, options: { attempt?: string }) => {
      const attempt = options.attempt ?? process.env['CONDUCTOR_ATTEMPT']
      if (attempt === undefined) return (await import('../mcp/serve-runs.ts')).serveRuns()
      const { mustBeAttempt } = await import('../app/ask/session-commands.ts')
      const { serveAttempt } = await import('../mcp/serve-attempt.ts')
      return serveAttempt(mustBeAttempt(attempt))
    },
  ).option('--attempt <id>', 'the tools of an agent at work, for the attempt of this name')

  const session = program
    .command('session')
    .description('for an agent at work: say how it stands, ask a person, hear what was said')

  command(
    'status <status> [note]',
    'say how far it is: planning or working',
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
    .option('--option <text>', 'something to choose; may be said several times', collected)
    .option('--context <text>', 'what one must know to decide')
    .option('--area <name>', 'the area that it was told to ask about')

  command(
    'guidance',
    'print and take what people have said to it; nothing when there is none',
    async (console) =>
      (await import('../app/ask/session-commands.ts')).sessionGuidanceCommand(console),
    { under: session },
  )

  command(
    'heartbeat',
    'say that it is there',
    async (console) =>
      (await import('../app/ask/session-commands.ts')).sessionHeartbeatCommand(console),
    { under: session },
  )
}
