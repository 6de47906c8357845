/** The top of the screen: which run it is, its state, and how far it is. */
import { sayLeftOut } from '../core/say/say-end.ts'
import { countNeeds, sayNeedCount, WAITS_FOR_YOU } from '../core/report/waits-for-you.ts'
import { formatDuration } from '../core/value/duration.ts'
import type { Run } from '../core/run/run.ts'
import { sayHindrance } from '../core/say/say-hindrance.ts'
import { sayTimeLeft } from '../core/say/say-time-left.ts'
import { successRate } from '../core/report/success-rate.ts'
import { isUpToPeople } from '../core/run/waits-for-people.ts'
import { budgetMeter } from '../core/agent/budget-meter.ts'
import { piece, spread, widthOf, type Line, type Piece } from './line.ts'
import type { Picture } from './picture.ts'
import type { Style } from './theme.ts'

export function drawHeader(picture: Picture, rows: number): readonly Line[] {
  return [titleLine(picture), progressLine(picture)].slice(0, rows)
}

/** The narrowest screen still shows the state; the times and the name of the plan are left out. */
function titleLine(picture: Picture): Line {
  const { run, now, columns } = picture
  const [word, style] = runState(picture)
  const state = [piece(' run '), piece(run.id, 'bold'), piece(' '), piece(word, style)]
  const name = [piece('  '), piece(run.plan.name, 'accent')]
  const needs = countNeeds(picture.attention)
  const asks = needs === 0 ? [] : [piece(`  ${sayNeedCount(needs)}`, 'busy')]
  const elapsed = piece(formatDuration(Math.floor(elapsedSeconds(run, now))))
  const cost = costPieces(run)
  const withLeft = (isBrief: boolean): Line => [
    ...cost,
    elapsed,
    ...leftPieces(picture, isBrief),
    piece(' '),
  ]
  const [whole, right] = [withLeft(false), withLeft(true)]
  const named = [...state, ...name, ...asks]
  const fits = (...line: Line): boolean => widthOf(line) + 2 <= columns
  const [address, meter] = [addressOf(picture), meterPieces(run)]
  const rights = [[...address, ...whole], [...address, ...right], whole, right]
  // The bar is worth more than the address and the interval.
  const widest = [...rights.map((times) => [...meter, ...times]), ...rights]
  const fitting = widest.find((line) => fits(...named, ...line))
  if (fitting !== undefined) return spread(named, fitting, columns)
  const short = [...state, ...asks]
  return spread(short, fits(...short, ...right) ? right : [...cost, elapsed, piece(' ')], columns)
}

/** isBrief: without the interval. */
function leftPieces({ left }: Picture, isBrief: boolean): Line {
  const says = left && sayTimeLeft(left, isBrief)
  return says === null ? [] : [piece('  '), piece(says, 'dim')]
}

/** What models have cost so far, and the budget; empty for a run that has only commands. */
function costPieces(run: Run): Line {
  const meter = budgetMeter(run)
  return meter === null ? [] : [piece(meter.says, LEVELS[meter.level]), piece('  ')]
}

const LEVELS = { fine: 'plain', close: 'busy', spent: 'bad' } as const satisfies Record<
  string,
  Style
>

const METER_CELLS = 10

/** The budget as a bar, where there is room for it; a cell is filled as soon as a part of it is spent. */
function meterPieces(run: Run): Line {
  const meter = budgetMeter(run)
  if (meter === null || meter.share === null) return []
  const filled = Math.ceil(meter.share * METER_CELLS)
  return [
    piece('█'.repeat(filled), meter.level === 'fine' ? 'good' : LEVELS[meter.level]),
    piece('·'.repeat(METER_CELLS - filled), 'dim'),
    piece(' '),
  ]
}

/**
 * Only the host of the link, without the part that lets a browser in: that part is in the help, and in the page
 * that the key opens.
 */
const addressOf = ({ link }: Picture): Line =>
  link === null ? [] : [piece(new URL(link).host, 'accent'), piece('  ')]

function runState(picture: Picture): readonly [word: string, style: Style] {
  const { run } = picture
  if (run.ended !== null) return endWords(run, run.ended.status)
  if (run.cancelled) return ['cancelling', 'busy']
  if (run.stopping) return ['stopping', 'busy']
  if (run.coordinator === null) return ['stopped', 'busy']
  if (run.hindered !== null) return [sayHindrance(run.hindered), 'bad']
  if (run.paused) return ['paused', 'busy']
  return isUpToPeople(run, picture.waits) ? [WAITS_FOR_YOU, 'busy'] : ['running', 'good']
}

function endWords(
  { counts, plan }: Run,
  status: 'completed' | 'failed' | 'cancelled',
): readonly [string, Style] {
  const leftOut = sayLeftOut(status, { ...counts, total: plan.tasks.length })
  if (leftOut !== null) return [`over: ${leftOut}`, 'good']
  switch (status) {
    case 'completed':
      return ['over: everything landed', 'good']
    case 'failed':
      return ['over: not everything landed', 'bad']
    case 'cancelled':
      return ['over: cancelled', 'busy']
  }
}

/** Time in which no coordinator conducted the run does not count. */
function elapsedSeconds(run: Run, now: number): number {
  const open = run.coordinator === null ? 0 : Math.max(now - run.lastEventAt, 0) / 1000
  return run.activeSeconds + open
}

function progressLine(picture: Picture): Line {
  const { run, columns } = picture
  const counts = countPieces(picture)
  const width = Math.min(columns - widthOf(counts) - 3, 60)
  if (width < 8) return [piece(' '), ...counts]
  return [piece(' '), ...bar(run, width), piece('  '), ...counts]
}

/** Landed, lost, working and waiting tasks, each by shape and colour; a count above 0 has at least one cell. */
function bar(run: Run, width: number): readonly Piece[] {
  const { landed, working, landing, review, stuck, waiting } = run.counts
  const { failed, skipped, cancelled } = run.counts
  const underWay = working + landing + review + stuck
  const shares = [landed, failed + skipped + cancelled, underWay, waiting]
  const cells = shareOut(shares, width)
  return [
    piece('█'.repeat(cells[0]!), 'good'),
    piece('x'.repeat(cells[1]!), 'bad'),
    piece('▒'.repeat(cells[2]!), 'busy'),
    piece('·'.repeat(cells[3]!), 'dim'),
  ]
}

/** Whole cells that add up to the width; the largest share pays for the rounding. */
function shareOut(shares: readonly number[], width: number): readonly number[] {
  const total = shares.reduce((a, b) => a + b, 0)
  if (total === 0) return shares.map((_, i) => (i === shares.length - 1 ? width : 0))
  const cells = shares.map((s) => (s === 0 ? 0 : Math.max(1, Math.floor((s / total) * width))))
  const largest = shares.indexOf(Math.max(...shares))
  cells[largest]! += width - cells.reduce((a, b) => a + b, 0)
  return cells
}

/**
 * A wide screen shows every count that is not 0 in words; a narrow one only how far the run is and how many
 * tasks failed.
 */
function countPieces({ run, columns }: Picture): Line {
  const { landed, working, landing, review, stuck } = run.counts
  const { failed, skipped, cancelled, waiting } = run.counts
  const total = run.plan.tasks.length
  const first = [piece(`${landed}/${total} landed`, 'good')]
  const counted: readonly (readonly [number, string, Style])[] = [
    [stuck, 'stuck', 'bad'],
    [review, 'in review', 'bad'],
    [failed, 'failed', 'bad'],
    [landing, 'landing', 'busy'],
    [working, 'working', 'busy'],
    [waiting, 'waiting', 'plain'],
    [skipped, 'skipped', 'dim'],
    [cancelled, 'cancelled', 'dim'],
  ]
  const some = counted.filter(([count, word]) => count > 0 && (columns >= 60 || word === 'failed'))
  return [
    ...first,
    ...some.flatMap(([count, word, style]) => [piece('  '), piece(`${count} ${word}`, style)]),
    ...(columns >= 90 ? successPieces(run) : []),
  ]
}

function successPieces(run: Run): Line {
  const rate = successRate(run)
  if (rate === null) return []
  const percent = Math.floor(rate * 100)
  return [piece('  '), piece(`success ${percent}%`, successStyle(percent))]
}

function successStyle(percent: number): Style {
  if (percent >= 90) return 'good'
  return percent >= 70 ? 'busy' : 'bad'
}
