/** The orbs as they stand now: loaded once, then live, and the same objects as long as nothing about them changes. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { orbsOf, type Orb } from '../../../../src/core/workspace/orbs.ts'
import type { Tracker } from '../../../../src/core/workspace/tracker.ts'
import { useTracker, type TrackerTrouble } from '../../data/live/use-tracker.ts'
import { useClock } from './use-clock.ts'
import { justStopped, keepOrbs } from './keep-orbs.ts'
import { sectionsOf, type Section } from './sections.ts'

export interface ShownOrbs {
  readonly tracker: Tracker
  readonly orbs: readonly Orb[]
  readonly sections: readonly Section[]
  /** The orbs whose agent has stopped in the last moment. */
  readonly flashing: ReadonlySet<string>
  readonly now: number
}

/** The first look: null while it is loading. */
export type Orbs = { readonly shown: ShownOrbs } | { readonly trouble: TrackerTrouble } | null

const TICK = 15_000

export function useOrbs(): Orbs {
  const { tracker, trouble } = useTracker()
  const now = useClock(TICK)
  const orbs = useKeptOrbs(tracker, now)
  const flashing = useFlashing(orbs)
  const shown = useMemo(
    () => tracker && { tracker, orbs, sections: sectionsOf(tracker, orbs), flashing, now },
    [tracker, orbs, flashing, now],
  )
  if (shown !== null) return { shown }
  return trouble === null ? null : { trouble }
}

function useKeptOrbs(tracker: Tracker | null, now: number): readonly Orb[] {
  const before = useRef<readonly Orb[]>([])
  return useMemo(() => {
    before.current = keepOrbs(before.current, tracker === null ? [] : orbsOf(tracker, now))
    return before.current
  }, [tracker, now])
}

/** Milliseconds. */
const FLASH = 1500
const NONE: ReadonlySet<string> = new Set()

function useFlashing(orbs: readonly Orb[]): ReadonlySet<string> {
  const before = useRef(orbs)
  const [flashing, setFlashing] = useState(NONE)
  useEffect(() => {
    const stopped = justStopped(before.current, orbs)
    before.current = orbs
    if (stopped.length > 0) setFlashing(new Set(stopped))
  }, [orbs])
  useEffect(() => {
    if (flashing.size === 0) return
    const timer = setTimeout(() => setFlashing(NONE), FLASH)
    return () => clearTimeout(timer)
  }, [flashing])
  return flashing
}
