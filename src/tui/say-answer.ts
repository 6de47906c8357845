/** What the message line says when something that was asked for has been accepted. */
import type { TaskId } from '../core/value/ids.ts'
import { sayCount } from '../core/say/say-count.ts'
import type { ViewAsk } from './view.ts'

export function sayAnswer(ask: ViewAsk, affected: readonly TaskId[]): string {
  const others = affected.length - 1
  switch (ask.ask) {
    case 'pause':
      return 'paused: what works goes on, nothing new starts'
    case 'unpause':
      return 'going on'
    case 'cancel':
      return `cancelling ${ask.task}${others > 0 ? `, ${sayCount(others, 'task')} behind it skipped` : ''}`
    case 'retry':
      return `${ask.task}${others > 0 ? ` and ${sayCount(others, 'task')} behind it` : ''} will be tried again`
    case 'skip':
      return `skipped ${ask.task}${others > 0 ? ` and ${sayCount(others, 'task')} behind it` : ''}`
    case 'approve':
      return `approved ${ask.task}`
    case 'guide':
      return `told ${ask.task}: ${ask.text}`
    case 'decide':
      return `${ask.allow ? 'allowed' : 'denied'} what ${ask.task} asked for`
    case 'prioritise':
      return `${ask.task} now has priority ${ask.priority}${priorityWords(ask.priority)}`
  }
}

function priorityWords(priority: number): string {
  if (priority === 1) return ', the most urgent'
  return priority === 5 ? ', the least urgent' : ''
}
