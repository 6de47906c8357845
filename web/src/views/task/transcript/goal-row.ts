/** The item that a found place belongs to. */
import type { Item } from '../../../../../src/core/transcript/conversation.ts'
import type { Goal } from './use-search.ts'

export function goalRow(items: readonly Item[], { position, call }: Goal): Item | null {
  const ofCall =
    call === null ? undefined : items.find((item) => item.is === 'call' && item.id === call)
  return ofCall ?? items.findLast((item) => item.position <= position) ?? null
}
