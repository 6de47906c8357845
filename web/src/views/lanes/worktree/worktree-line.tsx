/** One worktree, as a line of the panel. */
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import { laneOf } from '../../../../../src/core/plan/lanes.ts'
import type { Run } from '../../../../../src/core/run/run.ts'
import { formatSize } from '../../../../../src/core/value/size.ts'
import type { WorktreeRow } from '../../../../../src/server/served/served-worktrees.ts'
import { useShownRun } from '../../../data/live/shown-run.tsx'
import { askPerson } from '../../../parts/ask-person.tsx'
import { Button } from '../../../parts/button.tsx'
import { say } from '../../../parts/toasts.tsx'
import type { Refused } from '../../../data/api/client.ts'
import { removeWorktree } from '../ask-git.ts'
import { MergeActions } from '../merge-actions.tsx'
import { folderName, isOurs, sayStatus, whatIsKept } from './say-worktree.ts'

export interface WorktreeLineProps {
  readonly row: WorktreeRow
  onChange(): void
}

export function WorktreeLine({ row, onChange }: WorktreeLineProps) {
  const { run, conducted } = useShownRun()
  const isInUse = conducted && row.run === run.id
  const { path, branch, ahead, behind, dirty, bytes, status } = row
  return (
    <tr>
      <th scope="row">
        <code title={path}>{folderName(path)}</code>
      </th>
      <td data-name="Branch">{branch === null ? 'no branch' : <code>{branch}</code>}</td>
      <td data-name="State">
        {sayStatus(status)} <ForTask row={row} />
      </td>
      <td data-name="Commits">
        {ahead === null || behind === null ? (
          ''
        ) : (
          <>
            <span aria-hidden="true">
              ↑{ahead} ↓{behind}
            </span>
            <span className="unseen">
              {ahead} ahead, {behind} behind
            </span>
          </>
        )}
      </td>
      <td data-name="Files">{dirty ? '● uncommitted' : '✓ clean'}</td>
      <td data-name="Disk">{formatSize(bytes)}</td>
      <td>
        <div className="worktree-actions">
          {isOurs(row) && (
            <>
              <MergeActions tasks={tasksOf(run, row)} />
              {!isInUse && <Remove row={row} onChange={onChange} />}
            </>
          )}
        </div>
      </td>
    </tr>
  )
}

/** The tasks of the worktree, if it belongs to the shown run. */
const tasksOf = ({ id, plan }: Run, { run, lane }: WorktreeRow): readonly TaskId[] =>
  run === id ? plan.tasks.filter((task) => laneOf(task) === lane).map((task) => task.id) : []

/** Links to the task, if it is one of the shown run: only those have a page. */
function ForTask({ row: { run: of, task } }: { readonly row: WorktreeRow }) {
  const { run } = useShownRun()
  if (task === null) return null
  return of === run.id ? (
    <Link href={`/tasks/${task}`}>{task}</Link>
  ) : (
    <span className="quiet">
      {task}, run {of}
    </span>
  )
}

function Remove({ row, onChange }: WorktreeLineProps) {
  const name = folderName(row.path)
  const remove = useMutation<readonly string[], Refused>({
    mutationFn: async () => (await removeWorktree(row.lane ?? name)).kept,
    onSuccess: (kept) => {
      say(`${name} is gone.`, { hint: kept.length === 0 ? null : `Kept: ${kept.join('; ')}` })
      onChange()
    },
    onError: ({ message, hint }) => say(message, { kind: 'refused', hint: hint ?? null }),
  })
  const ask = async (): Promise<void> => {
    const title = `Remove the worktree ${name}?`
    const yes = 'Remove it'
    const answer = await askPerson({ title, text: whatIsKept(row), yes, isDanger: true })
    if (answer !== null) remove.mutate()
  }
  return (
    <Button kind="quiet" disabled={remove.isPending} onClick={() => void ask()}>
      {remove.isPending ? 'Removing …' : 'Remove …'}
    </Button>
  )
}
