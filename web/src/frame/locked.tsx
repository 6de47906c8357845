/** Shown when the server answers, but does not let this browser in any more. */
import { EmptyState } from '../parts/empty-state.tsx'

export function Locked() {
  return (
    <EmptyState title="This page has lost its key">
      <p>The server was given a new token. See the link again by typing, in the repository:</p>
      <pre>conductor open</pre>
    </EmptyState>
  )
}
