/** The commands for pull requests. */
import type { Command } from 'commander'
import type { Console } from '../app/console/console.ts'
import { command, type Shared } from './program.ts'
import { NO_UI, OF_RUN, showOptionsFrom } from './show-flags.ts'

type Flags = Shared & { readonly run?: string; readonly follow?: boolean }

type PruneFlags = Shared & {
  readonly run?: string
  readonly yes?: boolean
  readonly dryRun?: boolean
}

export function declarePullRequests(): void {
  const pr = command(
    'pr [task]',
    'open or update the pull requests of a run, one for each lane, and show how they stand',
    (console, options: Flags, task?: string) => act(console, options, { task, isSync: false }),
  ).option(...OF_RUN)

  command(
    'sync',
    'look at the forge: restack what was merged, hand failed checks and comments to agents',
    (console, options: Flags) => act(console, options, { task: undefined, isSync: true }),
    { under: pr, conducts: true },
  )
    .option(...OF_RUN)
    .option('-f, --follow', 'look again and again, until every pull request is merged or closed')
    .option(...NO_UI)

  command(
    'prune',
    'remove worktrees and branches of merged pull requests, here and on the remote',
    async (console, { run, yes = false, dryRun = false }: PruneFlags) => {
      const { prunePullsCommand } = await import('../app/pull-requests/prune-command.ts')
      return prunePullsCommand({ run, yes, dryRun }, console)
    },
    { under: pr },
  )
    .option('--run <run>', 'only that run; otherwise all of the last 20')
    .option('--yes', 'do it without asking')
    .option('--dry-run', 'only say what would be removed')

  declareReviews(pr)
}

function declareReviews(pr: Command): void {
  command(
    'approve <task> [text]',
    'on a remote without a page for reviews: approve the pull request that has the work of a task',
    (console, options: Flags, task: string, text = '') =>
      review(console, options, { task, is: 'approved', text }),
    { under: pr },
  ).option(...OF_RUN)

  command(
    'request-changes <task> <text>',
    'on a remote without a page for reviews: say what has to change; `pr sync` hands it to the agent',
    (console, options: Flags, task: string, text: string) =>
      review(console, options, { task, is: 'changes-requested', text }),
    { under: pr },
  ).option(...OF_RUN)
}

interface Review {
  readonly task: string
  readonly is: 'approved' | 'changes-requested'
  readonly text: string
}

async function review(console: Console, { run }: Flags, wanted: Review): Promise<number> {
  const { reviewCommand } = await import('../app/pull-requests/review-command.ts')
  return reviewCommand({ run, ...wanted }, console)
}

async function act(
  console: Console,
  options: Flags,
  what: { readonly task: string | undefined; readonly isSync: boolean },
): Promise<number> {
  const { pullRequestCommand } = await import('../app/pull-requests/pull-request-commands.ts')
  const { run, follow = false } = options
  return pullRequestCommand({ run, follow, ...what, showing: showOptionsFrom(options) }, console)
}
