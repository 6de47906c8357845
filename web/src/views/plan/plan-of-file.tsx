/** The plan of a task file where there is a run already: that of the run, or what would be started next, such as a plan just made. */
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { openStart } from '../../act/new-work.ts'
import { plannedRun, usePlanFile } from '../../act/use-plan-file.ts'
import { ShowRun, useShownRun, type ShownRun } from '../../data/live/shown-run.tsx'
import { Button } from '../../parts/button.tsx'
import { TASK_FILE, usePlanAddress } from './plan-address.ts'

interface PlanOfFileProps {
  readonly file: string
  readonly children: ReactNode
}

/** The children show the plan of the file instead of that of the run. The page changes and starts no file but the usual one. */
export function PlanOfFile({ file, children }: PlanOfFileProps) {
  const live = useShownRun()
  const planFile = usePlanFile(true, file)
  const isNext = file === TASK_FILE
  const isFixed = live.conducted || !isNext
  const planned = useMemo(
    () => (planFile?.is === 'plan' ? plannedRun(planFile, isFixed) : null),
    [planFile, isFixed],
  )
  const { change } = usePlanAddress()
  const showRun = (): void => change({ of: null, task: null })
  useNextRun(live, showRun)
  return (
    <div className="plan-of-file">
      <header>
        <p>
          This is the plan of <code>{file}</code>
          {live.conducted && isNext
            ? `. It can be changed and started when run ${live.run.id} is over.`
            : '.'}
        </p>
        <span className="spring" />
        <Button onClick={showRun}>{`Show run ${live.run.id}`}</Button>
        {planned !== null && !isFixed && <StartButton />}
      </header>
      {planned !== null && <ShowRun value={planned}>{children}</ShowRun>}
      {planFile?.is === 'bad' && <p className="plan-of-file-trouble">{planFile.message}</p>}
      {planFile?.is === 'none' && <p className="plan-of-file-trouble">There is no such file.</p>}
    </div>
  )
}

/** A run that was started meanwhile is what the user wants to see. */
function useNextRun({ run }: ShownRun, show: () => void): void {
  const first = useRef(run.id)
  useEffect(() => {
    if (first.current !== run.id) show()
  }, [run.id])
}

const StartButton = () => (
  <Button kind="primary" onClick={() => openStart()}>
    Start this plan
  </Button>
)
