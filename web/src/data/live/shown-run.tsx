/** The run that the views show: the live one, a plan that nobody has started, or a past run at some moment. */
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Run } from '../../../../src/core/run/run.ts'
import type { LiveRun, LiveView } from './live-run.ts'

export interface ShownRun {
  readonly run: Run
  /** Changes whenever the run has moved: the run itself is changed in place. */
  readonly version: number
  /** past: it is looked at, nothing can be asked of it. plan: it has not been started. */
  readonly mode: 'live' | 'plan' | 'past'
  /** Whether anybody conducts it. */
  readonly conducted: boolean
  /** The time it is there, in milliseconds: the clock of the server, or the moment that is looked at. */
  now(): number
}

/** From where its tasks are looked at; a plan and a past run stand as if somebody conducted them. */
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

/** Inside of a view there is always a run. It renders again whenever that has moved. */
export function useShownRun(): ShownRun {
  const shown = useContext(ShownContext)
  if (shown === null) throw new Error('outside of a shown run')
  return shown
}

export const ShowRun = ShownContext.Provider

export function useLiveShown(): ShownRun | null {
  const { run, version, conducted, clockAhead } = useLive()
  return useMemo(
    () => run && { run, version, mode: 'live', conducted, now: () => Date.now() + clockAhead },
    [run, version, conducted, clockAhead],
  )
}

/** Renders again every so many milliseconds, for times that pass; stands still for a past run. */
export function useNow(every = 1000): number {
  const { now, mode } = useShownRun()
  const [, tick] = useState(0)
  useEffect(() => {
    if (mode !== 'live') return
    const timer = setInterval(() => tick((count) => count + 1), every)
    return () => clearInterval(timer)
  }, [every, mode])
  return now()
}
