/** The commands that run a plan, or show it beforehand. */
import { type Command, Option } from 'commander'
import type { Flag } from '../config/spoken-settings.ts'
import type { PlanSource } from '../app/plan/load-plan.ts'
import { command, type Shared } from './program.ts'
import { conducting, showingFrom } from './showing-flags.ts'

export function declareRun(): void {
  withScheduling(
    conducting(
      'run <file>',
      'run the tasks of a file; - reads them from standard input',
      async (console, options: RunFlags, file: string) => {
        const { runCommand } = await import('../app/conduct/run-command.ts')
        const unfinished = options.resume ? 'resume' : options.new ? 'new' : 'ask'
        return runCommand(
          file,
          {
            flags: await flagsFrom(options),
            unfinished,
            hold: options.hold === true,
            showing: showingFrom(options),
          },
          console,
        )
      },
    ),
  )
    .option(...AGENT)
    .addOption(
      new Option('--isolation <how>', 'where tasks work').choices(['auto', 'worktree', 'none']),
    )
    .option(
      '--stacked',
      'start a task on top of the branch of what it comes after, before that has landed',
    )
    .option('--timeout <duration>', 'for tasks that say none, e.g. 30m')
    .option('--budget <usd>', 'what the run may spend on models, e.g. 5')
    .addOption(
      new Option(
        '--hold',
        'begin with every batch paused: resume --batch starts them one by one',
      ).conflicts('resume'),
    )
    .addOption(new Option('--resume', 'go on with an unfinished run of this file').conflicts('new'))
    .option('--new', 'start afresh, and leave an unfinished run of this file as it is')

  command(
    'validate <file>',
    'check a task file, or - for standard input: every problem at once, with its place',
    async (console, options: RunFlags, file: string) => {
      const { validateCommand } = await import('../app/plan/plan-commands.ts')
      return validateCommand(await sourceOf(file), await flagsFrom(options), console)
    },
  ).option(...AGENT)

  withScheduling(
    command(
      'simulate <file>',
      'the schedule a run of a task file, or of - for standard input, would follow, without doing any work',
      async (console, options: RunFlags, file: string) => {
        const { simulateCommand } = await import('../app/plan/plan-commands.ts')
        return simulateCommand(await sourceOf(file), await flagsFrom(options), console)
      },
    ),
  ).option(...AGENT)
}

const sourceOf = async (file: string): Promise<PlanSource> => {
  const { planSource } = await import('../app/plan/piped-plan.ts')
  return planSource(file)
}

const AGENT = ['--agent <name>', 'the agent for tasks with a prompt that name none'] as const

/** Flags that are not settings; all-settings.ts names the others. */
interface RunFlags extends Shared {
  readonly hold?: boolean
  readonly resume?: boolean
  readonly new?: boolean
}

const flagsFrom = async (options: RunFlags): Promise<readonly Flag[]> => {
  const { flagsFrom } = await import('../config/spoken-settings.ts')
  return flagsFrom(options)
}

const withScheduling = (command: Command): Command =>
  command
    .option(
      '-p, --parallel <n>',
      'at most this many agents at once, up to 100; 1 is one after another',
    )
    .option(
      '--max-agents <n>',
      'the most that a configured number of agents may be, instead of the usual 10',
    )
    .option('--strict-batches', 'start nothing of a batch before the one before it is over')
    .option('--allow-collisions', 'let tasks that predict the same file run at once')
