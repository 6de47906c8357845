/** The command that foresees which files a task will touch. */
import { Option } from 'commander'
import { Complaint } from '../app/console/complain.ts'
import { command, wholeNumber } from './program.ts'

interface ForeseeFlags {
  readonly at?: string
  readonly plan?: string
  readonly top?: number
  readonly rebuild?: boolean
  readonly replay?: number
  readonly lag?: number
  readonly subjectOnly?: boolean
  readonly rerank?: boolean
  readonly model?: string
  readonly backend?: 'api' | 'cli' | 'agent'
}

const TOP = 10

export function declareForesee(): void {
  command(
    'foresee [text]',
    'say which files a task will touch, how likely each is, and why',
    async (console, flags: ForeseeFlags, text?: string) => {
      mustReplay(flags)
      const { at, replay, lag = 0, top = TOP, rebuild = false, subjectOnly = false } = flags
      if (replay !== undefined) {
        const { replayCommand } = await import('../app/foresee/replay-command.ts')
        return replayCommand({ replay, lag, at, subjectOnly }, console)
      }
      const { foreseeCommand } = await import('../app/foresee/foresee-command.ts')
      const plan = flags.plan === undefined ? undefined : { file: flags.plan }
      return foreseeCommand({ text, plan, at, rebuild, top, rerank: rerankWish(flags) }, console)
    },
    { verbatim: true },
  )
    .option('--at <commit>', 'as if that commit were the newest')
    .option('--plan <file>', 'for each task of a task file, and which tasks are likely to collide')
    .option('--top <n>', `how many files are shown (default ${TOP})`, wholeNumber)
    .option('--rebuild', 'build the index anew')
    .option(
      '--replay <n>',
      'foresee the last n commits that changed 1 to 10 existing files, knowing only what was before each',
      wholeNumber,
    )
    .option('--lag <n>', 'for --replay: knowing only what was n commits old', wholeNumber)
    .option('--subject-only', 'for --replay: from the first line of each message')
    .addOption(
      new Option(
        '--rerank',
        'let a model judge these files: it gets the text of the task and 40 paths, and costs money',
      ).conflicts('replay'),
    )
    .addOption(new Option('--model <name>', 'the model for --rerank').conflicts('replay'))
    .addOption(
      new Option('--backend <name>', 'who judges: the Anthropic API, your claude, or your agent')
        .choices(['api', 'cli', 'agent'])
        .conflicts('replay'),
    )
    .addHelpText('after', EXAMPLES)

  command(
    'foresight-process',
    'for our own programs: foresees files for the process that started it',
    async (console) => {
      const { foresightProcess } = await import('../app/foresee/foresight-process.ts')
      return foresightProcess(console.folder)
    },
    { hidden: true },
  )
}

/** An option that would have no effect is refused. */
function mustReplay({ replay, lag, subjectOnly }: ForeseeFlags): void {
  if (replay !== undefined || (lag === undefined && subjectOnly === undefined)) return
  const option = lag === undefined ? '--subject-only' : '--lag'
  throw new Complaint(
    `${option} is only for --replay`,
    `leave it out, or replay past commits: conductor foresee --replay 200 ${option}${lag === undefined ? '' : ` ${lag}`}`,
  )
}

/** A model or a backend that is named is meant to be used. */
const rerankWish = ({ rerank, model, backend }: ForeseeFlags) =>
  rerank === true || model !== undefined || backend !== undefined
    ? { model: model ?? null, backend: backend ?? null }
    : null

const EXAMPLES = `
Examples:
  conductor foresee "make the router accept regex params"
  conductor foresee --plan tasks.yaml          the files of each task, and which tasks may collide
  conductor foresee "..." --rerank             ask a model, too
  conductor foresee --replay 200               how right it was on the last 200 commits

Without --rerank nothing leaves this machine.`
