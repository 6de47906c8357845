/** Explains the run again when it has moved: a small one at once, a large one twice a second. */
import { useEffect, useMemo, useState } from 'react'
import type { ShownRun } from '../live/shown-run.tsx'
import { explain, type Explained } from './explain.ts'

/** Of so many tasks it takes less than a frame has to spare. */
const SMALL = 1000
const PAUSE = 500

export function useExplained({ run, version, now }: ShownRun): Explained {
  const moved = useSeldom(version, run.plan.tasks.length > SMALL ? PAUSE : 0)
  // The run is changed in place: its version tells.
  return useMemo(() => explain(run, now()), [run, moved])
}

/** The value, which is let through once in so many milliseconds. */
function useSeldom(value: number, pause: number): number {
  const [seen, setSeen] = useState({ value, at: 0 })
  useEffect(() => {
    if (pause === 0 || value === seen.value) return
    const show = (): void => setSeen({ value, at: performance.now() })
    const timer = setTimeout(show, Math.max(0, seen.at + pause - performance.now()))
    return () => clearTimeout(timer)
  }, [value, seen, pause])
  return pause === 0 ? value : seen.value
}
