/** Explains the run again when it has moved: a small one at once, a large one when there is time for it. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ShownRun } from '../../data/live/shown-run.tsx'
import { explain, type Explained } from './explain.ts'

/** Of so many tasks it takes less than a frame has to spare. */
const SMALL = 1000
/** Between two explanations of a large run, and more if they take long. */
const PAUSE = 500
const PAUSES_PER_WORK = 10
/** Nobody reads while it scrolls, but after so long it has to be. */
const LONGEST = 5000

export function useExplained({ run, version, now }: ShownRun): Explained {
  const cost = useRef(0)
  const isLarge = run.plan.tasks.length > SMALL
  const moved = useSeldom(version, isLarge, cost)
  // The run is changed in place: its version tells.
  return useMemo(() => {
    const began = performance.now()
    const explained = explain(run, now())
    cost.current = performance.now() - began
    return explained
  }, [run, moved])
}

/** The value, let through at most so often that looking at it costs a tenth of the time. */
function useSeldom(value: number, isLarge: boolean, cost: { readonly current: number }): number {
  const [seen, setSeen] = useState({ value, at: 0 })
  const staleSince = useRef<number | null>(null)
  const lastScroll = useLastScroll()
  useEffect(() => {
    if (!isLarge || value === seen.value) return
    staleSince.current ??= performance.now()
    const since = staleSince.current
    const due = Math.max(since, seen.at + Math.max(PAUSE, cost.current * PAUSES_PER_WORK))
    let timer = setTimeout(look, due - performance.now())
    return () => clearTimeout(timer)

    function look(): void {
      const now = performance.now()
      const isScrolling = now - lastScroll.current < PAUSE
      if (isScrolling && now - since < LONGEST) timer = setTimeout(look, PAUSE)
      else show(now)
    }
  }, [value, seen, isLarge, cost, lastScroll])
  return isLarge ? seen.value : value

  function show(at: number): void {
    staleSince.current = null
    setSeen({ value, at })
  }
}

function useLastScroll(): { readonly current: number } {
  const last = useRef(-Infinity)
  useEffect(() => {
    const note = (): void => void (last.current = performance.now())
    document.addEventListener('scroll', note, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', note, { capture: true })
  }, [])
  return last
}
