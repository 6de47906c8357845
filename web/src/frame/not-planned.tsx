/** Says why the last run has no tasks: planning failed. The plan of the task file, if there is one, is shown below. */
import type { Run } from '../../../src/core/run/run.ts'
import { sayNotPlanned } from '../../../src/core/say/plan/say-planning.ts'
import { openNewPlan } from '../act/new-work.ts'
import { Button } from '../parts/button.tsx'
import './line-banner.css'

export interface NotPlannedProps {
  readonly run: Run
  /** The task file that can be started in its place; null: there is none. */
  readonly file: string | null
}

export default function NotPlanned({ run, file }: NotPlannedProps) {
  return (
    <p className="line-banner" role="status">
      Run {run.id} did nothing, because {sayNotPlanned(run.planned)}.{' '}
      {file !== null && (
        <>
          Your <code>{file}</code> is still there: these are its tasks.{' '}
        </>
      )}
      <Button onClick={openNewPlan}>Plan again</Button>
    </p>
  )
}
