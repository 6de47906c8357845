/** Explains the run again when it has changed: a small run at once, a large one when there is time for it. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ShownRun } from '../../data/live/shown-run.tsx'
import { explain, type Explained } from './explain.ts'

/** To explain a run of so many tasks takes less time than a frame has to spare. */
const SMALL = 1000
/** Milliseconds between two explanations of a large run; more if they take long. */
const PAUSE = 500
const PAUSES_PER_WORK = 10
/** An explanation waits while the user scrolls, but no longer than this. */
const LONGEST = 5000

export function useExplained({ run, version, now }: ShownRun): Explained {
  const cost = useRef(0)
  const isLarge = run.plan.tasks.length > SMALL
  const moved = useSeldom(version, isLarge, cost)
  // Events change the run in place, so `run` alone does not tell that it has changed.
  return useMemo(() => {
    const began = performance.now()
    const explained = explain(run, now())
    cost.current = performance.now() - began
    return explained
  }, [run, moved])
}

/** Returns the value, but changes it so seldom that computing with it costs at most a tenth of the time. */
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
