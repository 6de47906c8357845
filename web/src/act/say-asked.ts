/** What was asked, as it is confirmed to the person who did. */
import type { Ask } from '../../../src/core/ask/ask.ts'

export function sayAsked(ask: Ask): string {
  switch (ask.ask) {
    case 'pause':
      return 'Paused: what works goes on, nothing new starts.'
    case 'unpause':
      return 'Going on.'
    case 'cancel-run':
      return 'The run is cancelled.'
    case 'cancel':
      return `Gave up ${ask.task}.`
    case 'preempt':
      return `${ask.task} goes back into the line.`
    case 'retry':
      return `Trying ${ask.task} again.`
    case 'skip':
      return `Skipped ${ask.task}.`
    case 'approve':
      return `Approved ${ask.task}.`
    case 'reject':
      return `Sent ${ask.task} back.`
    case 'land-all':
      return 'Everything in review lands.'
    case 'land':
      return `Landing ${ask.task}.`
    case 'guide':
      return `Told ${ask.task}.`
    case 'decide':
      return ask.allow ? `Allowed ${ask.task}.` : `Denied ${ask.task}.`
    case 'budget':
      return ask.usd === null ? 'No limit any more.' : `May spend $${ask.usd}.`
    case 'prioritise':
      return `${ask.task} has priority ${ask.priority} now.`
    case 'agents':
      return ask.agents === 1 ? 'One task at a time.' : `At most ${ask.agents} tasks at once.`
    case 'pause-batch':
      return `Batch ${ask.batch + 1} is paused: nothing of it starts.`
    case 'unpause-batch':
      return `Batch ${ask.batch + 1} goes on.`
    case 'accept-branch':
      return `Branch ${ask.branch} may stay where it is.`
    case 'change':
      return `Changed ${ask.task}.`
    case 'hear':
    case 'take-guidance':
    case 'add':
    case 'together':
      return 'Done.'
  }
}
