/** What is shown when there is no workspace, or none that matches. */
import { NewPlanButton } from '../plan/make/new-plan-button.tsx'
import { Button } from '../../parts/button.tsx'
import { EmptyArt } from '../../parts/empty-art.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'

export const NoOrbs = () => (
  <EmptyState title="No workspace yet" art={<EmptyArt name="orbs" />}>
    <p>
      Every branch that is worked on becomes an orb here: those of runs, your own worktrees, and
      pull requests.
    </p>
    <NewPlanButton kind="primary" />
    <details>
      <summary>Other ways</summary>
      <p>
        Make a worktree yourself: <code>git worktree add ../feature -b feature</code>
      </p>
      <p>
        Show another repository, too: <code>conductor projects add</code>
      </p>
    </details>
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
