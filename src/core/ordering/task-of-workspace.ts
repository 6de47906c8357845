/** Which task of a run a workspace of the tracker belongs to. */
import { laneOf } from '../plan/lanes.ts'
import { isPlanned } from '../plan/plan-changes.ts'
import type { Run } from '../run/run.ts'
import { isTaskId, type TaskId } from '../value/ids.ts'
import type { TreeNode } from '../workspace/tracker.ts'
import { nodesOf } from '../workspace/tracker-of.ts'

/**
 * project: as the trees name the repository of the run. A branch that is called like a task or its lane belongs to it,
 * even if the tracker does not know. Before a run, the branches of earlier runs belong to the tasks of the same name.
 */
export function tasksOfWorkspaces(
  run: Run,
  trees: Readonly<Record<string, TreeNode>>,
  project: string,
): ReadonlyMap<string, TaskId> {
  const byName = new Map<string, TaskId>(
    run.plan.tasks.flatMap((task) => [
      [laneOf(task), task.id],
      [task.id, task.id],
    ]),
  )
  return new Map(
    Object.entries(trees).flatMap(([repository, root]) =>
      nodesOf(root).flatMap(
        ({ workspace_id, branch, task }): readonly (readonly [string, TaskId])[] => {
          if (workspace_id === null) return []
          const own =
            task?.project === project && (task.run === run.id || isPlanned(run))
              ? taskInRun(run, task.task)
              : null
          const named =
            task === null && repository === project
              ? byName.get(branch.split('/').at(-1)!)
              : undefined
          const taskHere = own ?? named
          return taskHere === undefined ? [] : [[workspace_id, taskHere]]
        },
      ),
    ),
  )
}

const taskInRun = (run: Run, task: string): TaskId | null =>
  isTaskId(task) && run.graph.indexOf.has(task) ? task : null
