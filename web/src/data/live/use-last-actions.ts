/** The last action of each working attempt; empty for a run that is over or not live. */
import { useEffect, useState } from 'react'
import { useLiveRun, useShownRun } from './shown-run.tsx'
import type { LastActions } from './watched-actions.ts'

export function useLastActions(): LastActions {
  const live = useLiveRun()
  const { mode } = useShownRun()
  const [actions, setActions] = useState<LastActions>(NONE)
  useEffect(() => {
    if (mode !== 'live') return
    return live.watchActions(setActions)
  }, [live, mode])
  return mode === 'live' ? actions : NONE
}

const NONE: LastActions = new Map()
