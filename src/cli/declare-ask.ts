/** The commands that ask something of a run, its tasks and their agents. */
import { ASK_HELP, PLAIN_ASKS, type DescribedAsk } from '../core/ask/ask-help.ts'
import type { Ask } from '../core/ask/ask.ts'
import { DECISIONS } from '../core/ask/kinds/decide.ts'
import { taskId } from '../core/value/ids.ts'
import type { Where } from '../app/ask/ask-commands.ts'
import type { SaidChange } from '../app/ask/change-command.ts'
import type { Console } from '../app/console/console.ts'
import { command, wholeNumber, type Shared } from './program.ts'
import { declareAdd } from './declare-add.ts'
import { askingOf, conducting, OF_RUN, showOptionsFrom } from './show-flags.ts'

export function declareAsk(): void {
  command('pause', ASK_HELP.pause.does, (console, { batch }: { batch?: number }) =>
    ask(console, batch === undefined ? { ask: 'pause' } : { ask: 'pause-batch', batch: batch - 1 }),
  ).option('--batch <n>', 'only this batch; 1 is the first', wholeNumber)

  conducting(
    'resume [run]',
    ASK_HELP.unpause.does,
    async (console, options: Shared & { batch?: number }, run?: string) => {
      const { resumeCommand } = await import('../app/conduct/resume-command.ts')
      return resumeCommand(
        { run, batch: options.batch, showing: showOptionsFrom(options) },
        console,
      )
    },
  ).option('--batch <n>', `${ASK_HELP['unpause-batch'].does}; 1 is the first`, wholeNumber)

  command(
    'cancel [task]',
    `${ASK_HELP.cancel.does}; without a task: ${ASK_HELP['cancel-run'].does}`,
    async (console, { run }: Asking, task?: string) => {
      const { cancelCommand } = await import('../app/ask/ask-commands.ts')
      return cancelCommand(task, run, console)
    },
  )
    .option(...OF_RUN)
    .option('--no-ui', 'accepted like by other commands; cancel never opens the live view')

  PLAIN_ASKS.forEach(declarePlain)

  command(
    'allow <task>',
    DECISIONS.allow,
    (console, { request, run }: DecisionFlags, task: string) =>
      ask(console, decide(task, true, request === undefined ? {} : { request }), run),
  )
    .option('--request <id>', 'only this request, if there are several')
    .option(...OF_RUN)

  command(
    'deny <task> [why]',
    DECISIONS.deny,
    (console, { request, run }: DecisionFlags, task: string, why?: string) =>
      ask(console, decide(task, false, { ...(request && { request }), ...(why && { why }) }), run),
  )
    .option('--request <id>', 'only this request, if there are several')
    .option(...OF_RUN)

  askingOf(
    'merge [task]',
    `${ASK_HELP.land.does}; without a task: ${ASK_HELP['land-all'].does}`,
    async (console, options: Asking & { readonly check?: boolean }, task?: string) => {
      if (options.check === true)
        return (await import('../app/ask/merge-check-command.ts')).mergeCheckCommand(
          task,
          options.run,
          console,
        )
      const { mergeCommand } = await import('../app/ask/ask-commands.ts')
      return mergeCommand(task, whereFrom(options), console)
    },
  ).option('--check', 'only try it: merge in memory and run the check; nothing lands')

  command(
    'diff <task>',
    'show what a task changed, even while it works',
    async (console, options: DiffFlags, task: string) => {
      const { diffCommand } = await import('../app/look/diff-command.ts')
      const { stat = false, run, attempt, target = false, since = false } = options
      return diffCommand(task, { stat, run, attempt, target, since }, console)
    },
    { verbatim: true },
  )
    .option('--stat', 'only the files, with the number of changed lines')
    .option('--since', 'changes in its worktree since the delivery, which land with it')
    .option('--target', 'compare with the target: what landing it now would change there')
    .option('--attempt <n>', 'that attempt instead of the newest', wholeNumber)
    .option(...OF_RUN)

  command(
    'change <task>',
    ASK_HELP.change.does,
    async (console, options: SaidChange, task: string) => {
      const { changeCommand } = await import('../app/ask/change-command.ts')
      return changeCommand(task, options, console)
    },
  )
    .option('--name <text>', 'its name for people')
    .option('--priority <priority>', 'high, medium, low or 1 to 5')
    .option('--after <tasks...>', 'all its dependencies, also separated by commas; "" for none')
    .option('--files <paths...>', 'all files it will change, also separated by commas; "" for none')
    .option('--estimate <duration>', 'how long it will take, e.g. 45m')
    .option('--lane <name>', 'the lane whose worktree it uses; "" for its own')
    .option('--together-with <tasks...>', 'tasks that may work at the same time; "" for none')
    .option('--apart-from <tasks...>', 'tasks that never work at the same time; "" for none')

  askingOf(
    'budget <task-or-usd> [usd]',
    `${ASK_HELP.budget.does}; none for no limit`,
    async (console, options: Asking, first: string, second?: string) => {
      const { budgetAsk } = await import('../app/ask/ask-commands.ts')
      return askOrGoOn(console, options, budgetAsk(first, second))
    },
  ).usage('[options] [task] <usd|none>')

  declareAdd()
}

/** Declares an ask whose fields are the arguments of its command. */
function declarePlain(kind: DescribedAsk): void {
  const declare = kind.goesOn === true ? askingOf : command
  const declared = declare(
    kind.commands[0]!,
    kind.does,
    async (console, options: Asking, ...typed: (string | number)[]) => {
      const { typedAskCommand } = await import('../app/ask/ask-commands.ts')
      return typedAskCommand(kind, typed, whereFrom(options), console)
    },
  )
  for (const [field, of] of Object.entries(kind.fields))
    if (of === 'agents') declared.argument('<n>', 'how many', wholeNumber)
    else declared.argument(`<${field}>`)
}

interface DecisionFlags {
  readonly request?: string
  readonly run?: string
}

interface DiffFlags {
  readonly run?: string
  readonly stat?: boolean
  readonly attempt?: number
  readonly target?: boolean
  readonly since?: boolean
}

interface Decision {
  readonly request?: string
  readonly why?: string
}

interface Asking extends Shared {
  readonly run?: string
}

const whereFrom = (options: Asking): Where => ({ ...showOptionsFrom(options), run: options.run })

const askOrGoOn = async (console: Console, options: Asking, ask: Ask): Promise<number> => {
  const { askOrGoOnCommand } = await import('../app/ask/ask-commands.ts')
  return askOrGoOnCommand(ask, whereFrom(options), console)
}

const decide = (task: string, allow: boolean, { request, why }: Decision): Ask => ({
  ask: 'decide',
  task: taskId(task),
  request: request ?? null,
  allow,
  why: why ?? null,
})

const ask = async (console: Console, ask: Ask, run?: string): Promise<number> => {
  const { askCommand } = await import('../app/ask/ask-commands.ts')
  return askCommand(ask, console, run)
}
