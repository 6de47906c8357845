/** The commands that show how a run stands and its results. */
import { Option } from 'commander'
import { COSTS_BY, type CostsBy } from '../core/costs/costs-by.ts'
import { command, wholeNumber, type Shared } from './program.ts'
import { NO_UI, OF_RUN, wantsView } from './show-flags.ts'

export function declareLook(): void {
  command(
    'status [run]',
    'show which agent does what, which tasks wait and why',
    async (console, _options, run?: string) => {
      const { statusCommand } = await import('../app/look/look-commands.ts')
      return statusCommand(run, console)
    },
  )

  command(
    'watch',
    'show the live view of a run that another terminal conducts',
    async (console, options: Shared) => {
      const { watchCommand } = await import('../app/look/watch-command.ts')
      return watchCommand(wantsView(options), console)
    },
  ).option(...NO_UI)

  command(
    'attention [run]',
    'list what needs you, the most urgent first, and the commands to type',
    async (console, options: { follow?: boolean; all?: boolean }, run?: string) => {
      if (options.all === true) {
        const { attentionOfAllCommand } = await import('../app/projects/attention-of-all.ts')
        return attentionOfAllCommand({ run, follow: options.follow === true }, console)
      }
      const { attentionCommand } = await import('../app/look/attention-command.ts')
      return attentionCommand(run, options.follow === true, console)
    },
  )
    .option('-f, --follow', 'print again after each change')
    .option('--all', 'in every repository that you have used; see `conductor projects`')

  command(
    'logs <task>',
    'show the output of a task',
    async (
      console,
      options: { follow?: boolean; run?: string; attempt?: number; lines?: number; full?: boolean },
      task: string,
    ) => {
      const { logsCommand } = await import('../app/look/look-commands.ts')
      const { follow = false, full = false, run, attempt, lines } = options
      return logsCommand(task, { follow, full, run, attempt, lines }, console)
    },
    { verbatim: true },
  )
    .option('-f, --follow', 'keep printing new output')
    .option(...OF_RUN)
    .option('--attempt <n>', 'that attempt instead of the newest', wholeNumber)
    .option('-n, --lines <n>', 'only the last lines', wholeNumber)
    .option('--full', 'also the whole input and output of tools')

  command(
    'explain <task>',
    'say why a task waits, works or is over, and show its dependencies',
    async (console, { run }: { run?: string }, task: string) => {
      const { explainCommand } = await import('../app/look/look-commands.ts')
      return explainCommand(task, run, console)
    },
  ).option(...OF_RUN)

  command(
    'prompt <task> [file]',
    'show the prompt of a task, in the newest run or for a task file',
    async (console, { run }: { run?: string }, task: string, file?: string) => {
      const { promptCommand } = await import('../app/plan/prompt-command.ts')
      return promptCommand(task, { file, run }, console)
    },
    { verbatim: true },
  ).option(...OF_RUN)

  command('runs', 'list all runs of this repository', async (console) => {
    const { runsCommand } = await import('../app/look/runs-command.ts')
    return runsCommand(console)
  })

  command('report [run]', 'show the result of a run', async (console, _options, run?: string) => {
    const { reportCommand } = await import('../app/look/look-commands.ts')
    return reportCommand(run, console)
  })

  command(
    'costs',
    'show cost, tokens and time of a run or of all runs, by task, agent, model or day',
    async (console, options: { by: CostsBy; run?: string; all?: boolean }) => {
      const { costsCommand } = await import('../app/look/costs-command.ts')
      const { by, run, all = false } = options
      return costsCommand({ by, run, all }, console)
    },
  )
    .addOption(new Option('--by <what>', 'what a row is').choices(COSTS_BY).default('task'))
    .addOption(new Option(...OF_RUN).conflicts('all'))
    .option('--all', 'of all runs of this repository together')

  command(
    'compare <run> <other>',
    'compare two runs: time, cost, tokens, quality, and each task',
    async (console, _options, first: string, second: string) => {
      const { compareCommand } = await import('../app/look/costs-command.ts')
      return compareCommand(first, second, console)
    },
  )

  command(
    'take [run]',
    'take the result of a run: merge it into your branch, make a branch, export patches or push it',
    async (console, options: TakeTyped, run?: string) => {
      const { takeCommand } = await import('../app/take/take-command.ts')
      const { merge = false, branch, patches, push, check = false, undo = false } = options
      const ff = options.ff === false ? 'never' : options.ffOnly === true ? 'only' : 'auto'
      const wanted = run ?? options.run
      return takeCommand({ run: wanted, merge, branch, patches, push, ff, check, undo }, console)
    },
  )
    .option('--merge', 'merge it into the branch that the run came from')
    .addOption(new Option('--ff-only', 'merge only if no merge commit is needed').conflicts('ff'))
    .option('--no-ff', 'merge with a merge commit in any case')
    .option('--branch <name>', 'make a new branch of it')
    .option('--patches <folder>', 'write one patch for each landing, for git am --keep-cr')
    .option('--push [remote]', 'push it, for a pull request')
    .option('--check', 'only try it: merge in memory and run the check; nothing is changed')
    .option('--undo', 'undo the last take, as long as nothing was built on it')
    .option(...OF_RUN)

  command(
    'rescue [action] [name]',
    'list, show or restore work of agents that would have been lost',
    async (console, options: { branch?: string; all?: true }, action?: string, name?: string) => {
      const { rescueCommand } = await import('../app/worktree/rescue-commands.ts')
      return rescueCommand(
        action,
        name,
        { branch: options.branch, all: options.all ?? false },
        console,
      )
    },
  )
    .option('--branch <name>', 'for restore: the name of the new branch')
    .option('--all', 'for list: also work that your branches already have')
}

interface TakeTyped {
  readonly run?: string
  readonly merge?: boolean
  readonly ffOnly?: boolean
  readonly ff?: boolean
  readonly branch?: string
  readonly patches?: string
  readonly push?: string | true
  readonly check?: boolean
  readonly undo?: boolean
}
