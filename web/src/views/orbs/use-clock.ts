/** The clock of the server, in milliseconds; the caller renders again every `every` milliseconds. */
import { useEffect, useState } from 'react'
import { useLive } from '../../data/live/shown-run.tsx'

export function useClock(every: number): number {
  const { clockAhead } = useLive()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now + clockAhead
}
