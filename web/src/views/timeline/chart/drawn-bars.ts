/** What of a track is drawn: bars in the window, and crowds of those too short to be told apart. */
import type { Look, TimeBar } from '../time-bars.ts'
import type { Track } from './tracks.ts'

export interface DrawnBar {
  readonly is: 'bar'
  readonly bar: TimeBar
  readonly x: number
  readonly width: number
  /** Where its name is written, and how much room that has; null: nowhere. */
  readonly label: Label | null
}

/** Bars that are too narrow for words, drawn as one shape: a run of any size is few shapes. */
export interface DrawnCrowd {
  readonly is: 'crowd'
  readonly bars: readonly TimeBar[]
  readonly look: Look
  /** Where its bars are, those closer together than a pixel as one. */
  readonly pieces: readonly Piece[]
}

export interface Piece {
  readonly x: number
  readonly width: number
}

interface Label {
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
  /** Bars that no crowd may swallow: they have the focus, or are looked at. */
  readonly isApart?: (bar: TimeBar) => boolean
}

/** Narrower bars can be drawn together. */
const NARROW = 16
/** Whatever is narrower than this is drawn this wide, and may stand for others. */
const LEAST_WIDTH = 3
const LEAST_LABEL = 34
const WIDEST_LABEL_AFTER = 160

export function drawnBars(track: Track, stretch: Stretch): readonly (DrawnBar | DrawnCrowd)[] {
  const drawn: (DrawnBar | DrawnCrowd)[] = []
  let crowd: DrawnBar[] = []
  const endCrowd = (): void => {
    if (crowd.length > 0) drawn.push(crowd.length === 1 ? crowd[0]! : crowdOf(crowd))
    crowd = []
  }
  const first = firstEndingAfter(track, stretch.from)
  for (let i = first; i < track.length && track[i]!.start <= stretch.to; i++) {
    const next = drawnBar(track, i, stretch)
    const isAlone = next.width >= NARROW || next.label !== null || stretch.isApart?.(next.bar)
    if (isAlone === true || !belongs(crowd.at(-1), next)) endCrowd()
    if (isAlone === true) drawn.push(next)
    else crowd.push(next)
  }
  endCrowd()
  return drawn
}

/** A bar of the track that is out of sight, for what must be there all the same; null: it is in sight, or not of this track. */
export function unseenBar(track: Track, key: string | null, stretch: Stretch): DrawnBar | null {
  const i = track.findIndex((bar) => bar.key === key)
  if (i < 0 || (track[i]!.end >= stretch.from && track[i]!.start <= stretch.to)) return null
  return drawnBar(track, i, stretch)
}

/** What looks different is drawn apart, as long as it can be seen. */
const belongs = (last: DrawnBar | undefined, next: DrawnBar): boolean =>
  last === undefined ||
  last.bar.look === next.bar.look ||
  (last.width <= LEAST_WIDTH && next.width <= LEAST_WIDTH)

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

function crowdOf(drawn: readonly DrawnBar[]): DrawnCrowd {
  const bars = drawn.map(({ bar }) => bar)
  return { is: 'crowd', bars, look: gravest(bars), pieces: piecesOf(drawn) }
}

function piecesOf(drawn: readonly DrawnBar[]): readonly Piece[] {
  const pieces: Piece[] = []
  for (const { x, width } of drawn) {
    const last = pieces.at(-1)
    const isSame = last !== undefined && width <= LEAST_WIDTH && x - last.x - last.width < 1
    if (isSame)
      pieces[pieces.length - 1] = { x: last.x, width: Math.max(x + width - last.x, last.width) }
    else pieces.push({ x, width })
  }
  return pieces
}

/** The one of a crowd that is nearest to a moment. */
export function barAt({ bars }: DrawnCrowd, time: number): TimeBar {
  const distance = (bar: TimeBar): number => Math.max(bar.start - time, time - bar.end, 0)
  return bars.reduce((best, bar) => (distance(bar) < distance(best) ? bar : best))
}

/** What must not be overlooked among the others. */
const GRAVITY: readonly Look[] = [
  'failed',
  'lost',
  'asked',
  'cut-off',
  'delivered',
  'working',
  'succeeded',
  'coming',
  'predicted',
]

const gravest = (bars: readonly TimeBar[]): Look => {
  const looks = new Set(bars.map((bar) => bar.look))
  return GRAVITY.find((look) => looks.has(look))!
}
