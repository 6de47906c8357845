/** What a start would take and cost, in words. */
import { formatDuration } from '../../../../src/core/value/duration.ts'
import { formatUsd } from '../../../../src/core/value/money.ts'
import type { StartOffer } from '../../data/api/start.ts'

export function sayTime({ likely }: StartOffer): string {
  if (likely === null) return 'not known: the plan is too large'
  const [low, high] = [formatDuration(likely.low_s), formatDuration(likely.high_s)]
  const about = `about ${formatDuration(likely.seconds)}`
  return low === high ? about : `${about}, most likely ${low} to ${high}`
}

export function sayCost(offer: StartOffer): string {
  const { prompts, cost_usd: cost, usd_per_hour: perHour } = offer
  if (prompts === 0) return 'nothing: no task is for a model'
  if (cost === null || perHour === null) return 'not known: no agent has reported a cost here yet'
  return `about ${formatUsd(cost)}: an hour of an agent has cost ${formatUsd(perHour)} here`
}
