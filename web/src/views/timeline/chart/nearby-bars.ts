/** From bar to bar by the arrow keys: along a track in time, across tracks to the same task, else to what is nearest in time. */
import type { Direction } from '../../../parts/keys/directions.ts'
import type { Row } from '../rows.ts'
import type { TimeBar } from '../time-bars.ts'
import type { Track } from './tracks.ts'

/** Where a bar stands. */
export interface Place {
  readonly row: Row
  readonly lane: number
  readonly bar: TimeBar
}

/** null: there is none in that direction. From a key that is gone one comes to the first bar. */
export function nextBar(rows: readonly Row[], from: string | null, to: Direction): Place | null {
  const tracks = rows.flatMap(tracksOf)
  const at = tracks.findIndex(({ track }) => track.some((bar) => bar.key === from))
  if (at < 0)
    return placeIn(
      tracks.find(({ track }) => track.length > 0),
      0,
    )
  const { track } = tracks[at]!
  const i = track.findIndex((bar) => bar.key === from)
  if (to === 'left' || to === 'right') return placeIn(tracks[at], i + (to === 'left' ? -1 : 1))
  const others = to === 'up' ? tracks.slice(0, at).toReversed() : tracks.slice(at + 1)
  const other = others.find(({ track }) => track.length > 0)
  return other === undefined ? null : placeIn(other, nearest(other.track, track[i]!))
}

export function placeOf(rows: readonly Row[], key: string): Place | null {
  for (const found of rows.flatMap(tracksOf)) {
    const i = found.track.findIndex((bar) => bar.key === key)
    if (i >= 0) return placeIn(found, i)
  }
  return null
}

/** Where the keyboard comes in: the first bar that is not over before the window begins. */
export function firstBar(rows: readonly Row[], from: number): TimeBar | undefined {
  for (const { track } of rows.flatMap(tracksOf)) {
    const bar = track.find(({ end }) => end >= from)
    if (bar !== undefined) return bar
  }
  return undefined
}

interface PlacedTrack {
  readonly row: Row
  readonly lane: number
  readonly track: Track
}

const tracksOf = (row: Row): readonly PlacedTrack[] =>
  row.lanes.flatMap(({ actual, predicted }, lane) => [
    { row, lane, track: actual },
    { row, lane, track: predicted },
  ])

function placeIn(found: PlacedTrack | undefined, i: number): Place | null {
  const bar = found?.track[i]
  return found === undefined || bar === undefined ? null : { row: found.row, lane: found.lane, bar }
}

function nearest(track: Track, to: TimeBar): number {
  const same = track.findLastIndex((bar) => bar.task === to.task)
  if (same >= 0) return same
  const distance = (bar: TimeBar): number => Math.abs(middle(bar) - middle(to))
  return track.reduce((best, bar, i) => (distance(bar) < distance(track[best]!) ? i : best), 0)
}

const middle = (bar: TimeBar): number => (bar.start + bar.end) / 2
