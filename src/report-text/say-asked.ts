/** What came of an ask that was accepted, in words. */
import type { Ask } from '../core/ask/ask.ts'
import type { TaskId } from '../core/value/ids.ts'
import { formatUsd } from '../core/value/money.ts'
import type { Run } from '../core/run/run.ts'
import { sayChange } from '../core/say/say-change.ts'
import { sayCount } from '../core/say/say-count.ts'
import { sayGuided } from '../core/say/say-guidance.ts'

export const sayAnswer = (ask: Ask, affected: readonly TaskId[], look: () => Run): string =>
  ask.ask === 'guide' ? sayGuided(look(), ask.task, ask.text) : sayDone(ask, affected)

function sayCancelled(tasks: readonly TaskId[]): string {
  const more = tasks.length - MOST_NAMED
  const rest = more > 0 ? [sayCount(more, 'more task')] : []
  return `Cancelled: ${[...tasks.slice(0, MOST_NAMED), ...rest].join(', ') || 'nothing was left'}.`
}

const MOST_NAMED = 10

function sayDone(ask: Exclude<Ask, { ask: 'guide' }>, affected: readonly TaskId[]): string {
  const behind = affected.length - 1
  const more =
    behind > 0
      ? ` ${sayCount(behind, 'task')} behind it ${behind === 1 ? 'is' : 'are'} affected too.`
      : ''
  switch (ask.ask) {
    case 'pause':
      return 'Paused: what works goes on, nothing new starts. Go on with: conductor resume'
    case 'unpause':
      return 'Going on.'
    case 'agents':
      return `At most ${sayCount(ask.agents, 'agent')} at once from now on.`
    case 'pause-batch':
      return `Batch ${ask.batch + 1} is paused: what works goes on, nothing of it starts. Go on with: conductor resume --batch ${ask.batch + 1}`
    case 'unpause-batch':
      return `Batch ${ask.batch + 1} goes on.`
    case 'cancel-run':
      return sayCancelled(affected)
    case 'cancel':
      return `Cancelling ${ask.task}.${more}`
    case 'preempt':
      return `Stopping ${ask.task}; it goes back into the line.`
    case 'retry':
      return `Trying ${affected.join(', ')} again.`
    case 'skip':
      return `Skipped ${ask.task}.${more}`
    case 'approve':
      return `Approved ${ask.task}.`
    case 'reject':
      return `Sent ${ask.task} back: ${ask.why}`
    case 'land-all':
      return `Landing ${affected.join(', ')}.`
    case 'land':
      return `Landing ${ask.task}.${more}`
    case 'decide':
      return `${ask.allow ? 'Allowed' : 'Denied'} what ${ask.task} asked for.`
    case 'budget':
      return `${ask.task ?? 'The run'} may spend ${ask.usd === null ? 'without limit' : formatUsd(ask.usd)}.`
    case 'hear':
      return 'Heard.'
    case 'take-guidance':
      return 'Nothing was said.'
    case 'accept-branch':
      return `Branch ${ask.branch} may stay where it is.`
    case 'prioritise':
      return `${ask.task} now has priority ${ask.priority}.`
    case 'change':
      return `Changed ${ask.task}: ${sayChange(ask.change)}.`
    case 'add':
      return `Added ${affected.join(', ')}.`
    case 'together':
      return `Done: ${ask.asks.map((one) => one.ask).join(', ')}.`
  }
}
