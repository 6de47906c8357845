/** The API calls about branches and worktrees. */
import type { TaskId } from '../../../../src/core/value/ids.ts'
import type {
  LaneRow,
  ValidationDocument,
  WorktreeReply,
  WorktreeRow,
} from '../../../../src/server/served/served-worktrees.ts'
import { answer, api } from '../../data/api/client.ts'

type Made = Omit<WorktreeReply & { readonly ok: true }, 'ok'>

export const readLanes = async (): Promise<readonly LaneRow[]> =>
  (await answer<{ readonly lanes: readonly LaneRow[] }>(api.api.lanes.$get())).lanes

export const readWorktrees = async (): Promise<readonly WorktreeRow[]> =>
  (await answer<{ readonly worktrees: readonly WorktreeRow[] }>(api.api.worktrees.$get())).worktrees

export const makeWorktree = (name: string, from: string | null): Promise<Made> =>
  answer(api.api.worktrees.$post({ json: { name, from } }))

/** id: the lane of the worktree, or the name of its folder. */
export const removeWorktree = (id: string): Promise<Made> =>
  answer(api.api.worktrees[':id'].$delete({ param: { id: encodeURIComponent(id) } }))

export const checkMerge = (task: TaskId): Promise<ValidationDocument> =>
  answer(api.api.runs[':run'].tasks[':task'].check.$post({ param: { run: 'current', task } }))
