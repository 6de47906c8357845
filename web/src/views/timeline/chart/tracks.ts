/** Puts bars that overlap in time into lanes, each into the first lane that has room. */
import type { TimeBar } from '../time-bars.ts'

/** Bars that do not overlap, in order of time. */
export type Track = readonly TimeBar[]

/** Attempts and coming bars above, predictions below. */
export interface Lane {
  readonly actual: Track
  readonly predicted: Track
}

/** With more lanes the eye cannot follow a task anyway, and late tasks would make a row endless. */
const MOST_ALIGNED = 12

/** The prediction for a task stands under its attempts, if that takes few lanes. */
export function alignedLanes(bars: readonly TimeBar[]): readonly Lane[] {
  const byTask = [...Map.groupBy(bars, (bar) => bar.task).values()]
  const aligned = packed(byTask.map(spanOf), MOST_ALIGNED)
  return aligned === null
    ? separateLanes(bars)
    : aligned.map((spans) => laneOf(spans.flatMap((span) => span.bars)))
}

/** Attempts and predictions, each in as few lanes as possible. */
export function separateLanes(bars: readonly TimeBar[]): readonly Lane[] {
  const { actual, predicted } = laneOf(bars)
  const above = packed(actual.map((bar) => spanOf([bar])))!
  const below = packed(predicted.map((bar) => spanOf([bar])))!
  return Array.from({ length: Math.max(above.length, below.length) }, (_, i) => ({
    actual: (above[i] ?? []).flatMap((span) => span.bars),
    predicted: (below[i] ?? []).flatMap((span) => span.bars),
  }))
}

interface Span {
  readonly start: number
  readonly end: number
  readonly bars: readonly TimeBar[]
}

const spanOf = (bars: readonly TimeBar[]): Span => ({
  start: bars.reduce((first, bar) => Math.min(first, bar.start), Infinity),
  end: bars.reduce((last, bar) => Math.max(last, bar.end), 0),
  bars,
})

const laneOf = (bars: readonly TimeBar[]): Lane => ({
  actual: inOrder(bars.filter((bar) => bar.look !== 'predicted')),
  predicted: inOrder(bars.filter((bar) => bar.look === 'predicted')),
})

const inOrder = (bars: readonly TimeBar[]): Track => bars.toSorted((a, b) => a.start - b.start)

/** Puts each span into the first lane that is free when it begins; null: it takes more than `most` lanes. */
function packed(spans: readonly Span[], most = Infinity): readonly (readonly Span[])[] | null {
  const lanes: Span[][] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const free = lanes.find((lane) => lane.at(-1)!.end <= span.start + ROUNDING)
    if (free !== undefined) free.push(span)
    else if (lanes.push([span]) > most) return null
  }
  return lanes
}

/** In seconds: an end and a begin at the same moment may be computed in two ways. */
const ROUNDING = 1e-6
