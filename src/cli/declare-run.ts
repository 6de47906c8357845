/** What is typed to run a plan, or to look at it before. */
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
            flags: flagsFrom(options),
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
      return validateCommand(await sourceOf(file), flagsFrom(options), console)
    },
  ).option(...AGENT)

  withScheduling(
    command(
      'simulate <file>',
      'the schedule a run of a task file, or of - for standard input, would follow, without doing any work',
      async (console, options: RunFlags, file: string) => {
        const { simulateCommand } = await import('../app/plan/plan-commands.ts')
        return simulateCommand(await sourceOf(file), flagsFrom(options), console)
      },
    ),
  ).option(...AGENT)
}

const sourceOf = async (file: string): Promise<PlanSource> => {
  const { planSource } = await import('../app/plan/piped-plan.ts')
  return planSource(file)
}

const AGENT = ['--agent <name>', 'the agent for tasks with a prompt that name none'] as const

interface RunFlags extends Shared {
  readonly parallel?: string
  readonly maxAgents?: string
  readonly agent?: string
  readonly isolation?: string
  readonly timeout?: string
  readonly budget?: string
  readonly strictBatches?: boolean
  readonly allowCollisions?: boolean
  readonly stacked?: boolean
  readonly hold?: boolean
  readonly resume?: boolean
  readonly new?: boolean
}

const flagsFrom = (options: RunFlags): readonly Flag[] => [
  { flag: '--parallel', key: 'parallel', value: options.parallel },
  { flag: '--max-agents', key: 'max_agents', value: options.maxAgents },
  { flag: '--agent', key: 'agent', value: options.agent },
  { flag: '--isolation', key: 'isolation', value: options.isolation },
  { flag: '--timeout', key: 'timeout', value: options.timeout },
  { flag: '--budget', key: 'budget_usd', value: options.budget },
  { flag: '--strict-batches', key: 'scheduling.strict_batches', value: options.strictBatches },
  {
    flag: '--allow-collisions',
    key: 'scheduling.allow_collisions',
    value: options.allowCollisions,
  },
  { flag: '--stacked', key: 'scheduling.stacked', value: options.stacked },
]

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
