/** An answer that costs too much for every frame. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Run } from '../../../src/core/run.ts'
import { useShownRun } from '../live/shown-run.tsx'

const PAUSE = 400

/** Worked out at once when the run has rested, and otherwise a little more than twice a second. */
export function useSparingly<Answer>(compute: (run: Run, now: number) => Answer): Answer {
  const { run, version, now } = useShownRun()
  const [held, setHeld] = useState(() => ({ run, answer: compute(run, now()) }))
  const last = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, last.current + PAUSE - Date.now())
    const timer = setTimeout(() => {
      last.current = Date.now()
      setHeld({ run, answer: compute(run, now()) })
    }, wait)
    return () => clearTimeout(timer)
  }, [run, version, now, compute])
  // What was found of another run names tasks that this one may not have.
  return useMemo(
    () => (held.run === run ? held.answer : compute(run, now())),
    [held, run, now, compute],
  )
}
