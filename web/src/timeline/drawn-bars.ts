/** What of a track is drawn: bars in the window, and crowds of those too short to be told apart. */
import type { Look, TimeBar } from './time-bars.ts'
import type { Track } from './tracks.ts'

export interface DrawnBar {
  readonly is: 'bar'
  readonly bar: TimeBar
  readonly x: number
  readonly width: number
  /** Where its name is written, and how much room that has; null: nowhere. */
  readonly label: Label | null
}

/** Drawn as one, so that a run of any size is never more shapes than the screen has pixels. */
export interface DrawnCrowd {
  readonly is: 'crowd'
  readonly bars: readonly TimeBar[]
  readonly look: Look
  readonly x: number
  readonly width: number
}

export interface Label {
  readonly x: number
  readonly width: number
  /** after: in the free room behind the bar. */
  readonly at: 'inside' | 'after'
}

export interface Stretch {
  /** Seconds since the run began. */
  readonly from: number
  readonly to: number
  readonly pixelsPerSecond: number
}

const NARROW = 4
const LEAST_WIDTH = 3
const LEAST_LABEL = 34
const WIDEST_LABEL_AFTER = 160

export function drawnBars(track: Track, stretch: Stretch): readonly (DrawnBar | DrawnCrowd)[] {
  const drawn: (DrawnBar | DrawnCrowd)[] = []
  const first = firstEndingAfter(track, stretch.from)
  for (let i = first; i < track.length && track[i]!.start <= stretch.to; ) {
    const end = endOfCrowd(track, i, stretch)
    drawn.push(
      end - i > 1 ? crowd(track.slice(i, end), stretch) : drawnBar(track, i, stretch),
    )
    i = end
  }
  return drawn
}

/** Bars of a track are in order and do not overlap, so their ends are in order too. */
function firstEndingAfter(track: Track, time: number): number {
  let [low, high] = [0, track.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (track[middle]!.end < time) low = middle + 1
    else high = middle
  }
  return low
}

/** The place behind the last of those that are narrow and follow each other closely. */
function endOfCrowd(track: Track, first: number, { pixelsPerSecond, to }: Stretch): number {
  const isNarrow = (bar: TimeBar): boolean => (bar.end - bar.start) * pixelsPerSecond < NARROW
  let end = first + 1
  while (
    end < track.length &&
    track[end]!.start <= to &&
    isNarrow(track[end - 1]!) &&
    isNarrow(track[end]!) &&
    (track[end]!.start - track[end - 1]!.end) * pixelsPerSecond < NARROW
  )
    end++
  return end
}

function crowd(bars: readonly TimeBar[], stretch: Stretch): DrawnCrowd {
  const x = bars[0]!.start * stretch.pixelsPerSecond
  const width = Math.max(bars.at(-1)!.end * stretch.pixelsPerSecond - x, LEAST_WIDTH)
  return { is: 'crowd', bars, look: gravest(bars), x, width }
}

/** What must not be overlooked among the others. */
const GRAVITY: readonly Look[] = [
  'failed',
  'lost',
  'asked',
  'cut-off',
  'working',
  'succeeded',
  'coming',
  'predicted',
]

const gravest = (bars: readonly TimeBar[]): Look => {
  const looks = new Set(bars.map((bar) => bar.look))
  return GRAVITY.find((look) => looks.has(look))!
}

function drawnBar(track: Track, i: number, { from, pixelsPerSecond }: Stretch): DrawnBar {
  const bar = track[i]!
  const x = bar.start * pixelsPerSecond
  const width = Math.max((bar.end - bar.start) * pixelsPerSecond, LEAST_WIDTH)
  const next = (track[i + 1]?.start ?? Infinity) * pixelsPerSecond
  const seenFrom = Math.max(x, from * pixelsPerSecond)
  return { is: 'bar', bar, x, width, label: labelOf(seenFrom, x + width, next) }
}

/** The name of a bar that began before the window is written where the window begins. */
function labelOf(seenFrom: number, end: number, next: number): Label | null {
  if (end - seenFrom >= LEAST_LABEL) return { x: seenFrom, width: end - seenFrom, at: 'inside' }
  const room = Math.min(next - end, WIDEST_LABEL_AFTER)
  return room >= LEAST_LABEL ? { x: end, width: room, at: 'after' } : null
}
