/** Where the bars stand, for the keys: along a track in time; across tracks to the same task, else the nearest bar. */
import type { Places } from '../../../parts/keys/neighbour.ts'
import { nearestBy } from '../../../parts/nearest-by.ts'
import type { Row } from '../rows.ts'
import type { TimeBar } from '../time-bars.ts'
import type { Track } from './tracks.ts'

/** Where a bar stands. */
export interface Place {
  readonly row: Row
  readonly lane: number
  readonly bar: TimeBar
}

/** The items are the keys of bars. */
export function barPlaces(rows: readonly Row[]): Places<string> {
  const tracks = rows.flatMap(tracksOf).map(({ track }) => track)
  return {
    lines: tracks.map((track) => track.map(({ key }) => key)),
    goes: 'across',
    beside: (other, line, at) => nearest(tracks[other]!, tracks[line]![at]!),
  }
}

export function placeOf(rows: readonly Row[], key: string): Place | null {
  for (const { row, lane, track } of rows.flatMap(tracksOf)) {
    const bar = track.find((bar) => bar.key === key)
    if (bar !== undefined) return { row, lane, bar }
  }
  return null
}

/** The bar that Tab leads to at first: the first that is not over before the window begins. */
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

function nearest(track: Track, to: TimeBar): number {
  const same = track.findLastIndex((bar) => bar.task === to.task)
  return same >= 0 ? same : nearestBy(track, middle(to), middle)
}

const middle = (bar: TimeBar): number => (bar.start + bar.end) / 2
