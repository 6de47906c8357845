/** All that the graph shows of a task, in words, for screen readers. */
import { stateAt, taskAt } from '../../../../src/core/run/run.ts'
import { formatDuration, formatEstimate } from '../../../../src/core/value/duration.ts'
import { wordFor, type StandingWord } from '../../../../src/core/report/task-standing.ts'
import { secondsOfTask } from '../../../../src/core/report/worker-results.ts'
import { sayLikely } from '../../../../src/core/say/plan/say-likely.ts'
import { firstFew } from '../../../../src/core/say/say-wait.ts'
import { sightOf } from '../../data/live/shown-run.tsx'
import { FLAG_WORDS } from './task-flags.tsx'
import type { PredictedCollision } from './predicted-collisions.ts'
import type { ShownPlan } from './use-plan.ts'

export function sayTask(shown: ShownPlan, task: number): string {
  const { graph, chain, changed } = shown
  const { id, name, priority, dependencies, flags } = taskAt(shown, task)
  return [
    `${name === id ? id : `${id}, ${name}`}: ${wordIn(shown, task)}`,
    `batch ${graph.batch[task]! + 1}, priority ${priority}, ${sayTime(shown, task)}`,
    ...(dependencies.length > 0 ? [`after ${firstFew(dependencies)}`] : []),
    ...flags.map((flag) => FLAG_WORDS[flag]),
    ...(chain.has(task) ? ['on the longest chain'] : []),
    ...(changed.has(task) ? ['changed, not applied yet'] : []),
  ].join('; ')
}

/** What a task took, once its work is done; until then what it should take. */
export function sayTime({ run, ...shown }: Pick<ShownPlan, 'run' | 'plan'>, task: number): string {
  const { id, estimate } = taskAt(shown, task)
  const { is } = stateAt(run, task)
  const isComing = is === 'waiting' || is === 'working'
  const seconds = isComing ? 0 : secondsOfTask(run, id)
  return seconds === 0 ? formatEstimate(estimate.seconds) : `took ${formatDuration(seconds)}`
}

export const wordIn = ({ run, shown }: ShownPlan, task: number): StandingWord =>
  wordFor(stateAt(run, task), sightOf(shown, 0).isConducted)

/** A collision as seen from one of its two tasks. */
export function sayCollision(shown: ShownPlan, collision: PredictedCollision, of: number): string {
  const { id } = taskAt(shown, otherOf(collision, of))
  const why = sayWhy(collision)
  return `${sayVerdict(collision, id)}${why === '' ? '' : `: ${why}`}`
}

export const otherOf = ({ tasks: [a, b] }: PredictedCollision, of: number): number =>
  a === of ? b : a

function sayVerdict(
  { verdict, isDecided, probability }: PredictedCollision,
  other: string,
): string {
  switch (verdict) {
    case 'apart':
      return isDecided ? `takes turns with ${other}, as you decided` : `takes turns with ${other}`
    case 'free':
      return `may work at once with ${other}, as you decided`
    case 'warn':
      return probability > 0 ? `may collide with ${other}` : `is close to ${other}`
  }
}

function sayWhy({ files, probability }: PredictedCollision): string {
  if (files.length === 0) return ''
  if (probability === 0) return `both work beside ${firstFew(files)}`
  return probability === 1
    ? `both change ${firstFew(files)}`
    : `both may change ${firstFew(files)} (${sayLikely(probability)})`
}
