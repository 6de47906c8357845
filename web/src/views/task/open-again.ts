/** The command that makes the folder of a task again; about a past run it names the run. */
import { conductorLine, namingRun } from '../../../../src/core/text/command-line.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import type { ShownRun } from '../../data/live/shown-run.tsx'

export function openAgain(
  { mode, run }: { readonly mode: ShownRun['mode']; readonly run: Pick<ShownRun['run'], 'id'> },
  task: TaskId,
): string {
  const line = conductorLine('worktrees open', task)
  return mode === 'past' ? namingRun(line, run.id) : line
}
