/** The commands for the web app. */
import type { ServerAddress } from '../app/serve/server-address.ts'
import { collected, command } from './program.ts'
import { OF_RUN, portOption } from './show-flags.ts'

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
    'open [task] [file]',
    'open the web app in a browser; with a task: its worktree, or a file in it, in an editor',
    async (console, options: OpenFlags, task?: string, file?: string) => {
      const onlyPrint = options.print === true
      if (task === undefined) {
        const { openCommand } = await import('../app/serve/open-command.ts')
        return openCommand(onlyPrint, console)
      }
      const { openTaskCommand } = await import('../app/open/open-task-command.ts')
      const { run, editor } = options
      return openTaskCommand({ task, file, run, editor, onlyPrint }, console)
    },
  )
    .option('--print', 'only print the link, or the path')
    .option(
      '--editor <name>',
      'vscode, cursor, zed, jetbrains, or a command such as "code --goto {file}:{line}"',
    )
    .option(...OF_RUN)

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

interface OpenFlags {
  readonly print?: boolean
  readonly editor?: string
  readonly run?: string
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
