/** The commands about merge conflicts: looking at them, and resolving them. */
import { ASK_HELP } from '../core/ask/ask-help.ts'
import type { SaidResolution } from '../app/conflict/resolve-command.ts'
import { collected, command, type Shared } from './program.ts'
import { askingOf, OF_RUN, showOptionsFrom } from './show-flags.ts'

export function declareConflict(): void {
  command(
    'conflicts [task]',
    'show the merge conflicts that wait for you; with a task: the three versions of each hunk',
    async (console, { run }: { readonly run?: string }, task?: string) => {
      const { conflictsCommand } = await import('../app/conflict/conflicts-command.ts')
      return conflictsCommand(task, run, console)
    },
  ).option(...OF_RUN)

  askingOf(
    'resolve <task>',
    ASK_HELP.resolve.does,
    async (console, options: Shared & SaidResolution & { readonly run?: string }, task: string) => {
      const { resolveCommand } = await import('../app/conflict/resolve-command.ts')
      const where = { ...showOptionsFrom(options), run: options.run }
      return resolveCommand(task, options, where, console)
    },
  )
    .option('--ours [files...]', 'keep what has already landed; without files: for everything else')
    .option('--theirs [files...]', "keep this task's version")
    .option('--both [files...]', 'keep both: first what landed, then what the task wrote')
    .option('--file <path=text-file>', 'the result of a file, from a file of yours', collected)
    .option('--editor', 'edit every other text in your editor, with conflict markers')
    .option('--ask-agent [words]', 'send it back: its agent resolves it, with the merge started')
    .option('--token <token>', 'refuse if the conflict is not as `conductor conflicts --json` said')
    .addHelpText(
      'after',
      `
Examples:
  conductor conflicts eggs                          what conflicts, hunk by hunk
  conductor resolve eggs --theirs                   keep this task's side of everything
  conductor resolve eggs --ours a.ts#1 --both a.ts#2 --theirs logo.png
  conductor resolve eggs --file a.ts=/tmp/a.ts --ours
  conductor resolve eggs --ask-agent "keep the new names"

A hunk is file#number, 1 is the first. Every hunk and file has to be decided.
The result is merged and checked like any delivery, and lands only then.`,
    )
}
