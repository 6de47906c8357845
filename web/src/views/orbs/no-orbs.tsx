/** Shown when there is no workspace in any repository. */
import { EmptyState } from '../../parts/empty-state.tsx'

export const NoOrbs = () => (
  <EmptyState title="No workspace yet">
    <p>
      Every workspace becomes an orb here: the worktrees of our runs, your own worktrees and
      branches, and pull requests.
    </p>
    <p>
      Start a run, or add one by hand: <code>git worktree add ../feature -b feature</code>
    </p>
    <p>
      Other repositories are added with <code>conductor projects add</code>.
    </p>
  </EmptyState>
)
