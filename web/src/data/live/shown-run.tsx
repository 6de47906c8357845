/** The run that the views show: the live one, a plan that has not been started, or a past run at some moment. */
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Frozen } from '../../../../src/core/report/attention-document.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import type { LiveRun, LiveView } from './live-run.ts'

export interface ShownRun {
  readonly run: Run
  /** Changes with every event, because events change the run in place. */
  readonly version: number
  /** past: the run can be looked at, but takes no asks. plan: it has not been started. */
  readonly mode: 'live' | 'plan' | 'past'
  /** Whether a coordinator conducts the run. */
  readonly conducted: boolean
  /** The coordinator, if its process is stopped (SIGSTOP). */
  readonly frozen: Frozen | null
  /** The time in the run, in milliseconds: the clock of the server, or the moment of a past run that is shown. */
  now(): number
}

/** How the standing of its tasks is told; a plan and a past run count as conducted. */
export const sightOf = ({ mode, conducted }: ShownRun, now: number) => ({
  now,
  isConducted: mode !== 'live' || conducted,
})

export const LiveContext = createContext<LiveRun | null>(null)

const ShownContext = createContext<ShownRun | null>(null)

export function useLive(): LiveView {
  const live = useLiveRun()
  return useSyncExternalStore(live.subscribe, live.view)
}

export function useLiveRun(): LiveRun {
  const live = useContext(LiveContext)
  if (live === null) throw new Error('outside of LiveContext')
  return live
}

/** Inside a view there is always a run. The caller renders again whenever the run has changed. */
export function useShownRun(): ShownRun {
  const shown = useContext(ShownContext)
  if (shown === null) throw new Error('outside of a shown run')
  return shown
}

export const ShowRun = ShownContext.Provider

export function useLiveShown(): ShownRun | null {
  const { run, version, conducted, frozen, clockAhead } = useLive()
  return useMemo(
    () => shownOf({ run, version, conducted, frozen, clockAhead }),
    [run, version, conducted, frozen, clockAhead],
  )
}

/** null: there was no run yet. */
export const shownOf = ({
  run,
  version,
  conducted,
  frozen,
  clockAhead,
}: Pick<LiveView, 'run' | 'version' | 'conducted' | 'frozen' | 'clockAhead'>): ShownRun | null =>
  run && { run, version, mode: 'live', conducted, frozen, now: () => Date.now() + clockAhead }

/** The time in the run, or of the server where no run is shown. The caller renders again every `every` milliseconds while that goes on. */
export function useNow(every = 1000): number {
  const shown = useContext(ShownContext)
  const live = useContext(LiveContext)
  const isGoing = shown === null || shown.mode === 'live'
  const [, tick] = useState(0)
  useEffect(() => {
    if (!isGoing) return
    const timer = setInterval(() => tick((count) => count + 1), every)
    return () => clearInterval(timer)
  }, [every, isGoing])
  return shown?.now() ?? Date.now() + (live?.view().clockAhead ?? 0)
}
