/** Opens the worktree of a lane in an editor, and leads to the servers that listen there. */
import { useShownRun } from '../../data/live/shown-run.tsx'
import { OpenIn } from '../../parts/worktree/open-in.tsx'
import { PortLinks } from '../../parts/worktree/port-links.tsx'
import { OpenTerminal } from '../terminal/open-terminal.tsx'
import { tasksIn, type Lane } from './lane-list.ts'

export function LaneFolder({ lane }: { readonly lane: Lane }) {
  const { run } = useShownRun()
  const worktree = lane.name === null ? undefined : run.worktrees.get(lane.name)
  const [task] = tasksIn(lane)
  if (worktree?.isOpen !== true || task === undefined) return null
  return (
    <>
      <OpenIn folder={worktree.path} task={{ run: run.id, task }} />
      <OpenTerminal run={run.id} task={task} />
      <PortLinks folder={worktree.path} />
    </>
  )
}
