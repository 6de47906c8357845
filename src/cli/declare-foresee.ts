/** The command that foresees which files a task will touch. */
import { command, wholeNumber } from './program.ts'

interface ForeseeFlags {
  readonly at?: string
  readonly plan?: string
  readonly top?: number
  readonly rebuild?: boolean
  readonly replay?: number
  readonly lag?: number
  readonly subjectOnly?: boolean
}

const TOP = 10

export function declareForesee(): void {
  command(
    'foresee [text]',
    'say which files a task will touch, how likely each is, and why',
    async (console, flags: ForeseeFlags, text?: string) => {
      const { at, replay, lag = 0, top = TOP, rebuild = false, subjectOnly = false } = flags
      if (replay !== undefined) {
        const { replayCommand } = await import('../app/foresee/replay-command.ts')
        return replayCommand({ replay, lag, at, subjectOnly }, console)
      }
      const { foreseeCommand } = await import('../app/foresee/foresee-command.ts')
      const plan = flags.plan === undefined ? undefined : { file: flags.plan }
      return foreseeCommand({ text, plan, at, rebuild, top }, console)
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
