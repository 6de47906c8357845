/** What is typed to see everything in a browser. */
import { command, wholeNumber } from './program.ts'

export function declareWeb(): void {
  command(
    'serve',
    'the web app: board, lanes, timeline, what needs you',
    async (console, options: { port?: number; host?: string }) => {
      const { serveCommand } = await import('./serve-command.ts')
      return serveCommand(
        { host: options.host ?? '127.0.0.1', port: options.port ?? null },
        console,
      )
    },
  ).option('--port <n>', 'instead of 4700 or the next that is free', wholeNumber)
}
