/** Computes what would cost too much to compute for every frame. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Run } from '../../../../src/core/run/run.ts'
import { useShownRun } from './shown-run.tsx'

/** The pause between two computations: at least so many milliseconds, and so many times as long as the last took. */
const PAUSE = 400
const TIMES_ITS_COST = 20

/** Computes at once when the run was quiet for a while, otherwise about twice a second, or less often if it is slow. */
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
  // An answer about another run names tasks that this run may not have.
  return useMemo(
    () => (held.run === run ? held.answer : compute(run, now())),
    [held, run, now, compute],
  )
}
