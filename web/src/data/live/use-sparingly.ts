/** An answer that costs too much for every frame. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Run } from '../../../../src/core/run/run.ts'
import { useShownRun } from './shown-run.tsx'

/** At least so many milliseconds between two times, and so many times as long as it took. */
const PAUSE = 400
const TIMES_ITS_COST = 20

/** Worked out at once when the run has rested, and otherwise about twice a second, or less often if it takes long. */
export function useSparingly<Answer>(compute: (run: Run, now: number) => Answer): Answer {
  const { run, version, now } = useShownRun()
  const [held, setHeld] = useState(() => ({ run, answer: compute(run, now()) }))
  const notBefore = useRef(0)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        const began = performance.now()
        setHeld({ run, answer: compute(run, now()) })
        const ended = performance.now()
        notBefore.current = ended + Math.max(PAUSE, (ended - began) * TIMES_ITS_COST)
      },
      Math.max(0, notBefore.current - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [run, version, now, compute])
  // What was found of another run names tasks that this one may not have.
  return useMemo(
    () => (held.run === run ? held.answer : compute(run, now())),
    [held, run, now, compute],
  )
}
