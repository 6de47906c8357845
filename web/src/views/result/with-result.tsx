/** A view of a run. The result of a finished run is shown above the view. */
import { Suspense, type ReactNode } from 'react'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { loadWhenShown } from '../../parts/load-when-shown.ts'
import './with-result.css'

const RunResult = loadWhenShown(() => import('./run-result.tsx'))
const RunOver = loadWhenShown(() => import('./run-over.tsx'))

export interface WithResultProps {
  /** Shows the actions for the result, too. */
  readonly canTake?: boolean
  /** The view itself offers a new plan. */
  readonly hasNewPlan?: boolean
  readonly children: ReactNode
}

/** The view stays the same element when the run ends or another one begins, so that it keeps its state. */
export function WithResult({ canTake = false, hasNewPlan = false, children }: WithResultProps) {
  const { run, mode, conducted } = useShownRun()
  const isOver = mode === 'live' && run.ended !== null
  return (
    <div className={isOver ? 'view-with-result' : 'view-alone'}>
      {/* It is there while the result is being read, too, so that the view keeps its room. */}
      {isOver && (
        <div>
          <Suspense>
            {canTake && run.target !== null && run.counts.landed > 0 ? (
              <RunResult run={run.id} changedBy={`${run.sequence} ${conducted}`} known={run} />
            ) : (
              <RunOver isLine hasNewPlan={hasNewPlan} />
            )}
          </Suspense>
        </div>
      )}
      {children}
    </div>
  )
}
