/** The program, and how its commands are declared. Each command loads its own code when it is called. */
import { Command, InvalidArgumentError } from 'commander'
import { Complaint } from '../app/console/complain.ts'
import { complain, consoleFor, reworded, type Console } from '../app/console/console.ts'
import { unexpected } from '../app/console/unexpected-errors.ts'
import { typedIn } from '../app/place/own-command.ts'
import { VERSION } from '../app/place/version.ts'

let isForPrograms = false

/** Whether the command line asks for JSON, which also holds for what is wrong with the command line itself. */
export function noteWhoAsks(words: readonly string[]): boolean {
  const options = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
  isForPrograms = options.includes('--json')
  return isForPrograms
}

/** What Commander says about an argument that cannot be read, in our words. */
export const plainly = (text: string): string =>
  text.replace(
    /command-argument value '(.*)' is invalid for argument '(.*?)'\. /,
    (_, value: string, name: string) => `"${value}" is not a valid <${name}>: `,
  )

const HELP_FOR_ALL = '`conductor --help` shows every command'

export const program = new Command('conductor')
  .description('Direct many agents on one codebase, safely and in parallel.')
  .version(VERSION)
  .showSuggestionAfterError()
  .showHelpAfterError(`(${HELP_FOR_ALL})`)
  .exitOverride()
  .configureOutput({
    writeOut: (text) => process.stdout.write(ourWords(process.cwd())(text)),
    // Programs get a document instead, from run-typed-command.ts.
    writeErr: (text) =>
      void (isForPrograms || process.stderr.write(ourWords(process.cwd())(plainly(text)))),
  })
  .addHelpText(
    'after',
    `
Examples:
  conductor demo                       see it work, in a temporary folder
  conductor init                       write a first tasks.yaml
  conductor plan "Todo app with login"  make a plan from what you want
  conductor simulate tasks.yaml -p 3   show the schedule and the total time
  conductor run tasks.yaml -p 3        run it, at most three tasks at once
  make-plan | conductor run -          run a plan that another program writes
  conductor status                     from another terminal: which agent does what, which tasks wait and why
  conductor serve                      see it in a browser, with or without a run

Exit codes: 0 everything landed, 1 a task did not land, 2 bad input,
3 the machine or Conductor itself failed, 130 interrupted.`,
  )

export interface Shared {
  readonly json?: boolean
  readonly ui?: boolean
}

interface Place {
  readonly under?: Command
  /** For our own programs, not for people. */
  readonly hidden?: boolean
  /** The command prints texts by others, in which our name is not a hint. */
  readonly verbatim?: boolean
  /** The command starts or continues a run. */
  readonly conducts?: boolean
}

/**
 * Commander passes the arguments, then the options, then the command itself. An option that the parent command has,
 * too, is taken by the parent, wherever it stands.
 */
export function command(
  usage: string,
  description: string,
  run: (console: Console, options: never, ...args: never[]) => number | Promise<number>,
  { under = program, hidden = false, verbatim = false, conducts = false }: Place = {},
): Command {
  return under
    .command(usage, { hidden })
    .description(description)
    .option('--json', 'print one JSON document instead of text')
    .exitOverride()
    .showHelpAfterError(`(${sayHelp(`${pathOf(under)} ${usage.split(' ')[0]!}`)})`)
    .action(async (...args: unknown[]) => {
      const own = args.pop() as Command
      args.pop()
      const options: Shared = own.optsWithGlobals()
      const plain = consoleFor(options)
      const console = inOurWords(plain, plain.folder)
      try {
        const answering = verbatim ? plain : console
        process.exitCode = await run(answering, options as never, ...(args as never[]))
      } catch (error) {
        const complaint = error instanceof Complaint ? error : unexpected(error)
        process.exitCode = complain(complaint, console, { conducts })
      }
    })
}

/** Where the help for the typed words is: that of the command, or of all commands if there is none of that name. */
export function helpFor(words: readonly string[]): string {
  const command = words.reduce<Command>(
    (at, word) => at.commands.find((each) => each.name() === word) ?? at,
    program,
  )
  return command === program ? HELP_FOR_ALL : sayHelp(pathOf(command))
}

const sayHelp = (path: string): string => `\`${path} --help\` shows how it is used`

/** The command as it is typed: `conductor plan show`. */
const pathOf = (of: Command): string =>
  of.parent === null ? of.name() : `${pathOf(of.parent)} ${of.name()}`

/** Rewrites every hint so that it works when it is typed in that folder. */
export const inOurWords = (console: Console, folder: string): Console =>
  reworded(console, ourWords(folder))

function ourWords(folder: string): (text: string) => string {
  const commands = program.commands.map((each) => each.name())
  return typedIn(folder, [...commands, String.raw`\[options\]`, '--help'])
}

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text))
    throw new InvalidArgumentError('a whole number of at least 1 is needed')
  return Number(text)
}

export function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}
