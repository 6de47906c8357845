/** The plan of the task file, read again whenever it may have changed, and shown as the run it would be. */
import { useEffect, useState } from 'react'
import { foldRun } from '../../../src/core/run/apply-event.ts'
import { runId } from '../../../src/core/value/ids.ts'
import { readPlan, type FoundPlan } from '../data/api/read-plan.ts'
import type { ShownRun } from '../data/live/shown-run.tsx'
import { say } from '../parts/toasts.tsx'

/** The file is read when it is first needed, when the user comes back to the page (they may have edited it), and when it was planned anew. */
export function usePlanFile(isWanted: boolean, file: string | null = null): FoundPlan | null {
  const [plan, setPlan] = useState<FoundPlan | null>(null)
  useEffect(() => {
    if (!isWanted) return
    const read = (): void =>
      void readPlan(file).then(
        (fresh) => setPlan((old) => (isSame(old, fresh) ? old : fresh)),
        sayTrouble,
      )
    read()
    for (const event of ['focus', WRITTEN]) window.addEventListener(event, read)
    return () => {
      for (const event of ['focus', WRITTEN]) window.removeEventListener(event, read)
    }
  }, [isWanted, file])
  return plan
}

const WRITTEN = 'plan-written'

/** To be called when the server has written the task file. */
export const tellPlanWritten = (): void => void window.dispatchEvent(new Event(WRITTEN))

const isSame = (a: FoundPlan | null, b: FoundPlan): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

const sayTrouble = (error: Error): void => say(error.message, { kind: 'refused' })

/** A plan is shown as the run it would be, at its very beginning. conducted: another run goes on meanwhile. */
export function plannedRun(
  { plan, settings, file }: FoundPlan & { is: 'plan' },
  conducted = false,
): ShownRun {
  const at = Date.now()
  const run = foldRun([
    {
      type: 'run-started',
      plan,
      settings,
      source: { file, digest: '' },
      planningSeconds: 0,
      run: runId(0),
      at,
      sequence: 0,
    },
  ])!
  return { run, version: 0, mode: 'plan', conducted, frozen: null, now: () => at }
}
