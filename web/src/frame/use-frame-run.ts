/** What the frame shows: the live run, else the plan that could be started, else what is missing. */
import { useEffect, useMemo, useState } from 'react'
import { foldRun } from '../../../src/core/run/apply-event.ts'
import { runId } from '../../../src/core/value/ids.ts'
import { readPlan, type FoundPlan } from '../data/api/read-plan.ts'
import { say } from '../parts/toasts.tsx'
import { useLive, useLiveShown, type ShownRun } from '../data/live/shown-run.tsx'

export type FrameRun =
  | { readonly is: 'run'; readonly run: ShownRun }
  | { readonly is: 'nothing'; readonly plan: Exclude<FoundPlan, { is: 'plan' }> }
  | { readonly is: 'loading' }

export function useFrameRun(): FrameRun {
  const { line } = useLive()
  const live = useLiveShown()
  const isMissing = live === null && line === 'live'
  const plan = usePlanFile(isMissing)
  const planned = useMemo(() => (plan?.is === 'plan' ? plannedRun(plan) : null), [plan])
  if (live !== null) return { is: 'run', run: live }
  if (planned !== null) return { is: 'run', run: planned }
  if (plan === null || plan.is === 'plan') return { is: 'loading' }
  return { is: 'nothing', plan }
}

/** Reads the task file when it is first needed, and again when the user comes back: they may have edited it. */
function usePlanFile(isWanted: boolean): FoundPlan | null {
  const [plan, setPlan] = useState<FoundPlan | null>(null)
  useEffect(() => {
    if (!isWanted) return
    const read = (): void =>
      void readPlan().then(
        (fresh) => setPlan((old) => (isSame(old, fresh) ? old : fresh)),
        sayTrouble,
      )
    read()
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [isWanted])
  return plan
}

const isSame = (a: FoundPlan | null, b: FoundPlan): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

const sayTrouble = (error: Error): void => say(error.message, { kind: 'refused' })

/** A plan is shown as the run it would be, at its very beginning. */
function plannedRun({ plan, settings, file }: FoundPlan & { is: 'plan' }): ShownRun {
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
  return { run, version: 0, mode: 'plan', conducted: false, frozen: null, now: () => at }
}
