/** What is typed to ask something of a run, its tasks and their agents. */
import type { Ask } from '../core/ask/ask.ts'
import { taskId } from '../core/value/ids.ts'
import type { Where } from '../app/ask/ask-commands.ts'
import type { SaidChange } from '../app/ask/change-command.ts'
import type { Console } from '../app/console/console.ts'
import { command, wholeNumber, type Shared } from './program.ts'
import { askingOf, conducting, OF_RUN, showingFrom } from './showing-flags.ts'

export function declareAsk(): void {
  command(
    'pause',
    'start nothing new, or nothing of one batch; what works goes on',
    (console, { batch }: { batch?: number }) =>
      ask(
        console,
        batch === undefined ? { ask: 'pause' } : { ask: 'pause-batch', batch: batch - 1 },
      ),
  ).option('--batch <n>', 'only this batch; 1 is the first', wholeNumber)

  conducting(
    'resume [run]',
    'go on with a run that is paused, stopped or was cut off',
    async (console, options: Shared & { batch?: number }, run?: string) => {
      const { resumeCommand } = await import('../app/conduct/resume-command.ts')
      return resumeCommand({ run, batch: options.batch, showing: showingFrom(options) }, console)
    },
  ).option('--batch <n>', 'let a batch go on that was paused; 1 is the first', wholeNumber)

  command(
    'agents',
    'at most this many agents at once from now on; 1 is one after another',
    (console, _options, agents: number) => ask(console, { ask: 'agents', agents }),
  ).argument('<n>', 'how many', wholeNumber)

  command(
    'cancel [task]',
    'stop a task, or the whole run; what was made stays',
    async (console, { run }: Asking, task?: string) => {
      const { cancelCommand } = await import('../app/ask/ask-commands.ts')
      return cancelCommand(task, run, console)
    },
  )
    .option(...OF_RUN)
    .option('--no-ui', 'as with the other commands; this one never opens the live view')

  askingOf(
    'retry <task>',
    'try a task again, and those that were skipped because of it',
    async (console, options: Asking, task: string) => {
      const { retryCommand } = await import('../app/ask/ask-commands.ts')
      return retryCommand(task, whereFrom(options), console)
    },
  )

  askingOf(
    'skip <task>',
    'leave out a task that waits, and those behind it',
    (console, options: Asking, task: string) =>
      askOrGoOn(console, options, { ask: 'skip', task: taskId(task) }),
  )

  askingOf(
    'approve <task>',
    'let a task start that needs a human first, or its delivery land',
    (console, options: Asking, task: string) =>
      askOrGoOn(console, options, { ask: 'approve', task: taskId(task) }),
  )

  askingOf(
    'accept <branch>',
    'say that a branch may stay where somebody moved it while the run worked',
    (console, options: Asking, branch: string) =>
      askOrGoOn(console, options, { ask: 'accept-branch', branch }),
  )

  askingOf(
    'reject <task> <why>',
    'send a delivery back; the next attempt goes on from it and is told why',
    (console, options: Asking, task: string, why: string) =>
      askOrGoOn(console, options, { ask: 'reject', task: taskId(task), why }),
  )

  askingOf(
    'guide <task> <text>',
    'tell the agent of a task something, also while it works; an answer to what it asked',
    (console, options: Asking, task: string, text: string) =>
      askOrGoOn(console, options, { ask: 'guide', task: taskId(task), text }),
  )

  command(
    'allow <task>',
    'let the agent of a task do what it waits for your leave to do',
    (console, { request, run }: DecisionFlags, task: string) =>
      ask(console, decide(task, true, request === undefined ? {} : { request }), run),
  )
    .option('--request <id>', 'only that one, if it waits for several')
    .option(...OF_RUN)

  command(
    'deny <task> [why]',
    'do not let it; it is told why, and goes on without',
    (console, { request, run }: DecisionFlags, task: string, why?: string) =>
      ask(console, decide(task, false, { ...(request && { request }), ...(why && { why }) }), run),
  )
    .option('--request <id>', 'only that one, if it waits for several')
    .option(...OF_RUN)

  askingOf(
    'merge [task]',
    'merge and check what a task delivered, and land it; without a task, all that need you',
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
    'what a task changed, also while it works',
    async (console, options: DiffFlags, task: string) => {
      const { diffCommand } = await import('../app/look/diff-command.ts')
      const { stat = false, run, attempt, target = false } = options
      return diffCommand(task, { stat, run, attempt, target }, console)
    },
    { verbatim: true },
  )
    .option('--stat', 'only the files and how much of them')
    .option('--target', 'against the target: what landing it now would change there')
    .option('--attempt <n>', 'of that attempt instead of the newest', wholeNumber)
    .option(...OF_RUN)

  command(
    'preempt <task>',
    'stop a task that works and put it back into the line',
    (console, _options, task: string) => ask(console, { ask: 'preempt', task: taskId(task) }),
  )

  command(
    'prioritise <task> <priority>',
    'make a waiting task more or less urgent: high, medium, low or 1 to 5',
    async (console, _options, task: string, priority: string) => {
      const { priorityOf } = await import('../app/ask/ask-commands.ts')
      return ask(console, { ask: 'prioritise', task: taskId(task), priority: priorityOf(priority) })
    },
  )

  command(
    'change <task>',
    'change what a task is that waits and has never been tried',
    async (console, options: SaidChange, task: string) => {
      const { changeCommand } = await import('../app/ask/change-command.ts')
      return changeCommand(task, options, console)
    },
  )
    .option('--name <text>', 'what people call it')
    .option('--priority <priority>', 'high, medium, low or 1 to 5')
    .option('--after <tasks...>', 'all tasks it comes after, also with commas; "" for none')
    .option('--files <paths...>', 'all files it will change, also with commas; "" for none')
    .option('--estimate <duration>', 'how long it will take, e.g. 45m')
    .option('--lane <name>', 'whose worktree it works in; "" for its own')

  askingOf(
    'budget <task-or-usd> [usd]',
    'what a task, or without one the run, may spend on models: USD, or none for no limit',
    async (console, options: Asking, first: string, second?: string) => {
      const { budgetAsk } = await import('../app/ask/ask-commands.ts')
      return askOrGoOn(console, options, budgetAsk(first, second))
    },
  ).usage('[options] [task] <usd|none>')

  command(
    'add <id>',
    'add a task to the run that is going on; also from inside a task',
    async (console, options: AddFlags, id: string) => {
      const { addCommand } = await import('../app/ask/ask-commands.ts')
      const { run, prompt, name, priority, estimate, after, files } = options
      return addCommand(
        { id, run, prompt, name, priority, estimate, after: after ?? [], files: files ?? [] },
        console,
      )
    },
  )
    .option('--run <command>', 'the command it runs')
    .option('--prompt <text>', 'or the words for an agent')
    .option('--after <tasks...>', 'the tasks it comes after')
    .option('--name <text>', 'what people call it')
    .option('--priority <priority>', 'high, medium, low or 1 to 5')
    .option('--estimate <duration>', 'how long it will take, e.g. 20m')
    .option('--files <paths...>', 'the files it will change')
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
}

interface Decision {
  readonly request?: string
  readonly why?: string
}

interface AddFlags {
  readonly run?: string
  readonly prompt?: string
  readonly name?: string
  readonly priority?: string
  readonly estimate?: string
  readonly after?: readonly string[]
  readonly files?: readonly string[]
}

interface Asking extends Shared {
  readonly run?: string
}

const whereFrom = (options: Asking): Where => ({ ...showingFrom(options), run: options.run })

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
