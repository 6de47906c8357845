/** Times in words; the exact time is in the tooltip. */
import { formatDuration } from '../../../src/core/value/duration.ts'
import { useNow } from '../data/live/shown-run.tsx'

/** The time since `since`; it updates by itself. */
export function Elapsed({ since }: { readonly since: number }) {
  const seconds = Math.max(0, (useNow() - since) / 1000)
  return <time dateTime={`PT${Math.round(seconds)}S`}>{formatDuration(seconds)}</time>
}

export function Ago({ at }: { readonly at: number }) {
  const seconds = Math.max(0, (useNow(10_000) - at) / 1000)
  return (
    <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
      {seconds < 5 ? 'just now' : `${formatDuration(seconds)} ago`}
    </time>
  )
}
