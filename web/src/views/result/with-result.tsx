/** A view of a run; when the run is over, what became of it stands above the view. */
import { Suspense, type ReactNode } from 'react'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { loadWhenShown } from '../../parts/load-when-shown.ts'
import './with-result.css'

const RunResult = loadWhenShown(() => import('./run-result.tsx'))
const RunOver = loadWhenShown(() => import('./run-over.tsx'))

export interface WithResultProps {
  /** With what the user can do with the result. */
  readonly canTake?: boolean
  readonly children: ReactNode
}

export function WithResult({ canTake = false, children }: WithResultProps) {
  const { run, mode } = useShownRun()
  if (mode !== 'live' || run.ended === null) return children
  return (
    <div className="view-with-result">
      {/* It is there while the result is being read, too, so that the view keeps its room. */}
      <div>
        <Suspense>
          {canTake && run.target !== null && run.counts.landed > 0 ? (
            <RunResult run={run.id} changedBy={String(run.sequence)} />
          ) : (
            <RunOver isLine />
          )}
        </Suspense>
      </div>
      {children}
    </div>
  )
}
