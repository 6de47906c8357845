/** Opens a file of a diff in an editor, where the worktree of its task is still there. */
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { laneOf } from '../../../../src/core/plan/lanes.ts'
import { taskOf } from '../../../../src/core/run/run.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { OpenIn } from '../../parts/worktree/open-in.tsx'

export function OpenFile({ task, path }: { readonly task: TaskId; readonly path: string }) {
  const { run } = useShownRun()
  const worktree = run.worktrees.get(laneOf(taskOf(run, task)))
  if (worktree?.isOpen !== true) return null
  return <OpenIn folder={worktree.path} file={path} task={{ run: run.id, task }} />
}
