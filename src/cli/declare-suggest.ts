/** The command that suggests in which order workspaces are worked on. */
import { Option } from 'commander'
import { Complaint } from '../app/console/complain.ts'
import { command, wholeNumber } from './program.ts'

interface SuggestFlags {
  readonly strategy?: string
  readonly maxParallel?: number
  readonly count?: number
  readonly offline?: boolean
  readonly claude?: boolean
  readonly tree?: string
  readonly here?: boolean
  readonly queue?: boolean
  readonly yes?: boolean
}

export function declareSuggest(): void {
  command(
    'suggest',
    'suggest in which order workspaces are worked on, and what can be done at once',
    async (console, flags: SuggestFlags) => {
      const { suggestCommand } = await import('../app/suggest/suggest-command.ts')
      const { strategy = null, maxParallel = null, count = null, tree = null } = flags
      const isHere = flags.here === true || flags.queue === true
      const queue = flags.queue ? (flags.yes ? 'now' : 'preview') : null
      const engine = flags.offline ? 'offline' : flags.claude ? 'claude' : 'auto'
      mustQueue(flags)
      const typed = typedIn(flags)
      return suggestCommand(
        { strategy, maxParallel, count, engine, tree, queue, isHere, typed },
        console,
      )
    },
  )
    .option(
      '--strategy <id>',
      'only this ordering: max_parallel, depth_first, ci_optimized, least_rebasing, unblock_most',
    )
    .option('--here', 'only the workspaces of this repository, not of every project')
    .option('--max-parallel <n>', 'no phase has more workspaces than this', wholeNumber)
    .option('--count <n>', 'how many orderings, 3 by default and 6 at most', wholeNumber)
    .addOption(new Option('--offline', 'without asking Claude').conflicts('claude'))
    .option('--claude', 'by Claude only: an error of Claude is an error')
    .option(
      '--tree <file>',
      'for the workspaces of a JSON file as GET /api/tracker answers, or - for standard input',
    )
    .addOption(
      new Option(
        '--queue',
        'show what would change if the tasks that wait were put into the order of --strategy',
      ).conflicts(['tree', 'count']),
    )
    .option('--yes', 'for --queue: do it')
    .addHelpText('after', EXAMPLES)
}

function mustQueue({ yes, queue }: SuggestFlags): void {
  if (yes === true && queue !== true)
    throw new Complaint(
      '--yes is for --queue',
      'such as: conductor suggest --strategy unblock_most --queue --yes',
    )
}

const typedIn = ({ maxParallel, offline, claude, here }: SuggestFlags): readonly string[] => [
  ...(maxParallel === undefined ? [] : ['--max-parallel', String(maxParallel)]),
  ...(offline ? ['--offline'] : []),
  ...(claude ? ['--claude'] : []),
  ...(here ? ['--here'] : []),
]

const EXAMPLES = `
Examples:
  conductor suggest                          three orderings, by Claude if it can be asked
  conductor suggest --offline --count 5      all five, at once
  conductor suggest --strategy least_rebasing --max-parallel 2
  conductor suggest --strategy unblock_most --queue --yes

Nothing is started by it. Claude is asked with ANTHROPIC_API_KEY, or through a claude that is logged in.`
