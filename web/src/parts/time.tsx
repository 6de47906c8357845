/** Times in words; the exact time is in the tooltip. */
import { formatDuration } from '../../../src/core/value/duration.ts'
import { useNow } from '../data/live/shown-run.tsx'

/** The time since `since`; it updates by itself. */
export function Elapsed({ since }: { readonly since: number }) {
  const seconds = Math.max(0, (useNow() - since) / 1000)
  return <time dateTime={`PT${Math.round(seconds)}S`}>{formatDuration(seconds)}</time>
}

/** Milliseconds: a younger age would stand still. */
const TICK = 10_000

export function Ago({ at }: { readonly at: number }) {
  const seconds = Math.max(0, (useNow(TICK) - at) / 1000)
  return (
    <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
      {seconds < TICK / 1000 ? 'just now' : `${formatDuration(Math.round(seconds))} ago`}
    </time>
  )
}
