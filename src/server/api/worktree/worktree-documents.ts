/** Worktrees as the API returns them: with our field names, and beside them those that other programs know. */
import { basename } from 'node:path'
import { laneOf } from '../../../core/plan/lanes.ts'
import type { LaneName } from '../../../core/value/ids.ts'
import { batchOf, ofEachTask, type Run } from '../../../core/run/run.ts'
import type { ListedRow, WorktreeRow } from '../../served/served-worktrees.ts'
import {
  flag,
  maybe,
  number,
  objectOf,
  text,
  time,
  whole,
  type FieldsOf,
} from '../answer-schemas.ts'

export interface WorktreeDocument extends WorktreeRow {
  readonly id: string
  readonly project_id: string
  readonly branch_name: string | null
  readonly batch_id: number | null
  readonly created_at: string | null
  readonly merged_at: string | null
}

export const worktreeFieldList: FieldsOf<WorktreeDocument> = {
  id: text('What it is found by here: its lane, or the name of its folder.', 'task-api'),
  project_id: text('The repository.', 'shop'),
  path: text('Where it is.', '/home/ada/shop-task-api'),
  branch: maybe(text('Its branch.', 'task-api')),
  branch_name: maybe(text('The same.', 'task-api')),
  lane: maybe(text('What shares it; null: not one of ours.', 'task-api')),
  run: maybe(text('The run it belongs to.', '7')),
  task: maybe(text('The task it was last opened for.', 'api')),
  batch_id: maybe(whole('The batch of that task, or the one it was made for by hand.')),
  status: text('Its status.', 'kept'),
  created_at: maybe(time('When it was made; null: not by us.')),
  merged_at: maybe(time('When the last task of its lane landed; null: not all have.')),
  ahead: maybe(whole('Commits that the target does not have.')),
  behind: maybe(whole('Commits of the target that it does not have.')),
  dirty: flag('Whether something is not committed.'),
  bytes: number('What it takes on the disk.'),
}

export const worktreeFields = objectOf<WorktreeDocument>('One worktree.', worktreeFieldList)

/** run: the run of the row; null: the row names none, or none that the store has. */
export function worktreeDocument(
  { createdAt, batch, ...row }: ListedRow,
  project: string,
  run: Run | null,
): WorktreeDocument {
  return {
    ...row,
    id: row.lane ?? basename(row.path),
    project_id: project,
    branch_name: row.branch,
    batch_id: batch ?? batchHere(row, run),
    created_at: createdAt === null ? null : isoTime(createdAt),
    merged_at: run === null || row.lane === null ? null : mergedAt(run, row.lane),
  }
}

const batchHere = ({ task }: Pick<WorktreeRow, 'task'>, run: Run | null): number | null =>
  run === null || task === null || !run.graph.indexOf.has(task) ? null : batchOf(run, task) + 1

function mergedAt(run: Run, lane: LaneName): string | null {
  const states = ofEachTask(run, (task, state) => (laneOf(task) === lane ? [state] : []))
  const times = states.flatMap((state) => (state.is === 'landed' ? [state.at] : []))
  return times.length === 0 || times.length < states.length ? null : isoTime(Math.max(...times))
}

const isoTime = (at: number): string => new Date(at).toISOString()
