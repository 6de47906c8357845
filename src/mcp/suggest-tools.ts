/** The tool that suggests in which order workspaces are worked on. */
import * as z from 'zod'
import { suggestCommand } from '../app/suggest/suggest-command.ts'
import { MOST_ORDERINGS } from '../core/ordering/suggested.ts'
import { tellingToolsInWays } from './name-tools-in-hints.ts'
import { tool } from './tool.ts'

export const SUGGEST_TOOLS = [
  tool({
    name: 'suggest_order',
    description:
      'Suggests in which order the workspaces of the repository (worktrees, branches, pull requests, tasks of the run) are best worked on and merged: several orderings in phases, each with its predicted time and rebases, what can be done at once, bottlenecks, and what is blocked. Starts and changes nothing.',
    input: {
      strategy: z
        .string()
        .optional()
        .describe(
          'Only this ordering: max_parallel, depth_first, ci_optimized, least_rebasing or unblock_most.',
        ),
      max_parallel: z.int().min(1).optional().describe('The most workspaces in one phase.'),
      count: z.int().min(1).max(MOST_ORDERINGS).optional().describe('How many orderings; else 3.'),
      ask_claude: z
        .boolean()
        .default(false)
        .describe('Ask Claude, too, which costs; otherwise by rules alone, at once.'),
    },
    isReadOnly: true,
    call: ({ strategy, max_parallel, count, ask_claude }, console) =>
      suggestCommand(
        {
          strategy: strategy ?? null,
          maxParallel: max_parallel ?? null,
          count: count ?? null,
          engine: ask_claude ? 'auto' : 'offline',
          tree: null,
          queue: null,
          isHere: true,
          typed: [],
        },
        tellingToolsInWays(console),
      ),
  }),
]
