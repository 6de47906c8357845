/** The flags that choose how a run is shown, and which run is meant. */
import { InvalidArgumentError, Option } from 'commander'
import type { ShowOptions } from '../app/conduct/show-options.ts'
import { command, type Shared } from './program.ts'

interface ShowFlags extends Shared {
  readonly web?: boolean
  readonly port?: number
}

export const showOptionsFrom = (options: ShowFlags): ShowOptions => ({
  ui: wantsView(options),
  web: wantsWeb(options) ? { port: options.port ?? null } : null,
})

/** The live view needs a terminal on both ends. */
export const wantsView = (options: Shared): boolean =>
  options.ui !== false && options.json !== true && process.stdin.isTTY && process.stdout.isTTY

/** A program that wants JSON looks at no page, unless it names the port. */
const wantsWeb = ({ ui, web, json, port }: ShowFlags): boolean =>
  ui !== false && web !== false && (json !== true || port !== undefined)

export const NO_UI = ['--no-ui', 'print one plain line per event instead of the live view'] as const

/** For a task that more than one run has. */
export const OF_RUN = ['--run <run>', 'that run instead of the newest'] as const

/** A command that conducts a run, or may have to. */
export const conducting: typeof command = (usage, description, run, place) =>
  command(usage, description, run, { ...place, conducts: true })
    .option(
      '--no-ui',
      'print one plain line per event instead of the live view, and serve no web page',
    )
    .option('--no-web', 'serve no web page')
    .addOption(portOption('of the web page').conflicts(['ui', 'web']))

/** A command that asks something of a run, and resumes the run if need be. */
export const askingOf: typeof command = (...args) => conducting(...args).option(...OF_RUN)

export const portOption = (of: string): Option =>
  new Option('--port <n>', `the port ${of}; 0 means any free port`).argParser(portNumber)

function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 2 ** 16) return Number(text)
  throw new InvalidArgumentError('a whole number from 0 to 65535 is needed')
}
