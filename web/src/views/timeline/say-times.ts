/** What the timeline shows, in words: for the page, tooltips and screen readers. */
import { taskAt } from '../../../../src/core/run/run.ts'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import type { Task } from '../../../../src/core/plan/plan.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import type { Comparison, Picture } from './picture.ts'
import { endedWell, type TimeBar } from './time-bars.ts'

export function sayComparison({ is, seconds, inSequence }: Comparison): string {
  const took = FIRST_WORDS[is] + formatDuration(seconds)
  const times = seconds > 0 ? inSequence / seconds : 1
  if (is === 'at-least') return `${took}: a task takes longer than estimated.`
  if (isKnown(is) && inSequence === 0)
    return `${took}. Nothing ${is === 'measured' ? 'landed' : 'has landed yet'}.`
  if (times < 1 / 1.05) return `${took}; its work one after another: ${formatDuration(inSequence)}.`
  if (times < 1.05) return `${took}, as long as one task after another.`
  return `${took} instead of ${formatDuration(inSequence)} in sequence: ${sayTimes(times)} times as fast.`
}

/** The figures are measured, so nothing of them is expected. */
export const isKnown = (is: Comparison['is']): boolean => is === 'measured' || is === 'so-far'

const FIRST_WORDS: Readonly<Record<Comparison['is'], string>> = {
  predicted: '',
  expected: 'About ',
  'at-least': 'At least ',
  'so-far': 'So far ',
  measured: '',
}

/** A pause that is shorter cannot be seen on the axis. */
const SEEN_SHARE = 0.05

/** The axis includes this time, so without this text the end of the run would not be where the figures say. */
export const sayUnattended = ({ seconds, unattended }: Comparison): string =>
  unattended < 1 || unattended < seconds * SEEN_SHARE
    ? ''
    : `It also stood still for ${formatDuration(unattended)} while no coordinator was running.`

const sayTimes = (times: number): string => times.toFixed(times < 9.95 ? 1 : 0).replace(/\.0$/, '')

const SHOWN_OF_CHAIN = 6

/** No run of the plan can be shorter than its longest chain if its tasks take as long as they are estimated to take. */
export function sayChain(picture: Picture): string {
  const { plan, chain, chainSeconds: seconds, comparison, isChainEstimated } = picture
  if (chain.length === 0) return ''
  const ids = chain.map((i) => taskAt({ plan }, i).id)
  const left = ids.length - SHOWN_OF_CHAIN
  const shown = left > 1 ? [...ids.slice(0, 4), `${left} more`, ...ids.slice(-2)] : ids
  const sentence = `Longest chain: ${shown.join(' → ')}, ${formatDuration(seconds)}`
  if (!isChainEstimated) return `${sentence}.`
  return isKnown(comparison.is) || comparison.seconds < seconds
    ? `${sentence} as estimated.`
    : `${sentence} as estimated. If that is right, no run of this plan can be shorter.`
}

/** Whether the difference is too small to mention. */
const isAlike = (predicted: number, actual: number): boolean =>
  Math.abs(actual - predicted) < Math.max(0.5, predicted * 0.02)

export function sayDifference(predicted: number, actual: number): string {
  if (isAlike(predicted, actual)) return 'as predicted'
  const difference = formatDuration(Math.abs(actual - predicted))
  return `${difference} ${actual > predicted ? 'longer' : 'shorter'} than predicted`
}

export function sayDelay(predicted: number, actual: number): string {
  if (Math.abs(actual - predicted) < 1) return 'as predicted'
  const difference = formatDuration(Math.abs(actual - predicted))
  return `${difference} ${actual > predicted ? 'later' : 'earlier'} than predicted`
}

export function sayBar({ id, name }: Task, bar: TimeBar, predicted: TimeBar | undefined): string {
  const from = bar.start === 0 ? 'from the start' : `from ${formatDuration(bar.start)}`
  const length = formatDuration(bar.worked)
  return [
    `${name === id ? id : `${id}, ${name}`}: ${bar.told}`,
    `${from} for ${length}, agent ${bar.worker}`,
    ...(bar.hasConflict === true ? ['its delivery had a conflict'] : []),
    ...(bar.landedBy > bar.end ? [`landing took ${formatDuration(bar.landedBy - bar.end)}`] : []),
    ...(bar.attempt === null || predicted === undefined ? [] : againstPrediction(bar, predicted)),
  ].join('; ')
}

function againstPrediction(bar: TimeBar, predicted: TimeBar): readonly string[] {
  const delay = `began ${sayDelay(predicted.start, bar.start)}`
  if (!endedWell(bar)) return [delay]
  return [delay, `took ${sayDifference(predicted.worked, bar.worked)}`]
}

/** For bars that are too narrow for a name. */
export const sayCrowd = (bars: readonly TimeBar[]): string =>
  `${sayCount(bars.length, 'bar')} from ${formatDuration(bars[0]!.start)} to ${formatDuration(bars.at(-1)!.end)}`
