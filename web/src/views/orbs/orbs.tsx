/** The orbs view: the workspaces of all repositories as a hall in 3D or 2D, or as a list; and in which order to work. */
import { EmptyState } from '../../parts/empty-state.tsx'
import { Button } from '../../parts/button.tsx'
import { OrbsLoading } from './orbs-loading.tsx'
import { OrbsPlace } from './orbs-place.tsx'
import { useOrbs } from './use-orbs.ts'
import './orbs.css'

const TITLE = 'Conductor Worktree Tracker 3D'

export default function Orbs() {
  const orbs = useOrbs()
  return (
    <div className="orbs">
      <h1 className="unseen">{TITLE}</h1>
      {orbs === null ? (
        <OrbsLoading says="Looking for workspaces …" />
      ) : 'trouble' in orbs ? (
        <EmptyState title="The workspaces cannot be shown">
          <p>{orbs.trouble.message}</p>
          {orbs.trouble.hint !== null && <p className="quiet">{orbs.trouble.hint}</p>}
          <Button onClick={() => location.reload()}>Reload</Button>
        </EmptyState>
      ) : (
        <OrbsPlace shown={orbs.shown} />
      )}
    </div>
  )
}
