/** The commands that run a plan, or show it beforehand. */
import { type Command, Option } from 'commander'
import type { Flag } from '../config/spoken-settings.ts'
import type { PlanningBackend } from '../core/planning/plan-draft.ts'
import type { PlanSource } from '../app/plan/load-plan.ts'
import { planningBackend, USUAL_FILE } from './declare-plan.ts'
import { Complaint } from '../app/console/complain.ts'
import { issuesOption } from './declare-issues.ts'
import { command, type Shared } from './program.ts'
import { conducting, showOptionsFrom } from './show-flags.ts'

export function declareRun(): void {
  withScheduling(
    conducting(
      'run [file]',
      'run the tasks of a file, tasks.yaml if you name none (- for standard input)',
      async (console, options: RunFlags, file: string = USUAL_FILE) => {
        const { runCommand } = await import('../app/conduct/run-command.ts')
        const unfinished = options.resume ? 'resume' : options.new ? 'new' : 'ask'
        return runCommand(
          file,
          {
            flags: await flagsFrom(options),
            unfinished,
            hold: options.hold === true,
            planning: planningFrom(options),
            showing: showOptionsFrom(options),
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
      'start a task on top of the branches of its dependencies, before they have landed',
    )
    .option(
      '--pr',
      'open a pull request for each lane with work, stacked where it depends on another',
    )
    .option('--on-top', 'begin at the result of the previous run, if that has not been taken')
    .option('--timeout <duration>', 'for tasks without their own timeout, e.g. 30m')
    .option('--into <branch>', 'the branch that work lands on, instead of one for the run')
    .option('--budget <usd>', 'the budget of the run for models in US dollars, e.g. 5')
    .addOption(
      new Option(
        '--hold',
        'start with every batch paused: resume --batch starts them one by one',
      ).conflicts('resume'),
    )
    .addOption(new Option('--resume', 'continue an unfinished run of this file').conflicts('new'))
    .option('--new', 'start a new run, and leave an unfinished run of this file as it is')
    .addOption(
      new Option(
        '--requirements <what>',
        'first make the task file from what you want: words, a file such as spec.md, or - for standard input',
      ).conflicts('resume'),
    )
    .addOption(issuesOption().conflicts(['resume', 'requirements']))
    .addOption(
      new Option('--offline', 'with --requirements: plan without a model').conflicts('backend'),
    )
    .addOption(planningBackend())

  command(
    'validate [file]',
    'check a task file (- for standard input) and list every problem with its place',
    async (console, options: RunFlags, file: string = USUAL_FILE) => {
      const { validateCommand } = await import('../app/plan/plan-commands.ts')
      return validateCommand(await sourceOf(file), await flagsFrom(options), console)
    },
  ).option(...AGENT)

  withScheduling(
    command(
      'simulate [file]',
      'show the schedule of a task file (- for standard input) without doing any work',
      async (console, options: RunFlags, file: string = USUAL_FILE) => {
        const { simulateCommand } = await import('../app/plan/plan-commands.ts')
        return simulateCommand(await sourceOf(file), await flagsFrom(options), console)
      },
    ),
  ).option(...AGENT)
}

/** null: the plan is there already. */
function planningFrom({ requirements, issues, offline, backend }: RunFlags) {
  if (issues !== undefined)
    return { from: { issues: { numbers: issues } }, backend: null, model: null }
  if (requirements === undefined) {
    if (offline !== true && backend === undefined) return null
    throw new Complaint(
      '--offline and --backend say how to plan, and there is nothing to plan',
      'name what you want: conductor run --requirements "Todo app with login" --offline',
    )
  }
  const chosen = offline === true ? 'offline' : (backend ?? null)
  return { from: { requirements }, backend: chosen, model: null }
}

const sourceOf = async (file: string): Promise<PlanSource> => {
  const { planSource } = await import('../app/plan/piped-plan.ts')
  return planSource(file)
}

const AGENT = ['--agent <name>', 'the agent for tasks with a prompt that name no agent'] as const

/** Flags that are not settings; all-settings.ts names the others. */
interface RunFlags extends Shared {
  readonly requirements?: string
  readonly issues?: readonly number[]
  readonly offline?: boolean
  readonly backend?: PlanningBackend
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
      'the maximum number of agents at once, up to 100; 1 means one after another',
    )
    .option('--max-agents <n>', 'the maximum for a configured number of agents, instead of 10')
    .option('--strict-batches', 'start a batch only when the previous one is over')
    .option('--allow-collisions', 'let tasks that predict the same file run at once')
