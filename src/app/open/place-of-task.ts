/** Where the files of a task are: its worktree, or the folder of a run that works in place. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PlaceInEditor } from '../../core/workspace/editors.ts'
import { laneOf } from '../../core/plan/lanes.ts'
import { taskOf, type Run } from '../../core/run/run.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { Complaint } from '../console/complain.ts'
import { isInside } from '../place/is-inside.ts'

/** file: below that folder; a path that leads out of it is refused. */
export function placeOfTask(
  run: Run,
  task: TaskId,
  { file, line }: Pick<PlaceInEditor, 'file' | 'line'>,
): PlaceInEditor {
  const folder = folderOfTask(run, task)
  if (file !== null && !isInside(folder, file))
    throw new Complaint(`"${file}" is not in the worktree of ${task}`, 'name a file below it')
  if (file !== null && !existsSync(join(folder, file)))
    throw new Complaint(`there is no file "${file}" in ${folder}`)
  return { folder, file, line }
}

export function folderOfTask(run: Run, task: TaskId): string {
  const folder =
    run.settings.isolation === 'none'
      ? run.settings.directory
      : run.worktrees.get(laneOf(taskOf(run, task)))?.path
  if (folder !== undefined && existsSync(folder)) return folder
  throw new Complaint(
    `${task} has no worktree ${folder === undefined ? 'yet' : 'any more'}`,
    folder === undefined
      ? 'it gets one when it starts'
      : `\`conductor worktrees open ${task}\` makes it again`,
  )
}
