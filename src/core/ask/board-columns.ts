/** The columns of the board, and which one a task is in. */
import type { TaskState } from '../run/task-state.ts'

export type Column = 'backlog' | 'in-progress' | 'review' | 'done'

export const COLUMNS: readonly Column[] = ['backlog', 'in-progress', 'review', 'done']

export const COLUMN_NAMES: Readonly<Record<Column, string>> = {
  backlog: 'Backlog',
  'in-progress': 'In Progress',
  review: 'Review',
  done: 'Done',
}

export function columnOf(state: TaskState): Column {
  switch (state.is) {
    case 'waiting':
      return 'backlog'
    case 'working':
    case 'stuck':
      return 'in-progress'
    case 'landing':
    case 'review':
    case 'failed':
      return 'review'
    case 'landed':
    case 'skipped':
    case 'cancelled':
      return 'done'
  }
}
