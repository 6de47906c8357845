/** The command line. Each command loads its own part of the program when it is called. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { taskId } from '../core/ids.ts'
import { BAD_INPUT } from './complain.ts'
import { complain, consoleFor, outliveReader, type Console } from './console.ts'
import type { Flag } from '../config/spoken-settings.ts'
import type { Ask } from '../core/ask.ts'
import type { SaidQuestion } from './session-commands.ts'
import { VERSION } from './version.ts'

const program = new Command('conductor')
  .description('Direct many agents on one codebase, safely and in parallel.')
  .version(VERSION)
  .showSuggestionAfterError()
  .showHelpAfterError('(conductor --help shows every command)')
  .exitOverride()
  .addHelpText(
    'after',
    `
Examples:
  conductor demo                       see it work, in a folder of its own
  conductor init                       write a first tasks.yaml
  conductor simulate tasks.yaml -p 3   what would happen, and how long it would take
  conductor run tasks.yaml -p 3        do it, at most three tasks at once
  conductor status                     from another terminal: who does what, what waits and why

Exit codes: 0 all landed, 1 some task did not, 2 bad input, 130 interrupted.`,
  )

interface Shared {
  readonly json?: boolean
  readonly ui?: boolean
}

/** Commander hands the arguments, then the options, then the command itself. */
function command(
  usage: string,
  description: string,
  run: (console: Console, options: never, ...args: never[]) => number | Promise<number>,
  parent: Command = program,
): Command {
  return parent
    .command(usage)
    .description(description)
    .option('--json', 'one JSON document instead of text')
    .exitOverride()
    .action(async (...given: unknown[]) => {
      given.pop()
      const options = given.pop() as Shared
      const console = consoleFor(options)
      try {
        process.exitCode = await run(console, options as never, ...(given as never[]))
      } catch (error) {
        process.exitCode = complain(error, console.json)
      }
    })
}

/** The live view needs a terminal on both ends. */
const wantsView = (options: Shared): boolean =>
  options.ui !== false && options.json !== true && process.stdin.isTTY && process.stdout.isTTY

const NO_UI = ['--no-ui', 'one plain line per event instead of the live view'] as const

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
    .option('-p, --parallel <n>', 'at most this many agents at once; 1 is one after another')
    .option('--max-agents <n>', 'allow more agents on this machine than the usual 10')
    .option('--strict-batches', 'start nothing of a batch before the one before it is over')
    .option('--allow-collisions', 'let tasks that predict the same file run at once')

withScheduling(
  command(
    'run <file>',
    'run the tasks of a file',
    async (console, options: RunFlags, file: string) => {
      const { runCommand } = await import('./run-command.ts')
      const unfinished = options.resume ? 'resume' : options.new ? 'new' : 'ask'
      return runCommand(
        file,
        { flags: flagsFrom(options), unfinished, ui: wantsView(options) },
        console,
      )
    },
  ),
)
  .option('--agent <name>', 'the agent for tasks with a prompt that name none')
  .addOption(
    new Option('--isolation <how>', 'where tasks work').choices(['auto', 'worktree', 'none']),
  )
  .option(
    '--stacked',
    'start a task on top of the branch of what it comes after, before that has landed',
  )
  .option('--timeout <duration>', 'for tasks that say none, e.g. 30m')
  .option('--budget <usd>', 'what the run may spend on models, e.g. 5')
  .addOption(new Option('--resume', 'go on with an unfinished run of this file').conflicts('new'))
  .option('--new', 'start afresh, and leave an unfinished run of this file as it is')
  .option(...NO_UI)

command(
  'validate <file>',
  'check a task file: every problem at once, with its place',
  async (console, _options, file: string) => {
    const { validateCommand } = await import('./plan-commands.ts')
    return validateCommand({ file }, console)
  },
)

withScheduling(
  command(
    'simulate <file>',
    'the schedule a run would follow, without doing any work',
    async (console, options: RunFlags, file: string) => {
      const { simulateCommand } = await import('./plan-commands.ts')
      return simulateCommand({ file }, flagsFrom(options), console)
    },
  ),
)

command(
  'status [run]',
  'who does what, what waits and why',
  async (console, _options, run?: string) => {
    const { statusCommand } = await import('./look-commands.ts')
    return statusCommand(run, console)
  },
)

command(
  'watch',
  'the live view of a run that another terminal conducts',
  async (console, options: Shared) => {
    const { watchCommand } = await import('./watch-command.ts')
    return watchCommand(wantsView(options), console)
  },
).option(...NO_UI)

command(
  'attention',
  'what needs you, the most urgent first, and what to type',
  async (console, options: { follow?: boolean }) => {
    const { attentionCommand } = await import('./attention-command.ts')
    return attentionCommand(options.follow === true, console)
  },
).option('-f, --follow', 'again each time it changes')

command(
  'logs <task>',
  'what a task printed',
  async (
    console,
    options: { follow?: boolean; attempt?: number; lines?: number },
    task: string,
  ) => {
    const { logsCommand } = await import('./look-commands.ts')
    const { follow, attempt, lines } = options
    return logsCommand(task, { follow: follow === true, attempt, lines }, console)
  },
)
  .option('-f, --follow', 'go on as more is printed')
  .option('--attempt <n>', 'of that attempt instead of the newest', wholeNumber)
  .option('-n, --lines <n>', 'only the last lines', wholeNumber)

command(
  'explain <task>',
  'why a task waits, works or is over, and what it comes after',
  async (console, _options, task: string) => {
    const { explainCommand } = await import('./look-commands.ts')
    return explainCommand(task, console)
  },
)

command(
  'prompt <task> [file]',
  'what the agent of a task would be told, in the newest run or for a task file',
  async (console, _options, task: string, file?: string) => {
    const { promptCommand } = await import('./prompt-command.ts')
    return promptCommand(task, file, console)
  },
)

command('runs', 'every run here', async (console) => {
  const { runsCommand } = await import('./look-commands.ts')
  return runsCommand(console)
})

command('report [run]', 'what a run came to', async (console, _options, run?: string) => {
  const { reportCommand } = await import('./look-commands.ts')
  return reportCommand(run, console)
})

command(
  'rescue [action] [name]',
  'what agents made and would have been lost: list, show or restore it',
  async (console, options: { branch?: string }, action?: string, name?: string) => {
    const { rescueCommand } = await import('./rescue-commands.ts')
    return rescueCommand(action, name, { branch: options.branch }, console)
  },
).option('--branch <name>', 'for restore: the name of the new branch')

const ask = async (console: Console, ask: Ask): Promise<number> => {
  const { askCommand } = await import('./ask-commands.ts')
  return askCommand(ask, console)
}

command('pause', 'start nothing new; what works goes on', (console) =>
  ask(console, { ask: 'pause' }),
)

command(
  'resume [run]',
  'go on with a run that is paused, stopped or was cut off',
  async (console, options: Shared, run?: string) => {
    const { resumeCommand } = await import('./resume-command.ts')
    return resumeCommand(run, wantsView(options), console)
  },
).option(...NO_UI)

command(
  'cancel [task]',
  'stop a task, or the whole run; what was made stays',
  async (console, _options, task?: string) => {
    const { cancelCommand } = await import('./ask-commands.ts')
    return cancelCommand(task, console)
  },
)

command(
  'retry <task>',
  'try a task again, and those that were skipped because of it',
  async (console, options: Shared, task: string) => {
    const { retryCommand } = await import('./ask-commands.ts')
    return retryCommand(task, wantsView(options), console)
  },
).option(...NO_UI)

command(
  'skip <task>',
  'leave out a task that waits, and those behind it',
  (console, _options, task: string) => ask(console, { ask: 'skip', task: taskId(task) }),
)

const askOrGoOn = async (console: Console, options: Shared, ask: Ask): Promise<number> => {
  const { askOrGoOnCommand } = await import('./ask-commands.ts')
  return askOrGoOnCommand(ask, wantsView(options), console)
}

command(
  'approve <task>',
  'let a task start that needs a human first, or its delivery land',
  (console, options: Shared, task: string) =>
    askOrGoOn(console, options, { ask: 'approve', task: taskId(task) }),
).option(...NO_UI)

command(
  'reject <task> <why>',
  'send a delivery back; the next attempt goes on from it and is told why',
  (console, options: Shared, task: string, why: string) =>
    askOrGoOn(console, options, { ask: 'reject', task: taskId(task), why }),
).option(...NO_UI)

command(
  'guide <task> <text>',
  'tell the agent of a task something, also while it works; an answer to what it asked',
  (console, options: Shared, task: string, text: string) =>
    askOrGoOn(console, options, { ask: 'guide', task: taskId(task), text }),
).option(...NO_UI)

const decide = (task: string, allow: boolean, { request, why }: Decision): Ask => ({
  ask: 'decide',
  task: taskId(task),
  request: request ?? null,
  allow,
  why: why ?? null,
})

interface Decision {
  readonly request?: string
  readonly why?: string
}

command(
  'allow <task>',
  'let the agent of a task do what it waits for your leave to do',
  (console, { request }: { request?: string }, task: string) =>
    ask(console, decide(task, true, request === undefined ? {} : { request })),
).option('--request <id>', 'only that one, if it waits for several')

command(
  'deny <task> [why]',
  'do not let it; it is told why, and goes on without',
  (console, { request }: { request?: string }, task: string, why?: string) =>
    ask(console, decide(task, false, { ...(request && { request }), ...(why && { why }) })),
).option('--request <id>', 'only that one, if it waits for several')

command(
  'merge [task]',
  'merge and check what a task delivered, and land it; without a task, all that need you',
  async (console, options: Shared, task?: string) => {
    const { mergeCommand } = await import('./ask-commands.ts')
    return mergeCommand(task, wantsView(options), console)
  },
).option(...NO_UI)

command(
  'diff <task>',
  'what a task changed, also while it works',
  async (console, options: { stat?: boolean; attempt?: number }, task: string) => {
    const { diffCommand } = await import('./diff-command.ts')
    return diffCommand(task, { stat: options.stat === true, attempt: options.attempt }, console)
  },
)
  .option('--stat', 'only the files and how much of them')
  .option('--attempt <n>', 'of that attempt instead of the newest', wholeNumber)

command(
  'preempt <task>',
  'stop a task that works and put it back into the line',
  (console, _options, task: string) => ask(console, { ask: 'preempt', task: taskId(task) }),
)

command(
  'prioritise <task> <priority>',
  'make a waiting task more or less urgent: high, medium, low or 1 to 5',
  async (console, _options, task: string, priority: string) => {
    const { priorityOf } = await import('./ask-commands.ts')
    return ask(console, { ask: 'prioritise', task: taskId(task), priority: priorityOf(priority) })
  },
)

command(
  'budget <task-or-usd> [usd]',
  'what a task, or without one the run, may spend on models: USD, or none for no limit',
  async (console, options: Shared, first: string, second?: string) => {
    const { budgetAsk } = await import('./ask-commands.ts')
    return askOrGoOn(console, options, budgetAsk(first, second))
  },
)
  .usage('[options] [task] <usd|none>')
  .option(...NO_UI)

interface AddFlags {
  readonly run?: string
  readonly prompt?: string
  readonly name?: string
  readonly priority?: string
  readonly estimate?: string
  readonly after?: readonly string[]
  readonly files?: readonly string[]
}

command(
  'add <id>',
  'add a task to the run that is going on; also from inside a task',
  async (console, options: AddFlags, id: string) => {
    const { addCommand } = await import('./ask-commands.ts')
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

command(
  'mcp',
  'an MCP server over stdio: with tools for runs, or, inside an attempt, for its agent',
  async (_console, options: { attempt?: string }) => {
    const attempt = options.attempt ?? process.env['CONDUCTOR_ATTEMPT']
    if (attempt === undefined) return (await import('../mcp/serve-runs.ts')).serveRuns()
    const { mustBeAttempt } = await import('./session-commands.ts')
    const { serveAttempt } = await import('../mcp/serve-attempt.ts')
    return serveAttempt(mustBeAttempt(attempt))
  },
).option('--attempt <id>', 'the tools of an agent at work, for the attempt of this name')

const session = program
  .command('session')
  .description('for an agent at work: say how it stands, ask a person, hear what was said')

command(
  'status <status> [note]',
  'say how far it is: planning or working',
  async (console, _options, status: string, note?: string) => {
    const { sessionStatusCommand } = await import('./session-commands.ts')
    return sessionStatusCommand(status, note, console)
  },
  session,
)

command(
  'ask <decision>',
  'ask a person to decide something; the answer comes as guidance',
  async (console, options: SaidQuestion, decision: string) => {
    const { sessionAskCommand } = await import('./session-commands.ts')
    return sessionAskCommand(decision, options, console)
  },
  session,
)
  .option('--option <text>', 'something to choose; may be said several times', collected)
  .option('--context <text>', 'what one must know to decide')
  .option('--area <name>', 'the area that it was told to ask about')

command(
  'guidance',
  'print and take what people have said to it; nothing when there is none',
  async (console) => (await import('./session-commands.ts')).sessionGuidanceCommand(console),
  session,
)

command(
  'heartbeat',
  'say that it is there',
  async (console) => (await import('./session-commands.ts')).sessionHeartbeatCommand(console),
  session,
)

command('config', 'every setting, its value and where it comes from', async (console) => {
  const { configCommand } = await import('./setup-commands.ts')
  return configCommand(console)
})

command(
  'doctor',
  'whether everything needed is there and well',
  async (console, options: { rebuild?: boolean }) => {
    const { doctorCommand } = await import('./doctor-command.ts')
    return doctorCommand({ rebuild: options.rebuild === true }, console)
  },
).option('--rebuild', 'make the tables of the store again from its events')

command('worktrees', 'every worktree, whose it is and how it stands', async (console) => {
  const { worktreesCommand } = await import('./worktree-commands.ts')
  return worktreesCommand(console)
})

command(
  'prune',
  'remove worktrees whose work is safe elsewhere',
  async (console, options: { dryRun?: boolean }) => {
    const { pruneCommand } = await import('./worktree-commands.ts')
    return pruneCommand({ dryRun: options.dryRun === true }, console)
  },
).option('--dry-run', 'only say what would be removed')

command(
  'init [file]',
  'write a first task file',
  async (console, _options, file = 'tasks.yaml') => {
    const { initCommand } = await import('./setup-commands.ts')
    return initCommand(file, console)
  },
)

command(
  'demo',
  'build a sample project in a folder of its own',
  async (console, options: Shared) => {
    const { demoCommand } = await import('./demo-command.ts')
    return demoCommand(wantsView(options), console)
  },
).option(...NO_UI)

function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('a whole number from 1 on is needed')
  return Number(text)
}

function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

outliveReader()

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? 0 : BAD_INPUT
}
