/** The folder of a task's worktree, and the command that opens it again when another task has taken the folder. */
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { laneOf } from '../../../../src/core/plan/lanes.ts'
import { taskOf } from '../../../../src/core/run/run.ts'
import { OpenIn } from '../../parts/worktree/open-in.tsx'
import { PortLinks } from '../../parts/worktree/port-links.tsx'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { OpenTerminal } from '../terminal/open-terminal.tsx'
import { openAgain } from './open-again.ts'

export function WorktreePlace({ task }: { readonly task: TaskId }) {
  const shown = useShownRun()
  const { run } = shown
  const worktree = run.worktrees.get(laneOf(taskOf(run, task)))
  if (worktree === undefined) return null
  return (
    <>
      <code>{worktree.path}</code>
      <OpenIn folder={worktree.path} task={{ run: run.id, task }} />
      <OpenTerminal run={run.id} task={task} />
      <PortLinks folder={worktree.path} />
      {!worktree.isOpen && (
        <span className="quiet">
          {' '}
          or, if that has gone, <code>{openAgain(shown, task)}</code> makes it again
        </span>
      )}
    </>
  )
}
