/** Shown when the server answers, but does not let this browser in any more. */
import { EmptyState } from '../parts/empty-state.tsx'

export function Locked() {
  return (
    <EmptyState title="This page is logged out">
      <p>The server has a new token. To get the new link, type in the repository:</p>
      <pre>conductor open</pre>
    </EmptyState>
  )
}
