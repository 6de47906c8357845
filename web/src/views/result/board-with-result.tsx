/** The board; when the run is over, what it has landed stands above it. */
import { Suspense } from 'react'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { loadWhenShown } from '../../parts/load-when-shown.ts'
import { Board } from '../board/board.tsx'

const RunResult = loadWhenShown(() => import('./run-result.tsx'))

export function BoardWithResult() {
  const { run, mode } = useShownRun()
  if (mode !== 'live' || run.ended === null || run.target === null) return <Board />
  return (
    <div className="view-with-result">
      <Suspense>
        <RunResult run={run.id} changedBy={String(run.sequence)} />
      </Suspense>
      <Board />
    </div>
  )
}
