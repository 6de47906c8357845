/** The commands that make a plan from words, and look at one that is there. */
import { Option } from 'commander'
import type { Flag } from '../config/spoken-settings.ts'
import type { PlanningBackend } from '../core/planning/plan-draft.ts'
import type { PlanSource } from '../app/plan/load-plan.ts'
import { Complaint } from '../app/console/complain.ts'
import type { Console } from '../app/console/console.ts'
import type { IssuesPicked } from '../app/issues/study-here.ts'
import { issuesOption, labelOption, pickedFrom } from './declare-issues.ts'
import { command, type Shared } from './program.ts'

interface PlanFlags extends Shared {
  readonly offline?: boolean
  readonly backend?: PlanningBackend
  readonly model?: string
  readonly out: string
  readonly interactive?: boolean
  readonly issues?: readonly number[]
  readonly label?: readonly string[]
}

/** The task file when the user names none. */
export const USUAL_FILE = 'tasks.yaml'

export const planningBackend = (): Option =>
  new Option(
    '--backend <name>',
    'who plans: the Anthropic API, your claude, or your agent',
  ).choices(['api', 'cli', 'agent', 'offline'])

export function declarePlan(): void {
  const plan = command(
    'plan [what...]',
    'make a plan from what you want: words, a file such as spec.md, or - for standard input',
    async (console, options: PlanFlags, what: readonly string[]) => {
      const picked = pickedFrom(options)
      if (picked !== null) return planIssues(picked, what, options, console)
      const { planCommand } = await import('../app/planning/plan-command.ts')
      const { offline, backend = null, model = null, out, interactive = false } = options
      const chosen = offline === true ? 'offline' : backend
      const flags = await flagsFrom(options)
      return planCommand(what, { flags, backend: chosen, model, out, interactive }, console)
    },
  )
    .option(
      '-p, --parallel <n>',
      'the number of agents the plan is made for; it never limits the number of tasks',
    )
    .option(
      '--agent <name>',
      'the agent for the tasks; with --backend agent it also plans (codex, gemini, any of yours)',
    )
    .addOption(new Option('--offline', 'plan without a model').conflicts(['backend', 'model']))
    .addOption(planningBackend())
    .option('--model <name>', 'the model that plans')
    .option(
      '--interactive',
      'ask you about what is not clear, in the terminal, before tasks are made',
    )
    .addOption(issuesOption().conflicts([...WITHOUT_MODEL, 'label']))
    .addOption(labelOption('plan all open issues with this label').conflicts(WITHOUT_MODEL))
    .option('-o, --out <file>', 'the task file to write; your changes in it stay', USUAL_FILE)
    .addHelpText('after', EXAMPLES)

  const about = (
    usage: string,
    description: string,
    run: (source: PlanSource, flags: readonly Flag[], console: Console) => Promise<number>,
  ): void => {
    command(
      usage,
      description,
      async (console, options: PlanFlags, file: string) =>
        run(await sourceOf(file), await flagsFrom(options), console),
      { under: plan },
    )
  }
  about(
    'show [file]',
    'show what would happen if the plan were run: longest chain, times, collisions, flags, cost',
    async (...args) =>
      (await import('../app/planning/plan-file-commands.ts')).planShowCommand(...args),
  )
  about(
    'check [file]',
    'say what to settle before the plan is run; exit code 1 if there is anything',
    async (...args) =>
      (await import('../app/planning/plan-file-commands.ts')).planCheckCommand(...args),
  )
  about('edit [file]', 'open the task file in your editor, then check it', async (...args) =>
    (await import('../app/planning/plan-file-commands.ts')).planEditCommand(...args),
  )
}

const EXAMPLES = `
Examples:
  conductor plan "Todo app with login and sharing" -p 3
  conductor plan spec.md --offline
  conductor plan spec.md --backend agent --agent codex
  conductor plan --issues 123,124      a task for each of these issues
  conductor plan show                  what would happen if tasks.yaml were run
  conductor plan check                 what to settle before it is run
  conductor run tasks.yaml             run it

Without a model (no ANTHROPIC_API_KEY, no claude that is logged in) the plan is made offline.`

/** Issues are tasks already, so no model is asked. */
const WITHOUT_MODEL = ['backend', 'model', 'interactive']

async function planIssues(
  picked: IssuesPicked,
  what: readonly string[],
  options: PlanFlags,
  console: Console,
): Promise<number> {
  if (what.length > 0)
    throw new Complaint(
      'issues and words are two plans',
      'plan one of them, or write the words into an issue',
    )
  const { planIssuesCommand } = await import('../app/issues/plan-issues-command.ts')
  return planIssuesCommand(picked, { flags: await flagsFrom(options), out: options.out }, console)
}

const sourceOf = async (file: string | undefined): Promise<PlanSource> => {
  const { planSource } = await import('../app/plan/piped-plan.ts')
  return planSource(file ?? USUAL_FILE)
}

const flagsFrom = async (options: PlanFlags): Promise<readonly Flag[]> => {
  const { flagsFrom } = await import('../config/spoken-settings.ts')
  return flagsFrom(options)
}
