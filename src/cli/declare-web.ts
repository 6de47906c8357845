/** The commands for the web app. */
import type { ServerAddress } from '../app/serve/server-address.ts'
import { collected, command } from './program.ts'
import { portOption } from './show-flags.ts'

export function declareWeb(): void {
  command(
    'serve',
    'serve the web app: board, lanes, timeline, what needs you',
    async (console, options: ServeFlags) => {
      const { serveCommand } = await import('../app/serve/serve-command.ts')
      return serveCommand(
        {
          port: options.port ?? null,
          host: options.host ?? null,
          allowRemote: options.allowRemote === true,
          allowedHosts: options.allowHost ?? [],
          open: options.open ?? null,
          newToken: options.newToken === true,
          only: options.only === true,
        },
        console,
      )
    },
  )
    .addOption(portOption('to serve on'))
    .option('--host <address>', 'instead of 127.0.0.1')
    .option(
      '--allow-remote',
      'allow access from other machines; anyone with the link can do everything',
    )
    .option(
      '--allow-host <name>',
      'an additional host name of the server; may be repeated',
      collected,
    )
    .option('--open', 'open a browser, even without a terminal')
    .option('--no-open', 'do not open a browser')
    .option('--new-token', 'make a new link; the old one stops working')
    .option('--only', 'serve this repository only, and none of your others')

  command(
    'open',
    'open the web app in a browser, or print its link',
    async (console, options: { print?: boolean }) => {
      const { openCommand } = await import('../app/serve/open-command.ts')
      return openCommand(options.print === true, console)
    },
  ).option('--print', 'only print the link')

  command(
    'ask <json>',
    'for the web server: change a run, and continue it',
    async (console, _options, json: string) => {
      const { askJsonCommand } = await import('../app/ask/ask-json-command.ts')
      return askJsonCommand(json, console)
    },
    { hidden: true },
  )

  command(
    'serve-run <address>',
    'for a coordinator: serve the web app on its port',
    async (console, _options, address: string) => {
      const { serveRunCommand } = await import('../app/serve/serve-run-command.ts')
      return serveRunCommand(JSON.parse(address) as ServerAddress, console)
    },
    { hidden: true },
  )
}

interface ServeFlags {
  readonly port?: number
  readonly host?: string
  readonly allowRemote?: boolean
  readonly allowHost?: readonly string[]
  readonly open?: boolean
  readonly newToken?: boolean
  readonly only?: boolean
}
