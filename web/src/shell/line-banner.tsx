/** Says that what is shown may be old, for as long as the line is down. */
import { useEffect, useState } from 'react'
import { formatDuration } from '../../../src/core/duration.ts'
import { useLive } from '../live/shown-run.tsx'
import './line-banner.css'

/** A hiccup is not worth a word. */
const PATIENCE = 700

export function LineBanner() {
  const { line, lostAt } = useLive()
  const seconds = useSecondsSince(line === 'reconnecting' || line === 'offline' ? lostAt : null)
  if (seconds === null || seconds * 1000 < PATIENCE) return null
  const since = formatDuration(Math.max(1, Math.round(seconds)))
  return (
    <p className="line-banner" role="alert">
      {line === 'offline' ? 'The server does not answer' : 'Reconnecting'}: what you see is {since}{' '}
      old. Nothing is lost, the rest comes when the server answers again.
    </p>
  )
}

function useSecondsSince(at: number | null): number | null {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (at === null) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [at])
  return at === null ? null : (now - at) / 1000
}
