/** What is drawn of a track: the bars in the window, and crowds of bars that are too short to be told apart. */
import type { Look, TimeBar } from '../time-bars.ts'
import type { Track } from './tracks.ts'

export interface DrawnBar {
  readonly is: 'bar'
  readonly bar: TimeBar
  readonly x: number
  readonly width: number
  /** Where its name is written, and how much room it has; null: it is not written. */
  readonly label: Label | null
}

/** Bars that are too narrow for a name, drawn as one shape, so that a run of any size is few shapes. */
export interface DrawnCrowd {
  readonly is: 'crowd'
  readonly bars: readonly TimeBar[]
  readonly look: Look
  /** The rectangles of its bars; bars closer together than a pixel are one. */
  readonly pieces: readonly Piece[]
}

export interface Piece {
  readonly x: number
  readonly width: number
}

export interface Label {
  readonly x: number
  readonly width: number
  /** after: in the free space after the bar. */
  readonly at: 'inside' | 'after'
}

export interface Stretch {
  /** Seconds since the run began. */
  readonly from: number
  readonly to: number
  readonly pixelsPerSecond: number
  /** Whether a bar must not join a crowd: it has the focus, is selected or hovered. */
  readonly isApart?: (bar: TimeBar) => boolean
  /** The pixels that the name of a bar needs inside of it, with its sign. */
  readonly widthOf?: (bar: TimeBar) => number
}

/** Narrower bars can join a crowd. */
const NARROW = 16
/** A narrower bar is drawn this wide, and may stand for others. */
const LEAST_WIDTH = 3
const LEAST_LABEL = 34
const WIDEST_LABEL_AFTER = 280

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

/** The bar with this key, if it is out of sight; null: it is in sight, or not in this track. */
export function unseenBar(track: Track, key: string | null, stretch: Stretch): DrawnBar | null {
  const i = track.findIndex((bar) => bar.key === key)
  if (i < 0 || (track[i]!.end >= stretch.from && track[i]!.start <= stretch.to)) return null
  return drawnBar(track, i, stretch)
}

/** Whether a bar joins the crowd of the last one: both look the same, or both are too narrow to be seen. */
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

function drawnBar(track: Track, i: number, stretch: Stretch): DrawnBar {
  const bar = track[i]!
  const x = bar.start * stretch.pixelsPerSecond
  const width = Math.max((bar.end - bar.start) * stretch.pixelsPerSecond, LEAST_WIDTH)
  return { is: 'bar', bar, x, width, label: labelOf(track, i, x + width, stretch) }
}

/**
 * The name is written in the bar, or in the free space after it, whichever has room for it; at least where the window
 * begins, and not beyond its end. What is still expected of an attempt shares the name of the attempt.
 */
function labelOf(track: Track, i: number, end: number, stretch: Stretch): Label | null {
  const bar = track[i]!
  const { from, to, pixelsPerSecond, widthOf } = stretch
  if (goesOn(track, i - 1) && bar.start > from) return null
  const rest = goesOn(track, i) ? track[i + 1]!.end * pixelsPerSecond : end
  const next = (track[i + 1]?.start ?? Infinity) * pixelsPerSecond
  const [left, right] = [Math.max(bar.start, from) * pixelsPerSecond, to * pixelsPerSecond]
  const inside: Label = { x: left, width: Math.min(rest, right) - left, at: 'inside' }
  const room = Math.min(next, right) - end
  const after: Label = { x: end, width: Math.min(room, WIDEST_LABEL_AFTER), at: 'after' }
  const wanted = widthOf?.(bar) ?? LEAST_LABEL
  const label =
    inside.width >= wanted || (after.width < wanted && inside.width >= after.width) ? inside : after
  return label.width >= LEAST_LABEL ? label : null
}

/** The bar is followed by what is still expected of the same attempt. */
function goesOn(track: Track, i: number): boolean {
  const [bar, next] = [track[i], track[i + 1]]
  return bar?.look === 'working' && next?.look === 'coming' && next.task === bar.task
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

/** The bar of a crowd that is nearest to a time. */
export function barAt({ bars }: DrawnCrowd, time: number): TimeBar {
  const distance = (bar: TimeBar): number => Math.max(bar.start - time, time - bar.end, 0)
  return bars.reduce((best, bar) => (distance(bar) < distance(best) ? bar : best))
}

/** The gravest look first. A crowd is drawn like its gravest bar, so that a failure is not overlooked. */
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
