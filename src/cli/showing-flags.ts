/** The flags that say how a run is shown, and of which run something is asked. */
import { InvalidArgumentError, Option } from 'commander'
import type { Showing } from '../app/conduct/showing.ts'
import { command, type Shared } from './program.ts'

interface ShowingFlags extends Shared {
  readonly web?: boolean
  readonly port?: number
}

export const showingFrom = (options: ShowingFlags): Showing => ({
  ui: wantsView(options),
  web: wantsWeb(options) ? { port: options.port ?? null } : null,
})

/** The live view needs a terminal on both ends. */
export const wantsView = (options: Shared): boolean =>
  options.ui !== false && options.json !== true && process.stdin.isTTY && process.stdout.isTTY

/** Programs that want one document look at no page, unless they name its port. */
const wantsWeb = ({ ui, web, json, port }: ShowingFlags): boolean =>
  ui !== false && web !== false && (json !== true || port !== undefined)

export const NO_UI = ['--no-ui', 'one plain line per event instead of the live view'] as const

/** Of a task that more than one run has. */
export const OF_RUN = ['--run <run>', 'of that run instead of the newest'] as const

/** A command that conducts, or may have to. */
export const conducting: typeof command = (...declared) =>
  command(...declared)
    .option('--no-ui', 'one plain line per event instead of the live view, and no web page')
    .option('--no-web', 'no web page')
    .addOption(portOption('of the web page').conflicts(['ui', 'web']))

/** One that goes on with a run to ask something of it. */
export const askingOf: typeof command = (...declared) => conducting(...declared).option(...OF_RUN)

export const portOption = (of: string): Option =>
  new Option('--port <n>', `the port ${of}, exactly; 0 is any that is free`).argParser(portNumber)

function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 2 ** 16) return Number(text)
  throw new InvalidArgumentError('a whole number from 0 to 65535 is needed')
}
