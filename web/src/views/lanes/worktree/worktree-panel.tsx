/** All worktrees of the repository: the status of each, and how to make or remove one. */
import { useQueryClient } from '@tanstack/react-query'
import { EmptyState } from '../../../parts/empty-state.tsx'
import type { Refused } from '../../../data/api/client.ts'
import { MakeWorktree } from './make-worktree.tsx'
import { useWorktrees } from '../use-git-facts.ts'
import { WorktreeLine } from './worktree-line.tsx'
import './worktree-panel.css'

export function WorktreePanel() {
  const { data, error, isLoading } = useWorktrees()
  const queries = useQueryClient()
  const lookAgain = (): void => void queries.invalidateQueries({ queryKey: ['worktrees'] })
  return (
    <section className="worktree-panel" aria-label="Worktrees of the repository">
      {isLoading && <p className="quiet">Looking at the worktrees …</p>}
      {error && (
        <EmptyState title="Worktrees cannot be listed">
          <p>{error.message}</p>
          {(error as Refused).hint && <p>{(error as Refused).hint}</p>}
        </EmptyState>
      )}
      {data && (
        <>
          <div className="worktree-table">
            <table>
              <thead>
                <tr>
                  <th scope="col">Folder</th>
                  <th scope="col">Branch</th>
                  <th scope="col">State</th>
                  <th scope="col">Commits</th>
                  <th scope="col">Files</th>
                  <th scope="col">Disk</th>
                  <th scope="col">
                    <span className="unseen">What can be done</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.map((row) => (
                  <WorktreeLine key={row.path} row={row} onChange={lookAgain} />
                ))}
              </tbody>
            </table>
          </div>
          <MakeWorktree onMade={lookAgain} />
        </>
      )}
    </section>
  )
}
