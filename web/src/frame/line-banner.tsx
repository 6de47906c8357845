/** Says that the page may be out of date, for as long as the line is down. */
import { useEffect, useState } from 'react'
import { formatDuration } from '../../../src/core/value/duration.ts'
import { useLive } from '../data/live/shown-run.tsx'
import { Button } from '../parts/button.tsx'
import './line-banner.css'

/** A shorter interruption, in milliseconds, is not mentioned. */
const PATIENCE = 700

export function LineBanner() {
  const { line, lostAt } = useLive()
  const seconds = useSecondsSince(line === 'reconnecting' || line === 'offline' ? lostAt : null)
  if (line === 'outdated') return <Outdated />
  if (seconds === null || seconds * 1000 < PATIENCE) return null
  const since = formatDuration(Math.max(1, Math.round(seconds)))
  return (
    <p className="line-banner" role="alert">
      {line === 'offline' ? 'The server does not answer' : 'Reconnecting'}: what you see is {since}{' '}
      old. Nothing is lost: the page catches up when the server answers again.
    </p>
  )
}

/** The page does not reload by itself while the user is in the middle of something. */
function Outdated() {
  return (
    <p className="line-banner" role="alert">
      Conductor was updated, and this page is of an older version: it does not update until you
      reload it. <Button onClick={() => location.reload()}>Reload</Button>
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
