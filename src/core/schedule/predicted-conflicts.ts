/** Pairs of tasks that are expected to change the same file or folder, before any of them has begun. */
import { kindsOf } from './alike-tasks.ts'
import type { TaskId } from '../value/ids.ts'
import { sharedFiles } from './glob-overlap.ts'
import type { Plan, Task } from '../plan/plan.ts'

/** In the form that other programs know. Only the same file keeps tasks from working at once (S5). */
export interface PredictedConflict {
  readonly task_ids: readonly [TaskId, TaskId]
  readonly predicted_files: readonly string[]
  readonly conflict_type: 'same_file' | 'same_directory'
}

const MOST = 1000

/** In plan order, at most MOST of them, because people do not read more. */
export function predictedConflicts({ tasks }: Plan): readonly PredictedConflict[] {
  const conflicts: PredictedConflict[] = []
  const near = neighbours(tasks)
  for (let i = 0; i < tasks.length && conflicts.length < MOST; i++)
    for (const j of near(i)) conflicts.push(...conflictOf(tasks[i]!, tasks[j]!))
  return conflicts.slice(0, MOST)
}

/** The later tasks of the plan that name one of the files or folders of a task, so that not all pairs are compared. */
function neighbours(tasks: readonly Task[]): (i: number) => readonly number[] {
  const kinds = kindsOf(tasks)
  const ofKind: number[][] = kinds.list.map(() => [])
  const inFolder = new Map<string, number[]>()
  tasks.forEach(({ files }, i) => {
    ofKind[kinds.of[i]!]!.push(i)
    for (const folder of foldersOf(files)) {
      if (!inFolder.has(folder)) inFolder.set(folder, [])
      inFolder.get(folder)!.push(i)
    }
  })
  return (i) => {
    const { touches } = kinds.list[kinds.of[i]!]!
    const sharing = touches.flatMap((path) => kinds.naming[path]!).flatMap((kind) => ofKind[kind]!)
    const beside = [...foldersOf(tasks[i]!.files)].flatMap((folder) => inFolder.get(folder)!)
    return [...new Set([...sharing, ...beside])].filter((j) => j > i).sort((a, b) => a - b)
  }
}

function conflictOf(a: Task, b: Task): readonly PredictedConflict[] {
  const same = sharedFiles(a.files, b.files)
  if (same.length > 0)
    return [{ task_ids: [a.id, b.id], predicted_files: same, conflict_type: 'same_file' }]
  const folders = foldersOf(b.files)
  const near = a.files.filter((file) => folders.has(folderOf(file)))
  return near.length === 0
    ? []
    : [{ task_ids: [a.id, b.id], predicted_files: near, conflict_type: 'same_directory' }]
}

/** The top folder does not count, because every task may use it. */
const foldersOf = (files: readonly string[]): ReadonlySet<string> =>
  new Set(files.map(folderOf).filter((folder) => folder !== ''))

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
