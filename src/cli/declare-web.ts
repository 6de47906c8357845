/** The commands for the web app. */
import type { ServerAddress } from '../app/serve/server-address.ts'
import { collected, command } from './program.ts'
import { portOption } from './showing-flags.ts'

export function declareWeb(): void {
  command(
    'serve',
    'the web app: board, lanes, timeline, what needs you',
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
        },
        console,
      )
    },
  )
    .addOption(portOption('to serve on'))
    .option('--host <address>', 'instead of 127.0.0.1')
    .option('--allow-remote', 'let other machines in; whoever has the link can do everything')
    .option('--allow-host <name>', 'a name that leads here; may be said several times', collected)
    .option('--open', 'open a browser, also without a terminal')
    .option('--no-open', 'open no browser')
    .option('--new-token', 'make a new link; whoever has the old one is out')

  command(
    'open',
    'open the web app that is being served, or print its link',
    async (console, options: { print?: boolean }) => {
      const { openCommand } = await import('../app/serve/open-command.ts')
      return openCommand(options.print === true, console)
    },
  ).option('--print', 'only print the link')

  command(
    'ask <json>',
    'for the web server: ask something of a run, and go on with it',
    async (console, _options, json: string) => {
      const { saidAskCommand } = await import('../app/ask/said-ask-command.ts')
      return saidAskCommand(json, console)
    },
    { hidden: true },
  )

  command(
    'serve-run <address>',
    'for a coordinator: the web app on a port that it has taken',
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
}
