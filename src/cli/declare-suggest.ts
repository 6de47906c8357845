/** The command that suggests in which order workspaces are worked on. */
import { Option } from 'commander'
import { command, wholeNumber } from './program.ts'

interface SuggestFlags {
  readonly strategy?: string
  readonly maxParallel?: number
  readonly count?: number
  readonly offline?: boolean
  readonly claude?: boolean
  readonly tree?: string
}

export function declareSuggest(): void {
  command(
    'suggest',
    'suggest in which order workspaces are worked on, and what can be done at once',
    async (console, flags: SuggestFlags) => {
      const { suggestCommand } = await import('../app/suggest/suggest-command.ts')
      const { strategy = null, maxParallel = null, count = null, tree = null } = flags
      const engine = flags.offline ? 'offline' : flags.claude ? 'claude' : 'auto'
      return suggestCommand({ strategy, maxParallel, count, engine, tree }, console)
    },
  )
    .option(
      '--strategy <id>',
      'only this ordering: max_parallel, depth_first, ci_optimized, least_rebasing, unblock_most',
    )
    .option('--max-parallel <n>', 'no phase has more workspaces than this', wholeNumber)
    .option('--count <n>', 'how many orderings, 3 by default and 6 at most', wholeNumber)
    .addOption(new Option('--offline', 'without asking Claude').conflicts('claude'))
    .option('--claude', 'by Claude only: an error of Claude is an error')
    .option(
      '--tree <file>',
      'for the workspaces of a JSON file as GET /api/tracker answers, or - for standard input',
    )
    .addHelpText('after', EXAMPLES)
}

const EXAMPLES = `
Examples:
  conductor suggest                          three orderings, by Claude if it can be asked
  conductor suggest --offline --count 5      all five, at once
  conductor suggest --strategy least_rebasing --max-parallel 2

Nothing is started. Claude is asked with ANTHROPIC_API_KEY, or through a claude that is logged in.`
