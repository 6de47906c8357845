/** What is shown when there is no workspace, or none that matches. */
import { Button } from '../../parts/button.tsx'
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

/** The search and the filters match nothing. */
export const NoMatch = ({ onClear }: { readonly onClear: () => void }) => (
  <div className="orbs-none">
    <EmptyState title="No workspace matches">
      <p>The search and the filters together match none of the workspaces.</p>
      <Button onClick={onClear}>Clear filters</Button>
    </EmptyState>
  </div>
)
