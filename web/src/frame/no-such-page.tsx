/** Shown at an address that is no view. */
import { Link, useLocation } from 'wouter'
import { EmptyState } from '../parts/empty-state.tsx'

export default function NoSuchPage() {
  const [path] = useLocation()
  return (
    <EmptyState title="There is no such page">
      <p>
        Nothing is at <code>{path}</code>. <Link href="/board">Go to the board</Link>
      </p>
    </EmptyState>
  )
}
