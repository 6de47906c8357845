/** What the frame shows: the live run, else the plan that could be started, else what is missing. A run without a plan hides no plan. */
import { useMemo } from 'react'
import { plannedRun, usePlanFile } from '../act/use-plan-file.ts'
import type { FoundPlan } from '../data/api/read-plan.ts'
import { pageProject } from '../data/api/project.ts'
import { useLive, useLiveShown, type ShownRun } from '../data/live/shown-run.tsx'
import type { Run } from '../../../src/core/run/run.ts'

export type FrameRun =
  | { readonly is: 'run'; readonly run: ShownRun; readonly notPlanned: Run | null }
  | {
      readonly is: 'nothing'
      readonly plan: Exclude<FoundPlan, { is: 'plan' }>
      /** The last run, if planning failed, so that it has no tasks. */
      readonly notPlanned: Run | null
    }
  /** The server was started outside of a repository, and the address names none. */
  | { readonly is: 'home' }
  | { readonly is: 'loading' }

export function useFrameRun(): FrameRun {
  const { line, projects } = useLive()
  const live = useLiveShown()
  const isHome = projects?.current === null && pageProject() === null
  const notPlanned = live?.run.planned?.failed ? live.run : null
  const isMissing =
    (live === null || notPlanned !== null) && line === 'live' && projects !== null && !isHome
  const plan = usePlanFile(isMissing)
  const planned = useMemo(() => (plan?.is === 'plan' ? plannedRun(plan) : null), [plan])
  if (isHome) return { is: 'home' }
  if (live !== null && notPlanned === null) return { is: 'run', run: live, notPlanned }
  if (planned !== null) return { is: 'run', run: planned, notPlanned }
  if (plan === null || plan.is === 'plan') return { is: 'loading' }
  return { is: 'nothing', plan, notPlanned }
}
